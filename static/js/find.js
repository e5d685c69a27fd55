// The search: the server finds, this goes from hit to hit.
import { address, say } from "./state.js";
import { sheet } from "./rows.js";
import { current, jump, show } from "./select.js";

let pause = 0;

function hits() {
  return (sheet().dataset.hits || "").split(" ").filter(Boolean).map((each) => {
    const [at, line] = each.split(":");
    return { row: Number(at), side: line[0], line: Number(line.slice(1)) };
  });
}

export function nextHit(step) {
  const found = hits();
  if (!found.length) return say("No search, or nothing found.");
  const at = found.findIndex((each) => each.side === current.side && each.line === current.first);
  const next = at < 0 ? (step > 0 ? 0 : found.length - 1) : (at + step + found.length) % found.length;
  const output = document.getElementById("found");
  output.textContent = `${next + 1} of ${output.textContent.replace(/^.* of | lines?$/g, "")}`;
  for (const each of document.querySelectorAll(".cur")) each.classList.remove("cur");
  return jump(found[next].side, found[next].line).then(() => {
    document.getElementById(`${found[next].side}${found[next].line}`)?.classList.add("cur");
  });
}

export function startFind() {
  const form = document.getElementById("bar");
  const field = document.getElementById("find");
  const search = () => show(address({ q: field.value.trim() }), false);
  field.addEventListener("input", () => {
    clearTimeout(pause);
    pause = setTimeout(search, 250);
  });
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    clearTimeout(pause);
    if ((new URLSearchParams(location.search).get("q") || "") !== field.value.trim()) await search();
    nextHit(1);
  });
}
