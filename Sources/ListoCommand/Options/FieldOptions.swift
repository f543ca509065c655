internal import ArgumentParser
internal import Listo
internal import Platform

/// The fields of a reminder, as `add` and `edit` set them: `none` takes a value away.
struct FieldOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The due date, in words or digits: tomorrow, 'fri 9:00', 2026-12-01; none removes it.",
      valueName: "date"))
  var due: String?

  @Option(help: ArgumentHelp("The start date, written like --due.", valueName: "date"))
  var start: String?

  @Option(
    name: .customLong("repeat"),
    help: ArgumentHelp(
      "The recurrence: 'every week', 'every 2 weeks on mon, thu', 'every 3 days when done', or a rule such as FREQ=DAILY; none removes it.",
      valueName: "rule"))
  var rule: String?

  @Option(
    help: ArgumentHelp(
      "The priority: high, medium, low, none, or a digit from 1 to 9.", valueName: "priority"))
  var priority: String?

  @Option(help: ArgumentHelp("The notes.", valueName: "text"))
  var notes: String?

  @Option(help: ArgumentHelp("The location.", valueName: "text"))
  var location: String?

  @Option(help: ArgumentHelp("A link.", valueName: "url"))
  var url: String?

  @Option(help: ArgumentHelp("The percentage that is completed, from 0 to 100.", valueName: "percent"))
  var percent: Int?

  @Option(
    help: ArgumentHelp("The parent reminder; none removes it.", valueName: "name"),
    completion: NameCompletion.reminders)
  var parent: String?

  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "An alarm: -15m (before the due date), a date and time, or arrive:PLACE; can be repeated.",
      valueName: "when")
  )
  var alarm: [String] = []

  @Option(
    help: ArgumentHelp(
      "The URI of an attachment; can be repeated.", valueName: "file"),
    completion: .file())
  var attach: [String] = []

  var isEmpty: Bool {
    due == nil && start == nil && rule == nil && priority == nil && notes == nil && location == nil
      && url == nil
      && percent == nil && parent == nil && alarm.isEmpty && attach.isEmpty
  }

  func validate() throws {
    if let percent, !(0...100).contains(percent) {
      throw ValidationError("--percent must be a number from 0 to 100.")
    }
  }

  /// The changes that the options ask for, except the parent.
  ///
  /// - Throws: ``Failure`` with status 64 for words that cannot be read.
  func changes(_ wording: DateWording) throws -> [Change] {
    var changes: [Change] = []
    // A start that is later than the old due date goes with the new one.
    if let due { changes.append(.set(.due, try wording.value(due, "--due"))) }
    if let start { changes.append(.set(.start, try wording.value(start, "--start"))) }
    if let rule { changes += try wording.ruleChanges(rule) }
    if let priority { changes.append(.set(.priority, try Self.priority(priority))) }
    for (field, text) in [(FieldID.notes, notes), (.location, location), (.url, url)] {
      if let text { changes.append(.set(field, Self.isNone(text) ? nil : .text(text))) }
    }
    if let percent { changes.append(.set(.percent, .integer(percent))) }
    for word in alarm {
      changes.append(Self.isNone(word) ? .removeAlarms : .addAlarm(try wording.alarm(word, "--alarm")))
    }
    for word in attach { changes.append(.attach(Self.address(word))) }
    return changes
  }

  static func isNone(_ text: String) -> Bool { text.isEmpty || text.lowercased() == "none" }

  static func priority(_ word: String) throws -> FieldValue? {
    if let bucket = PriorityBucket(rawValue: word.lowercased()) {
      return bucket.priority.map { .integer($0) }
    }
    guard let digit = Int(word), (0...9).contains(digit) else {
      throw ValidationError(
        "--priority: unknown priority '\(word)'; use high, medium, low, none, or 1 to 9.")
    }
    return digit == 0 ? nil : .integer(digit)
  }

  /// A link as it is; a file as its `file:` address (RFC 8089).
  private static func address(_ word: String) -> String {
    if let colon = word.firstIndex(of: ":"), word[..<colon].count > 1,
      word[..<colon].allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0)) })
    {
      return word
    }
    return FileAddress.text(ofPath: (try? FileSystem.realPath(word)) ?? word)
  }
}
