import Foundation
import ListoTestSupport
import Testing

/// The content of a file cannot make the command open, write or run anything that was not named on the
/// command line.
@Suite struct HostileNamesTests {
  /// Names that lead out of a folder, as a UID, a title, an identifier, a zone, a link or a file name may
  /// have them.
  private static func calendar(_ outside: String) -> String {
    let names = [
      "../../outside/canary", "\(outside)/canary", "..", "/", "a/../../../outside/evil",
      "x\u{0}/../../outside/evil",
      "$(touch \(outside)/evil)", "`touch \(outside)/evil`", "; touch \(outside)/evil",
      "| touch \(outside)/evil",
      "%2e%2e%2f%2e%2e%2foutside%2fevil", "C:\\outside\\evil", "~/evil", "file://\(outside)/canary", "-o",
      "--in-place",
    ]
    let todos = names.enumerated().map { index, name in
      """
      BEGIN:VTODO\r
      UID:\(name)\r
      DTSTAMP:20260101T00000\(index % 10)Z\r
      SUMMARY:\(name)\r
      DUE;TZID=\(name.contains(";") ? "\"\(name)\"" : name):20261201T090000\r
      RRULE:FREQ=DAILY;COUNT=3\r
      URL:file://\(outside)/canary\r
      ATTACH:file://\(outside)/canary\r
      ATTACH;VALUE=URI:\(outside)/canary\r
      IMAGE;VALUE=URI:file://\(outside)/canary\r
      DESCRIPTION;ALTREP="file://\(outside)/canary":\(name)\r
      RELATED-TO:\(name)\r
      CATEGORIES:\(name)\r
      BEGIN:VALARM\r
      ACTION:PROCEDURE\r
      ATTACH;FMTTYPE=application/binary:file:///bin/touch\r
      DESCRIPTION:\(outside)/evil\r
      TRIGGER:-PT1M\r
      END:VALARM\r
      END:VTODO\r

      """
    }
    return """
      BEGIN:VCALENDAR\r
      VERSION:2.0\r
      PRODID:../../outside/evil\r
      X-WR-CALNAME:../../outside/evil\r
      NAME:\(outside)/evil\r
      X-WR-RELCALID:../../outside/evil\r
      UID:\(outside)/evil\r
      SOURCE;VALUE=URI:file://\(outside)/canary\r
      BEGIN:VTIMEZONE\r
      TZID:../../outside/canary\r
      TZURL:file://\(outside)/canary\r
      END:VTIMEZONE\r
      \(todos.joined())END:VCALENDAR\r

      """
  }

  private static let commands = [
    "list in --all", "list in --all --json", "calendars in",
    "show ../../outside/canary in", "check in", "check in --json", "convert in -o out/",
    "convert in -t json -o out/", "convert in -t jsonl -o out/", "convert in -t jsonl",
    "filter in --text canary -o out/", "filter in --list ../../outside/evil", "merge in -o out/",
    "merge in copy -o out/ --rejects out/rejects.ics", "merge in copy -o out/all.ics --keep-lists --report",
    "merge in copy --one-list ../../outside/evil --dry-run", "list in --tag /etc/passwd",
  ]

  private func sandbox() throws -> (Sandbox, outside: String) {
    let sandbox = try Sandbox()
    let outside = sandbox.path + "/outside"
    try sandbox.write("outside/canary", "TZif2 secret")
    try sandbox.write("outside/canary.ics", Calendars.text(1, title: "secret"))
    let text = Self.calendar(outside)
    let names = [
      "plain", "-o", "$(touch evil)", "`touch evil`", "; touch evil;", "..", "...", "%2e%2e%2fevil",
      "\u{1B}[2J", "a\nb", " ", "\\..\\evil",
    ]
    for (index, name) in names.enumerated() {
      // One of them stands alone: its list is the folder.
      try sandbox.write("work/in/\(index == 0 ? "" : "sub/")\(name).ics", text)
      try sandbox.write(
        "work/copy/\(name).ics", text.replacingOccurrences(of: "SUMMARY:", with: "SUMMARY:new "))
    }
    try sandbox.write("work/in/sub/displayname", "../../outside/evil\n")
    try sandbox.write("work/in/sub/color", "/../../outside/evil\n")
    try sandbox.write("work/out/old.ics", "old")
    return (sandbox, outside)
  }

