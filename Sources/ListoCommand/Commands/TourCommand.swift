internal import ArgumentParser
internal import Listo
internal import Platform

struct TourCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tour",
    abstract: "Try Listo with sample reminders, step by step.",
    usage: "listo tour [<options>]",
    discussion: """
      Listo writes a few reminders to a temporary folder, and shows one command after another. Enter runs \
      the command, s skips it, and q ends the tour. Your own sources, configuration and journal stay as they \
      are, and the folder is removed at the end. Where nobody can be asked, all commands are run.

      Examples:
        listo tour
      """)

  @OptionGroup var view: ViewOptions

  func run() throws {
    let reporter = Reporter(isQuiet: false, isStrict: false)
    let context = try view.context(reporter, inputs: ["-"])
    let place = try TourPlace(today: context.zone.local(of: context.now).day)
    defer { place.remove() }
    let prompt = EditPrompt(isTaken: false, asks: false)
    let steps = Self.steps
    for (index, step) in steps.enumerated() {
      try say(["", "\(index + 1)/\(steps.count)  \(step.text)", "$ listo " + step.command], reporter)
      if let prompt {
        switch prompt.answer("[Enter runs it, s skips it, q ends the tour] ")?.lowercased() {
        case ""?, "y"?: break
        case "s"?: continue
        default: return
        }
      }
      try place.run(step.command, at: context.now, in: context.zone.name)
    }
    try say(
      [
        "", "That was the tour. For your own reminders:", "  listo sources add ~/Calendars",
        "  listo account add NAME URL --user USER", "  listo browse", "  listo help",
      ], reporter)
  }

  private func say(_ lines: [String], _ reporter: Reporter) throws {
    try Printing.print(lines.map { $0 + "\n" }.joined(), reporter)
  }

  private static let steps: [(text: String, command: String)] = [
    ("Reminders are in files. A folder with a file for each list is a source.", "list Calendars"),
    ("A source that you add is read whenever you name no input.", "sources add Calendars"),
    ("The reminders of today, and those that are overdue.", "today"),
    ("One reminder to do now, and the reasons.", "next --why"),
    (
      "Words become dates, tags, priorities and recurrence rules.",
      "add 'Call the bank tomorrow 9:00 #money' --list Home"
    ),
    ("Words of the title are the name of a reminder. A repeating one moves to its next date.", "done plants"),
    ("Every change can be taken back.", "undo"),
    ("Conditions choose reminders.", "list --where 'tag = garden or overdue'"),
    (
      "Any format becomes any other one. Data that it cannot hold is counted.",
      "convert Calendars -t markdown+obsidian"
    ),
    (
      "A phone changed a copy of a list. A merge keeps the newest version of each reminder, and says why.",
      "merge Calendars/Home.ics phone.ics -o merged.ics --report"
    ),
    ("A check finds errors that other programs would stumble over.", "check phone.ics"),
  ]
}

/// The temporary folder of a tour, with two lists and a newer copy of one.
private struct TourPlace {
  let folder: String

  /// - Throws: ``Failure`` where no folder can be made.
  init(today: Day) throws(Failure) {
    let named = ProcessEnvironment.variable("TMPDIR") ?? "/tmp"
    let parent = (try? FileSystem.realPath(named)) ?? named
    // Nobody else can have made a folder of this name.
    folder = "\(parent)/listo-tour-\(String(UInt64.random(in: .min ... .max), radix: 36))"
    do throws(SystemError) { try FileSystem.makeFolder(folder, isPrivate: true) } catch {
      throw Failure(.cannotCreate, "\(folder): \(error.reason)")
    }
    let reporter = Reporter(isQuiet: true, isStrict: false)
    for (name, text) in Self.files(today) {
      let output = try OutputWriting.create(folder + "/" + name, reporter)
      try OutputWriting.attempt(reporter) { () throws(StoreError) in try output.write(Array(text.utf8)[...]) }
      try OutputWriting.finish(output, reporter)
    }
  }

  func remove() { _ = try? ChildProcess.run(shell: "rm -r --", argument: folder) }

  /// Runs a command line in the folder, with a configuration and a journal of its own.
  func run(_ command: String, at now: Instant, in zone: String) throws(Failure) {
    let own = CommandLine.arguments.first ?? "listo"
    let program = own.contains("/") ? (try? FileSystem.realPath(own)) ?? own : own
    let time = Zone.utc.local(of: now).description + "Z"
    let dated =
      ["sources", "check", "merge", "convert"].contains { command.hasPrefix($0) }
      ? "" : " --now \(time) --timezone \(Self.quoted(zone))"
    let line =
      "HOME=\"$1\" XDG_CONFIG_HOME=\"$1/.config\" XDG_STATE_HOME=\"$1/.state\" "
      + "\(Self.quoted(program)) \(command)\(dated)"
    var failed: String?
    do throws(SystemError) {
      let status = try ChildProcess.run(shell: "tour() { cd \"$1\" && \(line); }; tour", argument: folder)
      if status > 1 { failed = command }
    } catch {
      throw Failure(.inputOutput, "/bin/sh: \(error.reason)")
    }
    if let failed { throw Failure(.doubtful, "the tour stopped at: listo \(failed)") }
  }

  private static func quoted(_ word: String) -> String { "'" + word.replacing("'", with: "'\\''") + "'" }

  private static func files(_ today: Day) -> [(name: String, text: String)] {
    func date(_ days: Int) -> String { today.adding(days: days).iCalendarText }
    func todo(_ uid: String, _ title: String, _ lines: String..., changed days: Int = -20) -> [String] {
      [
        "BEGIN:VTODO", "UID:tour-\(uid)", "DTSTAMP:\(date(days))T080000Z",
        "LAST-MODIFIED:\(date(days))T080000Z", "SUMMARY:\(title)",
      ]
        + lines + ["END:VTODO"]
    }
    func calendar(_ title: String, _ todos: [String]...) -> String {
      (["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Listo//Tour//EN", "X-WR-CALNAME:\(title)"]
        + todos.flatMap { $0 } + ["END:VCALENDAR"]).map { $0 + "\r\n" }.joined()
    }
    let plants = todo(
      "plants", "Water the plants", "DTSTART;VALUE=DATE:\(date(0))", "DUE;VALUE=DATE:\(date(0))",
      "RRULE:FREQ=DAILY;INTERVAL=3",
      "CATEGORIES:garden")
    let home = calendar(
      "Home", todo("rent", "Pay the rent", "DUE;VALUE=DATE:\(date(-1))", "PRIORITY:1", "CATEGORIES:money"),
      plants,
      todo("shed", "Paint the garden shed", "DUE;VALUE=DATE:\(date(12))", "CATEGORIES:garden"),
      todo("paint", "Buy paint", "RELATED-TO:tour-shed", "STATUS:COMPLETED", "COMPLETED:\(date(-2))T160000Z"))
    let work = calendar(
      "Work", todo("report", "Send the report", "DUE:\(date(0))T150000", "PRIORITY:5"),
      todo("trip", "Plan the trip to Łódź", "DUE;VALUE=DATE:\(date(3))", "STATUS:IN-PROCESS"))
    let phone = calendar(
      "Home",
      todo("rent", "Pay the rent and the deposit", "DUE;VALUE=DATE:\(date(-1))", "PRIORITY:1", changed: -1),
      plants, todo("bulb", "Change the light bulb", "DUE;VALUE=DATE:\(date(1))", "PRIORITY:urgent"))
    return [("Calendars/Home.ics", home), ("Calendars/Work.ics", work), ("phone.ics", phone)]
  }
}
