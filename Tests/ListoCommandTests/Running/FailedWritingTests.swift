import Foundation
import ListoTestSupport
import Testing

/// Writing that cannot be done: a clear line, the status that tells, the old file as it was and nothing
/// beside it.
@Suite(.serialized) struct FailedWritingTests {
  private static let old = "BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n"

  private func sandbox() throws -> Sandbox {
    let sandbox = try Sandbox()
    try sandbox.write("big.ics", Calendars.text(20_000, title: "A reminder with a title"))
    try sandbox.write("small.ics", Calendars.text(3, title: "small"))
    try sandbox.write("out/all.ics", Self.old)
    return sandbox
  }

  // MARK: No room

  /// A disk of 256 KB, with files without names and without.
  @Test(
    .enabled(if: Ability.named != nil, "no file system can be mounted here"), arguments: [true, false],
    ["all.ics", "new.ics"])
  func fullDisk(unnamed: Bool, target: String) throws {
    let (mount, named) = (try #require(Ability.mount), try #require(Ability.named))
    let sandbox = try sandbox()
    try sandbox.write("named", "\(named) \"$@\"\n")
    let result = try sandbox.sh(
      """
      mkdir disk; \(mount) sh -c 'mount -t tmpfs -o size=256k none disk && cp out/all.ics disk
      \(unnamed ? "" : "sh ./named") listo convert big.ics -o disk/\(target); echo status $?; ls -A disk
      cmp out/all.ics disk/all.ics; listo convert small.ics -o disk/\(target); echo status $?
      cmp small.ics disk/\(target)'
      """)
    let lines = result.output.split(separator: "\n")
    #expect(lines == ["status 74", "all.ics", "status 0"])
    #expect(result.errors == "disk/\(target): error: No space left on device [write-failed]\n")
  }

  /// Files one after another to a disk that is too small for the second: the third still stands, and what
  /// stands is said.
  @Test(.enabled(if: Ability.mount != nil, "no file system can be mounted here"))
  func fullDiskUnderAFolder() throws {
    let mount = try #require(Ability.mount)
    let sandbox = try sandbox()
    try sandbox.write("in/1.ics", Calendars.text(3, title: "one"))
    try sandbox.write("in/2.ics", Calendars.text(20_000, title: "two"))
    try sandbox.write("in/3.ics", Calendars.text(3, title: "three"))
    let result = try sandbox.sh(
      """
      mkdir disk && \(mount) sh -c 'mount -t tmpfs -o size=256k none disk && listo convert in -o disk/sub/; echo status $?
      ls -A disk/sub; cmp in/1.ics disk/sub/1.ics; cmp in/3.ics disk/sub/3.ics'
      """)
    #expect(result.output == "status 74\n1.ics\n3.ics\n")
    #expect(
      result.errors == """
        disk/sub/2.ics: error: No space left on device [write-failed]
        error: 2 of 3 files were written; the others are unchanged

        """)
  }

  @Test(.disabled(if: Sanitizer.isOn, "a sanitizer writes a file as it starts"))
  func aLimitOnTheSizeOfFiles() throws {
    let sandbox = try sandbox()
    let result = try sandbox.sh("ulimit -f 64; listo convert big.ics -o out/all.ics")
    #expect(result.status == 74 && result.signal == 0)
    #expect(result.errors == "out/all.ics: error: File too large [write-failed]\n")
    #expect(try sandbox.text("out/all.ics") == Self.old)
    #expect(try sandbox.names("out") == ["all.ics"])
  }

  @Test(arguments: [
    "listo convert small.ics > /dev/full", "listo filter small.ics > /dev/full",
    "listo merge small.ics > /dev/full", "listo list small.ics > /dev/full",
    "listo calendars small.ics > /dev/full", "listo list small.ics --json > /dev/full",
    "listo check out > /dev/full", "listo merge small.ics -o /dev/full",
    "listo convert small.ics -t json -o /dev/full", "listo filter small.ics -o /dev/stdout > /dev/full",
  ])
  func aDeviceThatIsFull(line: String) throws {
    let sandbox = try sandbox()
    try sandbox.write("out/odd.ics", Self.old.replacingOccurrences(of: "END:", with: "ODD\r\nEND:"))
    let result = try sandbox.sh(line)
    #expect(result.status == 74)
    let name =
      line.contains("-o /dev/full")
      ? "/dev/full" : line.contains("-o /dev/stdout") ? "/dev/stdout" : "standard output"
    #expect(result.errors.hasPrefix("\(name): error: No space left on device [write-failed]\n"))
  }

