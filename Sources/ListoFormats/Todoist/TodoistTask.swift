internal import ICalendar
internal import ListoModel

/// The columns of Todoist's template (todoist.com/help: import or export a project as a CSV file), in its
/// order.
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

extension TodoistColumn {
  /// The property that keeps a cell of it.
  var property: String { Self.prefix + rawValue.replacing("_", with: "-") }

  /// - Parameter property: the name of one.
  init?(property: String) {
    guard property.hasPrefix(Self.prefix) else { return nil }
    self.init(rawValue: String(property.dropFirst(Self.prefix.count)).replacing("-", with: "_"))
  }

  private static let prefix = "X-TODOIST-"
}

/// A comment on a task, and the cells of its row that have no other place.
struct TodoistComment: Hashable {
  let text: String
  private(set) var cells: [TodoistColumn: String] = [:]

  init(_ row: TodoistRow) {
    text = row[.content]
    for column in TodoistColumn.allCases where column != .type && column != .content && !row[column].isEmpty {
      cells[column] = row[column]
    }
  }

  /// Nil for a property with parameters of others.
  init?(_ property: Property) {
    text = property.text
    for parameter in property.parameters {
      guard let column = TodoistColumn(property: parameter.name) else { return nil }
      cells[column] = parameter.value
    }
    if text.isEmpty { return nil }
  }

  var parameters: [Parameter] {
    TodoistColumn.allCases.compactMap { column in
      cells[column].map { Parameter(name: column.property, values: [$0]) }
    }
  }

  var row: TodoistRow {
    var row = TodoistRow()
    for (column, text) in cells { row[column] = text }
    (row[.type], row[.content]) = ("note", text)
    return row
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
  var comments: [TodoistComment] = []
  /// ESTIMATED-DURATION, in minutes or days.
  var duration: String?
  /// Its subtasks are hidden.
  var isCollapsed = false
  /// The next date is counted from the completion.
  var repeatsFromCompletion = false
  /// Cells that Todoist had, if they say more than the rest or say it otherwise: by their columns.
  var cells: [TodoistColumn: String] = [:]

  init() {}

  /// The fields that a row says.
  private static let said: [FieldID] = [.title, .tags, .notes, .priority, .due, .start, .recurrence]

  // MARK: Reading

  /// - Parameters:
  ///   - today: the day on which the dates in words were written; nil if that is not known.
  ///   - problems: gets what cannot be understood, in words; it is kept as a property of Todoist's.
  init(_ row: TodoistRow, today: Day? = nil, problems: inout [String]) {
    self.init(saidBy: row, today: today, problems: &problems)
    var lost: [(kind: String, id: FieldID)] = []
    let written = self.row(lost: &lost)
    for column in TodoistColumn.allCases
    where column != .type && column != .indent && written[column] != row[column] {
      cells[column] = row[column]
    }
  }

  private init(saidBy row: TodoistRow, today: Day?, problems: inout [String]) {
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
    default: problems.append("PRIORITY is not 1 to 4: \(row[.priority])")
    }
    readDates(row, today, &problems)
    if let minutes = Int(row[.duration]), minutes > 0 {
      duration = row[.durationUnit] == "day" ? "P\(minutes)D" : "PT\(minutes)M"
    }
    isCollapsed = row[.isCollapsed].lowercased() == "true"
  }

  private mutating func readDates(_ row: TodoistRow, _ today: Day?, _ problems: inout [String]) {
    let (zone, words) = (row[.timeZone], row[.date])
    let planned = TodoistDate(words, language: row[.dateLanguage], zone: zone, today: today)
    let deadline = TodoistDate(row[.deadline], language: row[.deadlineLanguage], today: today)
    if planned == nil, !words.isEmpty { problems.append("DATE is ambiguous: \(words)") }
    if deadline == nil, !row[.deadline].isEmpty {
      problems.append("DEADLINE is ambiguous: \(row[.deadline])")
    }
    fields.set(.recurrence, planned?.rule)
    repeatsFromCompletion = planned?.repeatsFromCompletion ?? false
    if planned?.hasTimeAlone == true {
      problems.append(
        "DATE does not say on which day it begins: \(words); to choose a day: -f todoist+today=2026-12-01")
    }
    if let due = deadline?.moment {
      fields[.due] = .moment(due)
      if let moment = planned?.moment { fields[.start] = .moment(moment) }
    } else if let moment = planned?.moment {
      fields[.due] = .moment(moment)
    }
  }

