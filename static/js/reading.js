// The reading page: joins selection, windows, keys and search, and answers clicks.
import { address, base, offline, read, write } from "./state.js";
import { page } from "./load.js";
import { row, scroller } from "./rows.js";
import { clear, current, fromAddress, jump, meet, name, pane, refresh, reveal, select, show, tint, turn } from "./select.js";
import { startKeys } from "./keys.js";
import { copy } from "./copy.js";
import { startFind } from "./find.js";
import { startHover } from "./hover.js";
import { startTheme } from "./theme.js";

const plain = (event) => !(event.ctrlKey || event.metaKey || event.altKey) && event.button === 0;

function toggleClass(link) {
  const hidden = new Set((read().get("hide") || "").split(".").filter(Boolean));
  const name = link.dataset.hide;
  const on = hidden.has(name);
  if (on) hidden.delete(name);
  else hidden.add(name);
  link.setAttribute("aria-checked", String(on));
  document.getElementById("sheet").classList.toggle(`no-${name}`, !on);
  write(address({ hide: [...hidden].join(".") }));
}

function open(link) {
  const opened = new Set((read().get("open") || "").split(".").filter(Boolean));
  const name = link.dataset.open;
  if (opened.has(name)) opened.delete(name);
  else opened.add(name);
  show(offline ? address({ fold: "all" }) : address({ open: [...opened].join("."), fold: document.querySelector(".lvl [aria-current]").dataset.fold }));
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
  if (link?.classList.contains("off")) return event.preventDefault();
  if (link?.dataset.hide) return event.preventDefault(), toggleClass(link);
  if (link?.dataset.open) return event.preventDefault(), open(link);
  if (link?.dataset.do === "source") return event.preventDefault(), pane();
  if (link?.dataset.go) {
    event.preventDefault();
    return jump(link.dataset.go[0], Number(link.dataset.go.slice(1)));
  }
  if (link?.classList.contains("peer")) {
    event.preventDefault();
    const other = link.closest(".col").classList.contains("L") ? "R" : "L";
    return jump(other, Number(new URL(link.href).searchParams.get(other)));
  }
  if (link && "view" in link.dataset) {
    event.preventDefault();
    document.getElementById("help").close();
    for (const each of document.querySelectorAll(".pick[open]")) each.open = false;
    if (link.dataset.fold) return show(address({ fold: link.dataset.fold, open: null }));
    const [next, now] = [new URL(link.href).searchParams, read()];
    return show(address({ hide: now.get("hide"), src: now.get("src") }, next));
  }
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
    const list = JSON.parse(localStorage.getItem("recent") || "[]").filter((each) => each.path !== base);
    const before = JSON.parse(localStorage.getItem("recent") || "[]").find((each) => each.path === base);
    const { title, targets } = document.body.dataset;
    list.unshift({ path: base, title, targets, token: token() || before?.token, when: Date.now() });
    localStorage.setItem("recent", JSON.stringify(list.slice(0, 12)));
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
