internal import ArgumentParser
internal import Listo
internal import Platform

/// A reminder as a text that a person changes in an editor: a line for each field, then its notes.
///
/// A field that is not changed in the text is not changed in the reminder, nor is anything that the text does
/// not show.
struct EditorForm {
  private let wording: DateWording

  init(_ wording: DateWording) { self.wording = wording }

  private static let fields: [FieldID] = [
    .title, .due, .start, .recurrence, .priority, .tags, .location, .url, .percent,
  ]
  private static let startOfNotes = "# Notes below this line."
  private static let endOfNotes = "# Notes above this line."

  /// vim reads commands from the first and the last five lines of a file, Emacs from the first line and from
  /// the last page. Reminders are not always from the person who edits them: the form's own lines stand at
  /// those places.
  private static let header = [
    "# Change the reminder, save it, and close the editor. Lines that begin with # are ignored.",
    "# An empty field removes its value.",
    "# due, start: 2026-12-01, 2026-12-01T09:30, tomorrow 17:00",
    "# recurrence: daily, every 2 weeks, every 3 days when done, FREQ=MONTHLY;COUNT=6",
    "# priority: high, medium, low. tags: separated by commas.",
  ]
  /// The form feed begins a page.
  private static let footer = [endOfNotes, "#", "\u{0C}", "#", "#", "#"]

  /// Opens it in the editor, and makes what was changed.
  ///
  /// - Throws: ``Failure``; the text is kept where it cannot be understood, and named.
  func edit(_ identifier: ModelIdentifier, in session: EditSession) throws {
    var editing = Editing(session.catalog, in: session.context)
    guard
      let reminder = editing[identifier] ?? session.catalog.occurrence(identifier, in: session.context.view)
    else { return }
    let before = text(of: reminder, dated: editing.currentReminder(of: identifier))
    guard session.prompt != nil else {
      throw Failure(
        .usage, "an editor needs a terminal.",
        details: ["Use options instead: --due, --priority, --tag; see listo help edit."])
    }
    session.reporter.progress?.end()
    let draft = try EditorDraft(before)
    while true {
      let after = try draft.edited()
      let changes: [Change]
      do {
        changes = try after == before ? [] : self.changes(from: before, to: after)
        // Changes that would be refused later are refused here, where the text can be mended.
        _ = try planned(changes, identifier, session)
      } catch {
        guard asksAgain(error, session) else {
          throw Failure(.doubtful, "nothing was changed; the text is in \(draft.path).")
        }
        continue
      }
      guard !changes.isEmpty else {
        draft.remove()
        return try Printing.printDone("nothing changed\n", session.reporter)
      }
      // A text whose changes stand is of no use any more, whatever else is to be told.
      defer {
        if (try? planned(changes, identifier, session).steps.isEmpty) ?? false {
          draft.remove()
        } else {
          session.reporter.note("The text is in \(draft.path).")
        }
      }
      return try session.perform(EditAction("changed"), told: [identifier]) { (editing) throws(EditError) in
        [try editing.apply(changes, to: identifier)]
      }
    }
  }

  private func planned(
    _ changes: [Change], _ identifier: ModelIdentifier, _ session: EditSession
  ) throws -> EditPlan {
    try session.reporter.running {
      try session.store.plan(in: session.context) { (editing) throws(EditError) in
        try editing.apply(changes, to: identifier)
      }
    }
  }

  private func asksAgain(_ error: any Error, _ session: EditSession) -> Bool {
    var lines = ["\(error)"]
    if let failure = error as? Failure { lines = [failure.message] + failure.details.map { "  " + $0 } }
    if let error = error as? ValidationError { lines = [error.message] }
    session.prompt?.say(lines.map { $0 + "\n" }.joined())
    return session.prompt?.confirms("Open the editor again?") ?? false
  }

  // MARK: The text

  /// The fields that the form shows, as text.
  ///
  /// - Parameter occurrence: the current occurrence of a series, whose dates it shows.
  func text(of reminder: Reminder, dated occurrence: Reminder?) -> String {
    let fields = Self.fields.map { field in
      let isDate = field == .due || field == .start
      let value = Self.word(field, isDate ? occurrence ?? reminder : reminder)
      return value.isEmpty ? "\(field.rawValue):" : "\(field.rawValue): \(value)"
    }
    let lines = Self.header + fields + [Self.startOfNotes, reminder.notes ?? ""] + Self.footer
    return lines.joined(separator: "\n") + "\n"
  }

  private static func word(_ field: FieldID, _ reminder: Reminder) -> String {
    switch field {
    case .priority: return reminder.priorityBucket == .none ? "" : reminder.priorityBucket.rawValue
    case .recurrence where reminder.repeatsFromCompletion:
      return (reminder.recurrence ?? "") + DateWording.whenDone
    case .due, .start: return Field[field].get(reminder).map(\.description) ?? ""
    default:
      let text = Field[field].get(reminder)?.description ?? ""
      return text.split(separator: "\n", omittingEmptySubsequences: false).joined(separator: " ")
    }
  }

