internal import ICalendar
internal import ListoModel

/// The columns of Todoist's template (todoist.com/help: import or export a project as a CSV file), in its order.
enum TodoistColumn: String, CaseIterable {
  case type = "TYPE", content = "CONTENT", description = "DESCRIPTION", isCollapsed = "IS_COLLAPSED"
  case priority = "PRIORITY", indent = "INDENT", author = "AUTHOR", responsible = "RESPONSIBLE"
  case date = "DATE", dateLanguage = "DATE_LANG", timeZone = "TIMEZONE"
  case duration = "DURATION", durationUnit = "DURATION_UNIT"
  case deadline = "DEADLINE", deadlineLanguage = "DEADLINE_LANG"

  /// Its place in the template.
  var position: Int {
    switch self {
    case .type: 0
    case .content: 1
    case .description: 2
    case .isCollapsed: 3
    case .priority: 4
    case .indent: 5
    case .author: 6
    case .responsible: 7
    case .date: 8
    case .dateLanguage: 9
    case .timeZone: 10
    case .duration: 11
    case .durationUnit: 12
    case .deadline: 13
    case .deadlineLanguage: 14
    }
  }
}

/// A row of the template.
struct TodoistRow: Hashable {
  /// In the order of the template; empty for none.
  private(set) var texts = [String](repeating: "", count: TodoistColumn.allCases.count)

  init() {}

  /// - Parameter columns: of the header, in its order.
  init(_ given: [ArraySlice<UInt8>], columns: [TodoistColumn?]) {
    for (column, cell) in zip(columns, given) where !cell.isEmpty {
      if let column, self[column].isEmpty { self[column] = String(decoding: cell, as: UTF8.self) }
    }
  }

  /// One cell alone.
  static func cell(
    _ column: TodoistColumn, of given: [ArraySlice<UInt8>], _ columns: [TodoistColumn?]
  ) -> String {
    for (index, other) in columns.enumerated() where other == column && index < given.count {
      if !given[index].isEmpty { return String(decoding: given[index], as: UTF8.self) }
    }
    return ""
  }

  subscript(column: TodoistColumn) -> String {
    get { texts[column.position] }
    set { texts[column.position] = newValue }
  }
}

/// A reminder as a task of the template, with the comments that follow it.
struct TodoistTask {
  var fields = ReminderFields()
  var comments: [String] = []
  /// Content lines for cells that no field is.
  var rest: [UInt8] = []

  init() {}

  // MARK: Reading

  /// - Parameter problems: gets what cannot be understood, in words; it is kept as a property of Todoist's.
  init(_ row: TodoistRow, problems: inout [String]) {
    let (title, labels) = Self.divided(row[.content])
    fields.set(.title, title)
    fields.set(.tags, texts: labels)
    fields.set(.notes, row[.description])
    fields[.status] = .text("needs-action")
    switch row[.priority] {
    case "1": fields[.priority] = .integer(1)
    case "2": fields[.priority] = .integer(5)
    case "3": fields[.priority] = .integer(9)
    case "4", "": break
    default: keep(.priority, row, &problems)
    }
    readDates(row, &problems)
    if let minutes = Int(row[.duration]), minutes > 0 {
      let value = row[.durationUnit] == "day" ? "P\(minutes)D" : "PT\(minutes)M"
      rest += ContentLineText.line("ESTIMATED-DURATION", value: value.utf8)
    }
    if row[.isCollapsed].lowercased() == "true" {
      rest += ContentLineText.line("X-OC-HIDESUBTASKS", value: "1".utf8)
    }
    for column in [TodoistColumn.author, .responsible] where !row[column].isEmpty { keep(column, row) }
  }

  private mutating func readDates(_ row: TodoistRow, _ problems: inout [String]) {
    func date(_ column: TodoistColumn) -> TodoistDate? {
      let language = row[column == .date ? .dateLanguage : .deadlineLanguage]
      guard !row[column].isEmpty, let date = TodoistDate(row[column]) else { return nil }
      // The words are English; ISO dates are of any language.
      return language.isEmpty || language == "en" || CSVCell.moment(row[column]) != nil ? date : nil
    }
    let planned = date(.date)
    let deadline = date(.deadline)
    if planned == nil && !row[.date].isEmpty { keep(.date, row, &problems) }
    if deadline == nil && !row[.deadline].isEmpty { keep(.deadline, row, &problems) }
    fields.set(.recurrence, planned?.rule)
    let moment = planned?.moment.map { Self.zoned($0, row[.timeZone]) }
    if let due = deadline?.moment {
      fields[.due] = .moment(due)
      if let moment { fields[.start] = .moment(moment) }
    } else if let moment {
      fields[.due] = .moment(moment)
    }
  }

  private static func zoned(_ moment: Moment, _ zone: String) -> Moment {
    guard case .floating(let local) = moment, !zone.isEmpty else { return moment }
    return zone == "UTC" ? .utc(local) : .zoned(local, tzid: zone)
  }

