/// What the page does where scripts run: it says what is overdue by the reader's clock, filters, and finds the selected
/// reminder again. Without it everything can be read.
///
/// It writes text only as text (`textContent`), asks nothing of the network and stores nothing.
enum PageScript {
  static let javaScript = #"""
    "use strict";
    (() => {
      const root = document.documentElement;
      const find = (selector, from = document) => [...from.querySelectorAll(selector)];
      root.classList.add("js");

      // Dates, seen from the reader's clock.
      const now = root.dataset.now ? new Date(root.dataset.now) : new Date();
      const midnight = (d) => new Date(d.getFullYear(), d.getMonth(), d.getDate());
      const two = (n) => String(n).padStart(2, "0");
      const days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"];
      const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
      const moment = (text) => {
        const date = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text);
        if (!date) return { at: new Date(text), timed: true };
        const at = new Date(0, date[2] - 1, date[3]);
        at.setFullYear(Number(date[1]));
        return { at, timed: false };
      };
      const apart = (at) => Math.round((midnight(at) - midnight(now)) / 864e5);
      const day = (at) => {
        const distance = apart(at);
        if (distance === 0) return "Today";
        if (distance === 1) return "Tomorrow";
        if (distance === -1) return "Yesterday";
        const year = at.getFullYear() === now.getFullYear() ? "" : " " + at.getFullYear();
        return days[at.getDay()] + " " + at.getDate() + " " + months[at.getMonth()] + year;
      };
      const span = (n, unit) => n + " " + unit + (n === 1 ? "" : "s");
      for (const time of find("time")) {
        const { at, timed } = moment(time.dateTime);
        if (isNaN(at)) continue;
        time.title = time.textContent;
        const words = day(at) + (timed ? ", " + two(at.getHours()) + ":" + two(at.getMinutes()) : "");
        const over = timed ? at < now : apart(at) < 0;
        time.textContent = words;
        if (!over || time.className !== "due" || time.closest("li").classList.contains("done")) continue;
        const elapsed = Math.floor((now - at) / 6e4);
        const late = apart(at) < 0 ? span(-apart(at), "day")
          : elapsed < 60 ? span(elapsed, "minute") : span(Math.floor(elapsed / 60), "hour");
        time.textContent = words + " · " + late + " overdue";
        time.classList.add("late");
      }

      const lists = find("section.list");
      const items = find("li[id]");
      const said = document.getElementById("said");
      const box = document.getElementById("filter");
      const finished = document.getElementById("finished");

      // Counts, and a way to each list.
      const jump = document.getElementById("jump");
      for (const list of lists) {
        const open = find("li:not(.done)", list).length;
        const late = find("li:not(.done)>.row .late", list).length;
        const done = find("li.done", list).length;
        const parts = [open + " open"];
        if (late) parts.push(late + " overdue");
        if (done) parts.push(done + " done");
        list.querySelector(".count").textContent = parts.join(" · ");
        if (lists.length < 2) continue;
        const link = document.createElement("a");
        link.href = "#" + list.id;
        const dot = document.createElement("i");
        dot.className = "dot";
        dot.style.cssText = list.style.cssText;
        const number = document.createElement("span");
        number.textContent = open;
        link.append(dot, list.querySelector("h3").textContent, " ", number);
        jump.append(link);
      }

      // The filter: every word has to stand in the reminder, its list or its source; accents and case do not count.
      const plain = (text) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
      const texts = new Map();
      const text = (item) => {
        let known = texts.get(item);
        if (known === undefined) {
          const list = item.closest("section.list");
          const source = item.closest("section.source");
          const part = (element) => element ? element.textContent + " " : "";
          known = plain(part(item.querySelector(".row")) + part(list.querySelector("h3"))
            + part(source.querySelector("h2")));
          texts.set(item, known);
        }
        return known;
      };
      let picked = null;
      const show = () => {
        const words = plain(box.value).split(/\s+/).filter(Boolean);
        let count = 0;
        // Backwards, so that what is below a reminder was decided before it: it shows where any of that shows.
        for (let i = items.length - 1; i >= 0; i--) {
          const item = items[i];
          const wanted = finished.checked || !item.classList.contains("done") || item === picked;
          const fits = wanted && words.every((word) => text(item).includes(word));
          if (fits) count++;
          item.hidden = !fits && !item.querySelector(":scope>ul>li:not([hidden])");
        }
        for (const list of lists) list.hidden = words.length > 0 && !list.querySelector("li:not([hidden])");
        for (const source of find("section.source"))
          source.hidden = !source.querySelector("section.list:not([hidden])");
        if (words.length) said.textContent = count === 1 ? "1 reminder" : count + " reminders";
        else said.textContent = "";
      };
      box.addEventListener("input", show);
      finished.addEventListener("change", show);
      if (find("li.done").length === 0) finished.closest("label").hidden = true;

      // The selected reminder is the one that the address names.
      const decoded = (text) => { try { return decodeURIComponent(text); } catch { return text; } };
      const pick = (item) => {
        if (picked) {
          picked.classList.remove("picked");
          picked.querySelector(".title").removeAttribute("aria-current");
        }
        picked = item;
        if (!item) return;
        item.classList.add("picked");
        item.querySelector(".title").setAttribute("aria-current", "true");
        if (item.hidden) { box.value = ""; show(); }
      };
      const restore = () => {
        const name = location.hash.slice(1);
        if (!name) return pick(null);
        const element = document.getElementById(name) || document.getElementById(decoded(name));
        if (element && !element.matches("li")) return pick(null);
        // A whole identifier, with its source before the list, is an address too.
        const names = [name, name.slice(name.indexOf("/") + 1)];
        const same = (item) => names.some((one) => decoded(item.id) === decoded(one));
        const inList = (id) => id.split("/").slice(id.startsWith("~") ? 2 : 1).join("/");
        const moved = (item) => names.some((one) => inList(one) && decoded(inList(item.id)) === decoded(inList(one)));
        const item = element || items.find(same) || items.find(moved);
        pick(item || null);
        if (!item) said.textContent = "What was selected is not on this page.";
        else if (!element && !same(item)) said.textContent = "What was selected is in another list now.";
        if (item) item.scrollIntoView({ block: "center" });
      };
      const choose = (item, focused) => {
        pick(item);
        history.replaceState(null, "", "#" + item.id);
        if (focused) item.querySelector(".title").focus();
      };
      addEventListener("hashchange", restore);
      document.addEventListener("click", (event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
        const title = event.target.closest("a");
        if (title && !title.classList.contains("title")) return;
        const row = event.target.closest(".row");
        if (!row || event.target.closest("input") || (!title && String(getSelection()))) return;
        event.preventDefault();
        choose(row.parentElement, true);
      });
      document.addEventListener("change", (event) => {
        if (event.target.classList.contains("box"))
          said.textContent = "Ticked on this page only: nothing is written back.";
      });

      // Keys: / to filter, arrows from title to title, Escape to let go.
      document.addEventListener("keydown", (event) => {
        if (event.ctrlKey || event.metaKey || event.altKey) return;
        const inField = event.target === box;
        if (event.key === "/" && !inField) {
          event.preventDefault();
          box.focus();
          box.select();
        } else if (event.key === "Escape") {
          if (box.value) { box.value = ""; show(); }
          else if (picked) { pick(null); history.replaceState(null, "", location.pathname + location.search); }
        } else if (event.key === "ArrowDown" || event.key === "ArrowUp") {
          const titles = find("li:not([hidden])>.row .title").filter((title) => !title.closest("[hidden]"));
          const from = titles.indexOf(event.target);
          if (from < 0 && !(inField && event.key === "ArrowDown")) return;
          const next = titles[from + (event.key === "ArrowDown" ? 1 : -1)];
          event.preventDefault();
          if (next) next.focus();
        }
      });

      show();
      restore();
      requestAnimationFrame(() => root.classList.add("ready"));
    })();
    """#
}
