import Foundation
import Listo
import Testing

@testable import ListoCommand

/// Renderings of Samples against files beside this one (``GoldenFile``).
@Suite struct GoldenTests {
  private let catalog: Catalog
  private let names: ShortNames

  init() throws {
    catalog = try SampleCatalog.load()
    names = ShortNames(catalog)
  }

  private func expect(_ text: String, _ name: String, width: Int? = nil) throws {
    if let width {
      for line in text.split(separator: "\n") { #expect(TextWidth.cells(String(line)) <= width) }
    }
    try GoldenFile.expect(text, name)
  }

  private func surface(_ width: Int?, _ depth: ColorDepth = .none, _ glyphs: Glyphs = .unicode) -> Surface {
    Surface(width: width, depth: depth, glyphs: glyphs)
  }

  private func list(_ surface: Surface, _ finished: ListView.Finished = .counted) -> ListView {
    ListView(
      catalog: catalog, names: names, context: SampleCatalog.context, surface: surface, finished: finished)
  }

  @Test(arguments: [40, 80, 120, 200])
  func list(width: Int) throws {
    try expect(list(surface(width)).text(), "list-\(width)", width: width)
    try expect(list(surface(width), .shown).text(), "list-all-\(width)", width: width)
  }

  @Test func listInColor() throws {
    try expect(list(surface(80, .trueColor), .shown).text(), "list-all-80-truecolor")
    try expect(list(surface(80, .sixteen)).text(), "list-80-sixteen")
    try expect(list(surface(120, .palette)).text(), "list-120-palette")
  }

  @Test func listInAPipe() throws {
    let text = list(.pipe).text()
    try expect(text, "list-pipe")
    #expect(!text.contains("\u{1B}") && !text.contains("\t") && !text.contains(" \n"))
  }

  @Test func listInASCII() throws {
    try expect(list(surface(80, .none, .ascii), .shown).text(), "list-all-80-ascii", width: 80)
  }

  @Test func listOfSome() throws {
    var view = list(surface(80))
    view.selected = Set(
      catalog.reminderPaths.filter { catalog.reminder(at: $0)?.isOverdue(in: SampleCatalog.context) ?? false }
    )
    view.order = SortOrder([.init(.field(.due))])
    try expect(view.text(), "list-80-overdue", width: 80)
    view.selected = []
    #expect(view.text() == "Nothing to show.\n")
  }

  /// In each order and at each width, each reminder has one line with its short name.
  @Test func nothingIsLost() {
    let orders = [
      SortOrder.natural, .manual, SortOrder([.init(.file)]),
      SortOrder([.init(.field(.title), isDescending: true)]),
    ]
    for order in orders {
      for width in [nil, 32, 40, 80, 300] {
        var view = list(surface(width), .shown)
        view.order = order
        let text = view.text()
        for path in catalog.reminderPaths {
          guard let identifier = catalog.modelIdentifier(at: path) else { continue }
          #expect(text.split(separator: " \(names.name(of: identifier))  ").count == 2)
        }
      }
    }
  }

  @Test func noLineIsTooWide() {
    for width in stride(from: 32, through: 200, by: 7) {
      for glyphs in [Glyphs.unicode, .ascii] {
        for line in list(surface(width, .none, glyphs), .shown).lines() { #expect(line.cells <= width) }
      }
    }
  }

  @Test func calendars() throws {
    for width in [80, 120] {
      let view = CalendarsView(catalog: catalog, context: SampleCatalog.context, surface: surface(width))
      try expect(view.text(), "calendars-\(width)", width: width)
    }
    let view = CalendarsView(catalog: catalog, context: SampleCatalog.context, surface: .pipe)
    try expect(view.text(), "calendars-pipe")
  }

  @Test func show() throws {
    try expect(show(.unicode, 80, .none), "show-80")
    try expect(show(.unicode, nil, .none), "show-pipe")
    try expect(show(.unicode, 80, .trueColor), "show-80-truecolor")
  }

  /// Every reminder whose title is among these, which between them have every kind of row.
  private func show(_ glyphs: Glyphs, _ width: Int?, _ depth: ColorDepth) -> String {
    let titles = [
      "Renew the children’s passports 🛂", "Take the library books back", "Fill the bird feeder 🐦",
      "Turn the compost",
      "Paint the walls (two coats)", "Slides for the budget review", "Practise the flute",
      "Two weeks in Kyōto ✈️",
      "Take out the bins",
    ]
    let view = ShowView(
      catalog: catalog, names: names, context: SampleCatalog.context, surface: surface(width, depth, glyphs))
    return catalog.reminderPaths.filter { titles.contains(catalog.reminder(at: $0)?.title ?? "") }
      .compactMap(view.text).joined(separator: "\n")
  }
}
