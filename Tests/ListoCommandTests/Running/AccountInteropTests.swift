import Foundation
import ListoTestSupport
import Testing

/// An account's folder is a vdir like any other, and what is done in it needs no network.
@Suite struct AccountInteropTests {
  private static let add = """
    listo account add home http://127.0.0.1:$(cat port)/ --user user --password-file password --folder "$PWD/lists"
    """

  /// todoman and khal read it; vdirsyncer syncs it with another server, and that changes nothing for Listo.
  @Test(
    .enabled(
      if: EditInteropTests.programs != nil,
      "todoman, khal, vdirsyncer, Radicale and Xandikos cannot be installed here"))
  func othersReadTheFolder() throws {
    let programs = try #require(EditInteropTests.programs)
    let place = try Workplace()
    defer { place.remove() }
    _ = try place.run(SecretsTests.start)
    defer { _ = try? place.run("kill $(cat server)") }
    _ = try place.run("\(Self.add); listo sync; mkdir back")
    _ = try place.run("listo add 'Bins every week on mon 7:00' --list Tasks --now 2026-11-27T09:00:00Z")
    _ = try place.run("listo sync")
    let path = place.folder.path
    let found = try EditInteropTests.Found(programs, "\(path)/lists", workingIn: "\(path)/back")
    #expect(found.todoman == ["Bins", "Milk"])
    #expect(found.todomanComplaints.isEmpty && found.khalComplaints.isEmpty, "\(found)")
    #expect(found.items == 2 && found.lost == 0 && found.others == 0 && found.untouched, "\(found)")
    let after = try place.run("listo sync")
    #expect(after.contains("nothing changed"), "\(after)")
  }

  /// All but a sync goes on where the server is gone.
  @Test func withoutAServerAllElseWorks() throws {
    let place = try Workplace()
    defer { place.remove() }
    _ = try place.run(SecretsTests.start)
    _ = try place.run("\(Self.add); listo sync; cp -r lists copy; kill $(cat server)")
    #expect(try place.run("listo list").contains("Milk"))
    #expect(!(try place.run("listo add Bread --list Tasks")).contains("[exit"))
    #expect(!(try place.run("listo done Milk")).contains("[exit"))
    let merged = try place.run("listo merge lists copy -o merged.ics --quiet; grep -c SUMMARY merged.ics")
    #expect(merged == "2\n", "\(merged)")
    #expect(try place.run("listo sync").contains("[exit"))
    #expect(try place.run("listo list --all").contains("Bread"))
  }

  /// libcurl is loaded by what asks a server, and by nothing else: it takes as long as the whole start.
  @Test(.enabled(if: Tracing.isPossible, "strace is not there, or may not trace"))
  func libcurlIsLoadedWhereItIsNeeded() throws {
    let place = try Workplace()
    defer { place.remove() }
    _ = try place.run(SecretsTests.start)
    defer { _ = try? place.run("kill $(cat server)") }
    _ = try place.run("\(Self.add); listo sync")
    func loads(_ command: String) throws -> Bool {
      let output = try place.run("strace -f -e trace=open,openat -o trace listo \(command)")
      #expect(!output.contains("[exit"), "\(command): \(output)")
      return try String(contentsOf: place.folder.appendingPathComponent("trace"), encoding: .utf8)
        .contains("libcurl")
    }
    for command in ["--version", "list", "status", "add Bread --list Tasks", "merge lists -o merged.ics"] {
      // A look at what is new on a server asks it.
      #expect(try loads(command) == (command == "status"), "\(command)")
    }
  }
}
