internal import ICalendar
internal import ListoModel

/// Writes one page that needs nothing beside it: no network, no other file, nothing stored.
///
/// Each list is a section and each reminder an item whose `id` is its model identifier within its source, so
/// that an address with it after the `#` finds the same reminder in a newer export, and tells no one in which
/// folder the files were. The bytes depend on the reminders alone: what is overdue, the page's own script
/// says, by the reader's clock. Its content security policy lets nothing run but that script (by its hash)
/// and nothing load at all.
///
/// Built by hand: a template engine (swift-mustache, Stencil) wants the whole context in memory before it
/// renders and adds a megabyte and Foundation to the binary, for one template whose only logic is nesting.
struct HTMLPage: OutlineSyntax {
  static let capabilities = Capabilities(
    .approximate("shown, and not read back"),
    fields: [
      .created: .none, .modified: .none, .stamp: .none, .sequence: .none, .geo: .none, .classification: .none,
      .order: .approximate("by position"),
    ],
    aspects: [
      .events: .none, .journals: .none, .otherProperties: .none, .otherComponents: .none,
      .calendarProperties: .none,
      .attachments: .none, .timeZones: .approximate("the instants that follow from them"),
      .alarmDetails: .none,
    ])

  // Browsers give up at 512 nested elements; a level takes two.
  let deepest = 100
  let nestsOccurrences = true
  let namesZones = false
  let holdsRules = false
  /// The depth of the item that is open; -1 before the first.
  private var depth = -1
  /// The items at the top of the list that is open.
  private var tops = 0
  private var hasSource = false
  private let title: String
  /// By the identifier of a list within its source: the sources that have such a list, in the order of the
  /// page.
  private var holders: [String: [String]] = [:]
  /// The text before the identifiers of the open list.
  private var anchorStart = ""

  /// - Parameter title: what the page is called; nil for a name that fits all.
  init(title: String? = nil) { self.title = title ?? "Reminders" }

  mutating func begin(_ output: inout [UInt8]) {
    let script = "\n" + PageScript.javaScript + "\n"
    let style = "\n" + PageStyle.css + "\n"
    let title = HTMLText.escaped(title)
    output.markup(
      """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src '\(Self.hash(script))'; \
      style-src '\(Self.hash(style))'; style-src-attr 'unsafe-inline'; base-uri 'none'; form-action 'none'">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="color-scheme" content="light dark">
      <meta name="referrer" content="no-referrer">
      <meta name="generator" content="Listo">
      <title>\(title)</title>
      <style>\(style)</style>
      </head>
      <body>
      <header class="top">
      <h1 dir="auto">\(title)</h1>
      <p class="day" id="asof"></p>
      <p class="day" id="printed"></p>
      <div class="tools" role="search">
      <input type="search" id="filter" placeholder="Filter" aria-label="Filter reminders" autocomplete="off" \
      spellcheck="false">
      <select id="when" aria-label="Due dates" autocomplete="off"><option value="">All dates</option>\
      <option value="late">Overdue</option><option value="today">Due today</option>\
      <option value="week">Due within a week</option><option value="none">Without a due date</option></select>
      <select id="list" aria-label="List" autocomplete="off"><option value="">All lists</option></select>
      <select id="tag" aria-label="Tag" autocomplete="off"><option value="">All tags</option></select>
      <select id="priority" aria-label="Priority" autocomplete="off"><option value="">All priorities</option></select>
      <select id="order" aria-label="Grouping" autocomplete="off"><option value="due">By due date</option>\
      <option value="list">By list</option></select>
      <label class="switch"><input type="checkbox" id="finished" autocomplete="off"> Show done</label>
      <button type="button" id="clear" hidden>Clear filters</button>
      </div>
      <p class="said" id="said" role="status"></p>
      <nav class="jump" id="jump" aria-label="Lists"></nav>
      </header>
      <main>

      """)
  }

