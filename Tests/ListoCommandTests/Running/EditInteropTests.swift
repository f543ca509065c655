import Foundation
import ListoTestSupport
import Testing

/// Other programs read the files that Listo writes into a vdir, and the files go to servers and back as they
/// were.
@Suite struct EditInteropTests {
  static let programs = PythonEnvironment.with("todoman khal vdirsyncer radicale xandikos")

  /// The findings of these programs in a folder of lists.
  struct Found: Decodable {
    let todoman: [String]
    let todomanComplaints: [String]
    let khalComplaints: [String]
    let untouched: Bool
    let items: Int
    let lost: Int
    let others: Int
    let xandikos: [Int]
  }

  /// Two lists with what each kind of edit writes.
  static func edit(_ sandbox: Sandbox) throws -> Sandbox.Result {
    try sandbox.sh(
      """
      mkdir -p lists/home lists/work back; echo Home > lists/home/displayname; echo Work > lists/work/displayname
      say() { listo "$@" --in lists --now 2026-11-27T09:00:00Z --timezone Europe/Berlin > /dev/null 2>> said || cat said; }
      say add 'Bins every week on mon 7:00' --list Home
      say add 'Stretch every day' --list Home
      say add 'Call the bank tomorrow 9:00 !high #money' --list Home
      say add 'Plan; the, weekend ☕' --verbatim --list Home
      say add Candles --parent weekend --list Home
      say add 'Report fri 9:00' --list Work
      say done Bins
      say done Stretch --recur override
      say done Report
      say edit bank --due '1 dec 10:00' --notes "$(seq 60 | tr '\n' ' ')"
      say alarm bank --at -15m
      say move bank --into Work
      say order Candles --top
      say order weekend --bottom
      """)
  }

  @Test(
    .enabled(if: programs != nil, "todoman, khal, vdirsyncer, Radicale and Xandikos cannot be installed here")
  )
  func othersReadWhatIsWritten() throws {
    let programs = try #require(Self.programs)
    let sandbox = try Sandbox()
    let edits = try Self.edit(sandbox)
    #expect(edits.status == 0 && edits.output.isEmpty, "\(edits.output) \(edits.errors)")
    let found = try Found(programs, "\(sandbox.path)/lists", workingIn: "\(sandbox.path)/back")
    #expect(
      Set(found.todoman) == ["Bins", "Stretch", "Call the bank", "Plan; the, weekend ☕", "Candles", "Report"])
    #expect(found.todomanComplaints.isEmpty && found.khalComplaints.isEmpty)
    #expect(found.items == 7)
    #expect(found.untouched, "a sync with the server changed what it sent")
    #expect(found.lost == 0 && found.others == 0, "\(found)")
    #expect(Set(found.xandikos).isSubset(of: [201, 204]), "\(found.xandikos)")
  }

  /// The units that the manual shows for notifications are what systemd takes them for.
  @Test(.enabled(if: Sandbox.can("systemd-analyze --version"), "there is no systemd here"))
  func theUnitsOfTheManual() throws {
    let sandbox = try Sandbox()
    let page = try String(
      contentsOf: Workplace.repository.appendingPathComponent("man/listo-alarms.1"), encoding: .utf8)
    var name: String?
    var units: [String: String] = [:]
    for line in page.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("# listo-alarms.") { name = String(line.dropFirst(2)) }
      if line == ".Ed" { name = nil }
      guard let name, !line.hasPrefix("#") else { continue }
      units[name, default: ""] += line.replacing("\\e", with: "\\") + "\n"
    }
    #expect(units.count == 2)
    for (name, text) in units { try sandbox.write(name, text) }
    let result = try sandbox.sh(
      "mkdir -m 700 run; XDG_RUNTIME_DIR=$PWD/run systemd-analyze --user verify ./listo-alarms.service ./listo-alarms.timer"
    )
    #expect(result.status == 0 && result.errors.isEmpty, "\(result.errors)")
  }
}

extension EditInteropTests.Found {
  /// - Parameters:
  ///   - lists: a folder with a folder for each list.
  ///   - folder: one that is there and empty.
  init(_ programs: PythonEnvironment, _ lists: String, workingIn folder: String) throws {
    let script = Workplace.repository.appendingPathComponent("Tests/ListoCommandTests/Running/read-back.py")
    let answer = try programs.run(script, input: Data("\(lists)\n\(folder)\n".utf8))
    self = try JSONDecoder().decode(Self.self, from: Data(answer.utf8))
  }
}
