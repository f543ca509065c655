import Foundation
import Testing

/// The state that Listo remembers, with several processes at once and with files that are not as they should
/// be. Nothing here touches the person's own folders: HOME is the sandbox.
@Suite struct RememberingTests {
  private static let calendar = """
    BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:x\r\nNAME:Home\r
    BEGIN:VTODO\r\nUID:1\r\nSUMMARY:One\r\nEND:VTODO\r
    BEGIN:VTODO\r\nUID:2\r\nSUMMARY:Two\r\nEND:VTODO\r\nEND:VCALENDAR\r\n
    """

  private func place() throws -> Sandbox {
    let sandbox = try Sandbox()
    try sandbox.write("in/home.ics", Self.calendar)
    return sandbox
  }

  @Test func sourcesThatAreAddedAtOnceAllStand() throws {
    let sandbox = try place()
    let numbers = 1...12
    try sandbox.sh("for n in \(numbers.map(String.init).joined(separator: " ")); do mkdir s$n; done")
    let script = numbers.map { "listo sources add s\($0) > /dev/null &" }.joined(separator: "\n") + "\nwait"
    #expect(try sandbox.sh(script).status == 0)
    let names = try sandbox.sh("listo sources | cut -d' ' -f1 | sort -V").output.split(separator: "\n").map(
      String.init)
    #expect(names == numbers.map { "s\($0)" })
    #expect(try sandbox.names(".config/listo") == ["config.toml"])
  }

  @Test func selectionsThatAreMadeAtOnceLeaveOneWhole() throws {
    let sandbox = try place()
    let script =
      (1...12).map { "listo select \($0 % 2 == 0 ? "One" : "Two") in > /dev/null &" }.joined(separator: "\n")
      + "\nwait"
    #expect(try sandbox.sh(script).status == 0)
    let answer = try sandbox.sh("listo select")
    #expect(answer.status == 0 && answer.errors.isEmpty)
    #expect(["selected: One, in Home (in)\n", "selected: Two, in Home (in)\n"].contains(answer.output))
    #expect(try sandbox.names(".local/state/listo") == ["selection.json"])
  }

  /// While one process writes, what another reads is whole.
  @Test func readersNeverSeeHalf() throws {
    let sandbox = try place()
    try sandbox.sh("listo select One in")
    let script = """
      (for n in 1 2 3 4 5 6 7 8; do listo select One in; listo select Two in; done) > /dev/null &
      for n in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do listo select || echo broken; done
      wait
      """
    let answer = try sandbox.sh(script)
    #expect(answer.errors.isEmpty && !answer.output.contains("broken"))
  }

