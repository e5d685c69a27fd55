// The selection: its rows, what is linked with it, its annotation, its place in the address.
import { address, base, offline, read, span, text, write } from "./state.js";
import { page, part } from "./load.js";
import { hush, row, scroller, startRows, topRow } from "./rows.js";

export const current = { side: "L", first: 0, last: 0 };
const ONE = { L: null, R: null, S: null };
const MARKS = ["sel", "grp", "sib", "def"];
const marked = new Set();
let ticket = 0;
let frame = 0;

export function fromAddress() {
  const state = read();
  const side = [state.get("side"), "L", "R", "S"].find((each) => span(state.get(each))) || "L";
  Object.assign(current, { side, first: 0, last: 0 }, span(state.get(side)));
}

export const name = () => (current.first ? `${current.side}${current.first}` : "");

// Tints everything in `within` that the selection concerns. What was tinted before is remembered, not looked for.
export function tint(within = document) {
  const state = read();
  const note = document.getElementById("note");
  const lists = note && note.dataset.line === name() ? note.dataset : { kin: "", feeders: "" };
  const links = new Set();
  const origins = new Set();
  if (within !== document) gather(within);
  for (const each of marked) each.classList.remove(...MARKS);
  marked.clear();
  for (const side of ["L", "R"]) {
    for (const each of rowsOf(side, span(state.get(side)))) {
      mark(each, "sel");
      if (each.dataset.k) links.add(each.dataset.k);
      for (const line of (each.dataset.s || "").split(" ")) origins.add(`S${line}`);
    }
  }
  for (const each of rowsOf("S", span(state.get("S")))) {
    mark(each, "sel");
    for (const row of became(each)) mark(row, "grp");
  }
  for (const link of links) {
    for (const each of document.querySelectorAll(`[data-k="${link}"]`)) if (!each.classList.contains("sel")) mark(each, "grp");
  }
  markAll([...origins].join(" "), "grp");
  markAll(lists.kin, "sib");
  markAll(lists.feeders, "def");
}

// The rows of both sides that a row of the source became.
export const became = (source) => document.querySelectorAll(`.win [data-s~="${source.dataset.s}"]`);

function mark(each, word) {
  each.classList.add(word);
  marked.add(each);
}

// What came from the server with its marks on.
function gather(within) {
  for (const each of within.querySelectorAll(MARKS.map((mark) => `.${mark}`).join())) marked.add(each);
}

// The rows that show some lines of a side, as far as they are here.
function rowsOf(side, lines) {
  if (!lines) return [];
  if (lines.first === lines.last) return [row(`${side}${lines.first}`)].filter(Boolean);
  return [...document.querySelectorAll(`.col.${side} > .r[id]`)].filter((each) => {
    const first = Number(each.id.slice(1));
    return first <= lines.last && Number(each.dataset.last || first) >= lines.first;
  });
}

function markAll(names, word) {
  for (const each of names.split(" ").filter(Boolean)) {
    const found = document.getElementById(each);
    if (found && !found.classList.contains("sel")) mark(found, word);
  }
}

export async function select(side, first, last = first, push = true) {
  hush();
  Object.assign(current, { side, first, last });
  const annotated = annotate();
  const changes = { ...ONE, [side]: text(current) };
  if (matchMedia("(max-width: 820px)").matches) changes.side = side === "L" ? null : side;
  write(address(changes), push);
  turn(side);
  tint();
  scrolled();
  await annotated;
}

export function turn(side) {
  document.body.dataset.side = side;
}

// Shows or hides the kernel's source.
export function pane(shown = !document.getElementById("source")?.offsetParent) {
  const value = shown ? "1" : "0";
  document.body.dataset.pane = value;
  write(address({ src: value }), false);
}

async function annotate() {
  const panel = document.getElementById("panel");
  const mine = ++ticket;
  const query = document.body.dataset.query;
  const lines = text(current);
  await part(`${base}/${current.side}/${current.first}?${query}${query ? "&" : ""}${current.side}=${lines}`, panel, "innerHTML");
  if (mine !== ticket) return;
  panel.hidden = !panel.firstElementChild;
  tint();
  reveal(row(name()), false);
  meet();
}

