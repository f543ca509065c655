internal import ICalendar

/// The page's own script: it marks what is overdue by the reader's clock, groups by due date, filters, and
/// finds the selected reminder again. Without it everything can be read, list by list.
///
/// It writes text only as text (`textContent`), asks nothing of the network and stores nothing.
///
/// The rows are read once. A change then moves the rows that fit into `<ul>`s of ``chunk`` rows, whose layout
/// the browser leaves out until they are near the view (`content-visibility`). They are in the document all
/// the same, so that the browser's own search, a printer and a screen reader find them.
enum PageScript {
  /// The rows that are laid out together.
  static let chunk = 40

  static let javaScript = #"""
    "use strict";
    (() => {
      const root = document.documentElement;
      const main = document.querySelector("main");
      const named = (name) => document.getElementById(name);
      const make = (name, className, text) => {
        const element = document.createElement(name);
        if (className) element.className = className;
        if (text !== undefined) element.textContent = text;
        return element;
      };
      root.classList.add("js");

      // Dates, seen from the reader's clock.
      const now = root.dataset.now ? new Date(root.dataset.now) : new Date();
      const days = \#(array(Weekday.allCases.map(EnglishNames.name)));
      const months = \#(array(EnglishNames.months));
      const longDay = new Intl.DateTimeFormat("en-GB", { weekday: "long" });
      const longMonth = new Intl.DateTimeFormat("en-GB", { month: "long" });
      const longMonths = months.map((_, month) => longMonth.format(new Date(2026, month, 1)));
      const moment = (text) => {
        if (text.length > 10) return { at: new Date(text), timed: true };
        const at = new Date(0, text.slice(5, 7) - 1, text.slice(8));
        at.setFullYear(Number(text.slice(0, 4)));
        return { at, timed: false };
      };
      const dayNumber = (at) => Date.UTC(at.getFullYear(), at.getMonth(), at.getDate()) / 864e5;
      const today = dayNumber(now);
      const apart = (at) => dayNumber(at) - today;
      const count = (n, unit) => n + " " + unit + (n === 1 ? "" : "s");
      // The words of the command: weeks from 14 days on, months from 61, years from 715.
      const span = (n) => n < 14 ? count(n, "day") : n < 61 ? count(Math.floor((n + 3) / 7), "week")
        : n < 715 ? count(Math.round(n * 4800 / 146097), "month") : count(Math.round(n * 400 / 146097), "year");
      const two = (n) => String(n).padStart(2, "0");
      const clock = (at) => two(at.getHours()) + ":" + two(at.getMinutes());
      const date = (at, timed, names) => at.getDate() + " " + names[at.getMonth()]
        + (at.getFullYear() === now.getFullYear() ? "" : " " + at.getFullYear()) + (timed ? " " + clock(at) : "");
      const fullDate = (at) => longDay.format(at) + " " + at.getDate() + " " + longMonths[at.getMonth()] + " " + at.getFullYear();
      // Behind a preposition a date reads well, and "in 9 days" or "2 days ago" does not.
      const words = (at, timed, isBehindPreposition) => {
        const distance = apart(at);
        const near = distance === -1 ? "yesterday" : distance === 0 ? "today" : distance === 1 ? "tomorrow"
          : distance > 1 && distance < 7 ? days[at.getDay()] : "";
        if (near) return near + (timed ? " " + clock(at) : "");
        if (isBehindPreposition) return date(at, timed, longMonths);
        const day = date(at, timed, months);
        return Math.abs(distance) > 60 ? day : (distance > 0 ? "in " + span(distance) : span(-distance) + " ago") + " · " + day;
      };
      const overdue = (at, timed) => {
        const elapsed = Math.floor((now - at) / 6e4);
        const late = !timed || elapsed >= 1440 ? span(Math.max(1, -apart(at)))
          : elapsed < 60 ? elapsed + " min" : count(Math.floor(elapsed / 60), "hour");
        return late + " overdue · " + date(at, timed, months);
      };
      named("asof").textContent = "As of " + fullDate(now) + ", " + clock(now);
      const sayPrinted = () => {
        named("printed").textContent = "Printed on " + fullDate(root.dataset.now ? now : new Date());
      };
      addEventListener("beforeprint", sayPrinted);
      sayPrinted();

      // Case and accents do not count.
      const plain = (text) => /^[\x00-\x7f]*$/.test(text) ? text.toLowerCase()
        : text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();

      // The lists, and their reminders in written order: subtasks follow their parent.
      const sources = [...main.children].filter((element) => element.className === "source");
      const lists = [];
      const items = [];
      const byElement = new Map();
      const byId = new Map();
      const tags = new Set();
      const ranks = new Set();
      const read = (element, list, parent) => {
        const row = element.firstElementChild;
        const body = row.lastElementChild;
        const item = { element, row, body, list, parent, below: [], tags: [], rank: "none", due: null, first: null,
          done: element.className === "done", place: items.length, title: null, more: null, text: null, fits: 0, rows: 0 };
        items.push(item);
        byElement.set(element, item);
        byId.set(element.id, item);
        if (parent) parent.below.push(item);
        for (let part = body.firstElementChild; part; part = part.nextElementSibling) {
          if (part.className === "title") item.title = part;
          else if (part.className === "more") readMore(item, item.more = part);
          else if (part.className.startsWith("rank")) item.rank = part.className.slice(5) || "high";
        }
        ranks.add(item.rank);
        item.first = item.done ? null : item.due;
        if (!row.nextElementSibling) return item;
        for (let next = row.nextElementSibling.firstElementChild; next; next = next.nextElementSibling) {
          const first = read(next, list, item).first;
          if (first && (!item.first || first.at < item.first.at)) item.first = first;
        }
        return item;
      };
      const readMore = (item, more) => {
        for (let part = more.firstElementChild; part; part = part.nextElementSibling) {
          if (part.className === "tag") {
            // Where no script runs a tag is text.
            const button = make("button", "tag", part.textContent);
            [button.type, button.dir] = ["button", "auto"];
            part.replaceWith(button);
            part = button;
            item.tags.push(part.textContent.slice(1));
            tags.add(part.textContent.slice(1));
            continue;
          }
          const time = part.localName === "time" ? part : part.firstElementChild;
          if (time && time.localName === "time") readTime(item, time);
        }
      };
      const readTime = (item, time) => {
        const { at, timed } = moment(time.dateTime);
        if (isNaN(at)) return;
        const kind = time.className;
        const over = timed ? at < now : apart(at) < 0;
        const isLate = over && kind === "due" && !item.done;
        if (kind === "due") item.due = { at: at.getTime(), days: apart(at), isLate };
        time.title = time.textContent;
        time.dataset.date = days[at.getDay()] + " " + at.getDate() + " " + months[at.getMonth()] + " " + at.getFullYear()
          + (timed ? ", " + clock(at) : "");
        time.textContent = isLate ? overdue(at, timed) : words(at, timed, kind === "start" || kind === "occurrence");
        if (isLate) time.className = "due late";
      };
      for (const source of sources) {
        const title = source.firstElementChild.textContent;
        for (const section of source.children) {
          if (section.className !== "list") continue;
          const [head] = section.children;
          const list = { section, source, title: head.querySelector("h3").textContent, tops: [], items: [],
            count: head.lastElementChild, color: section.style.getPropertyValue("--c") || "#8e8e93" };
          list.text = plain(list.title + " " + title);
          list.name = list.title;
          const from = items.length;
          for (const part of [...section.children]) {
            if (part.localName !== "ul") continue;
            for (const element of [...part.children]) list.tops.push(read(element, list, null));
          }
          list.items = items.slice(from);
          lists.push(list);
        }
      }
      // Lists of the same name are told apart by their sources.
      const titles = new Map();
      for (const { title } of lists) titles.set(title, (titles.get(title) || 0) + 1);
      for (const list of lists)
        if (titles.get(list.title) > 1) list.name += " · " + list.source.firstElementChild.textContent;

      // In the groups by due date each reminder names its list.
      const dot = (list) => {
        const dot = make("i", "dot");
        dot.style.setProperty("--c", list.color);
        return dot;
      };
      for (const list of lists) {
        const label = make("span", "of");
        label.append(dot(list), list.name);
        for (const item of list.tops) {
          item.element.style.setProperty("--c", list.color);
          if (!item.more) {
            item.more = make("p", "more alone");
            item.title.after(item.more);
          }
          item.more.append(label.cloneNode(true));
        }
      }

      // The groups: by due date, of a reminder and its open subtasks the nearest; or the lists.
      const kinds = [
        ["Overdue", (due) => due && due.isLate], ["Today", (due) => due && due.days <= 0],
        ["Tomorrow", (due) => due && due.days === 1], ["Within a week", (due) => due && due.days < 7],
        ["Later", (due) => due], ["Without a due date", (due, item) => !item.done], ["Done", () => true],
      ];
      const byDue = make("section", "source by-due");
      const groups = kinds.map(([title]) => {
        const section = make("section", "list");
        const head = make("div", "head");
        const heading = make("h2", title === "Overdue" ? "late" : "", title);
        const count = make("span", "count");
        head.append(heading, count);
        section.append(head);
        byDue.append(section);
        return { section, count, tops: [] };
      });
      const dueOf = (item) => item.first ? item.first.at : Infinity;
      const tops = lists.flatMap((list) => list.tops);
      tops.sort((a, b) => dueOf(a) === dueOf(b) ? a.place - b.place : dueOf(a) < dueOf(b) ? -1 : 1);
      for (const item of tops) groups[kinds.findIndex(([, test]) => test(item.first, item))].tops.push(item);

      // The count of each list, and a link to it.
      const fields = Object.fromEntries(["filter", "when", "list", "tag", "priority", "order", "finished"]
        .map((name) => [name, named(name)]));
      const said = named("said");
      for (const list of lists) {
        const [open, done] = [list.items.filter((item) => !item.done), list.items.filter((item) => item.done)];
        const late = open.filter((item) => item.due && item.due.isLate);
        list.summary = open.length + " open" + (late.length ? " · " + late.length + " overdue" : "")
          + (done.length ? " · " + done.length + " done" : "");
        if (lists.length < 2) continue;
        const link = make("a");
        link.href = "#" + list.section.id;
        link.append(dot(list), list.name, " ", make("span", "", open.length));
        named("jump").append(link);
      }

      // Choices that the page has no use for are left out.
      const offer = (field, choices) => {
        for (const [value, text] of choices) field.append(new Option(text, value));
        field.hidden = choices.length < 2;
      };
      offer(fields.list, lists.map((list, place) => [place, list.name]));
      const collator = new Intl.Collator();
      const sortedTags = [...tags].sort(collator.compare);
      offer(fields.tag, sortedTags.map((tag) => ["#" + tag, "#" + tag]));
      fields.tag.hidden = sortedTags.length === 0;
      const rankNames = [["high", "High"], ["medium", "Medium"], ["low", "Low"], ["none", "None"]];
      offer(fields.priority, rankNames.filter(([rank]) => ranks.has(rank)));
      if (!items.some((item) => item.done)) fields.finished.closest("label").hidden = true;

      // Shows the reminders that fit, each below those that it is a part of.
      let picked = null;
      let sequence = null;
      const filters = [fields.filter, fields.when, fields.list, fields.tag, fields.priority];
      const isNarrow = () => filters.some((field) => field.value.trim() !== "");
      const clear = () => { for (const field of filters) field.value = ""; };
      const textOf = (item) => item.text === null ? item.text = plain(item.row.textContent) : item.text;
      const test = () => {
        const words = plain(fields.filter.value).split(/\s+/).filter(Boolean);
        const [when, tag, rank, showsDone] = [fields.when.value, fields.tag.value.slice(1), fields.priority.value,
          fields.finished.checked];
        const list = lists[fields.list.value || -1];
        const isTimely = ({ due, done }) => when === "none" ? !due && !done : due && !done
          && (when === "late" ? due.isLate : when === "today" ? due.days === 0 : !due.isLate && due.days < 7);
        return (item) => (showsDone || !item.done || item === picked) && (!list || item.list === list)
          && (!rank || item.rank === rank) && (!tag || item.tags.includes(tag)) && (!when || isTimely(item))
          && words.every((word) => item.list.text.includes(word) || textOf(item).includes(word));
      };
      const uls = (shown) => {
        const parts = [];
        for (let from = 0; from < shown.length; from += \#(chunk)) {
          const part = shown.slice(from, from + \#(chunk));
          const ul = make("ul", "part");
          // An estimate, until the browser knows.
          ul.style.containIntrinsicHeight = "auto " + 4 * part.reduce((sum, item) => sum + item.rows, 0) + "rem";
          ul.append(...part.map((item) => item.element));
          parts.push(ul);
        }
        return parts;
      };
      const isSame = (one, other) => one && one.length === other.length && one.every((item, place) => item === other[place]);
      const fill = (group) => {
        const shown = group.tops.filter((item) => item.rows > 0);
        if (!isSame(group.shown, shown)) {
          for (const ul of group.uls || group.section.querySelectorAll(":scope>ul")) ul.remove();
          group.uls = uls(shown);
          group.section.append(...group.uls);
          group.shown = shown;
        }
        return group.tops.reduce((sum, item) => sum + item.fits, 0);
      };
      const show = () => {
        const [fits, isByDue, narrow, focused] = [test(), fields.order.value === "due", isNarrow(), document.activeElement];
        let total = 0;
        // Backwards, so that subtasks are decided before the reminder that they are part of.
        for (let place = items.length - 1; place >= 0; place--) {
          const item = items[place];
          item.fits = fits(item) ? 1 : 0;
          total += item.fits;
          item.rows = 0;
          for (const below of item.below) {
            item.fits += below.fits;
            item.rows += below.rows;
          }
          if (item.fits) item.rows++;
          const isHidden = item.rows === 0;
          if (item.parent && item.element.hidden !== isHidden) item.element.hidden = isHidden;
        }
        root.classList.toggle("grouped", isByDue);
        for (const group of isByDue ? groups : lists) {
          const number = fill(group);
          group.section.hidden = number === 0 && (isByDue || narrow);
          group.count.textContent = isByDue ? number : narrow ? number + " of " + group.items.length : group.summary;
        }
        for (const source of sources)
          source.hidden = [...source.children].every((part) => part.className !== "list" || part.hidden);
        const shown = isByDue ? [byDue] : sources;
        if (main.firstElementChild !== shown[0]) main.replaceChildren(...shown);
        sequence = null;
        // A moved element has lost the focus.
        if (focused !== document.activeElement && focused.isConnected) focused.focus({ preventScroll: true });
        said.textContent = !narrow ? "" : total === 0 ? "No reminder matches." : count(total, "reminder");
        named("clear").hidden = !narrow;
      };
      const arrange = () => {
        for (const group of [...groups, ...lists]) group.shown = null;
        show();
      };
      fields.filter.addEventListener("input", show);
      for (const field of [...filters.slice(1), fields.finished]) field.addEventListener("change", show);
      fields.order.addEventListener("change", arrange);
      named("clear").addEventListener("click", () => { clear(); show(); fields.filter.focus(); });

      // The selected reminder is the one that the address names.
      const pick = (item) => {
        if (picked) {
          picked.element.classList.remove("picked");
          picked.title.removeAttribute("aria-current");
        }
        picked = item;
        if (!item) return;
        item.element.classList.add("picked");
        item.title.setAttribute("aria-current", "true");
        if (!isShown(item)) { clear(); show(); }
      };
      const isShown = (item) => item.rows > 0;
      const decoded = (text) => { try { return decodeURIComponent(text); } catch { return text; } };
      const restore = () => {
        const name = location.hash.slice(1);
        if (!name) return pick(null);
        const isNamed = (list) => list.section.id === name || list.section.id === decoded(name);
        const list = lists.find(isNamed);
        if (list) {
          pick(null);
          fields.order.value = "list";
          clear();
          arrange();
          return list.section.scrollIntoView();
        }
        // A whole identifier, with its source before the list, is an address too.
        const names = [name, name.slice(name.indexOf("/") + 1)].map(decoded);
        const inList = (id) => id.split("/").slice(id.startsWith("~") ? 2 : 1).join("/");
        const same = (item) => names.includes(decoded(item.element.id));
        const moved = (item) => names.some((one) => inList(one) && decoded(inList(item.element.id)) === inList(one));
        const exact = byId.get(name) || byId.get(decoded(name)) || items.find(same);
        const item = exact || items.find(moved) || null;
        pick(item);
        if (!item) said.textContent = "The selected reminder is not on this page.";
        else if (!exact) said.textContent = "The selected reminder is in another list now.";
        if (item) item.element.scrollIntoView({ block: "center" });
      };
      addEventListener("hashchange", restore);
      document.addEventListener("click", (event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
        const tag = event.target.closest(".tag");
        if (tag) {
          const value = "#" + tag.textContent.slice(1);
          fields.tag.value = fields.tag.value === value ? "" : value;
          return show();
        }
        const title = event.target.closest("a");
        if (title && title.className !== "title") return;
        const row = event.target.closest(".row");
        if (!row || event.target.closest("input") || (!title && String(getSelection()))) return;
        event.preventDefault();
        const item = byElement.get(row.parentElement);
        pick(item);
        history.replaceState(null, "", "#" + item.element.id);
        item.title.focus();
      });
      document.addEventListener("change", (event) => {
        if (event.target.className === "box")
          said.textContent = "Ticked on this page only: nothing is written back.";
      });

      // Keys: / to filter, arrows from title to title, Escape to let go.
      const inOrder = () => {
        const shown = [];
        const add = (item) => { if (isShown(item)) { shown.push(item); item.below.forEach(add); } };
        for (const group of fields.order.value === "due" ? groups : lists) group.tops.forEach(add);
        return shown;
      };
      document.addEventListener("keydown", (event) => {
        if (event.ctrlKey || event.metaKey || event.altKey) return;
        const isInFilter = event.target === fields.filter;
        if (event.key === "/" && !isInFilter) {
          event.preventDefault();
          fields.filter.focus();
          fields.filter.select();
        } else if (event.key === "Escape" && event.target.localName !== "select") {
          if (isNarrow()) { clear(); show(); }
          else if (picked) { pick(null); history.replaceState(null, "", location.pathname + location.search); }
        } else if (event.key === "ArrowDown" || event.key === "ArrowUp") {
          sequence = sequence || inOrder();
          const from = event.target.className === "title" ? sequence.indexOf(byElement.get(event.target.closest("li"))) : -1;
          if (from < 0 && !(isInFilter && event.key === "ArrowDown")) return;
          const next = sequence[from + (event.key === "ArrowDown" ? 1 : -1)];
          event.preventDefault();
          if (next) next.title.focus();
        }
      });

      show();
      restore();
      requestAnimationFrame(() => root.classList.add("ready"));

      // The text of a search is read before the first one, a little at a time.
      const wait = window.requestIdleCallback || ((next) => setTimeout(next, 50));
      const readTexts = (from) => wait(() => {
        for (const item of items.slice(from, from + 500)) textOf(item);
        if (from + 500 < items.length) readTexts(from + 500);
      });
      readTexts(0);
    })();
    """#

  private static func array(_ names: [String]) -> String {
    "[" + names.map { "\"\($0)\"" }.joined(separator: ", ") + "]"
  }
}