  mutating func open(_ list: OutlineList, isNewSource: Bool, _ output: inout [UInt8]) {
    if isNewSource {
      closeSource(&output)
      hasSource = true
      output.markup("<section class=\"source\">\n<h2 dir=\"auto\">")
      output.append(escaping: list.source.title)
      output.markup("</h2>\n")
    }
    anchorStart = Self.start(of: list.identifier, &holders)
    // The slash keeps it apart from the names that the page itself uses.
    let anchor = anchorStart + list.identifier.withinSource + "/"
    output.markup("<section class=\"list\" id=\"\(HTMLText.escaped(anchor))\"")
    if let color = list.color { output.markup(" style=\"--c:\(color)\"") }
    output.markup(">\n<div class=\"head\"><i class=\"dot\"></i><h3 dir=\"auto\">")
    output.append(escaping: list.title)
    output.markup("</h3><span class=\"count\"></span></div>\n")
    if let summary = list.summary {
      output.markup("<p class=\"about\" dir=\"auto\">")
      output.append(escaping: summary)
      output.markup("</p>\n")
    }
    (depth, tops) = (-1, 0)
  }

  func appendRow(
    of reminder: PlacedReminder, _ identifier: @autoclosure () -> ModelIdentifier,
    _ losses: inout ReminderLosses, to bytes: inout [UInt8]
  ) {
    let item = HTMLItem(reminder, anchor: identifier().withinSourceBytes)
    bytes.append(inRoomOf: item.room) { item.write(to: &$0) }
    item.count(&losses)
  }

  /// With what stands before the identifiers of its list.
  func placed(_ rows: Outline.Rows) -> Outline.Rows {
    anchorStart.isEmpty ? rows : rows.mapBytes { HTMLItem.row($0, anchorStart: anchorStart) }
  }

  /// Nothing for the first source that has a list of this name, `~2/` for the second: no identifier begins
  /// so.
  private static func start(of list: ModelIdentifier, _ holders: inout [String: [String]]) -> String {
    let sources = holders[list.withinSource] ?? []
    let place = sources.firstIndex(of: list.source) ?? sources.count
    if place == sources.count { holders[list.withinSource] = sources + [list.source] }
    return place == 0 ? "" : "~\(place + 1)/"
  }

  mutating func write(_ row: ArraySlice<UInt8>, depth next: Int, _ output: inout [UInt8]) {
    if next == 0 { tops += 1 }
    if next > depth {
      output.markup("<ul>\n")
    } else {
      closeItems(to: next, &output)
      output.markup("</li>\n")
      if next == 0, (tops - 1).isMultiple(of: PageScript.chunk) {
        output.markup("</ul>\n<ul class=\"part\">\n")
      }
    }
    output += row
    depth = next
  }

  mutating func close(_ list: OutlineList, _ output: inout [UInt8]) {
    if depth >= 0 {
      closeItems(to: 0, &output)
      output.markup("</li>\n</ul>\n")
    }
    output.markup("</section>\n")
    depth = -1
  }

  mutating func end(_ output: inout [UInt8]) {
    if !hasSource { output.markup("<p class=\"hint\">There are no reminders.</p>\n") }
    closeSource(&output)
    let script = "\n" + PageScript.javaScript + "\n"
    output.markup("</main>\n<script>\(script)</script>\n</body>\n</html>\n")
  }

  /// Ends items, and the lists they are in, until the one at `target` is the innermost that is open.
  private mutating func closeItems(to target: Int, _ output: inout [UInt8]) {
    while depth > target {
      output.markup("</li>\n</ul>\n")
      depth -= 1
    }
  }

  private mutating func closeSource(_ output: inout [UInt8]) {
    if hasSource { output.markup("</section>\n") }
    hasSource = false
  }

  /// `sha256-…`, as a content security policy names an inline script or style.
  static func hash(_ text: String) -> String {
    let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    let digest = SHA256(hashing: Array(text.utf8).span).bytes
    var bytes: [UInt8] = []
    for start in stride(from: 0, to: digest.count, by: 3) {
      let group = digest[start..<min(start + 3, digest.count)]
      let bits = group.reduce(0) { $0 << 8 | UInt32($1) } << UInt32(8 * (3 - group.count))
      for place in 0..<4 {
        bytes.append(place <= group.count ? alphabet[Int(bits >> UInt32(18 - 6 * place) & 63)] : 0x3D)
      }
    }
    return "sha256-" + String(decoding: bytes, as: UTF8.self)
  }
}