  // MARK: Standard output

  @Test(arguments: ["convert", "filter", "merge", "list", "calendars"])
  func standardOutputIsClosed(command: String) throws {
    let sandbox = try sandbox()
    let result = try sandbox.sh("listo \(command) small.ics >&-")
    #expect(result.status == 74)
    #expect(result.errors == "standard output: error: Bad file descriptor [write-failed]\n")
  }

  /// The next file to be opened would get the number of a closed stream, and what is printed would go into
  /// it.
  @Test func nothingOfAClosedStreamGetsIntoAFile() throws {
    let sandbox = try sandbox()
    try sandbox.write("other.ics", Calendars.text(3, title: "other"))
    let right = try sandbox.sh("listo merge small.ics other.ics -o right.ics --report")
    #expect(right.status == 0 && right.output.contains("kept"))
    for streams in [">&-", "2>&-", "<&-", ">&- 2>&-", "<&- >&- 2>&-"] {
      let result = try sandbox.sh("listo merge small.ics other.ics -o out/all.ics --report \(streams)")
      #expect(result.status == 74 || !streams.contains(">&-") || streams == "2>&-", "\(streams)")
      #expect([Self.old, try sandbox.text("right.ics")].contains(try sandbox.text("out/all.ics")))
      #expect(try sandbox.names("out") == ["all.ics"])
    }
    // The remark about a file while that is open: that it had another name.
    for streams in ["2>&-", ">&- 2>&-", "<&- 2>&-"] {
      let result = try sandbox.sh(
        "rm -f name; ln out/all.ics name; listo filter small.ics -o out/all.ics \(streams); echo $?; cmp small.ics out/all.ics && echo same"
      )
      #expect(result.output == "0\nsame\n", "\(streams)")
    }
  }

  @Test(arguments: ["convert", "filter", "merge", "list", "convert -t jsonl", "check --json"])
  func aReaderThatGoesEndsItQuietly(command: String) throws {
    let sandbox = try sandbox()
    let result = try sandbox.sh("{ listo \(command) big.ics; echo $? > status; } | head -c 10")
    #expect(result.bytes.count <= 10)
    #expect(try sandbox.text("status") == "0\n")
    #expect(result.errors.isEmpty)
  }

  @Test func aReaderThatGoesDoesNotHideWhatWentWrongBefore() throws {
    let sandbox = try sandbox()
    let result = try sandbox.sh("{ listo convert none.ics big.ics; echo $? > status; } | head -c 10")
    #expect(try sandbox.text("status") == "66\n")
    #expect(result.errors == "none.ics: error: No such file or directory [missing]\n")
  }

  // MARK: Pipes, devices, descriptors

