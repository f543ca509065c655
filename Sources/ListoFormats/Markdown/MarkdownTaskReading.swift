internal import ICalendar
internal import ListoModel
internal import ListoWords

/// The content of a task in a checklist, by the places of bytes, and the component made of it.
struct MarkdownTaskReading {
  private let status: Status
  /// The mark in its box, if it has no meaning.
  private let unknownMark: Range<Int>?
  private let ending: TaskEnding
  /// A rule that stands behind the title in words.
  private let rule: String?
  private let title: Range<Int>
  /// The decoded title, where it differs from the bytes in the line.
  private let decodedTitle: [UInt8]?
  /// The title is Markdown as it was written.
  private let isMarkup: Bool
  /// The tags inside the title, and those behind it.
  private let tags: [String]

  /// - Parameters:
  ///   - mark: what stands in its box.
  ///   - text: behind that.
  ///   - otherTags: tags that were found elsewhere.
  init(_ bytes: Span<UInt8>, mark: Range<Int>, text: Range<Int>, tags otherTags: [String]) {
    let known =
      mark.count == 1
      ? MarkdownMark.status(of: bytes[mark.lowerBound])
      : mark.count > 2 ? LogseqBlock.status(of: bytes.text(mark, isText: false)) : nil
    (status, unknownMark) = (known ?? .needsAction, known == nil ? mark : nil)
    ending = TaskEnding(bytes, text)
    if let (rule, before) = Self.ruleBehind(bytes, ending.text) {
      (self.rule, title) = (rule, bytes.trimmedText(before))
    } else {
      (rule, title) = (nil, bytes.trimmedText(ending.text))
    }
    var written: String?
    if !ending.impossible.isEmpty {
      var pieces = [bytes.text(title, isText: false)]
      for sign in ending.impossible { pieces.append(bytes.text(bytes.trimmedText(sign), isText: false)) }
      written = pieces.joined(separator: " ")
    } else if MarkdownMarkup.mayBe(in: bytes, title) {
      written = bytes.text(title, isText: false)
    }
    let markup = written.map { MarkdownMarkup($0.unicodeScalars) }
    isMarkup = markup?.isFound ?? false
    if let written, isMarkup || !ending.impossible.isEmpty {
      decodedTitle = Array((isMarkup ? written : MarkdownText.decode(written[...])).utf8)
    } else {
      decodedTitle = MarkdownText.decoded(bytes, title)
    }
    var tags = markup.map { markup in markup.innerTags.map(markup.name) } ?? []
    var isInner = Set(tags)
    for name in ending.tags.map({ bytes.text($0, isText: false) }) + otherTags
    where isInner.insert(name).inserted {
      tags.append(name)
    }
    self.tags = tags
  }

  /// `*(every week)*` at the end: how Listo writes a rule that no sign can have.
  private static func ruleBehind(
    _ bytes: Span<UInt8>, _ text: Range<Int>
  ) -> (rule: String, before: Range<Int>)? {
    guard text.count > 2, bytes[text.upperBound - 1] == 0x2A, bytes[text.upperBound - 2] == 0x29 else {
      return nil
    }
    let all = bytes.text(text, isText: false)[...]
    guard all.hasSuffix(")*"), let start = all.suffix(300).lastIndex(of: "("), start > all.startIndex else {
      return nil
    }
    let star = all.index(before: start)
    guard all[star] == "*", star == all.startIndex || all[all.index(before: star)] == " " else { return nil }
    let words = String(all[all.index(after: start)...].dropLast(2))
    return RepeatWords.ruleBehindTitle(words).map { ($0, text.prefix(all[..<star].utf8.count)) }
  }

  // MARK: Problems

  /// The problems in the task.
  func problems(_ bytes: Span<UInt8>) -> [String] {
    var problems: [String] = []
    for sign in ending.impossible {
      problems.append(
        "\(bytes.text(bytes.trimmedText(sign), isText: false)) is not a date; it stays in the title")
    }
    for value in ending.fields?.repeated ?? [] {
      problems.append("'\(value)' is left out: the line has this field before it, and the first counts")
    }
    if let unknownMark {
      problems.append(
        "a box with '\(bytes.text(unknownMark, isText: false))' is read as an open box")
    }
    return problems
  }

  // MARK: The component

