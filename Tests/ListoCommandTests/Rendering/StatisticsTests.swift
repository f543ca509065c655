import Foundation
import Listo
import Testing

@testable import ListoCommand

/// Statistics: what is counted where, and the pictures of it.
@Suite struct StatisticsTests {
  private func statistics(_ context: ViewContext = SampleCatalog.context, weeks: Int = 12) throws
    -> Statistics
  {
    Statistics(try SampleCatalog.load(), nil, context, past: weeks, coming: 3)
  }

  @Test func weeksBeginWhereTheViewerSays() throws {
    for (day, first) in [
      (Weekday.monday, "2026-11-30"), (.sunday, "2026-11-29"), (.tuesday, "2026-12-01"),
      (.wednesday, "2026-11-25"),
    ] {
      let context = ViewContext(
        now: SampleCatalog.context.now, zone: SampleCatalog.context.zone, weekStart: day)
      #expect(try statistics(context).weeks[11].start.description == first)
    }
  }

  /// Lists and weeks count the same reminders.
  @Test func sumsAgree() throws {
    let catalog = try SampleCatalog.load()
    let statistics = try statistics(weeks: 104)
    let reminders = catalog.reminderPaths.compactMap(catalog.reminder)
    #expect(statistics.total.open == reminders.filter(\.isOpen).count)
    #expect(statistics.total.done == reminders.filter(\.isCompleted).count)
    let overdue = reminders.filter { $0.isOverdue(in: SampleCatalog.context) }.count
    #expect(statistics.total.overdue == overdue)
    // Some may be due longer ago than two years.
    #expect(statistics.weeks.reduce(0) { $0 + $1.overdue } <= overdue)
    #expect(statistics.lists.reduce(0) { $0 + $1.counts.total } == reminders.count)
  }

  @Test(arguments: [32, 37, 40, 45, 50, 59, 60, 80, 200])
  func noLineIsTooWide(width: Int) throws {
    for glyphs in [Glyphs.unicode, .ascii] {
      let surface = Surface(width: width, depth: .none, glyphs: glyphs)
      let view = StatisticsView(try statistics(), SampleCatalog.context, surface)
      for line in view.lines() { #expect(line.cells <= width, "\(line)") }
    }
  }

  @Test(arguments: [1, 12, 104])
  func pictureIsXML(weeks: Int) throws {
    var picture = StatisticsPicture(try statistics(weeks: weeks), SampleCatalog.context)
    let svg = picture.svg()
    let parser = XMLCheck(Data(svg.utf8))
    #expect(parser.isWellFormed)
    #expect(!svg.contains("width=\"-") && !svg.contains("height=\"-") && !svg.contains("width=\"0\""))
  }

  @Test func textIsEscaped() {
    #expect(StatisticsPicture.escaped("a<b>&\"\u{1}\u{FFFF}") == "a&lt;b&gt;&amp;&quot;␁\u{FFFD}")
  }
}

/// Whether tags nest and close: enough for what is written without variety.
private struct XMLCheck {
  let isWellFormed: Bool

  init(_ data: Data) {
    var stack: [Substring] = []
    var isFine = true
    for part in String(decoding: data, as: UTF8.self).split(separator: "<").dropFirst(0) {
      guard let end = part.firstIndex(of: ">") else {
        isFine = false
        break
      }
      let tag = part[..<end]
      if tag.hasPrefix("/") {
        if stack.popLast() != tag.dropFirst() { isFine = false }
      } else if !tag.hasSuffix("/") {
        stack.append(tag.prefix { $0 != " " })
      }
    }
    isWellFormed = isFine && stack.isEmpty
  }
}