  /// Appends the properties that no field is.
  func append(to component: inout ComponentText) {
    for comment in comments { component.text(.comment, comment.text, parameters: comment.parameters) }
    if let duration { component.raw(.estimatedDuration, duration.utf8) }
    if isCollapsed { component.raw(named: Self.collapsed, [0x31]) }
    if repeatsFromCompletion { component.raw(.xListoRepeatFrom, "COMPLETION".utf8) }
    for column in TodoistColumn.allCases {
      if let text = cells[column] { component.raw(named: column.property, TextValue.encode(text)) }
    }
  }

  private static let collapsed = "X-OC-HIDESUBTASKS"

  // MARK: Of a component

  /// Takes the fields of a reminder that was read, and other properties that a row has a place for out of its
  /// rest.
  init(taking component: Component, from reader: inout FieldReader) {
    fields = reader.values(of: component)
    let hasWords = fields.text(.recurrence).flatMap(TodoistDate.words) != nil
    let taken = reader.takeRest(of: component) { property in
      switch property.id {
      case .comment: return TodoistComment(property) != nil
      case .estimatedDuration: return Self.length(property.rawText) != nil
      case .xListoRepeatFrom: return hasWords && property.rawText.uppercased() == "COMPLETION"
      case .other:
        return TodoistColumn(property: property.name) != nil
          || property.name == Self.collapsed && property.rawText == "1"
      default: return false
      }
    }
    for property in taken {
      switch property.id {
      case .comment: if let comment = TodoistComment(property) { comments.append(comment) }
      case .estimatedDuration: duration = property.rawText
      case .xListoRepeatFrom: repeatsFromCompletion = true
      default:
        if let column = TodoistColumn(property: property.name) {
          cells[column] = property.text
        } else {
          isCollapsed = true
        }
      }
    }
  }

  /// A duration of minutes or of days; nil for any other.
  private static func length(_ text: String) -> (count: Int, unit: String)? {
    if text.hasPrefix("PT"), text.hasSuffix("M"), let minutes = Int(text.dropFirst(2).dropLast()), minutes > 0
    {
      return (minutes, "minute")
    }
    guard text.hasPrefix("P"), text.hasSuffix("D"), let days = Int(text.dropFirst().dropLast()), days > 0
    else { return nil }
    return (days, "day")
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

  /// The row, but for how deep it stands: with the cells that Todoist had if they still say the same.
  ///
  /// - Parameter lost: gets what the row says otherwise, as the kind of a loss and the property.
  func wholeRow(lost: inout [(kind: String, id: FieldID)]) -> TodoistRow {
    let row = row(lost: &lost)
    guard !cells.isEmpty else { return row }
    var whole = row
    for (column, text) in cells { whole[column] = text }
    if says(whole) { return whole }
    // Of a changed reminder, those that hold no field.
    whole = row
    for column in [TodoistColumn.author, .responsible] {
      if let text = cells[column] { whole[column] = text }
    }
    return whole
  }

  /// A row is read as this reminder.
  private func says(_ row: TodoistRow) -> Bool {
    var problems: [String] = []
    let read = TodoistTask(saidBy: row, today: nil, problems: &problems)
    return Self.said.allSatisfy { read.fields[$0] == fields[$0] } && read.duration == duration
      && read.isCollapsed == isCollapsed && read.repeatsFromCompletion == repeatsFromCompletion
  }

  /// The row from the fields alone.
  private func row(lost: inout [(kind: String, id: FieldID)]) -> TodoistRow {
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
    if let duration, let length = Self.length(duration) {
      (row[.duration], row[.durationUnit]) = (String(length.count), length.unit)
    }
    if isCollapsed { row[.isCollapsed] = "true" }
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
      // Latin, Greek, Cyrillic; punctuation and symbols; Japanese, Chinese, Korean; pictures. What else may
      // be white space, or belong to a blank before it, is looked at by its characters.
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
      row[.date] = words.map { TodoistDate.words($0, repeatsFromCompletion: repeatsFromCompletion) } ?? ""
      row[.dateLanguage] = words == nil ? "" : "en"
      return
    }
    row[.date] =
      TodoistDate(
        moment: planned, rule: rule, repeatsFromCompletion: repeatsFromCompletion
      ).text
    row[.dateLanguage] = "en"
    switch planned {
    case .zoned(_, let tzid): row[.timeZone] = tzid
    case .utc: row[.timeZone] = "UTC"
    case .date, .floating: break
    }
    if let local = planned.local, local.second != 0 { lost.append(("second", .due)) }
  }
}
