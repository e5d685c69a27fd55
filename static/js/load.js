// Brings parts of pages: from the server by htmx, or from the archive in a file without a server.
import { offline, say } from "./state.js";

let archive = null;
let latest = 0;

async function unpack() {
  const packed = document.getElementById("archive").textContent.trim();
  const bytes = Uint8Array.from(atob(packed), (c) => c.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return JSON.parse(await new Response(stream).text());
}

async function stored(key) {
  archive ??= await unpack();
  return archive[key] || "";
}

// Puts what `url` answers in place of `target`, or into it. htmx has one request at a time under way for each source,
// and forgets all but the last that wait: so each target is a source of its own.
export async function part(url, target, swap) {
  if (!offline) return htmx.ajax("GET", url, { source: target, target, swap });
  const html = await stored(new URL(url, "file:///x").pathname.replaceAll("/", ""));
  if (swap === "innerHTML") target.innerHTML = html;
}

// Puts another state of the page in place: the sheet, the bar, the rulers, the panel.
export async function page(url) {
  const turn = ++latest;
  const html = offline ? await stored(`fold=${new URLSearchParams(url.slice(1)).get("fold") || "all"}`) : await fetched(url);
  if (!html || turn !== latest) return false;
  const next = new DOMParser().parseFromString(html, "text/html");
  for (const name of [".body", ".lvl", ".chips", ".pan", "#found", ".top .pick:not(.share)"]) {
    const [here, there] = [document.querySelector(name), next.querySelector(name)];
    if (here && there) here.replaceWith(there);
  }
  for (const key of ["query", "focus"]) document.body.dataset[key] = next.body.dataset[key];
  document.body.dataset.pane = new URLSearchParams(url.split(/[?#]/)[1]).get("src") || "";
  if (!offline) htmx.process(document.body);
  return true;
}

async function fetched(url) {
  try {
    const answer = await fetch(url, { headers: { "HX-Request": "true" } });
    if (answer.ok) return await answer.text();
    say(`The server answered ${answer.status}.`);
  } catch {
    say("The server could not be reached.");
  }
  return "";
}