  /// - Parameters:
  ///   - bytes: in which it was read.
  ///   - parent: the UID of the task that it is a part of.
  func component(_ bytes: Span<UInt8>, notes: Range<Int>, line: Int, parent: String?) -> ComponentText {
    var todo = ComponentText.reminder(line: line)
    let fields = ending.fields
    if let fields { writeNames(fields, to: &todo) }
    if let decodedTitle {
      let title = decodedTitle[...]
      if !title.isEmpty { todo.text(.summary, title, parameters: isMarkup ? MarkdownMarkup.parameters : []) }
    } else if !title.isEmpty {
      todo.text(.summary, bytes, title)
    }
    // There was no STATUS, and the box is what it was.
    let implied = TaskFields.Other(key: "implied", value: status.word)
    if !(fields?.others.contains(implied) ?? false) { todo.status(status) }
    if let unknownMark {
      let mark = bytes.text(unknownMark, isText: false)
      todo.raw(named: MarkdownMark.property, TextValue.encode(mark))
    }
    if let fields { writePlans(fields, to: &todo) }
    writeRecurrence(&todo)
    todo.texts(.categories, tags)
    if !notes.isEmpty { MarkdownNotes.write(bytes, notes, to: &todo) }
    if let parent { todo.text(.relatedTo, parent) }
    if let fields { writeRest(fields, to: &todo) }
    return todo
  }

  private func writePlans(_ fields: TaskFields, to todo: inout ComponentText) {
    if let day = fields.due {
      todo.moment(.due, fields.dueClock.map { .floating($0.on(day)) } ?? .date(day))
    }
    if let day = fields.start {
      todo.moment(.dtstart, .date(day))
    } else if let day = fields.scheduled {
      let sign = Parameter(name: OriginParameter.obsidianField, values: [TaskSign.scheduled])
      todo.moment(.dtstart, .date(day), parameters: [sign])
    }
    if let day = fields.scheduled, fields.start != nil { extra("X-OBSIDIAN-SCHEDULED", day, &todo) }
    if let priority = fields.priority { todo.integer(.priority, priority) }
  }

  private func writeRest(_ fields: TaskFields, to todo: inout ComponentText) {
    for name in fields.dependsOn {
      todo.text(.relatedTo, name, parameters: [Parameter(name: "RELTYPE", values: ["DEPENDS-ON"])])
    }
    if let day = fields.done { todo.moment(.completed, .date(day)) }
    if let day = fields.created { todo.moment(.created, .date(day)) }
    if let day = fields.cancelled { extra("X-OBSIDIAN-CANCELLED", day, &todo) }
    if let action = fields.onCompletion { todo.raw(named: "X-OBSIDIAN-ON-COMPLETION", action.utf8) }
    if let block = fields.block { todo.raw(named: "X-OBSIDIAN-BLOCK", block.utf8) }
  }

  /// Words that say more than a rule can, or that no one understands, are kept as they are.
  private func writeRecurrence(_ todo: inout ComponentText) {
    if let rule { todo.raw(.rrule, Array(rule.utf8)[...]) }
    guard let words = ending.fields?.recurrence else { return }
    let isFromCompletion = words.lowercased().hasSuffix(RepeatWords.whenDone)
    let bare = isFromCompletion ? String(words.dropLast(RepeatWords.whenDone.count)) : words
    if rule == nil, let known = RepeatWords.rule(bare) {
      todo.raw(.rrule, Array(known.utf8)[...])
      if isFromCompletion { todo.raw(.xListoRepeatFrom, Array("COMPLETION".utf8)[...]) }
      if RepeatWords.words(known) == bare { return }
    }
    todo.raw(named: "X-OBSIDIAN-RECURRENCE", TextValue.encode(words))
  }

  /// Writes the fields of Dataview that have no other place, and the UID.
  private func writeNames(_ fields: TaskFields, to todo: inout ComponentText) {
    for other in fields.others {
      switch other.key {
      case "uid": todo.text(.uid, other.value)
      case "implied" where other.value == status.word: continue
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
    if let id = fields.id, !todo.has(.uid) { todo.text(.uid, id) }
  }

  private func extra(_ name: String, _ day: Day, _ todo: inout ComponentText) {
    todo.raw(named: name, day.iCalendarText.utf8, parameters: [Parameter(name: "VALUE", values: ["DATE"])])
  }
}
