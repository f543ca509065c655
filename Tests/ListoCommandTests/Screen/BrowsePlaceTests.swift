import Listo
import Testing

@testable import ListoCommand

/// The place at which the next `browse` begins.
@Suite struct BrowsePlaceTests {
  /// Keys to a place, its page, its view, and the title of the reminder or list of its line.
  private static let places: [([Key], BrowsePlace.Page, String?, String?)] = [
    ([], .lists, "Focus", nil),
    (["j"], .lists, "Today", nil),
    (["5", .enter, .escape], .lists, nil, "Home"),
    (["5", .enter], .reminders, nil, "Apples"),
    (["5", .enter, "j", "j"], .reminders, nil, "Crumbs"),
    (["5", .enter, "j", .enter], .reminder, nil, "Bread"),
    (["5", .enter, "j", "?"], .reminders, nil, "Bread"),
    (["3", .enter], .reminders, "Overdue", "Dates"),
    (["3", .enter, .enter], .reminder, "Overdue", "Dates"),
    (["1", .enter], .reminders, "Focus", nil),
    (["/", .paste("title = Write"), .enter], .lists, "Focus", nil),
    (["/", .paste("title = Write"), .enter, .enter], .reminder, nil, "Write"),
  ]

  @Test func aPlaceIsSavedAndFoundAgain() throws {
    for (keys, page, view, title) in Self.places {
      var screen = try ScreenTests.screen()
      for key in keys { _ = screen.take(key) }
      let place = screen.place
      #expect(place.page == page && place.view == view, "\(keys)")
      #expect((place.selection?.title ?? place.selection?.listTitle) == title, "\(keys)")
      let saved = try #require(BrowsePlace(line: place.line))
      #expect(saved == place, "\(keys)")
      var next = try ScreenTests.screen()
      next.begin(at: saved)
      #expect(next.place == place && next.message == nil, "\(keys)")
      if !keys.contains("/"), !keys.contains("?") { #expect(next.subject == screen.subject, "\(keys)") }
    }
    for line in ["", "lists", "nowhere\t\t", "lists\t\t\t"] { #expect(BrowsePlace(line: line) == nil) }
  }

  @Test func everyKeyVisitsItsPlace() throws {
    final class VisitedWorld: ScreenWorld {
      let context = SampleCatalog.context
      var places: [BrowsePlace] = []
      func perform(_ effect: Effect) -> (outcome: Outcome, changed: Set<ModelIdentifier>?) { (.nothing, []) }
      func visit(_ place: @autoclosure () -> BrowsePlace) { places.append(place()) }
    }
    var screen = try ScreenTests.screen()
    let world = VisitedWorld()
    for key: Key in ["5", .enter, "j", .enter] { _ = screen.perform(screen.take(key), in: world) }
    #expect(world.places.map(\.page) == [.lists, .reminders, .reminders, .reminder])
    #expect(world.places.map { $0.selection?.title } == [nil, "Apples", "Bread", "Bread"])
  }

  /// Each change of the catalog, the words about it, and the reminder of the line.
  @Test func aPlaceThatChangedIsNamed() throws {
    var before = try ScreenTests.home()
    before.type("j")
    let moved = ScreenTests.text.replacing(
      "X-WR-CALNAME:Home\nX-WR-RELCALID:home", with: "X-WR-CALNAME:House")
    let similar = ScreenTests.text.replacing("UID:b\n", with: "UID:new\n")
    let gone = ScreenTests.text.replacing("UID:b\nSUMMARY:Bread", with: "UID:z\nSUMMARY:Zest")
    let table: [(text: String, words: String, subject: String)] = [
      (moved, "moved: you are in House (Folder) now, at Bread", "Bread"),
      (similar, "similar: Bread, in Home (Folder), is no longer there; you are in Home", "Apples"),
      (gone, "gone: Bread, in Home (Folder), is no longer there; you are in Home", "Apples"),
    ]
    for (text, words, subject) in table {
      var screen = try ScreenTests.screen(text)
      screen.begin(at: before.place)
      #expect(screen.message?.text.hasPrefix(words) ?? false, "\(screen.message?.text ?? "")")
      #expect(screen.subject.flatMap { screen.data.catalog[$0]?.title } == subject)
    }
    var none = try ScreenTests.screen("BEGIN:VCALENDAR\nVERSION:2.0\nEND:VCALENDAR\n")
    none.begin(at: before.place)
    #expect(none.message?.text.hasPrefix("gone: ") ?? false)
  }
}
