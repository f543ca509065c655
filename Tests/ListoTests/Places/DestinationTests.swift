import ListoFormats
import Testing

@testable import Listo

/// A file is replaced without a question only if it holds what is written there.
@Suite struct DestinationTests {
  @Test(arguments: [
    ("diary.txt", "Dear diary\nI slept.\n", "todotxt", true),
    ("todo.txt", "(A) Call Bo +Home due:2026-12-01\n", "todotxt", false),
    ("sums.csv", "a,b\n1,2\n", "csv", true), ("tasks.csv", "title,due\nCall,2026-12-01\n", "csv", false),
    ("notes.md", "# Notes\n\nNo task.\n", "markdown", true), ("tasks.md", "- [ ] Call\n", "markdown", false),
    ("a.ics", "Not a calendar\n", "ics", true), ("b.ics", "BEGIN:VCALENDAR\nEND:VCALENDAR\n", "ics", false),
    ("empty.csv", "", "csv", false), ("page.html", "<p>Hello</p>", "html", false),
  ])
  func anotherKindIsNoticed(name: String, text: String, format: String, isOther: Bool) throws {
    let folder = try StoreFolder()
    try folder.write(name, text)
    let format = try #require(Format.named(format))
    #expect(Destination(folder.path + "/" + name).holdsOther(than: format) == isOther)
    #expect(!Destination(folder.path + "/missing").holdsOther(than: format))
    #expect(!Destination("-").holdsOther(than: format) && !Destination(folder.path).holdsOther(than: format))
  }
}
