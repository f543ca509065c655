@testable import Listo
import ListoTestSupport
import Testing

/// A file that is taken apart where the journal asks for it is kept as one that is held apart.
@Suite struct NewItemFileTests {
  private static let calendar =
    "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:x\r\nBEGIN:VTIMEZONE\r\nTZID:Z\r\nEND:VTIMEZONE\r\n"
    + "BEGIN:VTODO\r\nUID:a\r\nSUMMARY:A\r\nEND:VTODO\r\n"
    + "BEGIN:VTODO\r\nUID:a\r\nRECURRENCE-ID:20260101T000000Z\r\nEND:VTODO\r\nEND:VCALENDAR\r\n"

  private static let texts = [
    "all": calendar, "nothing": "", "no calendar": "no calendar",
    // Of a file beyond 1 MB not all counts, unless all of it is new.
    "large": calendar.replacing("SUMMARY:A", with: "SUMMARY:" + String(repeating: "long ", count: 300_000)),
  ]

  @Test(arguments: texts.keys.sorted()) func theJournalKeepsTheSame(name: String) throws {
    let text = try #require(Self.texts[name])
    let bytes = Array(text.utf8)
    let file = ItemFile("/places", "list", "a.ics")
    let change = file.change(from: nil, to: bytes, inNewFolder: true)
    let (new, held) = (NewItemFile(file, bytes, inNewFolder: true), try ChangedFile(change, of: []))
    #expect((new.path, new.kind, new.ownsFolder) == (held.path, held.kind, held.ownsFolder))
    #expect((new.spliceCount, new.itemCount) == (held.spliceCount, held.itemCount))
    let seals = try held.seals()
    #expect(new.seals().before == nil && new.seals().after == seals.after)
    var splices: [FileChange.Splice] = []
    try new.forEachSplice { splices.append($0) }
    #expect(splices == change.splices)
    #expect((new.inverse.path, new.inverse.kind) == (held.inverse.path, held.inverse.kind))
    #expect(new.inverse.ownsFolder)
  }
}
