// One key for each way of moving; every one of them also has a place to click.
import { say } from "./state.js";
import { ahead, row, scroller } from "./rows.js";
import { clear, current, go, name, pane, reveal, select, turn } from "./select.js";
import { copyLink } from "./copy.js";
import { nextHit } from "./find.js";

const here = () => (name() && row(name())) || null;

// A fold stands for lines that are not shown, and has no name: every move steps over it.
async function to(step, test, none) {
  const found = await ahead(current.side, here(), step, (each) => each.id && test(each));
  if (!found) return say(none);
  arrive(found);
}

function arrive(found) {
  const line = Number(found.id.slice(1));
  reveal(found, false);
  select(found.id[0], line, Number(found.dataset.last || line));
  found.querySelector(".n").focus({ preventScroll: true });
}

async function group(step) {
  const link = here()?.dataset.k;
  await to(step, (each) => each.dataset.k && each.dataset.k !== link, "No further linked group.");
}

// The linked row on the other side; where there is none, the row beside this one.
function across() {
  const mine = here();
  const other = current.side === "L" ? "R" : "L";
  const peer = mine?.dataset.k && document.querySelector(`.col.${other} > .r[data-k="${mine.dataset.k}"]`);
  if (peer) return arrive(peer);
  const stub = mine?.querySelector(".peer");
  if (stub) return go(stub.dataset.go);
  const at = mine ? [...mine.parentElement.children].indexOf(mine) : 0;
  const column = (mine ? mine.closest(".win") : scroller()).querySelector(`.col.${other}`);
  const rows = [...column.children];
  const beside = rows.slice(at).find((each) => each.id) || rows.slice(0, at).reverse().find((each) => each.id);
  turn(other);
  if (beside) arrive(beside);
}

function fold() {
  const levels = [...document.querySelectorAll(".lvl a")];
  const at = levels.findIndex((each) => each.hasAttribute("aria-current"));
  levels[(at + 1) % levels.length].click();
}

const down = () => to(1, () => true, "Last line.");
const up = () => to(-1, () => true, "First line.");
const waits = (each) => each.matches(".c-wait, .c-barrier");
const heads = (each) => each.classList.contains("head");

const actions = {
  j: down,
  k: up,
  ArrowDown: down,
  ArrowUp: up,
  "]": () => group(1),
  "[": () => group(-1),
  w: () => to(1, waits, "No further wait."),
  W: () => to(-1, waits, "No earlier wait."),
  l: () => to(1, heads, "No further loop."),
  L: () => to(-1, heads, "No earlier loop."),
  n: () => nextHit(1),
  N: () => nextHit(-1),
  o: across,
  f: fold,
  s: () => pane(),
  y: copyLink,
  "/": () => document.getElementById("find").select(),
  "?": () => document.getElementById("help").showModal(),
};

export function startKeys() {
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape") {
      const open = document.querySelector("details[open]");
      if (open) open.open = false;
      else if (event.target.id === "find") scroller().focus();
      else if (!document.querySelector("dialog[open]") && current.first) clear();
      return;
    }
    if (event.target.closest("input, textarea, select, dialog") || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key.startsWith("Arrow") && !current.first) return;
    const action = actions[event.key];
    if (!action) return;
    event.preventDefault();
    action();
  });
}
