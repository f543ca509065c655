import Foundation
import Listo
import TOML
import Testing

@testable import ListoCommand

/// The configuration: its settings, what is wrong with them, and the lines that the command changes.
@Suite struct ConfigurationTests {
  private func read(_ text: String) throws -> Configuration {
    try Configuration(try TOMLDocument(Array(text.utf8)))
  }

  @Test func everySetting() throws {
    let configuration = try read(
      """
      zone = "Europe/Berlin"
      week-start = "Sunday"
      default-list = "Home"
      [sources]
      work = "/srv/work"
      home = "~/Calendars"
      "two words" = 'x'
      [queries]
      waiting = "tag = waiting"
      """)
    #expect(configuration.zone?.value == "Europe/Berlin" && configuration.zone?.line == 1)
    #expect(configuration.weekStart?.value == .chosen(.sunday))
    #expect(configuration.defaultList?.value == "Home")
    // In the order of the file.
    #expect(configuration.sources.map(\.name) == ["work", "home", "two words"])
    #expect(configuration.sources.map(\.line) == [5, 6, 7])
    #expect(configuration.queries.map(\.text) == ["tag = waiting"])
  }

  @Test func howRemindersAreChanged() throws {
    let editing = try read(
      """
      confirm.delete = "never"
      [completion]
      default = "series"
      Phone = "override"
      [journal]
      days = 7
      megabytes = 2
      [new-lists]
      shape = "Apple"
      [keys]
      done = "x ctrl-d"
      quit = ""
      """
    ).editing
    #expect(editing.deletion == .never)
    #expect(
      editing.completion(inSource: "Phone") == .override && editing.completion(inSource: "x") == .series)
    #expect(editing.journalDays == 7 && editing.journalBytes == 2 << 20)
    #expect(editing.producer.writesOrder && editing.producer.startsWithDue)
    #expect(editing.bindings.command(for: .control("d")) == .done)
    #expect(editing.bindings.command(for: .character("q")) == nil && editing.bindings.name(of: .quit) == "-")
    #expect(editing.bindings.command(for: .character(" ")) == nil)
  }

  @Test func howFormatsAreRead() throws {
    let choices = try read("[formats]\norg = \"keywords=TODO,IDEA|DONE+dated\"\ncsv = 'dates=dmy'").formats
    #expect(choices.map(\.format.name) == ["org", "csv"])
    #expect(choices[0].options.value("keywords") == "TODO,IDEA|DONE" && choices[0].options.contains("dated"))
    for text in ["org = 'keyword=x'", "html = 'x'", "org = 1", "nothing = 'x'", "csv = 'dates=x'"] {
      #expect(throws: TOMLDocument.Problem.self) { try read("[formats]\n" + text) }
    }
  }

  @Test func howDatesAreWritten() throws {
    #expect(LocalizedStyle(Configuration(), locale: { fatalError("not asked") }).weekStart == .monday)
    #expect(LocalizedStyle(Configuration()).dateStyle == DateStyle())
    let chosen = try read("clock = '12-hour'\ndate-order = 'Month-Day'\nweek-start = 'saturday'")
    #expect(
      LocalizedStyle(chosen, locale: { fatalError("not asked") }).dateStyle
        == DateStyle(clock: .hours12, order: .monthDay))
    #expect(LocalizedStyle(chosen).weekStart == .saturday)
    // Where the locale says nothing, as C does, what is usual.
    let left = try read("clock = 'locale'\ndate-order = 'locale'\nweek-start = 'locale'")
    let style = LocalizedStyle(left, locale: { nil })
    #expect(style.dateStyle == DateStyle() && style.weekStart == .monday)
  }

  @Test func viewsHaveASummary() {
    for query in StandardQuery.allCases { #expect(!query.summary.isEmpty) }
  }

  @Test(arguments: [
    ("sources = { a = 'x', b = 'y' }", ["a", "b"]), ("sources.a = 'x'\nsources.b = 'y'", ["a", "b"]),
    ("", []),
  ])
  func otherSpellings(text: String, names: [String]) throws {
    #expect(try read(text).sources.map(\.name) == names)
  }

  @Test(arguments: [
    ("zoen = 'x'", 1, "did you mean 'zone'?"), ("\n[source]", 2, "did you mean 'sources'?"),
    ("week-start = 'mondey'", 1, "did you mean 'monday'?"),
    ("clock = '12'", 1, "did you mean '12-hour'?"), ("clock = 'x'", 1, "use 24-hour, 12-hour, locale."),
    ("clock = 12", 1, "clock must be a text"), ("zone = 1", 1, "zone must be a text"),
    ("[sources]\na = 1", 2, "a must be a folder"), ("[sources]\na = ''", 2, "is empty"),
    ("[sources.a]\nb = 'x'", 1, "unknown table"),
    ("sources = 'x'", 1, "is a table"), ("[queries]\n\na.b = 'x'", 3, "names with dots"),
    ("[[sources]]\na = 'x'", 1, "single brackets"),
    ("[sources]\na = 'x'\ndefault-list = 'Work'", 3, "move the line above the first [table]"),
    ("[keys]\ndonne = 'x'", 2, "did you mean 'done'?"),
    ("[keys]\ndone = 'hyper-x'", 2, "names of keys"), ("new-lists.shape = 'x'", 1, "apple"),
    ("[new-lists]\nform = 'x'", 2, "the settings are shape"), ("[journal]\ndays = 0", 2, "from 1 to"),
  ])
  func mistakes(text: String, line: Int, words: String) throws {
    let problem = try #require(throws: TOMLDocument.Problem.self) { try read(text) }
    #expect(problem.line == line && problem.reason.contains(words), "\(problem)")
  }

  private func edit(_ text: String) throws -> ConfigurationText {
    ConfigurationText(Array(text.utf8), try TOMLDocument(Array(text.utf8)))
  }

  @Test(arguments: [
    ("", "[sources]\nn = \"p\"\n"), ("# mine\n", "# mine\n\n[sources]\nn = \"p\"\n"),
    ("zone = 'x'", "zone = 'x'\n\n[sources]\nn = \"p\"\n"),
    ("[sources]\n", "[sources]\nn = \"p\"\n"),
    (
      "[sources]\n# first\na = 'x' # here\n\n[queries]\nq = 'y'\n",
      "[sources]\n# first\na = 'x' # here\nn = \"p\"\n\n[queries]\nq = 'y'\n"
    ),
    ("[sources]\na = '''\nx'''\n# end", "[sources]\na = '''\nx'''\nn = \"p\"\n# end\n"),
    ("sources.a = 'x'\nzone = 'y'\n", "sources.a = 'x'\nsources.n = \"p\"\nzone = 'y'\n"),
  ])
  func adding(text: String, expected: String) throws {
    let new = try #require(try edit(text).adding("n", "p"))
    #expect(String(decoding: new, as: UTF8.self) == expected)
    #expect(try read(expected).sources.last?.name == "n")
  }

  @Test(arguments: [
    ("", ["zone"], "zone = 1\n"), ("# mine\n[sources]\n", ["zone"], "zone = 1\n\n# mine\n[sources]\n"),
    ("clock = 'x'\n[sources]\n", ["zone"], "clock = 'x'\nzone = 1\n[sources]\n"),
    ("zone = 'a#b' # mine\nclock = 2\n", ["zone"], "zone = 1 # mine\nclock = 2\n"),
    ("zone =2#mine\n", ["zone"], "zone = 1#mine\n"),
    ("zone = [\n'a',\n] # mine\nb = 1", ["zone"], "zone = 1 # mine\nb = 1\n"),
    ("[journal]\n", ["journal", "days"], "[journal]\ndays = 1\n"),
    ("journal.megabytes = 2\n", ["journal", "days"], "journal.megabytes = 2\njournal.days = 1\n"),
    ("zone = 'x'\n", ["journal", "days"], "zone = 'x'\n\n[journal]\ndays = 1\n"),
    ("[queries]\na = 'x'\n[keys]\n", ["queries", "b c"], "[queries]\na = 'x'\n\"b c\" = 1\n[keys]\n"),
  ])
  func setting(text: String, path: [String], expected: String) throws {
    let new = try #require(try edit(text).setting(path, to: "1"))
    #expect(String(decoding: new, as: UTF8.self) == expected)
  }

  @Test func aTableInBracesIsNotChanged() throws {
    #expect(try edit("journal = {days = 3}").setting(["journal", "days"], to: "1") == nil)
    #expect(try edit("[accounts]\nh.url = 'x'").setting(["accounts", "h", "user"], to: "1") == nil)
    #expect(try edit("journal = {days = 3}").removing(["journal", "days"]) == nil)
  }

  @Test(arguments: ["a b", "ä", "", "#", "\"", "a\nb", "\u{1}", "x.y", "~/\\"])
  func anyName(name: String) throws {
    let new = try #require(try edit("[sources]\n").adding(name, "/p" + name))
    let source = try read(String(decoding: new, as: UTF8.self)).sources[0]
    #expect(source.name == name && source.text == "/p" + name)
  }

  @Test func removing() throws {
    let text = "# mine\n[sources]\na = 'x' # gone\nb = '''\ny'''\nc = 'z'\n"
    let new = try #require(try edit(text).removing(["sources", "b"]))
    #expect(String(decoding: new, as: UTF8.self) == "# mine\n[sources]\na = 'x' # gone\nc = 'z'\n")
    #expect(try edit(text).removing(["sources", "d"]) == nil)
    #expect(try edit("sources = { a = 'x' }").removing(["sources", "a"]) == nil)
    #expect(try edit("sources = { a = 'x' }").adding("b", "y") == nil)
  }
}
