// Windows of rows: painted as they come near, put aside when they are far, so that any length scrolls alike.
import { base, offline } from "./state.js";
import { part } from "./load.js";

const NEAR = "1400px 0px";
const KEPT = 40;
const PAUSE = 30;
const QUIET = 600;
const aside = new Map();
let seen = null;
let timer = 0;
let acted = -QUIET;
let painted = () => {};

export const scroller = () => document.getElementById("scroll");
export const sheet = () => document.getElementById("sheet");

// `after` runs for each window that has just been put in place.
export function startRows(after) {
  painted = after;
  aside.clear();
  seen?.disconnect();
  clearTimeout(timer);
  timer = 0;
  const root = scroller();
  if (offline) return;
  const near = new Set();
  seen = new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) {
      if (isIntersecting) near.add(target);
      else {
        near.delete(target);
        if (sheet().dataset.whole !== "yes") away(target);
      }
    }
    timer ||= later(near);
  }, { root, rootMargin: NEAR });
  root.querySelectorAll(".win").forEach((each) => seen.observe(each));
  if (sheet().dataset.whole === "yes") whenIdle(rest);
}

// Paints what is near, once the reader no longer flies past it.
function later(near) {
  const before = scroller().scrollTop;
  return setTimeout(() => requestAnimationFrame(() => requestAnimationFrame(() => {
    const root = scroller();
    timer = Math.abs(root.scrollTop - before) > 2 * root.clientHeight ? later(near) : 0;
    if (!timer) for (const each of near) if (each.classList.contains("off")) paint(each);
  })), PAUSE);
}

function whenIdle(work) {
  if ("requestIdleCallback" in window) requestIdleCallback(work, { timeout: 2000 });
  else setTimeout(work, 200);
}

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
    swap(place, kept);
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
  seen?.observe(fresh);
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
  swap(section, place);
}

function swap(old, next) {
  seen.unobserve(old);
  old.replaceWith(next);
  seen.observe(next);
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
