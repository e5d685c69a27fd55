from app.model import Severity
from tests.unit.program.toy import kernel, program


def test_branch_has_two_ways_and_jump_one() -> None:
    found = kernel("a = 1\nif a goto X\nb = 2\ngoto Y\nX:\nb = 3\nY:\nexit")
    assert [block.successors for block in found.blocks] == [(1, 2), (3,), (3,), ()]
    assert [block.predecessors for block in found.blocks] == [(), (0,), (0,), (1, 2)]


def test_guarded_exit_may_go_on() -> None:
    assert [block.successors for block in kernel("maybe\nexit").blocks] == [(1,), ()]


def test_call_comes_back_in_the_same_block() -> None:
    assert len(kernel("call f\na = 1\nexit").blocks) == 1


def test_label_means_the_nearest_scope() -> None:
    found = kernel("{\nW:\nwait p\nunless p goto W\n}\n{\nW:\nwait p\nunless p goto W\n}\nexit")
    spins = [loop for loop in found.loops if found.is_spin(loop)]
    assert [(loop.line, loop.end_line) for loop in spins] == [(2, 4), (7, 9)]


def test_numeric_labels_go_forward_and_back() -> None:
    found = kernel("1:\na = 1\ngoto 1f\nb = 2\n1:\ngoto 1b")
    assert [block.successors for block in found.blocks] == [(2,), (2,), (2,)]


def test_missing_label_is_said_at_its_line() -> None:
    found = program("a = 1\nif a goto NOWHERE\nexit")
    assert [(d.line, d.severity) for d in found.diagnostics] == [(2, Severity.WARNING)]
    assert "NOWHERE" in found.diagnostics[0].message
    assert found.kernels[0].blocks[0].successors == (1,)


def test_label_of_another_routine_is_no_mistake() -> None:
    found = program("kernel f:\ngoto T\nkernel g:\nT:\nexit")
    assert found.diagnostics == ()
    assert found.kernels[0].blocks[0].successors == ()


def test_recursion_is_said() -> None:
    found = program("kernel f:\ncall g\nexit\nkernel g:\ncall h\nexit\nkernel h:\ncall g\nexit")
    assert [(d.line, "itself" in d.message) for d in found.diagnostics] == [(8, True)]


def test_empty_routine() -> None:
    found = kernel("")
    assert found.blocks == ()
    assert found.loops == ()
    assert found.instructions == ()
    assert found.pressure == {}


def test_kernel_of_an_index() -> None:
    found = program("kernel f:\na = 1\nexit\nkernel g:\nexit")
    assert [found.kernel_of(index).name for index in range(3)] == ["f", "f", "g"]
    assert found.kernel_of(3) is None
