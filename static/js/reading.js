// The reading page: joins selection, windows, keys and search, and answers clicks.
import { address, base, offline, read, write } from "./state.js";
import { page } from "./load.js";
import { row, scroller } from "./rows.js";
import { clear, current, fromAddress, go, jump, meet, name, pane, refresh, reveal, select, show, tint, turn } from "./select.js";
import { startKeys } from "./keys.js";
import { copy } from "./copy.js";
import { startFind } from "./find.js";
import { startHover } from "./hover.js";
import { startTheme } from "./theme.js";

const plain = (event) => !(event.ctrlKey || event.metaKey || event.altKey) && event.button === 0;

// A list of the address with one name more, or without it.
function turned(key, name) {
  const names = new Set((read().get(key) || "").split(".").filter(Boolean));
  if (!names.delete(name)) names.add(name);
  return names.size ? [...names].join(".") : null;
}

function toggleClass(link) {
  const name = link.dataset.hide;
  const off = document.getElementById("sheet").classList.toggle(`no-${name}`);
  link.setAttribute("aria-checked", String(!off));
  write(address({ hide: turned("hide", name) }));
}

function open(link) {
  const opened = turned("open", link.dataset.open);
  show(offline ? address({ fold: "all" }) : address({ open: opened, fold: document.querySelector(".lvl [aria-current]").dataset.fold }));
}

function view(link) {
  document.getElementById("help").close();
  for (const each of document.querySelectorAll(".pick[open]")) each.open = false;
  if (link.dataset.fold) return show(address({ fold: link.dataset.fold, open: null }));
  const [next, now] = [new URL(link.href).searchParams, read()];
  return show(address({ hide: now.get("hide"), src: now.get("src") }, next));
}

// What a link does here instead of leaving the page; null for one that may leave it.
function followed(link) {
  const { hide, open: fold, go: name, do: deed, view: state } = link.dataset;
  if (link.classList.contains("off")) return () => {};
  if (hide) return () => toggleClass(link);
  if (fold) return () => open(link);
  if (name) return () => go(name);
  if (deed) return () => pane();
  return state === undefined ? null : () => view(link);
}

function clicked(event) {
  const target = event.target;
  const button = target.closest("button");
  if (button?.dataset.copy) return copy(button.dataset.copy);
  if (button?.dataset.do === "close") return clear();
  if (button?.dataset.do === "help") return document.getElementById("help").showModal();
  if (button?.dataset.side) {
    turn(button.dataset.side);
    return write(address({ side: button.dataset.side }));
  }
  const ruler = target.closest(".rul");
  if (ruler) {
    const box = ruler.getBoundingClientRect();
    const part = (event.clientY - box.top) / box.height;
    return scroller().scrollTo({ top: part * scroller().scrollHeight - scroller().clientHeight / 2 });
  }
  if (!plain(event)) return;
  const link = target.closest("a");
  const act = link && followed(link);
  if (act) return event.preventDefault(), act();
  const line = target.closest(".r[id]");
  if (!line || (link && !link.classList.contains("n")) || !getSelection().isCollapsed) return;
  event.preventDefault();
  const side = line.id[0];
  const first = Number(line.id.slice(1));
  const last = Number(line.dataset.last || first);
  if (event.shiftKey && current.first && current.side === side) {
    select(side, Math.min(first, current.first), Math.max(last, current.first));
  } else if (current.side === side && current.first === first && current.last === last) {
    clear();
  } else {
    select(side, first, first);
  }
}

// Text is copied from one column at a time.
function picking(event) {
  const column = event.target.closest(".col");
  if (!column) return;
  document.body.classList.toggle("pick-left", column.classList.contains("L"));
  document.body.classList.toggle("pick-right", column.classList.contains("R"));
  if (event.shiftKey) event.preventDefault();
}

async function travelled() {
  await page(address({}));
  fromAddress();
  refresh();
  reveal(row(name()));
}

// The right to delete what this browser has sent, which the server hands over once.
function token() {
  const found = /(?:^|; )delete_token=([^;]+)/.exec(document.cookie)?.[1];
  if (found) document.cookie = `delete_token=; path=${base}; max-age=0; samesite=strict`;
  return found;
}

function remember() {
  if (offline || document.body.classList.contains("embed")) return;
  try {
    const all = JSON.parse(localStorage.getItem("recent") || "[]");
    const before = all.find((each) => each.path === base);
    const { title, targets } = document.body.dataset;
    const now = { path: base, title, targets, token: token() || before?.token, when: Date.now() };
    localStorage.setItem("recent", JSON.stringify([now, ...all.filter((each) => each !== before)].slice(0, 12)));
  } catch {
    // Without storage the first page lists none.
  }
}

async function start() {
  fromAddress();
  refresh();
  startKeys();
  startFind();
  startHover();
  if (offline) startTheme();
  document.addEventListener("click", clicked);
  document.addEventListener("mousedown", picking);
  addEventListener("popstate", travelled);
  addEventListener("resize", refresh);
  const fold = offline && read().get("fold");
  if (fold && fold !== document.querySelector(".lvl [aria-current]").dataset.fold) await show(address({}), false);
  const wanted = location.hash && current.first && !offline;
  if (wanted) await show(address({}), false, name());
  else if (offline && current.first) await jump(current.side, current.first, current.last);
  else if (current.first) reveal(row(name()));
  tint();
  if (current.first) meet();
  remember();
  document.body.dataset.ready = "yes";
}

start();