  @Test func pipesAndDescriptors() throws {
    let sandbox = try sandbox()
    let result = try sandbox.sh(
      """
      mkfifo pipe; cat pipe > through & listo filter small.ics -o pipe; wait; cmp small.ics through && test -p pipe
      listo filter small.ics -o /dev/null && test -c /dev/null || echo null
      echo before > log; listo filter small.ics -o /dev/stdout >> log; { echo before; cat small.ics; } | cmp - log
      listo filter small.ics -o /dev/fd/7 7> seven; cmp small.ics seven
      listo filter small.ics -o /dev/stdout | cmp - small.ics
      ls -A
      """)
    #expect(result.errors.isEmpty)
    #expect(
      result.output.split(separator: "\n")
        == ["big.ics", "log", "out", "pipe", "seven", "small.ics", "through"])
  }

  /// Bytes that went out to a descriptor cannot be taken back: a doubt at the end of an input, or a loss that
  /// is refused, comes before the first byte.
  @Test func whatIsOpenIsWrittenOnce() throws {
    let sandbox = try sandbox()
    let override =
      "BEGIN:VTODO\r\nUID:last\r\nRECURRENCE-ID:20260101T000000Z\r\nEND:VTODO\r\nEND:VCALENDAR\r\n"
    let text = Calendars.text(5000, title: "A reminder with a title")
    try sandbox.write("doubt.ics", text.replacing("END:VCALENDAR\r\n", with: override))
    let result = try sandbox.sh(
      """
      for o in /dev/fd/7 /proc/self/fd/7; do
        listo filter doubt.ics --incomplete -o $o 7> seven; listo filter doubt.ics --incomplete -o file.ics
        cmp seven file.ics; listo convert doubt.ics -t jsonl -o $o 7> eight 2> said
        listo convert doubt.ics -t jsonl -o file.jsonl 2> said; cmp eight file.jsonl
        listo convert doubt.ics -t jsonl --fail-on-loss -o $o 7> nine 2> said; wc -c < nine
      done
      """)
    #expect(result.errors.isEmpty)
    #expect(result.output == "0\n0\n")
  }

  /// An input that needs a second look, and then cannot be read to its end, costs no other.
  @Test func whatCannotBeReadCostsNoOther() throws {
    let sandbox = try sandbox()
    let override =
      "BEGIN:VCALENDAR\r\nBEGIN:VTODO\r\nUID:1\r\nRECURRENCE-ID:20260101T000000Z\r\nEND:VTODO\r\n"
    let text = Calendars.text(30_000, title: "A reminder with a title")
    try sandbox.write("early.ics", override + text.dropFirst("BEGIN:VCALENDAR\r\n".count))
    let result = try sandbox.sh(
      "cat early.ics | listo filter - small.ics --incomplete --input-limit input-size=1M > some; echo $?; cmp some small.ics"
    )
    #expect(result.output == "66\n")
    #expect(result.errors.contains("[input-too-large]"), "\(result.errors)")
  }

  /// A pipe is named by a path: its output stays in the folder.
  @Test func aPipeFromElsewhereStaysInTheOutputFolder() throws {
    let sandbox = try sandbox()
    try FileManager.default.createDirectory(
      atPath: sandbox.path + "/work", withIntermediateDirectories: false)
    let result = try sandbox.sh(
      "mkfifo pipe.ics; cat small.ics > pipe.ics & cd work; listo convert ../pipe.ics -t jsonl -o lines/; wait; find ."
    )
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.output == ".\n./lines\n./lines/pipe.jsonl\n")
    #expect(try sandbox.names() == ["big.ics", "out", "pipe.ics", "small.ics", "work"])
  }

  // MARK: No permission

  /// As a user with no rights, since root is refused nothing.
  @Test(.enabled(if: Ability.unprivileged != nil, "no way to be another user here"))
  func noPermission() throws {
    let user = try #require(Ability.unprivileged)
    let sandbox = try sandbox()
    try sandbox.write("closed/all.ics", Self.old)
    let result = try sandbox.sh(
      """
      chmod 755 . ; chmod 777 out ; chmod 644 small.ics big.ics; chmod 444 out/all.ics
      chmod 666 closed/all.ics; chmod 555 closed
      for target in out/all.ics closed/all.ics closed/new.ics closed/new/all.ics; do
        \(user) listo convert small.ics -o $target; echo status $? $target
      done
      \(user) listo convert small.ics -o closed/; echo status $?
      \(user) listo convert small.ics -o out/new.ics; echo status $? new
      ls -A out closed
      """)
    #expect(
      result.output == """
        status 73 out/all.ics
        status 73 closed/all.ics
        status 73 closed/new.ics
        status 73 closed/new/all.ics
        status 73
        status 0 new
        closed:
        all.ics

        out:
        all.ics
        new.ics

        """)
    let reason = "Listo replaces a file by a new file, which it cannot create in this folder"
    #expect(
      result.errors == """
        out/all.ics: error: Permission denied [cannot-create]
        closed/all.ics: error: Permission denied; \(reason) [cannot-create]
        closed/new.ics: error: Permission denied [cannot-create]
        closed/new/all.ics: error: the folder closed/new does not exist; create it first [cannot-create]
        closed/small.ics: error: Permission denied [cannot-create]
        error: 0 of 1 files were written; the others are unchanged

        """)
    for name in ["out", "closed"] { #expect(try sandbox.text("\(name)/all.ics") == Self.old) }
  }

  /// All files are changed, or none, so that one undo takes it back.
  @Test(.enabled(if: Ability.unprivileged != nil, "no way to be another user here"))
  func inPlaceOverSeveralFiles() throws {
    let user = try #require(Ability.unprivileged)
    let sandbox = try sandbox()
    let text = Calendars.text(3, title: "done").replacingOccurrences(
      of: "UID:1@", with: "STATUS:COMPLETED\r\nUID:1@")
    for name in ["1", "2/2", "3"] { try sandbox.write("in/\(name).ics", text) }
    let result = try sandbox.sh(
      """
      chmod 755 . ; chmod 777 in; chmod 666 in/*.ics in/2/*.ics; chmod 555 in/2; mkdir -m 777 state
      export XDG_STATE_HOME="$PWD/state"
      [ $(id -u) != 0 ] || chown 65534:65534 in/*.ics
      \(user) listo filter in --incomplete --in-place; echo status $?
      grep -c UID in/1.ics in/2/2.ics in/3.ics; ls -A in/2; ls -A in
      """)
    #expect(
      result.output
        == "status 73\nin/1.ics:3\nin/2/2.ics:3\nin/3.ics:3\n2.ics\n1.ics\n2\n3.ics\n", "\(result.output)")
    #expect(result.errors.contains("in/2/2.ics: error: Permission denied; "), "\(result.errors)")
  }

  /// A file of another user that may be replaced becomes one's own, which is said; its group may do no more
  /// than anyone.
  @Test(
    .enabled(
      if: getuid() == 0 && Ability.unprivileged != nil, "only root can make a file of another user"))
  func anOwnerThatCannotBeKept() throws {
    let user = try #require(Ability.unprivileged)
    let sandbox = try sandbox()
    let result = try sandbox.sh(
      """
      chmod 755 . ; chmod 777 out; chmod 644 small.ics; chown 12345:12345 out/all.ics; chmod 666 out/all.ics
      \(user) listo convert small.ics -o out/all.ics; echo $?; stat -c '%u %g %a' out/all.ics
      chown 12345:12345 out/all.ics; chmod 6766 out/all.ics
      \(user) listo convert --quiet small.ics -o out/all.ics; stat -c '%u %g %a' out/all.ics
      """)
    #expect(result.output == "0\n65534 65534 666\n65534 65534 766\n")
    #expect(
      result.errors == "out/all.ics: note: its owner or group could not be kept; it is yours now [not-kept]\n"
    )
  }

  // MARK: Links

  @Test func hardLinksAreTold() throws {
    let sandbox = try sandbox()
    let result = try sandbox.sh(
      """
      ln out/all.ics other; listo convert small.ics -o out/all.ics; echo $?; cmp small.ics out/all.ics
      ln out/all.ics again; listo convert small.ics --strict -o out/all.ics 2>/dev/null; echo $?
      """)
    #expect(result.output == "0\n2\n")
    #expect(
      result.errors == """
        out/all.ics: warning: it was replaced under this name; 1 other hard link keeps the old content \
        [hard-link]

        """)
    #expect(try sandbox.text("other") == Self.old)
  }

  @Test func symbolicLinksStay() throws {
    let sandbox = try sandbox()
    let result = try sandbox.sh(
      """
      ln -s out/all.ics link; ln -s link second; ln -s out/new.ics dangling; ln -s loop loop; ln -s none/x deep
      for target in second dangling loop deep; do listo filter small.ics -o $target; echo $?; done
      cmp small.ics out/all.ics; cmp small.ics out/new.ics; readlink link second dangling loop deep
      """)
    #expect(
      result.output == "0\n0\n73\n73\nout/all.ics\nlink\nout/new.ics\nloop\nnone/x\n", "\(result.output)")
    #expect(
      result.errors == """
        loop: error: Too many levels of symbolic links [cannot-create]
        deep: error: No such file or directory [cannot-create]

        """)
  }
}
