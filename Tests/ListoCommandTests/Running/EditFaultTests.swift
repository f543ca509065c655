import Foundation
import ListoTestSupport
import Testing

/// Edits by real processes that are killed, have no room or no permission, or come in each other's way:
/// nothing is lost, nothing is there twice, and the journal says what stands.
///
/// The suite takes a sample; `make faults` sets `LISTO_FAULTS=all`, and takes all of it.
@Suite(.serialized) struct EditFaultTests {
  private static let takesAll = ProcessInfo.processInfo.environment["LISTO_FAULTS"] == "all"

  /// Two lists of three reminders, a file each.
  private struct Lists {
    let sandbox: Sandbox

    init(in folder: String = "lists") throws {
      sandbox = try Sandbox()
      for (list, uids) in [("home", ["a", "b", "c"]), ("work", ["d", "e", "f"])] {
        try sandbox.write("\(folder)/\(list)/displayname", list)
        for uid in uids {
          try sandbox.write(
            "\(folder)/\(list)/\(uid).ics",
            "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Example//EN\r\nBEGIN:VTODO\r\nUID:\(uid)\r\n"
              + "DTSTAMP:20260101T000000Z\r\nSUMMARY:Title \(uid)\r\nEND:VTODO\r\nEND:VCALENDAR\r\n")
        }
      }
    }

    /// Every file with its bytes, but for what a command that was killed left under a hidden name.
    func files(_ folder: String = "lists") throws -> [String: Data] {
      var found: [String: Data] = [:]
      for list in try sandbox.names(folder) {
        for name in try sandbox.names("\(folder)/\(list)") where !name.hasPrefix(".") {
          found["\(list)/\(name)"] = try sandbox.data("\(folder)/\(list)/\(name)")
        }
      }
      return found
    }

    /// The files that were left under hidden names.
    func leftovers() throws -> [String] {
      try sandbox.names("lists").flatMap { list in
        try sandbox.names("lists/\(list)").filter { $0.hasPrefix(".") }
      }
    }
  }

  // MARK: Killed

  static let edits = [
    "listo move 'Title a' --into work --in lists", "listo done 'Title a' --in lists",
    "listo delete 'Title a' --in lists --yes", "listo add New --list home --uid n --in lists",
    "listo delete 'Title a' 'Title d' 'Title e' --in lists --yes",
    "listo done 'Title a' 'Title b' 'Title d' 'Title e' --in lists --yes", "listo undo",
  ]

  /// Exactly before, and at, each call that writes something: the next command finishes it or takes it back,
  /// whole.
  @Test(
    .enabled(if: Ability.trace, "strace is not installed, or may not trace"),
    arguments: takesAll ? edits : [edits[0]])
  func killedAtEachWrite(edit: String) throws {
    let calls = ["write", "pwrite64", "fsync", "linkat", "rename", "unlink"]
    var outcomes: [String: Int] = [:]
    for call in calls {
      for turn in 1... {
        let lists = try Lists()
        if edit == "listo undo" { try lists.sandbox.sh("listo done 'Title a' --in lists") }
        let before = try lists.files()
        // The files as the edit would leave them; the clock is set, except for an undo.
        let other = try Lists()
        if edit == "listo undo" { try other.sandbox.sh("listo done 'Title a' --in lists") }
        let now = edit == "listo undo" ? "" : " --now 2026-11-27T09:00:00Z"
        try other.sandbox.sh(edit + now)
        let after = try other.files()
        let trace = "strace -f -qq -o trace -e trace=\(call) -e inject=\(call):signal=KILL:when=\(turn) "
        _ = try lists.sandbox.sh(trace + edit + now)
        guard try lists.sandbox.text("trace").contains("killed by SIGKILL") else { break }
        let what = "\(edit), killed at \(call) \(turn)"
        // Each file is one of the two, and what moves is not nowhere.
        let found = try lists.files()
        for (name, bytes) in found {
          #expect(bytes == before[name] || bytes == after[name], "\(what): \(name)")
        }
        for name in before.keys where after[name] != nil { #expect(found[name] != nil, "\(what): \(name)") }
        // Reading goes on.
        let reading = try lists.sandbox.sh("listo list lists --json")
        #expect(reading.status == 0, "\(what): \(reading.errors)")
        // The next change settles it.
        let next = try lists.sandbox.sh("listo flag 'Title f' --in lists --now 2026-11-27T10:00:00Z")
        #expect(next.status == 0, "\(what): \(next.errors)")
        var settled = try lists.files()
        settled["work/f.ics"] = before["work/f.ics"]
        let isDone = settled == after
        #expect(isDone || settled == before, "\(what): half of it stands")
        outcomes[isDone ? "finished" : "as before", default: 0] += 1
        let history = try lists.sandbox.sh("listo history --json").output
        #expect(!history.contains("pending") && !history.contains("broken"), "\(what): \(history)")
        // All of it can be taken back, to the byte.
        try lists.sandbox.sh("listo undo")
        if isDone, edit != "listo undo" {
          let undone = try lists.sandbox.sh("listo undo")
          #expect(undone.status == 0, "\(what): \(undone.errors)")
          #expect(try lists.files() == before, "\(what): not taken back")
        }
        #expect(try lists.leftovers().isEmpty, "\(what): something was left behind")
      }
    }
    print("\(edit), killed: \(outcomes)")
    #expect(outcomes["finished", default: 0] > 0 && outcomes["as before", default: 0] > 0, "\(outcomes)")
  }

  // MARK: No room, no permission

  @Test(.enabled(if: Ability.mount != nil, "no way to mount a file system here"))
  func aFullDisk() throws {
    let tool = try #require(Ability.mount)
    let lists = try Lists()
    let result = try lists.sandbox.sh(
      """
      mkdir small state
      \(tool) sh -c 'mount -t tmpfs -o size=200k none small && cp -r lists/. small && cp -r small before
        cat /dev/zero > small/fill 2>/dev/null
        XDG_STATE_HOME=$PWD/state listo edit "Title a" --notes "$(seq 9000)" --in small; echo status $?
        XDG_STATE_HOME=$PWD/state listo move "Title a" --into work --in small; echo status $?
        rm small/fill; diff -r small before && echo the same; find state -name "*.jsonl"
        XDG_STATE_HOME=$PWD/state listo done "Title a" --in small > /dev/null; echo status $?
        cp -r small done; cat /dev/zero > small/fill 2>/dev/null
        # The journal stands on the full disk, the reminders do not.
        XDG_STATE_HOME=$PWD/small listo done "Title b" --in before; echo status $?
        rm small/fill; diff -r -x listo small done && echo the same'
      """)
    let words = result.output.split(separator: "\n").filter { !$0.hasPrefix("done:") }
    #expect(
      words.filter { $0 != "status 73" && $0 != "status 74" } == ["the same", "status 0", "the same"],
      "\(result.output) \(result.errors)")
    #expect(words.count == 6, "\(result.output) \(result.errors)")
    #expect(result.errors.contains("No space left on device"), "\(result.errors)")
  }

