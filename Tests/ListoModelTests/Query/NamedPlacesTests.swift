import ICalendar
import Testing

@testable import ListoModel

/// The lists and sources that a query names and that are not there.
@Suite struct NamedPlacesTests {
  private static let context = RecurrenceTests.context

  private static func names(_ expression: String) throws -> NamedPlaces {
    NamedPlaces(in: try QueryExpression(expression).query(in: context))
  }

  private static func place(_ list: String, id: String = "id", in source: String = "iCloud") -> Query.Place {
    Query.Place(
      source: Source(identifier: "/" + source, title: source, kind: .folder), listIdentifier: id,
      listTitle: list)
  }

  @Test(arguments: [
    ("list = Home", "Home"), ("list != Home", "Home"), ("list in (Home, 'Work'c)", "Home Work"),
    ("not (list = A and (source = B or due < today))", "A B"), ("parent (list = A)", "A"),
    ("list = A or list = A", "A"), ("list contains A", ""), ("list ~ A", ""), ("title = A", ""), ("all", ""),
  ])
  func whatIsNamed(expression: String, expected: String) throws {
    #expect(try Self.names(expression).missing.map(\.text).joined(separator: " ") == expected)
  }

  @Test func whatIsThereIsNotMissing() throws {
    var names = try Self.names("list = home or list = ID7 or source = ICLOUD or list = Hme")
    names.see(Self.place("Home"))
    names.see(Self.place("Work", id: "ID7"))
    #expect(names.missing == [.list("Hme")])
    #expect(names.listTitles == ["Home", "Work"] && names.sourceTitles == ["iCloud"])
  }

  @Test func whatOneInputHasNoneMisses() throws {
    let asked = try Self.names("list = A or list = B")
    var (first, second, all) = (asked, asked, asked)
    first.see(Self.place("A"))
    second.see(Self.place("C"))
    all.join(first)
    all.join(second)
    #expect(all.missing == [.list("B")])
    #expect(all.listTitles == ["A", "C"])
  }

  @Test func manyTitlesAreBounded() throws {
    var names = try Self.names("list = x")
    for number in 0..<3000 { names.see(Self.place("\(number)")) }
    #expect(names.listTitles.count == NamedPlaces.mostTitles && names.missing == [.list("x")])
  }
}