  private mutating func keep(_ column: TodoistColumn, _ row: TodoistRow, _ problems: inout [String]) {
    problems.append("\(column.rawValue) is ambiguous: \(row[column])")
    keep(column, row)
  }

  private mutating func keep(_ column: TodoistColumn, _ row: TodoistRow) {
    let name = "X-TODOIST-" + column.rawValue.replacing("_", with: "-")
    rest += ContentLineText.line(name, value: TextValue.encode(row[column]))
  }

  /// The text, and the labels among its words.
  private static func divided(_ content: String) -> (title: String, labels: [String]) {
    var labels: [String] = []
    var title: [Substring] = []
    for word in content.split(separator: " ", omittingEmptySubsequences: false) {
      if word.hasPrefix("@"), word.utf8.count > 1 {
        labels.append(String(word.dropFirst()))
      } else {
        title.append(word)
      }
    }
    while title.last?.isEmpty == true { title.removeLast() }
    return (title.joined(separator: " "), labels)
  }

  // MARK: Writing

  /// The row, but for how deep it stands.
  ///
  /// - Parameter lost: gets what the row says otherwise, as the kind of a loss and the property.
  func row(lost: inout [(kind: String, id: FieldID)]) -> TodoistRow {
    var row = TodoistRow()
    row[.type] = "task"
    let title = fields.text(.title) ?? ""
    let content = Self.content(title)
    if content != title { lost.append(("exact title", .title)) }
    var words = content.isEmpty ? [] : [content]
    for tag in fields.texts(.tags) {
      let label = Self.isPlain(tag, hasBlanks: false) ? tag : String(tag.map { $0.isWhitespace ? "_" : $0 })
      if label != tag { lost.append(("exact tag", .tags)) }
      words.append("@" + label)
    }
    row[.content] = words.joined(separator: " ")
    row[.description] = fields.text(.notes) ?? ""
    let priority = fields.integer(.priority) ?? 0
    switch priority {
    case 1...4: row[.priority] = "1"
    case 5: row[.priority] = "2"
    case 6...9: row[.priority] = "3"
    default: row[.priority] = "4"
    }
    if fields[.priority] != nil && ![1, 5, 9].contains(priority) {
      lost.append(("exact priority", .priority))
    }
    writeDates(to: &row, &lost)
    return row
  }

  /// The words of a title, none of which is a label.
  static func content(_ title: String) -> String {
    isPlain(title, hasBlanks: true)
      ? title
      : title.split(whereSeparator: \.isWhitespace).map { word in word.drop { $0 == "@" } }
        .filter { !$0.isEmpty }.joined(separator: " ")
  }

  /// Blanks stand between its words alone, and no label is among them, by its scalars alone.
  ///
  /// - Parameter hasBlanks: false for a text that must be one word.
  private static func isPlain(_ text: String, hasBlanks: Bool) -> Bool {
    var isBehindBlank = true
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0x20:
        guard hasBlanks, !isBehindBlank else { return false }
        isBehindBlank = true
        continue
      case 0x21..<0x40, 0x41..<0x7F: break
      // Accents and variants, which belong to what is before them.
      case 0x300...0x36F, 0xFE00...0xFE0F: if isBehindBlank { return false }
      // Latin, Greek, Cyrillic; punctuation and symbols; Japanese, Chinese, Korean; pictures. What else may be white space, or belong
      // to a blank before it, is looked at by its characters.
      case 0xA1...0xAC, 0xAE...0x2FF, 0x370...0x482, 0x2010...0x2027, 0x2030...0x205E, 0x2100...0x2BFF,
        0x3001...0x3029, 0x3041...0x3096, 0x30A1...0x30FF, 0x3400...0x9FFF, 0xAC00...0xD7A3,
        0x1F300...0x1F3FA, 0x1F400...0x1FAFF:
        break
      default: return false
      }
      isBehindBlank = false
    }
    return !isBehindBlank || text.isEmpty
  }

  private func writeDates(to row: inout TodoistRow, _ lost: inout [(kind: String, id: FieldID)]) {
    let rule = fields.text(.recurrence)
    var planned = fields.moment(.due)
    if let start = fields.moment(.start) {
      if case .date(let day)? = planned {
        row[.deadline] = day.description
        row[.deadlineLanguage] = "en"
        planned = start
      } else {
        lost.append((Losses.word(for: .start), .start))
      }
    }
    let words = rule.flatMap(TodoistDate.words)
    if rule != nil, words == nil { lost.append(("recurrence rule", .recurrence)) }
    guard let planned else {
      row[.date] = words ?? ""
      row[.dateLanguage] = words == nil ? "" : "en"
      return
    }
    row[.date] = TodoistDate(moment: planned, rule: rule).text
    row[.dateLanguage] = "en"
    switch planned {
    case .zoned(_, let tzid): row[.timeZone] = tzid
    case .utc: row[.timeZone] = "UTC"
    case .date, .floating: break
    }
    if let local = planned.local, local.second != 0 { lost.append(("second", .due)) }
  }
}
