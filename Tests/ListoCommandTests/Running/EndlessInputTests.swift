import Testing

/// Inputs without an end, and those that hold more than can be held.
@Suite struct EndlessInputTests {
  private static let todo = "BEGIN:VTODO\r\nUID:1\r\nSUMMARY:One\r\nEND:VTODO\r\n"

  @Test func devices() throws {
    let sandbox = try Sandbox()
    for command in ["list /dev/zero", "list - < /dev/zero", "check /dev/urandom", "merge /dev/zero -o a.ics"]
    {
      let result = try sandbox.sh("listo \(command)")
      #expect(result.status == 66 && result.errors.contains("an endless device"), "\(command)")
    }
  }

  /// Standard input and pipes are read by their names, with a pipe or a file behind them.
  @Test func standardInputByItsName() throws {
    let sandbox = try Sandbox()
    try sandbox.write("a.ics", "BEGIN:VCALENDAR\r\n\(Self.todo)END:VCALENDAR\r\n")
    for command in [
      "cat a.ics | listo list /dev/stdin", "listo list /dev/stdin < a.ics", "cat a.ics | listo list -",
      "mkfifo pipe; (cat a.ics > pipe &); listo list pipe", "listo list /dev/fd/3 3< a.ics",
    ] {
      let result = try sandbox.sh(command)
      #expect(result.status == 0 && result.output.contains("One"), "\(command): \(result.errors)")
    }
  }

  @Test func componentsThatAreHeld() throws {
    let sandbox = try Sandbox()
    try sandbox.write("a.ics", "BEGIN:VCALENDAR\r\n\(Self.todo)\(Self.todo)\(Self.todo)END:VCALENDAR\r\n")
    try sandbox.write("b.ics", "BEGIN:VCALENDAR\r\n\(Self.todo)END:VCALENDAR\r\n")
    // One more than the reminders: the calendar itself.
    let list = try sandbox.sh("listo list a.ics b.ics --input-limit items=3")
    #expect(list.status == 66 && list.output.contains("One"), "the other one is read")
    #expect(
      list.errors.contains("a.ics: error: it has more than 3 components")
        && list.errors.contains("[too-many-items]"))
    #expect(try sandbox.sh("listo list a.ics --input-limit items=4").status == 0)
    let merge = try sandbox.sh("listo merge a.ics b.ics -o c.ics --input-limit items=3; ls c.ics")
    #expect(merge.errors.contains("it has more than 3 components") && merge.output.isEmpty)
    // Components that pass through are not counted.
    #expect(try sandbox.sh("listo filter a.ics --input-limit items=1 | cmp - a.ics").status == 0)
  }
}
