internal import ICalendar
internal import ListoModel

/// What a task of a checklist says, as a component.
struct MarkdownTask {
  private let mark: Character
  private let title: ArraySlice<UInt8>
  private let notes: [UInt8]
  private let fields: TaskFields
  /// A rule that stands behind the title in words.
  private let rule: String?
  private(set) var problems: [String] = []

  /// - Parameters:
  ///   - text: in UTF-8, behind its box.
  ///   - mark: what stands in that.
  init(_ text: [UInt8], mark: Character, notes: [UInt8]) {
    (self.mark, self.notes) = (mark, notes)
    // Most say nothing but a title.
    if Self.isTitle(text.span) {
      (title, fields, rule) = (MarkdownText.decode(text[...].trimmedText()), TaskFields(), nil)
    } else {
      var rest = Substring(decoding: text, as: UTF8.self)
      fields = TaskFields(takenFrom: &rest)
      var rule: String?
      if let (words, before) = Self.ruleBehind(rest) {
        rule = words
        rest = before
      }
      title = Array(MarkdownText.decode(rest.trimmed()).utf8)[...]
      self.rule = rule
      noteDay(in: rest)
    }
    if !" xX/-".contains(mark) { problems.append("a box with '\(mark)' is read as an open one") }
  }

  /// No field, rule or sign stands in it, by its bytes.
  private static func isTitle(_ bytes: Span<UInt8>) -> Bool {
    guard !bytes.isEmpty else { return true }
    // A rule ends with a star, a field of Dataview with a bracket.
    switch bytes[bytes.count - 1] {
    case 0x2A, 0x5D, 0x29, ...0x20, 0x80...: return false
    default: break
    }
    for index in bytes.indices where TaskFields.mayBegin(bytes[index]) { return false }
    return true
  }

  /// Tells of a word behind a sign that would be a day. Such a word is rare, and is looked for first.
  private mutating func noteDay(in text: Substring) {
    guard text.utf8.suffix(10).contains(0x2D),
      text.utf8.contains(where: { $0 == TaskSign.leads.0 || $0 == TaskSign.leads.1 }),
      let sign = text.unicodeScalars.last(where: { "📅📆🗓🛫⏳⌛➕✅❌".unicodeScalars.contains($0) }),
      let word = text.split(separator: " ").last, word.utf8.count == 10, word.dropFirst(4).first == "-"
    else { return }
    problems.append("\(sign) \(word) is no day; it stays in the title")
  }

  /// `*(every week)*` at the end: how Listo writes a rule that no sign can have.
  private static func ruleBehind(_ text: Substring) -> (rule: String, before: Substring)? {
    guard text.utf8.last == 0x2A, text.hasSuffix(")*"), let start = text.suffix(300).lastIndex(of: "("),
      start > text.startIndex
    else {
      return nil
    }
    let star = text.index(before: start)
    guard text[star] == "*", star == text.startIndex || text[text.index(before: star)] == " " else {
      return nil
    }
    let words = String(text[text.index(after: start)...].dropLast(2))
    let before = text[..<star].trimmed()
    return RepeatWords.ruleBehindTitle(words).map { ($0, before) }
  }

  /// - Parameter parent: the UID of the task that it is a part of.
  func component(line: Int, parent: String?) -> ComponentText {
    var todo = ComponentText.reminder(line: line)
    writeOthers(&todo)
    if let id = fields.id, !todo.has(.uid) { todo.text(.uid, id) }
    if !title.isEmpty { todo.text(.summary, title) }
    // There was no STATUS, and the box is what it was.
    let isImplied =
      !fields.others.isEmpty
      && fields.others.contains(TaskFields.Other(key: "implied", value: status.lowercased()))
    if !isImplied {
      todo.line(.status) { line in
        line.append(0x3A)
        line += status.utf8
      }
    }
    if let day = fields.due { todo.moment(.due, .date(day)) }
    if let day = fields.start ?? fields.scheduled { todo.moment(.dtstart, .date(day)) }
    if let day = fields.scheduled, fields.start != nil { extra("X-OBSIDIAN-SCHEDULED", day, &todo) }
    if let priority = fields.priority { todo.integer(.priority, priority) }
    writeRecurrence(&todo)
    todo.texts(.categories, fields.tags)
    if !notes.isEmpty { todo.text(.description, notes[...]) }
    if let parent { todo.text(.relatedTo, parent) }
    for name in fields.dependsOn {
      todo.text(.relatedTo, name, parameters: [Parameter(name: "RELTYPE", values: ["DEPENDS-ON"])])
    }
    if let day = fields.done { todo.moment(.completed, .date(day)) }
    if let day = fields.created { todo.moment(.created, .date(day)) }
    if let day = fields.cancelled { extra("X-OBSIDIAN-CANCELLED", day, &todo) }
    if let action = fields.onCompletion { todo.raw(named: "X-OBSIDIAN-ON-COMPLETION", action.utf8) }
    if let block = fields.block { todo.raw(named: "X-OBSIDIAN-BLOCK", block.utf8) }
    return todo
  }

  private var status: String {
    switch mark {
    case "x", "X": "COMPLETED"
    case "/": "IN-PROCESS"
    case "-": "CANCELLED"
    default: "NEEDS-ACTION"
    }
  }

  /// Words that say more than a rule can, or that no one understands, are kept as they are.
  private func writeRecurrence(_ todo: inout ComponentText) {
    if let rule { todo.raw(.rrule, rule.utf8) }
    guard let words = fields.recurrence else { return }
    if rule == nil, let known = RepeatWords.rule(words) {
      todo.raw(.rrule, known.utf8)
      if RepeatWords.words(known) == words { return }
    }
    todo.raw(named: "X-OBSIDIAN-RECURRENCE", TextValue.encode(words))
  }

  private func writeOthers(_ todo: inout ComponentText) {
    for other in fields.others {
      switch other.key {
      case "uid": todo.text(.uid, other.value)
      case "implied" where other.value == status.lowercased(): continue
      case "location": todo.text(.location, other.value)
      case "url" where other.value.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7F }):
        todo.raw(.url, other.value.utf8)
      case "percent" where Int(other.value).map({ (0...100).contains($0) }) ?? false:
        todo.raw(.percentComplete, other.value.utf8)
      default:
        let name = String(other.key.uppercased().map { $0.isASCII && ($0.isLetter || $0 == "-") ? $0 : "-" })
        let isSame = name.lowercased() == other.key
        todo.raw(
          named: "X-DATAVIEW-" + name, TextValue.encode(other.value),
          parameters: isSame ? [] : [Parameter(name: "X-KEY", values: [other.key])])
      }
    }
  }

  private func extra(_ name: String, _ day: Day, _ todo: inout ComponentText) {
    todo.raw(named: name, day.iCalendarText.utf8, parameters: [Parameter(name: "VALUE", values: ["DATE"])])
  }
}
