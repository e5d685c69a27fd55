// The first page: takes files by drop, paste or choice, says what they are, and shows the work as it goes.
import "./theme.js";

const PEEK = 300_000;
const form = document.getElementById("compare");
const files = { left: null, right: null };
const zones = { left: document.getElementById("zone-left"), right: document.getElementById("zone-right") };
const area = (side) => document.getElementById(`${side}-text`);

function fill(side, file, text) {
  files[side] = file;
  const zone = zones[side];
  zone.classList.toggle("full", Boolean(text) || Boolean(file));
  zone.querySelector(".name").textContent = file ? file.name : text ? "pasted text" : "nothing yet";
  zone.querySelector("[data-do=clear]").hidden = !file && !text;
  detect(side);
}

async function take(side, file) {
  const field = area(side);
  field.value = await file.slice(0, PEEK).text();
  field.readOnly = true;
  fill(side, file, field.value);
}

function clear(side) {
  area(side).value = "";
  area(side).readOnly = false;
  zones[side].querySelector("input[type=file]").value = "";
  fill(side, null, "");
  area(side).focus();
}

// What the server makes of a side, put under it.
function detect(side) {
  const target = document.getElementById(`${side}-found`);
  const text = area(side).value;
  if (!text.trim() && !files[side]) {
    target.textContent = target.dataset.first;
    return;
  }
  const body = { side, text: files[side] ? undefined : text, file: files[side] || undefined };
  const data = new FormData();
  data.set("side", side);
  if (body.file) data.set("file", body.file);
  else data.set("text", text);
  fetch("/detect", { method: "POST", body: data, headers: { "HX-Request": "true" } })
    .then((answer) => answer.text())
    .then((html) => htmx.swap(target, html, { swapStyle: "innerHTML" }))
    .catch(() => (target.textContent = "The server could not be reached."));
}

function recent() {
  let list = [];
  try {
    list = JSON.parse(localStorage.getItem("recent") || "[]");
  } catch {
    return;
  }
  const section = document.getElementById("recent");
  section.hidden = !list.length;
  const body = section.querySelector("tbody");
  body.replaceChildren(...list.map((each) => {
    const row = document.createElement("tr");
    const link = document.createElement("a");
    link.href = each.path;
    link.textContent = each.title;
    const cells = [link, each.targets, ago(each.when), each.token ? remover(each) : ""].map((content) => {
      const cell = document.createElement("td");
      cell.append(content);
      return cell;
    });
    row.append(...cells);
    return row;
  }));
}

// Deletes a comparison that this browser has sent.
function remover(each) {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "jump";
  button.textContent = "Delete";
  button.setAttribute("aria-label", `Delete ${each.title}`);
  button.addEventListener("click", async () => {
    if (!confirm(`Delete “${each.title}” for everyone who has its link?`)) return;
    const url = `/api/v1/comparisons/${each.path.split("/").pop()}`;
    const answer = await fetch(url, { method: "DELETE", headers: { Authorization: `Bearer ${each.token}` } });
    if (!answer.ok && answer.status !== 410) return;
    const list = JSON.parse(localStorage.getItem("recent") || "[]").filter((other) => other.path !== each.path);
    localStorage.setItem("recent", JSON.stringify(list));
    recent();
  });
  return button;
}

function ago(when) {
  const words = new Intl.RelativeTimeFormat("en", { numeric: "auto" });
  const minutes = Math.round((when - Date.now()) / 60_000);
  if (minutes > -60) return minutes ? words.format(minutes, "minute") : "just now";
  const hours = Math.round(minutes / 60);
  return hours > -24 ? words.format(hours, "hour") : words.format(Math.round(hours / 24), "day");
}

// Sends with progress, then says what is being done until the page comes.
function send(event) {
  event.preventDefault();
  const data = new FormData(form);
  for (const side of ["left", "right"]) {
    data.delete(side);
    if (files[side]) {
      data.set(side, files[side]);
      data.set(`${side}_text`, "");
    }
  }
  const words = document.getElementById("progress");
  const button = document.getElementById("go");
  button.disabled = true;
  const request = new XMLHttpRequest();
  request.open("POST", form.action);
  request.setRequestHeader("Accept", "text/html");
  request.upload.addEventListener("progress", ({ loaded, total }) => {
    words.textContent = loaded < total ? `Uploading, ${Math.floor((loaded / total) * 100)} %` : "Reading and lining up both sides";
  });
  request.addEventListener("load", () => {
    if (request.status < 400 && request.responseURL !== location.href) return location.assign(request.responseURL);
    const page = new DOMParser().parseFromString(request.responseText, "text/html");
    const problem = page.querySelector(".banner.error") || page.querySelector(".detail");
    failed(problem ? problem.textContent : `The server answered ${request.status}.`);
  });
  request.addEventListener("error", () => failed("The server could not be reached."));
  request.send(data);

  function failed(text) {
    button.disabled = false;
    words.textContent = "Anyone with the link can read it";
    let banner = document.querySelector(".banner.error");
    if (!banner) {
      banner = document.createElement("p");
      banner.className = "banner error";
      banner.setAttribute("role", "alert");
      form.before(banner);
    }
    banner.textContent = text.trim();
    banner.scrollIntoView({ block: "nearest" });
  }
}

for (const side of ["left", "right"]) {
  const zone = zones[side];
  const found = document.getElementById(`${side}-found`);
  found.dataset.first = found.textContent;
  let timer = 0;
  area(side).addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(() => fill(side, null, area(side).value), 200);
  });
  zone.querySelector("input[type=file]").addEventListener("change", (event) => {
    if (event.target.files[0]) take(side, event.target.files[0]);
  });
  zone.querySelector("[data-do=clear]").addEventListener("click", () => clear(side));
  for (const kind of ["dragenter", "dragover"]) {
    zone.addEventListener(kind, (event) => {
      event.preventDefault();
      zone.classList.add("over");
    });
  }
  zone.addEventListener("dragleave", () => zone.classList.remove("over"));
  zone.addEventListener("drop", (event) => {
    event.preventDefault();
    zone.classList.remove("over");
    const [one, two] = event.dataTransfer.files;
    if (one) take(side, one);
    if (two) take(side === "left" ? "right" : "left", two);
  });
  if (area(side).value) fill(side, null, area(side).value);
}
form.addEventListener("submit", send);
document.querySelector("[data-do=forget]").addEventListener("click", () => {
  localStorage.removeItem("recent");
  recent();
});
recent();
