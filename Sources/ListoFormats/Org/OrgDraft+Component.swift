internal import ICalendar
internal import ListoModel

extension OrgDraft {
  /// - Parameters:
  ///   - text: that begins with the headline's keyword.
  ///   - head: what stands behind that.
  ///   - keyword: what it means, and how many bytes it has.
  ///   - parent: the UID of the task that it stands below.
  mutating func component(
    _ text: Span<UInt8>, _ head: OrgHeadline, _ keyword: (meaning: OrgKeyword, length: Int),
    _ surroundings: OrgSurroundings, parent: String?
  ) -> (todo: ComponentText, problems: [Diagnostic]) {
    var todo = ComponentText.reminder(line: line)
    var kept: PlacedReminder?
    if var drawer = drawer.take() {
      todo.take(problemsOf: drawer)
      kept = drawer.takeComponent().map { PlacedReminder($0, in: .none) }
    }
    if let uid { todo.text(.uid, uid.span, uid.indices) }
    writeNotes(kept, to: &todo)
    // The first counts: that of the place, but for one that stands deeper than places go.
    let isNamed = parent != nil && kept?.parent != nil
    if let parent, !isNamed { todo.text(.relatedTo, parent) }
    let own = headlineProperties(text, head, keyword, surroundings) + stampProperties
    if let kept {
      let edited = writePieces(text, head, keyword.meaning, surroundings, kept, to: &todo)
      writeKept(kept, but: edited, own, to: &todo)
    } else {
      for index in OrgEntry.pieces.indices {
        write(OrgEntry.pieces[index], text, head, keyword.meaning, surroundings, zoneOf: nil, to: &todo)
      }
    }
    for text in undated { todo.raw(named: OrgPlanningText.property, TextValue.encode(text)) }
    for property in own { todo.raw(named: property.name, TextValue.encode(property.text)) }
    if let parent, isNamed { todo.text(.relatedTo, parent) }
    return (todo, told)
  }

  private var told: [Diagnostic] {
    guard isCut || !problems.isEmpty else { return [] }
    let cut = Diagnostic(beyond: .itemSize, limits, line: line, "the rest of this task's text is left out")
    return (isCut ? [cut] : [])
      + problems.map { Diagnostic(.warning, $0.code, line: line, $0.reason) }
  }

  /// The text repeats the drawer's DESCRIPTION where that says more than a text can; else it is one of its
  /// own, and the first.
  private func writeNotes(_ kept: PlacedReminder?, to todo: inout ComponentText) {
    guard !notes.isEmpty else { return }
    if let property = kept?.first(.description), !property.parameters.isEmpty || Losses.isReplaced(property),
      property.text == String(decoding: notes, as: UTF8.self)
    {
      return
    }
    todo.text(.description, notes.span, notes.indices)
  }

  // MARK: What the headline and its planning say

  /// Writes it, unless it is what follows from the drawer.
  ///
  /// - Returns: the properties that were written.
  private func writePieces(
    _ text: Span<UInt8>, _ head: OrgHeadline, _ keyword: OrgKeyword, _ surroundings: OrgSurroundings,
    _ kept: PlacedReminder, to todo: inout ComponentText
  ) -> PropertySet {
    var edited: PropertySet = []
    for index in OrgEntry.pieces.indices {
      let piece = OrgEntry.pieces[index]
      let isKept = kept.has(piece)
      if isKept, isShown(piece, of: kept, text, head, keyword, surroundings) { continue }
      if piece == .status, hasNoStatus(kept, keyword) { continue }
      edited.insert(piece)
      write(piece, text, head, keyword, surroundings, zoneOf: isKept ? kept.first(piece) : nil, to: &todo)
    }
    return edited
  }

  /// - Parameter property: the one that stood there before; a clock time stays in its zone.
  private func write(
    _ piece: PropertyID, _ text: Span<UInt8>, _ head: OrgHeadline, _ keyword: OrgKeyword,
    _ surroundings: OrgSurroundings, zoneOf property: Property?, to todo: inout ComponentText
  ) {
    switch piece {
    case .status: todo.status(keyword.status)
    case .priority: if let priority = head.priority { todo.integer(.priority, priority) }
    case .summary:
      guard !head.title.isEmpty else { return }
      if let title = OrgText.unescaped(text, head.title, .title) {
        todo.text(.summary, title.span, title.indices)
      } else {
        todo.text(.summary, text, head.title)
      }
    case .categories where surroundings.hasTags:
      todo.texts(.categories, tags(text, head, surroundings))
    case .categories: if !head.tags.isEmpty { todo.texts(.categories, text, head.tags) }
    case .rrule: if let rule = repeater.flatMap(OrgEntry.rule) { todo.raw(.rrule, Array(rule.utf8)[...]) }
    default: if let stamp = stamp(of: piece) { todo.moment(piece, stamp.moment(inZoneOf: property)) }
    }
  }

  private func stamp(of id: PropertyID) -> OrgStamp? {
    switch id {
    case .due: due
    case .dtstart: start
    case .completed: completed
    default: nil
    }
  }