  @Test func onlyTheOwnerCanReadIt() throws {
    let sandbox = try place()
    try sandbox.sh("umask 000; listo select One in")
    #expect(
      try sandbox.sh("stat -c %a .local/state/listo .local/state/listo/selection.json").output == "700\n600\n"
    )
    // One that others could read is closed to them.
    try sandbox.sh("chmod 644 .local/state/listo/selection.json; listo select Two in")
    #expect(try sandbox.sh("stat -c %a .local/state/listo/selection.json").output == "600\n")
  }

  @Test(arguments: [
    "", "{", "[]", "\u{0}\u{1}", "{\"listo\":\"selection\",\"version\":1}", "{\"listo\":\"selection\"}",
  ])
  func brokenStateIsSetAside(text: String) throws {
    let sandbox = try place()
    try sandbox.write(".local/state/listo/selection.json", text)
    let answer = try sandbox.sh("listo sources add in > /dev/null; listo list")
    #expect(answer.status == 0 && answer.output.contains("Home"))
    #expect(answer.errors.contains("is damaged") && answer.errors.contains("renamed to"))
    #expect(try sandbox.text(".local/state/listo/selection.json.broken") == text)
    #expect(try sandbox.sh("listo list").errors.isEmpty)
  }

  /// A pipe in the place of what is remembered, or set, is not waited for.
  @Test func pipesInThePlaceOfFiles() throws {
    let sandbox = try place()
    try sandbox.sh(
      "mkdir -p .config/listo .local/state/listo; mkfifo .config/listo/config.toml .local/state/listo/selection.json"
    )
    let named = try sandbox.sh("listo list in")
    #expect(named.status == 0 && named.errors.contains("none of its settings is used"))
    let all = try sandbox.sh("listo list")
    #expect(
      all.status == 78 && all.errors.contains("config.toml: it cannot be read: it is not a regular file."))
    try sandbox.sh("rm .config/listo/config.toml; listo sources add in")
    let selected = try sandbox.sh("listo list")
    #expect(selected.status == 0 && selected.output.contains("One"))
    #expect(selected.errors.contains("selection.json is not used"))
  }

  /// If an input with selected reminders is gone, Listo looks for the selection in the other inputs, else in
  /// the sources; where there are none, nothing is left.
  @Test func inputsThatAreGone() throws {
    let sandbox = try place()
    try sandbox.sh("mkdir away; sed s/One/Three/ in/home.ics > away/home.ics; listo select Three away in")
    try sandbox.sh("mv away elsewhere")
    for command in ["list", "next"] {
      let others = try sandbox.sh("listo \(command)")
      #expect(others.status == 0 && others.output.contains("One"), "\(command): \(others.errors)")
      #expect(
        others.errors.contains("gone: \(sandbox.path)/away, which had the selection Three, in Home (away)"))
    }
    try sandbox.sh("listo select Three elsewhere; mv elsewhere gone")
    let nothing = try sandbox.sh("listo list")
    #expect(nothing.status == 66 && nothing.errors.contains("listo select --clear"))
    try sandbox.sh("listo sources add in")
    let sources = try sandbox.sh("listo list")
    #expect(sources.status == 0 && sources.output.contains("Two") && sources.errors.contains("gone: "))
    #expect(try sandbox.sh("listo show").status == 1, "it is looked for, and not found")
  }

  /// State that a later version wrote is not ours to move.
  @Test func stateOfALaterVersionStays() throws {
    let sandbox = try place()
    let text = "{\"listo\":\"selection\",\"version\":9}"
    try sandbox.write(".local/state/listo/selection.json", text)
    let answer = try sandbox.sh("listo sources add in > /dev/null; listo list")
    #expect(answer.status == 0 && answer.errors.contains("later version of Listo"))
    #expect(try sandbox.text(".local/state/listo/selection.json") == text)
  }

  @Test func foldersThatCannotBeWritten() throws {
    let sandbox = try place()
    try sandbox.write(".local", "a file")
    try sandbox.write(".config", "a file")
    #expect(try sandbox.sh("listo select One in").status == 73)
    #expect(try sandbox.sh("listo sources add in").status == 73)
    #expect(try sandbox.sh("listo list in").status == 0)
  }

  @Test func otherPlaces() throws {
    let sandbox = try place()
    let environment = ["XDG_CONFIG_HOME": sandbox.path + "/c", "XDG_STATE_HOME": sandbox.path + "/s"]
    try sandbox.sh("listo sources add in; listo select One", environment: environment)
    #expect(try sandbox.names("c/listo") == ["config.toml"] && sandbox.names("s/listo") == ["selection.json"])
    #expect(try !sandbox.names().contains(".config"))
    // A folder that is not absolute is passed over (XDG Base Directory Specification).
    #expect(
      try sandbox.sh("listo sources", environment: ["XDG_CONFIG_HOME": "c"]).output.hasPrefix("No sources"))
    #expect(try sandbox.sh("unset HOME; listo sources add in").status == 73)
  }

  /// A link to a file that is kept elsewhere stays a link.
  @Test func linkedConfiguration() throws {
    let sandbox = try place()
    try sandbox.write("dotfiles/config.toml", "# mine\n")
    try sandbox.sh(
      "mkdir -p .config/listo; ln -s ../../dotfiles/config.toml .config/listo/config.toml; listo sources add in"
    )
    #expect(try sandbox.text("dotfiles/config.toml") == "# mine\n\n[sources]\nin = \"~/in\"\n")
  }

  @Test func zoneOfTheConfiguration() throws {
    let sandbox = try place()
    try sandbox.write(".config/listo/config.toml", "zone = \"Asia/Tokyo\"\n")
    try sandbox.write("in/home.ics", Self.calendar.replacing("UID:1", with: "UID:1\r\nDUE:20261201T080000Z"))
    let command = "listo list in --template '{due:time}' --limit 1 --now 2026-12-01T00:00:00Z"
    #expect(try sandbox.sh("unset TZ; " + command).output == "17:00\n")
    // A variable, and an option, were said later than the file.
    #expect(try sandbox.sh("TZ=Europe/Berlin " + command).output == "09:00\n")
    #expect(try sandbox.sh("unset TZ; \(command) --timezone UTC").output == "08:00\n")
  }
}
