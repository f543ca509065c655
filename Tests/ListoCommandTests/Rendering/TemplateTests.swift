import Listo
import Testing

@testable import ListoCommand

/// Templates and columns: what they write, and what they say of mistakes.
@Suite struct TemplateTests {
  private let catalog: Catalog
  private let names: ShortNames

  init() throws {
    catalog = try SampleCatalog.load()
    names = ShortNames(catalog)
  }

  private func line(_ text: String, _ title: String) throws -> String {
    let path = try #require(
      catalog.reminderPaths.first { catalog.reminder(at: $0)?.title?.hasPrefix(title) ?? false })
    var values = ListingValues(catalog, names, SampleCatalog.context, .unicode)
    return try Template(text).text(of: path, &values)
  }

  @Test(arguments: [
    ("{title}", "Send the quarterly figures to London"), ("{due}", "2026-12-04T17:00:00 Europe/London"),
    ("{due:date}", "2026-12-04"), ("{due:time}", "18:00"), ("{due:weekday}", "Fri"),
    ("{due:short}", "4 Dec 18:00"), ("{due:long}", "Fri 4 Dec 2026, 18:00"), ("{due:relative}", "Fri 18:00"),
    ("{priority}", "1"), ("{priority:word}", "high"), ("{priority:sign}", "!!!"), ("{percent}%", "60%"),
    ("{list}/{source}", "Work/iCloud"), ("{mark}", "◐"), ("{id}", "3247"), ("{location}", ""),
    ("[{title:8}]", "[Send th…]"), ("[{percent:>5}]", "[   60]"), ("[{percent:5}]", "[60   ]"),
    ("[{due:date:>12}]", "[  2026-12-04]"), ("[{due:>12:date}]", "[  2026-12-04]"),
    ("{{{title:4}}}", "{Sen…}"), ("a\\tb\\n\\\\", "a\tb\n\\"), ("", ""), ("{ TITLE : 4 }", "Sen…"),
  ])
  func lines(template: String, expected: String) throws {
    #expect(try line(template, "Send the quarterly figures") == expected)
  }

  @Test func overdueIsSaid() throws {
    #expect(try line("{due:relative}", "Renew the children") == "1 day overdue")
  }

  @Test(arguments: [
    ("{due:dat}", 5..<8, "did you mean 'date'?"), ("{titel}", 1..<6, "did you mean 'title'?"),
    ("x {title", 2..<3, "not closed"), ("x }", 2..<3, "unmatched brace"), ("a\\x", 1..<3, "backslash"),
    ("a\\", 1..<3, "backslash"), ("{}", 1..<1, "a field is missing here"),
    ("{title:0}", 7..<8, "unknown form"),
    ("{title:date}", 7..<11, "of title"), ("{title:501}", 7..<10, "unknown form"),
  ])
  func mistakes(template: String, range: Range<Int>, words: String) throws {
    let error = try #require(throws: TemplateError.self) { try Template(template) }
    #expect(error.range == range)
    #expect(error.reason.contains(words), "\(error.reason)")
  }

  /// The caret stands below the word, whatever the width of what is before it.
  @Test func caretStandsBelow() throws {
    let error = try #require(throws: TemplateError.self) { try Template("予定 {dew}") }
    #expect(error.picture == ["  予定 {dew}", "        ^^^"])
  }

  @Test func columnsAreRead() throws {
    let columns = try Template.columns("due:date, title:30,priority:sign")
    #expect(columns.map(\.name) == [.field(.due), .field(.title), .field(.priority)])
    #expect(columns.map(\.form) == [.date, nil, .sign])
    #expect(columns.map(\.width) == [nil, 30, nil])
    let error = try #require(throws: TemplateError.self) { try Template.columns("due,,title") }
    #expect(error.range == 4..<4)
  }

  @Test(arguments: [40, 80, 120])
  func tableFits(width: Int) throws {
    let surface = Surface(width: width, depth: .none, glyphs: .unicode)
    var view = ColumnsView(
      columns: try Template.columns("id,due,title,list"), surface: surface,
      values: ListingValues(catalog, names, SampleCatalog.context, .unicode))
    let lines = view.lines(catalog.reminderPaths)
    #expect(lines.count == catalog.reminderPaths.count + 1)
    for line in lines { #expect(line.cells <= width) }
  }
}
