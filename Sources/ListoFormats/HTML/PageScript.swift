internal import ICalendar

/// What the page does where scripts run: it says what is overdue by the reader's clock, puts what is due first, filters, and finds the
/// selected reminder again. Without it everything can be read, list by list.
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
      const days = \#(array(Weekday.allCases.map(EnglishNames.name)));
      const months = \#(array(EnglishNames.months));
      const moment = (text) => {
        const date = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text);
        if (!date) return { at: new Date(text), timed: true };
        const at = new Date(0, date[2] - 1, date[3]);
        at.setFullYear(Number(date[1]));
        return { at, timed: false };
      };
      const apart = (at) => Math.round((midnight(at) - midnight(now)) / 864e5);
      const count = (n, unit) => n + " " + unit + (n === 1 ? "" : "s");
      // The words of the command: weeks from 14 days on, months from 61, years from 715.
      const span = (n) => n < 14 ? count(n, "day") : n < 61 ? count(Math.floor((n + 3) / 7), "week")
        : n < 715 ? count(Math.round(n * 4800 / 146097), "month") : count(Math.round(n * 400 / 146097), "year");
      const date = (at) => at.getDate() + " " + months[at.getMonth()]
        + (at.getFullYear() === now.getFullYear() ? "" : " " + at.getFullYear());
      const clock = (at) => two(at.getHours()) + ":" + two(at.getMinutes());
      const words = (at, timed) => {
        const distance = apart(at);
        const near = { "-1": "yesterday", 0: "today", 1: "tomorrow" }[distance];
        const time = timed && Math.abs(distance) < 7 ? " " + clock(at) : "";
        if (near) return near + time;
        if (distance > 1 && distance < 7) return days[at.getDay()] + time;
        const day = date(at) + (timed ? " " + clock(at) : "");
        return Math.abs(distance) > 60 ? day : (distance > 0 ? "in " + span(distance) : span(-distance) + " ago") + " · " + day;
      };
      for (const time of find("time")) {
        const { at, timed } = moment(time.dateTime);
        if (isNaN(at)) continue;
        time.title = time.textContent;
        // "in place of 2 days ago" is no English, and when something long past began is a date.
        const isPast = apart(at) < -1 && (time.className === "start" || time.className === "occurrence");
        time.textContent = isPast ? date(at) + (timed ? " " + clock(at) : "") : words(at, timed);
        const over = timed ? at < now : apart(at) < 0;
        if (!over || time.className !== "due" || time.closest("li").classList.contains("done")) continue;
        const elapsed = Math.floor((now - at) / 6e4);
        const late = !timed || elapsed >= 1440 ? span(Math.max(1, -apart(at)))
          : elapsed < 60 ? elapsed + " min" : count(Math.floor(elapsed / 60), "hour");
        time.textContent = late + " overdue · " + date(at) + (timed ? " " + clock(at) : "");
        time.classList.add("late");
      }

      const lists = find("section.list");
      const items = find("li[id]");
      const said = document.getElementById("said");
      const box = document.getElementById("filter");
      const finished = document.getElementById("finished");
      const when = document.getElementById("when");
      const order = document.getElementById("order");
      // Where each reminder is written, wherever it is shown.
      const home = new Map(items.map((item) => [item, item.closest("section.list")]));

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
          const list = home.get(item);
          const source = list.closest("section.source");
          const part = (element) => element ? element.textContent + " " : "";
          known = plain(part(item.querySelector(".row")) + part(list.querySelector("h3"))
            + part(source.querySelector("h2")));
          texts.set(item, known);
        }
        return known;
      };

      // The nearest due date of what is open in a reminder and its subtasks, in days from today, and the moment.
      const isDone = (item) => item.classList.contains("done");
      const due = (item) => {
        let first = null;
        for (const time of find("time.due", item)) {
          const at = moment(time.dateTime);
          if (isNaN(at.at) || isDone(time.closest("li"))) continue;
          const late = time.classList.contains("late");
          if (!first || at.at < first.at) first = { at: at.at, late, days: apart(at.at) };
        }
        return first;
      };

      // By due date, or by list, as it is written: then each goes back to its place.
      const tops = items.filter((item) => !item.parentElement.closest("li"));
      const places = new Map(tops.map((item) => [item, item.parentElement]));
      const dues = new Map(tops.map((item) => [item, due(item)]));
      const kinds = [
        ["Overdue", (d) => d && d.late], ["Today", (d) => d && d.days <= 0], ["Tomorrow", (d) => d && d.days === 1],
        ["Within a week", (d) => d && d.days < 7], ["Later", (d) => d], ["Without a due date", () => true],
      ];
      const flat = document.createElement("section");
      flat.className = "source flat";
      const groups = kinds.concat([["Done", null]]).map(([title]) => {
        const section = document.createElement("section");
        section.className = "list";
        const head = document.createElement("div");
        head.className = "head";
        const heading = document.createElement("h3");
        heading.textContent = title;
        if (title === "Overdue") heading.className = "late";
        head.append(heading);
        section.append(head, document.createElement("ul"));
        return section;
      });
      flat.append(...groups);
      for (const item of tops) {
        const list = home.get(item);
        item.style.setProperty("--c", list.style.getPropertyValue("--c") || "#8e8e93");
        const body = item.querySelector(".row>div");
        let more = body.querySelector(".more");
        if (!more) {
          more = document.createElement("p");
          more.className = "more alone";
          body.querySelector(".title").after(more);
        }
        const of = document.createElement("span");
        of.className = "of";
        const dot = document.createElement("i");
        dot.className = "dot";
        of.append(dot, list.querySelector("h3").textContent);
        more.append(of);
      }
      const arrange = () => {
        const isFlat = order.value === "due";
        root.classList.toggle("by-due", isFlat);
        if (isFlat) {
          const at = (item) => dues.get(item) ? dues.get(item).at.getTime() : Infinity;
          const sorted = tops.map((item, place) => ({ item, place, at: at(item) }))
            .sort((a, b) => a.at === b.at ? a.place - b.place : a.at < b.at ? -1 : 1);
          for (const { item } of sorted) {
            const kind = isDone(item) && !dues.get(item) ? kinds.length : kinds.findIndex(([, test]) => test(dues.get(item)));
            groups[kind].querySelector("ul").append(item);
          }
          document.querySelector("main").prepend(flat);
        } else {
          for (const item of tops) places.get(item).append(item);
          flat.remove();
        }
        show();
      };

      const isWanted = (item) => {
        if (!when.value) return true;
        const time = item.querySelector(":scope>.row time.due");
        if (when.value === "none") return !time && !isDone(item);
        if (!time || isDone(item)) return false;
        const late = time.classList.contains("late");
        const distance = apart(moment(time.dateTime).at);
        return when.value === "late" ? late : when.value === "today" ? distance === 0 : !late && distance < 7;
      };
      let picked = null;
      const show = () => {
        const words = plain(box.value).split(/\s+/).filter(Boolean);
        let count = 0;
        // Backwards, so that what is below a reminder was decided before it: it shows where any of that shows.
        for (let i = items.length - 1; i >= 0; i--) {
          const item = items[i];
          const wanted = finished.checked || !item.classList.contains("done") || item === picked;
          const fits = wanted && isWanted(item) && words.every((word) => text(item).includes(word));
          if (fits) count++;
          item.hidden = !fits && !item.querySelector(":scope>ul>li:not([hidden])");
        }
        const isFlat = order.value === "due";
        const isNarrow = words.length > 0 || when.value !== "";
        for (const list of find("section.list"))
          list.hidden = (isNarrow || isFlat) && !list.querySelector("li:not([hidden])");
        for (const source of find("section.source"))
          source.hidden = (isFlat && source !== flat) || !source.querySelector("section.list:not([hidden])");
        said.textContent = !isNarrow ? "" : count === 0 ? "No reminder matches."
          : count === 1 ? "1 reminder" : count + " reminders";
      };
      box.addEventListener("input", show);
      when.addEventListener("change", show);
      finished.addEventListener("change", show);
      order.addEventListener("change", arrange);
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
        if (item.hidden) { box.value = ""; when.value = ""; show(); }
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

      arrange();
      restore();
      requestAnimationFrame(() => root.classList.add("ready"));
    })();
    """#

  private static func array(_ names: [String]) -> String {
    "[" + names.map { "\"\($0)\"" }.joined(separator: ", ") + "]"
  }
}
