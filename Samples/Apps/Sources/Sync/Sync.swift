import Foundation
import Listo
import ListoTesting

/// Synchronizes a folder with a CalDAV server: here a mock server, which another client uses too. The app is
/// asked about each conflict, and undoes a change that came from the server.
@main struct Sync {
  static func main() async throws {
    guard CommandLine.arguments.count == 2 else {
      print("usage: Sync FOLDER, an empty folder for the lists and the state")
      exit(64)
    }
    let root = CommandLine.arguments[1]
    try FileManager.default.createDirectory(atPath: root + "/Lists", withIntermediateDirectories: true)
    let server = MockCalDAV()
    server.addList("home", title: "Home")
    server.put(reminder("1", "Water the plants"), "1.ics", in: "home")
    server.put(reminder("2", "Call Ann"), "2.ics", in: "home")

    let journal = Journal(root + "/journal")
    let account = Account(MockCalDAV.settings(folder: root + "/Lists"), states: root, http: server)
    try await sync("first", account, journal)

    // Both sides change the same title; the other client also adds a reminder.
    let store = try await ReminderStore.open([root + "/Lists"], journal: journal)
    if let plants = try store.reminders("title = \"Water the plants\"").first {
      try store.edit("Rename") { try $0.rename(plants.id, to: "Water all plants") }
    }
    server.put(reminder("1", "Water the roses", stamp: 2), "1.ics", in: "home")
    server.put(reminder("3", "Buy soil"), "3.ics", in: "home")
    try await sync("second", account, journal)
    print("the server has: \(server.titles().joined(separator: ", "))")

    // A request that fails ends the sync; the next one goes on.
    server.fail(.status(500), atRequest: 2)
    server.remove("2.ics", in: "home")
    do { try await sync("failing", account, journal) } catch { print("failing sync: \(error)") }
    try await sync("last", account, journal)
    store.refresh()
    print("here are: \(try store.reminders("open").compactMap(\.title).sorted().joined(separator: ", "))")
  }

  private static func sync(_ name: String, _ account: Account, _ journal: Journal) async throws {
    let report = try await account.sync(journal: journal) { conflict in
      for field in conflict.fields where field.isConflict {
        print("  conflict of \(field.field): \(field.ours) here, \(field.theirs) there")
      }
      return .ours
    }
    let counts = report.counts.map { "\($0.key.rawValue) \($0.value)" }.sorted()
    print("\(name) sync: \(counts.joined(separator: ", "))")
    for line in report.waiting { print("  waits: \(line.title): \(line.text)") }
  }

  private static func reminder(_ uid: String, _ title: String, stamp: Int = 1) -> String {
    """
    BEGIN:VCALENDAR\r
    VERSION:2.0\r
    PRODID:-//Example//EN\r
    BEGIN:VTODO\r
    UID:\(uid)\r
    DTSTAMP:2026010\(stamp)T000000Z\r
    LAST-MODIFIED:2026010\(stamp)T000000Z\r
    SUMMARY:\(title)\r
    END:VTODO\r
    END:VCALENDAR\r

    """
  }
}
