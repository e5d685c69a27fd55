from app.align.idioms import divisions

# n / d: two scalings, an estimate, a refinement, the quotient, its repair; then a product that only uses it
KIND = ["load", "load", "rcp", "rcp", "rcp", "fma", "mul", "rcp", "rcp", "mul"]
STEP = [False, False, True, True, False, False, False, True, True, False]
DATA: list[tuple[int, ...]] = [(), (), (0, 1), (0, 1), (2,), (2, 4), (3, 5), (6, 5), (7, 0, 1), (8, 8)]


def _users() -> list[tuple[int, ...]]:
    return [tuple(user for user, sources in enumerate(DATA) if place in sources) for place in range(len(DATA))]


def test_the_repair_stands_for_the_run() -> None:
    assert divisions(STEP, KIND, DATA, _users()) == {8: [2, 3, 4, 5, 6, 7]}


def test_no_division_no_run() -> None:
    assert divisions([False] * len(KIND), KIND, DATA, _users()) == {}


def test_what_is_used_elsewhere_is_no_part() -> None:
    data = [*DATA, (5,)]
    users = [tuple(user for user, sources in enumerate(data) if place in sources) for place in range(len(data))]
    assert 5 not in divisions([*STEP, False], [*KIND, "add"], data, users)[8]
