// What can be taken along: the link, a review comment, the code for a frame.
import { address, offline, say } from "./state.js";

export function permalink() {
  return new URL(address({}), location.href).href;
}

async function put(words, what) {
  try {
    await navigator.clipboard.writeText(words);
  } catch {
    const area = document.createElement("textarea");
    area.value = words;
    document.body.append(area);
    area.select();
    document.execCommand("copy");
    area.remove();
  }
  say(`${what} copied.`);
  document.body.dataset.copied = what;
}

export function copyLink() {
  return put(permalink(), "Link");
}

export function copy(what) {
  if (what === "link") return copyLink();
  if (what === "embed") {
    const url = new URL(permalink());
    url.pathname += "/embed";
    return put(`<iframe src="${url.href.replaceAll("&", "&amp;")}" width="100%" height="600"></iframe>`, "Code");
  }
  const words = document.getElementById("markdown").content.textContent;
  return put(words.replace("{url}", offline ? "" : permalink()), "Markdown");
}