  @Test(.enabled(if: Ability.unprivileged != nil, "no way to be another user here"))
  func aReadOnlyFolder() throws {
    let user = try #require(Ability.unprivileged)
    let lists = try Lists()
    let before = try lists.files()
    let result = try lists.sandbox.sh(
      """
      chmod 755 . lists; chmod 777 lists/work; chmod 555 lists/home; chmod 444 lists/home/*; mkdir state; chmod 777 state
      export XDG_STATE_HOME=$PWD/state
      for edit in 'done "Title a"' 'move "Title a" --into work' 'move "Title d" --into home' 'add New --list home'; do
        eval \(user) listo $edit --in lists; echo status $?
      done
      """)
    #expect(result.output == String(repeating: "status 73\n", count: 4), "\(result.output) \(result.errors)")
    #expect(try lists.files() == before)
    let history = try lists.sandbox.sh("XDG_STATE_HOME=$PWD/state listo history")
    #expect(history.output == "There are no changes.\n", "\(history.output)")
  }

  // MARK: In each other's way

  /// One waits with what it read while another changes the same file.
  @Test(.enabled(if: Ability.trace, "strace is not installed, or may not trace"))
  func aFileThatChangedInBetween() throws {
    let lists = try Lists()
    let result = try lists.sandbox.sh(
      """
      strace -f -qq -o trace -e trace=flock -e inject=flock:delay_enter=2000000:when=1 \
        listo tag 'Title a' --add slow --in lists > slow & sleep 0.7
      listo tag 'Title a' --add quick --in lists > quick; wait
      cat slow quick | wc -l; grep CATEGORIES lists/home/a.ics
      """)
    #expect(result.output.contains("CATEGORIES:quick,slow"), "\(result.output) \(result.errors)")
    let history = try lists.sandbox.sh("listo history --json").output
    #expect(history.components(separatedBy: "\"standing\"").count == 3, "\(history)")
  }

  /// Many processes at once: half bring something, half change one and the same reminder.
  @Test func manyAtOnce() throws {
    let count = Self.takesAll ? 200 : 16
    let lists = try Lists()
    let result = try lists.sandbox.sh(
      """
      for n in $(seq \(count)); do
        if [ $((n % 2)) = 0 ]; then listo add "New $n" --verbatim --list home --in lists
        else listo tag 'Title a' --add tag$n --in lists; fi > out.$n 2>&1 || echo failed $n $(cat out.$n) &
      done; wait
      """)
    #expect(result.output.isEmpty, "\(result.output)")
    let files = try lists.files()
    #expect(files.count == 8 + count / 2)
    let tags = try lists.sandbox.sh(
      "listo list lists --json --everywhere | grep -o 'tag[0-9][0-9]*' | sort -u | wc -l")
    #expect(tags.output.trimmingCharacters(in: .whitespaces) == "\(count / 2)\n", "\(tags.output)")
    let history = try lists.sandbox.sh("listo history --json").output
    #expect(history.components(separatedBy: "\"standing\"").count == count + 1)
    #expect(!history.contains("pending") && !history.contains("broken"))
    // Every one of them can be taken back.
    for _ in 0..<(Self.takesAll ? count : 3) { try lists.sandbox.sh("listo undo") }
    if Self.takesAll { #expect(try lists.files() == Lists().files()) }
  }
}