// Brings in sight what belongs to the selection beyond its own column: its source, or what its source became.
export function meet() {
  const own = row(name());
  const others = current.side === "S" && own ? [...became(own)] : [...document.querySelectorAll(".srcs .grp")];
  if (others.length && !others.some((each) => sight(each).seen)) reveal(others[0]);
}

export function clear(push = true) {
  Object.assign(current, { first: 0, last: 0 });
  ticket++;
  write(address(ONE), push);
  const panel = document.getElementById("panel");
  panel.hidden = true;
  panel.replaceChildren();
  tint();
  ruler();
}

function sight(found) {
  const root = found.closest(".srcs") || scroller();
  const box = root.getBoundingClientRect();
  const mine = found.getBoundingClientRect();
  return { root, box, mine, seen: mine.top >= box.top + 26 && mine.bottom <= box.bottom - 26 };
}

// Scrolls so that a row is in sight: just so, or in the middle after a jump.
export function reveal(found, middle = true) {
  if (!found) return;
  const { root, box, mine, seen } = sight(found);
  if (!seen) {
    const shift = middle ? mine.top - box.top - box.height / 2.4 : mine.top < box.top + 26 ? mine.top - box.top - 26 : mine.bottom - box.bottom + 26;
    root.scrollBy({ top: shift });
  }
}

// Goes to a line wherever it is; asks for the page around it when its row is not here.
export async function jump(side, line, last = line) {
  turn(side);
  if (side === "S") pane(true);
  const found = row(`${side}${line}`);
  if (found) {
    reveal(found);
    await select(side, line, last);
    found.querySelector(".n")?.focus({ preventScroll: true });
    return;
  }
  const changes = { ...ONE, [side]: text({ first: line, last }) };
  if (offline) changes.fold = "all";
  await show(address(changes), true, `${side}${line}`);
}

export const go = (name) => jump(name[0], Number(name.slice(1)));

// Shows another state of the page, keeping in place what the reader looks at.
export async function show(url, push = true, center = "") {
  const held = center ? null : keep();
  const at = held ? `${url.includes("?") ? "&" : "?"}at=${held.name}` : "";
  if (!(await page(offline ? url : url + at))) return;
  write(url, push);
  fromAddress();
  refresh();
  const place = row(center || (held ? held.name : name()));
  if (place && held) scroller().scrollTop += place.getBoundingClientRect().top - scroller().getBoundingClientRect().top - held.top;
  else if (place) reveal(place);
  if (center) row(center)?.querySelector(".n")?.focus({ preventScroll: true });
  if (offline && current.first) await annotate();
  document.dispatchEvent(new Event("warpwave:shown"));
}

// The selected row if it is in sight, else the first one that is.
function keep() {
  const mine = current.side !== "S" && name() && row(name());
  if (mine) {
    const box = scroller().getBoundingClientRect();
    const top = mine.getBoundingClientRect().top - box.top;
    if (top > 0 && top < box.height) return { name: name(), top };
  }
  return topRow(document.body.dataset.side) || topRow("L") || topRow("R");
}

export function refresh() {
  startRows((section) => tint(section));
  scroller().addEventListener("scroll", scrolled, { passive: true });
  gather(document);
  tint();
  ruler();
}

function scrolled() {
  frame ||= requestAnimationFrame(() => {
    frame = 0;
    ruler();
  });
}

// The box on the rulers that shows which part of the sheet is in sight.
export function ruler() {
  const root = scroller();
  const whole = root.scrollHeight || 1;
  const [from, height] = [root.scrollTop, root.clientHeight];
  const chosen = name() && row(name());
  const top = chosen ? chosen.getBoundingClientRect().top - root.getBoundingClientRect().top + from : 0;
  for (const box of document.querySelectorAll(".rul .box")) {
    box.classList.toggle("all", height >= whole);
    box.setAttribute("y", String((from / whole) * 1000));
    box.setAttribute("height", String((height / whole) * 1000));
  }
  if (!chosen) return;
  for (const edge of document.querySelectorAll(".rul")) {
    const path = edge.classList.contains(current.side) ? `M0 ${((top / whole) * 1000).toFixed(1)}h14v2.6h-14z` : "";
    edge.querySelector(".se").setAttribute("d", path);
  }
}