  /// The headline, or its planning, stands as a property of the drawer, which is there, is shown.
  private func isShown(
    _ piece: PropertyID, of kept: PlacedReminder, _ text: Span<UInt8>, _ head: OrgHeadline,
    _ keyword: OrgKeyword, _ surroundings: OrgSurroundings
  ) -> Bool {
    switch piece {
    case .status: keyword == OrgKeyword(kept.status)
    case .priority:
      head.priority
        == OrgEntry.priority(of: kept).flatMap {
          surroundings.priorities.priority(surroundings.priorities.cookie($0))
        }
    case .summary: text.text(head.title, isText: false) == OrgEntry.title(of: kept)
    case .categories:
      tags(text, head, surroundings) == shownTags(kept, surroundings)
    case .rrule: repeater == shownRepeater(kept)
    default: isShown(stamp(of: piece), OrgStamp(piece, of: kept))
    }
  }

  /// The tags of the headline, and those that it inherits.
  private func tags(_ text: Span<UInt8>, _ head: OrgHeadline, _ surroundings: OrgSurroundings) -> [String] {
    surroundings.tags(head.tags.map { text.text($0, isText: false) })
  }

  /// The same for the headline that a reminder becomes.
  private func shownTags(_ kept: PlacedReminder, _ surroundings: OrgSurroundings) -> [String] {
    var file = surroundings
    file.headingTags = []
    return file.tags(OrgEntry.headlineTags(OrgEntry.tags(of: kept), besides: file.fileTags))
  }

  private func isShown(_ stamp: OrgStamp?, _ kept: OrgStamp?) -> Bool {
    guard let stamp, let kept else { return stamp == nil && kept == nil }
    return stamp.isWritten(as: kept)
  }

  /// A repeater shows only beside a date: one of the drawer, and of the planning where that has none.
  private func shownRepeater(_ kept: PlacedReminder) -> String? {
    let hasDate =
      kept.has(.due) || kept.has(.dtstart)
      ? OrgStamp(.due, of: kept) != nil || OrgStamp(.dtstart, of: kept) != nil : due != nil || start != nil
    return hasDate ? kept.recurrence.flatMap(OrgEntry.repeater) : nil
  }

  /// The keyword says what only other properties did, and these still say it.
  private func hasNoStatus(_ kept: PlacedReminder, _ keyword: OrgKeyword) -> Bool {
    guard kept.has(.other), let word = kept.component.all(named: OrgDrawer.implied).first?.text else {
      return false
    }
    let implied = Quirks.status(
      hasCompleted: completed != nil || kept.completed != nil, percent: kept.percent)
    return implied.word == word && keyword.status.word == word
  }

  // MARK: What the drawer says

  /// Writes the drawer's properties that are not written anew.
  private mutating func writeKept(
    _ kept: PlacedReminder, but edited: PropertySet, _ own: [(name: String, text: String)],
    to todo: inout ComponentText
  ) {
    let bytes = kept.component.placedBytes
    for place in kept.places where !edited.contains(place.id) && !(place.id == .uid && uid != nil) {
      if place.id == .other {
        let name = bytes[place.content.prefix(place.nameLength)]
        if name.elementsEqual(OrgDrawer.implied.utf8)
          || own.contains(where: { name.elementsEqual($0.name.utf8) })
        {
          continue
        }
      }
      if [.status, .priority, .percentComplete, .sequence].contains(place.id) {
        check(kept.component.property(at: place))
      }
      if place.id == .malformed {
        let text = kept.component.property(at: place).rawText.prefix(60)
        problems.append((.badSyntax, "'\(text)' in the drawer is not a property; it is left out"))
      } else if place.hasParameters {
        todo.copy(kept.component.property(at: place))
      } else {
        todo.copy(place.id, bytes.span, place.extent)
      }
    }
  }

  /// Reports a value that its property cannot have, and that stays as it is: the headline says whether the
  /// task is done.
  private mutating func check(_ property: Property) {
    guard let field = FieldID.of(property.id) else { return }
    switch field {
    case .status where !Status(property.value).isStandard:
      problems.append(
        (
          .badValue,
          "STATUS in the drawer is '\(property.rawText.prefix(60))', which is not a status such as COMPLETED"
        ))
    case .priority, .percent, .sequence:
      guard let number = try? IntegerValue.parse(property.value), !FieldCodec.fits(field, number) else {
        return
      }
      problems.append(
        (.badValue, "\(property.name) in the drawer is \(number) instead of \(FieldCodec.range(field))"))
    default: break
    }
  }

  /// The keyword and the cookie, where they do not follow from the status and the priority.
  private func headlineProperties(
    _ text: Span<UInt8>, _ head: OrgHeadline, _ keyword: (meaning: OrgKeyword, length: Int),
    _ surroundings: OrgSurroundings
  ) -> [(name: String, text: String)] {
    var found: [(name: String, text: String)] = []
    let word = text.text(0..<keyword.length, isText: false)
    if OrgKeyword(rawValue: word) != keyword.meaning {
      found.append((OrgKeywords.property, word.isEmpty ? OrgKeywords.none : word))
    }
    if let cookie = head.cookie, head.priority.map(surroundings.priorities.cookie) != cookie {
      found.append((OrgPriorities.property, cookie))
    }
    return found
  }

  /// The properties for parts of the stamps that have no place in a date or a rule.
  private var stampProperties: [(name: String, text: String)] {
    var found: [(name: String, text: String)] = []
    if let dueEnd { found.append((OrgRange.deadline.name, dueEnd)) }
    if let startEnd { found.append((OrgRange.scheduled.name, startEnd)) }
    if let text = moreThanARule { found.append(("X-ORG-REPEATER", text)) }
    return found
  }
}