  /// Every file with its content, but for what stands in the folder of outputs.
  private func tree(_ sandbox: Sandbox) throws -> [String: Data] {
    var tree: [String: Data] = [:]
    for case let name as String in FileManager.default.enumerator(atPath: sandbox.path) ?? .init()
    where !name.hasPrefix("work/out/") && !name.hasPrefix("trace") {
      tree[name] = FileManager.default.contents(atPath: sandbox.path + "/" + name) ?? Data()
    }
    return tree
  }

  @Test(arguments: commands) func nothingElseIsWritten(command: String) throws {
    let (sandbox, outside) = try sandbox()
    let before = try tree(sandbox)
    #expect(before.count > 20)
    let result = try sandbox.sh(
      "cd work && listo \(command)", environment: ["TZ": "../../../..\(outside)/canary"])
    #expect(result.signal == 0 && [0, 1, 2, 64].contains(result.status), "\(result.errors)")
    #expect(try tree(sandbox) == before)
    // Nor is a path made of them within the folder of outputs.
    let written = (FileManager.default.enumerator(atPath: sandbox.path + "/work/out") ?? .init())
      .compactMap { $0 as? String }
    #expect(written.allSatisfy { !$0.contains("canary") && !$0.contains("outside") }, "\(written)")
    #expect(!result.output.contains("secret"))
  }

  /// Which files are opened, and which programs run, as the kernel sees it.
  @Test(
    .disabled(if: Sanitizer.isOn, "a sanitizer opens files of its own"),
    .enabled(if: Ability.trace, "strace is not installed, or may not trace"), arguments: commands)
  func nothingElseIsOpened(command: String) throws {
    let (sandbox, outside) = try sandbox()
    try sandbox.sh(
      "cd work && exec strace -f -qq -s 4096 -o ../trace -e trace=%file,%network,execve listo \(command)",
      environment: ["TZ": "../../../..\(outside)/canary"])
    let calls = try sandbox.text("trace").split(separator: "\n")
    #expect(calls.filter { $0.contains("execve(") }.count == 1, "no other program is run")
    #expect(!calls.contains { $0.contains("connect(") || $0.contains("socket(") })
    let opened = calls.filter { $0.contains(" open(") || $0.contains(" openat(") || $0.contains(" creat(") }
    #expect(opened.contains { $0.contains("\"in") })
    for call in opened {
      let path = call.split(separator: "\"", maxSplits: 2).dropFirst().first.map { String($0) } ?? ""
      // The name of a zone is looked up where the system keeps zones, and leads nowhere else.
      let isZone = [
        "/usr/share/zoneinfo/", "/usr/share/lib/zoneinfo/", "/usr/lib/zoneinfo/", "/etc/zoneinfo/",
      ]
      .contains(where: path.hasPrefix)
      #expect(isZone || !["canary", "passwd", "outside"].contains(where: path.contains), "\(call)")
      // The C library reads the file that TZ names when libical follows a rule: the variable is the person's
      // own.
      #expect(!isZone || !path.contains("/.") || path.hasSuffix("\(outside)/canary"), "\(call)")
      let isInput = path == "in" || path.hasPrefix("in/") || path == "copy" || path.hasPrefix("copy/")
      let isFolderFile = ["/displayname", "/color", "/order"].contains(where: path.hasSuffix)
      let isOutput = path == "out" || path.hasPrefix("out/") || path.hasPrefix(sandbox.path + "/work/out")
      let isSystem = ["/usr/", "/lib", "/etc/ld.so", "/proc/", "/sys/", "/opt/", "/dev/null"]
        .contains(where: path.hasPrefix)
      // The user's own, which no input can name.
      let isSettings = [".config", ".local/state"].contains { path.hasPrefix(sandbox.path + "/\($0)/listo/") }
      // The Swift toolchain may stand anywhere.
      #expect(
        isInput || isZone || isFolderFile || isOutput || isSettings || isSystem || path.contains(".so"),
        "\(call)")
      if call.contains("O_WRONLY") || call.contains("O_RDWR") || call.contains("O_CREAT") {
        #expect(isOutput || path == "/dev/null", "\(call)")
      }
    }
  }
}
