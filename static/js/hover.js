// What the pointer rests on shows what belongs to it: both ends of a link, a register's other places.
import { became } from "./select.js";

let over = null;
let register = "";

function lit(next) {
  if (next === over) return;
  for (const each of document.querySelectorAll(".hov")) each.classList.remove("hov");
  over = next;
  if (!over) return;
  const { k, s } = over.dataset;
  const lines = over.closest(".srcs") ? became(over) : (s || "").split(" ").map((line) => document.getElementById(`S${line}`));
  for (const each of [...(k ? document.querySelectorAll(`[data-k="${k}"]`) : []), ...lines]) each?.classList.add("hov");
}

// `v[4:7]` and `v5` overlap; PTX registers are the same or not.
function parts(text) {
  const range = /^([a-z]+)\[?(\d+)(?::(\d+))?\]?$/.exec(text);
  return range ? { file: range[1], first: Number(range[2]), last: Number(range[3] || range[2]) } : { file: text, first: 0, last: 0 };
}

function shown(element) {
  const text = element?.textContent || "";
  if (text === register) return;
  for (const each of document.querySelectorAll(".reg")) each.classList.remove("reg");
  register = text;
  if (!text) return;
  const mine = parts(text);
  for (const each of element.closest("#sheet").querySelectorAll(`.col.${element.closest(".col").classList.contains("L") ? "L" : "R"} :is(.rg, .sg, .pr, .gd)`)) {
    const other = parts(each.textContent.replace(/^@!?/, ""));
    if (other.file === mine.file && other.first <= mine.last && mine.first <= other.last) each.classList.add("reg");
  }
}

export function startHover() {
  document.addEventListener("mouseover", (event) => {
    lit(event.target.closest("[data-k], [data-s]"));
    shown(event.target.closest(".t :is(.rg, .sg, .pr)"));
  });
}