  /// The differences between two texts, as changes.
  ///
  /// - Throws: ``Failure`` or ValidationError that names the line.
  func changes(from before: String, to after: String) throws -> [Change] {
    let (old, new) = (try Self.parts(before), try Self.parts(after))
    var changes: [Change] = []
    for field in Self.fields where old.values[field] != new.values[field] {
      let value = new.values[field] ?? ""
      switch field {
      case .due, .start:
        changes.append(.set(field, try wording.value(value, field.rawValue)))
      case .recurrence: changes += try wording.ruleChanges(value)
      case .priority: changes.append(.set(field, try FieldOptions.priority(value.isEmpty ? "none" : value)))
      case .percent:
        guard value.isEmpty || Int(value).map({ (0...100).contains($0) }) ?? false else {
          throw Failure(.usage, "percent: '\(value)' is not a number from 0 to 100.")
        }
        changes.append(.set(field, Int(value).map(FieldValue.integer)))
      case .tags:
        let tags = value.split(separator: ",").map { String($0).trimmed }.filter { !$0.isEmpty }
        changes.append(.set(field, tags.isEmpty ? nil : .texts(tags)))
      case .title where value.isEmpty: throw Failure(.usage, "the title is empty.")
      default: changes.append(.set(field, value.isEmpty ? nil : .text(value)))
      }
    }
    if old.notes != new.notes {
      changes.append(.set(.notes, new.notes.isEmpty ? nil : .text(new.notes)))
    }
    return changes
  }

  private static func parts(_ text: String) throws(Failure) -> (values: [FieldID: String], notes: String) {
    var values: [FieldID: String] = [:]
    // A carriage return and a line feed are one character.
    let lines = text.replacing("\r\n", with: "\n").split(separator: "\n", omittingEmptySubsequences: false)
    guard let start = lines.firstIndex(where: { $0 == startOfNotes }) else {
      throw Failure(.usage, "the line before the notes is missing: \(startOfNotes)")
    }
    guard let end = lines.lastIndex(where: { $0 == endOfNotes }), start < end else {
      throw Failure(.usage, "the line after the notes is missing: \(endOfNotes)")
    }
    for (index, line) in lines[..<start].enumerated()
    where !line.hasPrefix("#") && !line.allSatisfy(\.isWhitespace) {
      guard let (name, value) = String(line).parted(by: ":"),
        let field = FieldID(rawValue: name.trimmed.lowercased()),
        fields.contains(field)
      else {
        throw Failure(
          .usage,
          "line \(index + 1): unknown field '\(line)'; the fields are \(fields.map(\.rawValue).joined(separator: ", "))."
        )
      }
      values[field] = value.trimmed
    }
    var notes = lines[(start + 1)..<end].joined(separator: "\n")
    while notes.last?.isNewline ?? false { notes.removeLast() }
    return (values, notes)
  }
}

extension String {
  /// Without white space at its ends.
  var trimmed: String {
    let rest = drop(while: \.isWhitespace)
    return String(
      rest[..<(rest.lastIndex { !$0.isWhitespace }.map { rest.index(after: $0) } ?? rest.startIndex)])
  }
}

/// A text in a file of its own, for its owner's eyes alone, while an editor has it.
struct EditorDraft {
  let path: String
  private let text: String

  /// - Throws: ``Failure`` with status 73.
  init(_ text: String) throws(Failure) {
    self.text = text
    guard let folder = StandardFolders.stateFolder else {
      throw Failure(.cannotCreate, "there is no folder for the text: neither HOME nor XDG_STATE_HOME is set.")
    }
    path = folder + "/edit-\(ProcessEnvironment.processIdentifier).txt"
    do throws(SystemError) {
      try FileSystem.makeFolder(folder, isPrivate: true)
      try SmallFile.write(Array(text.utf8), to: path, isPrivate: true)
    } catch {
      throw Failure(.cannotCreate, "\(path): \(error.reason).")
    }
  }

  /// Runs the editor, and returns the text that the person left in the file.
  ///
  /// - Throws: ``Failure`` where the editor cannot be run or fails; the file stays where something was typed.
  func edited() throws(Failure) -> String {
    let named = ["VISUAL", "EDITOR"].compactMap(ProcessEnvironment.variable)
    let editor = named.first { !$0.allSatisfy(\.isWhitespace) } ?? "vi"
    let status: Int32
    let bytes: [UInt8]?
    do throws(SystemError) {
      status = try ChildProcess.run(shell: editor, argument: path)
      bytes = try SmallFile.bytes(path)
    } catch {
      throw failure("\(editor): \(error.reason)", isTouched: true)
    }
    guard status == 0 else {
      throw failure("\(editor) ended with status \(status)", isTouched: bytes != Array(text.utf8))
    }
    guard let bytes else { throw Failure(.doubtful, "\(path) is gone; nothing was changed.") }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw Failure(
        .doubtful, "\(path) is not UTF-8; nothing was changed, and your text is still in the file.")
    }
    return text
  }

  private func failure(_ reason: String, isTouched: Bool) -> Failure {
    if !isTouched { remove() }
    return Failure(
      .doubtful, "\(reason); nothing was changed\(isTouched ? ", and the text is in \(path)" : "").")
  }

  func remove() { _ = try? FileSystem.remove(path) }
}
