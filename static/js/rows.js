// Windows of rows: painted as they come near, put aside when they are far, so that any length scrolls alike.
import { base, offline } from "./state.js";
import { part } from "./load.js";

const NEAR = 1400;
const KEPT = 40;
const PAUSE = 30;
const QUIET = 600;
const aside = new Map();
let timer = 0;
let acted = -QUIET;
let painted = () => {};

export const scroller = () => document.getElementById("scroll");
export const sheet = () => document.getElementById("sheet");

// `after` runs for each window that has just been put in place.
export function startRows(after) {
  painted = after;
  aside.clear();
  clearTimeout(timer);
  timer = 0;
  if (offline) return;
  scroller().addEventListener("scroll", look, { passive: true });
  settle();
  if (sheet().dataset.whole === "yes") whenIdle(rest);
}

function look() {
  timer ||= later();
}

// Settles once the reader no longer flies past.
function later() {
  const before = scroller().scrollTop;
  return setTimeout(() => requestAnimationFrame(() => requestAnimationFrame(() => {
    const root = scroller();
    timer = Math.abs(root.scrollTop - before) > 2 * root.clientHeight ? later() : 0;
    if (!timer) settle();
  })), PAUSE);
}

// Puts aside what is far, then paints the windows in sight and around it.
function settle() {
  const near = new Set(around());
  const far = sheet().dataset.whole === "yes" ? [] : sheet().querySelectorAll(".win:not(.off)");
  for (const each of far) if (!near.has(each)) away(each);
  for (const each of near) if (each.classList.contains("off")) paint(each);
}

// Found by halving: there may be thousands, and none of them is watched.
function around() {
  const root = scroller();
  const all = sheet().getElementsByClassName("win");
  const [top, bottom] = [root.scrollTop - NEAR, root.scrollTop + root.clientHeight + NEAR];
  let [low, high] = [0, all.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (all[middle].offsetTop + all[middle].offsetHeight < top) low = middle + 1;
    else high = middle;
  }
  const found = [];
  for (; low < all.length && all[low].offsetTop < bottom; low++) found.push(all[low]);
  return found;
}

const whenIdle = (work) => (window.requestIdleCallback || setTimeout)(work, { timeout: 2000 });

// The reader does something: what is not asked for waits.
export function hush() {
  acted = performance.now();
}

// Short pairs are fetched whole, so that the browser's own find sees every row.
async function rest() {
  if (performance.now() - acted < QUIET) return setTimeout(rest, QUIET);
  const next = scroller().querySelector(".win.off:not([data-asked])");
  if (!next) return;
  await paint(next);
  whenIdle(rest);
}

export async function paint(place) {
  const number = place.dataset.w;
  const kept = aside.get(number);
  if (kept) {
    aside.delete(number);
    place.replaceWith(kept);
    painted(kept);
    return;
  }
  if (place.dataset.asked) return;
  place.dataset.asked = "yes";
  const query = document.body.dataset.query;
  const size = Number(sheet().dataset.window);
  await part(`${base}/rows?${query}${query ? "&" : ""}from=${number * size}`, place, "outerHTML");
  const fresh = document.querySelector(`.win[data-w="${number}"]`);
  if (!fresh || fresh.classList.contains("off")) return;
  painted(fresh);
}

// Leaves an empty place of the same height.
function away(section) {
  if (section.classList.contains("off") || !section.isConnected) return;
  const place = document.createElement("section");
  place.className = "win off kept";
  place.dataset.w = section.dataset.w;
  place.dataset.rows = section.dataset.rows;
  const spacer = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  spacer.setAttribute("width", "1");
  spacer.setAttribute("height", String(section.offsetHeight));
  place.append(spacer);
  aside.set(section.dataset.w, section);
  if (aside.size > KEPT) aside.delete(aside.keys().next().value);
  section.replaceWith(place);
}

export const row = (name) => document.getElementById(name) || covering(name);

// The row that stands for a line inside a run.
function covering(name) {
  const line = Number(name.slice(1));
  for (const each of document.querySelectorAll(`.col.${name[0]} .r[data-last]`)) {
    if (Number(each.id.slice(1)) <= line && line <= Number(each.dataset.last)) return each;
  }
  return null;
}

// The next row of a side, from `from` on, for which `test` holds; paints what lies between.
export async function ahead(side, from, step, test) {
  let section = from ? from.closest(".win") : scroller().querySelector(".win:not(.off)");
  let rows = from ? after(from, step) : [...section.querySelectorAll(`.col.${side} > .r`)];
  for (let tries = 0; tries < 60; tries++) {
    const found = rows.find((each) => !each.classList.contains("gap") && test(each));
    if (found) return found;
    if (!section) return null;
    let next = step > 0 ? section.nextElementSibling : section.previousElementSibling;
    if (!next || !next.classList.contains("win")) return null;
    const number = next.dataset.w;
    if (next.classList.contains("off")) {
      await paint(next);
      next = document.querySelector(`.win[data-w="${number}"]`);
      if (!next || next.classList.contains("off")) return null;
    }
    section = next;
    rows = [...section.querySelectorAll(`.col.${side} > .r`)];
    if (step < 0) rows.reverse();
  }
  return null;
}

function after(from, step) {
  const rows = [...from.parentElement.children];
  const at = rows.indexOf(from);
  return step > 0 ? rows.slice(at + 1) : rows.slice(0, at).reverse();
}

// The first row in sight on a side, and how far below the top it stands.
export function topRow(side) {
  const edge = scroller().getBoundingClientRect().top;
  for (const section of scroller().querySelectorAll(".win:not(.off)")) {
    if (section.getBoundingClientRect().bottom <= edge) continue;
    for (const each of section.querySelectorAll(`.col.${side} > .r[id]`)) {
      const top = each.getBoundingClientRect().top - edge;
      if (top >= 0) return { name: each.id, top };
    }
  }
  return null;
}
