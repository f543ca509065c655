internal import ICalendar
internal import ListoModel

extension OrgDraft {
  /// - Parameter parent: the UID of the task that it stands below.
  func component(parent: String?) -> (todo: ComponentText, problems: [Diagnostic]) {
    var draft = self
    draft.takeHeadline()
    var todo = ComponentText.reminder(line: line)
    if let drawer { todo.take(problemsOf: drawer) }
    draft.write(to: &todo, below: parent)
    var problems: [Diagnostic] = []
    if isCut {
      problems.append(
        Diagnostic(beyond: .itemSize, limits, line: line, "the rest of this task's text is left out"))
    }
    for (code, reason) in draft.problems { problems.append(Diagnostic(.warning, code, line: line, reason)) }
    return (todo, problems)
  }

  private mutating func write(to todo: inout ComponentText, below parent: String?) {
    let kept = drawer.flatMap { Component($0.bytes) }
    if let uid { todo.text(.uid, uid) }
    // The text repeats the drawer's DESCRIPTION where that says more than a text can; else it is one of its own, and the first.
    let notes = Self.text(body)
    let repeated = kept?.first(.description).flatMap { property in
      !property.parameters.isEmpty || Losses.isReplaced(property) ? property.text : nil
    }
    if !notes.isEmpty, notes != repeated { todo.text(.description, notes) }
    // The first counts: that of the place, but for one that stands deeper than places go.
    let isNamed = kept.map { Reminder($0, in: .none).parent != nil } ?? false
    if let parent, !isNamed { todo.text(.relatedTo, parent) }
    let edited = writePieces(to: &todo, kept)
    writeKept(kept, but: edited, to: &todo)
    if let parent, isNamed { todo.text(.relatedTo, parent) }
  }

  /// Writes what the headline and its planning say, unless it is what follows from the drawer.
  ///
  /// - Returns: the properties that were written.
  private func writePieces(to todo: inout ComponentText, _ kept: Component?) -> PropertySet {
    let shown = kept.map { OrgEntry(PlacedReminder(Self.keepingStamps($0, entry), in: .none)) }
    var edited: PropertySet = []
    for piece in OrgEntry.pieces {
      let property = kept?.first(piece)
      if let shown, property != nil, entry.isSame(shown, in: piece) { continue }
      if piece == .status, let kept, hasNoStatus(kept) { continue }
      edited.insert(piece)
      entry.write(piece, to: &todo, inZoneOf: property)
    }
    return edited
  }

  /// Writes the drawer's properties, and what else stands in the stamps and in the keyword.
  private mutating func writeKept(
    _ kept: Component?, but edited: PropertySet, to todo: inout ComponentText
  ) {
    let stamps = stampProperties
    if let kept {
      for property in kept.properties
      where !edited.contains(property.id) && !(property.id == .uid && uid != nil) {
        if property.id == .other {
          let name = property.name
          if name == OrgDrawer.implied || stamps.contains(where: { $0.name == name }) { continue }
        }
        if property.id == .malformed {
          problems.append(
            (.badSyntax, "'\(property.rawText.prefix(60))' in the drawer is no property; it is left out"))
        } else {
          todo.copy(property)
        }
      }
    }
    if OrgKeywords.standard.meaning(of: word) == nil {
      let word = String(decoding: word, as: UTF8.self)
      if !OrgEntry.words.contains(word) { todo.raw(named: "X-ORG-KEYWORD", TextValue.encode(word)) }
    }
    for property in stamps { todo.raw(named: property.name, TextValue.encode(property.text)) }
  }

  /// The keyword says what only other properties did, and these still say it.
  private func hasNoStatus(_ kept: Component) -> Bool {
    guard let word = kept.all(named: OrgDrawer.implied).first?.text else { return false }
    let implied = Quirks.status(
      hasCompleted: entry.completed != nil || Reminder(kept, in: .none).completed != nil,
      percent: Reminder(kept, in: .none).percent)
    return implied.word == word && OrgEntry.status(entry.keyword).lowercased() == word
  }

  /// What stands in the stamps and has no place in a date or a rule.
  private var stampProperties: [(name: String, text: String)] {
    var found = OrgEntry.Range.allCases.compactMap { range in
      entry[end: range].map { (name: range.name, text: $0) }
    }
    if let text = moreThanARule { found.append(("X-ORG-REPEATER", text)) }
    return found
  }

  /// A repeater shows only beside a date.
  private static func keepingStamps(_ component: Component, _ entry: OrgEntry) -> Component {
    guard component.first(.rrule) != nil, component.first(.due) == nil, component.first(.dtstart) == nil
    else {
      return component
    }
    var text = ComponentText.reminder(line: 0)
    entry.write(.due, to: &text)
    entry.write(.dtstart, to: &text)
    for property in component.properties { text.passage(property.bytes) }
    return Component(text.bytes) ?? component
  }

  /// Lines without the empty ones at both ends, unless they are marked by two blanks, as Listo writes them.
  private static func text(_ lines: [(text: ArraySlice<UInt8>, isMarked: Bool)]) -> String {
    guard let first = lines.firstIndex(where: \.isMarked), let last = lines.lastIndex(where: \.isMarked)
    else {
      return ""
    }
    var bytes: [UInt8] = []
    for (index, line) in lines[first...last].enumerated() {
      if index > 0 { bytes.append(0x0A) }
      bytes += line.text
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
