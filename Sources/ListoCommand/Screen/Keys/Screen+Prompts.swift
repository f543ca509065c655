internal import Listo

extension Screen {
  /// Takes a key that answers what is asked.
  mutating func answer(_ key: Key) -> [Effect] {
    if key == .escape {
      prompt = nil
      keeps = nil
      return []
    }
    switch prompt {
    case .line(let line): return answer(line, key)
    case .question(let question): return answer(question, key)
    case .list(let choice): return answer(choice, key)
    case nil: return []
    }
  }

  private mutating func answer(_ question: Question, _ key: Key) -> [Effect] {
    guard case .character(let character) = key,
      let answer = question.answers.first(where: { String($0.key) == character.lowercased() })
    else { return [] }
    prompt = nil
    decideSomething()
    return answer.effects
  }

  // MARK: Lines

  private mutating func answer(_ line: LinePrompt, _ key: Key) -> [Effect] {
    var line = line
    if key == .enter { return finish(line) }
    if key == .backspace, line.field.text.isEmpty {
      prompt = nil
      return []
    }
    _ = line.field.take(key)
    line.error = nil
    if line.purpose == .filter, case .failure(let error) = Self.filter(line.field.text) {
      line.error = error.description
    }
    prompt = .line(line)
    return []
  }

  private mutating func finish(_ line: LinePrompt) -> [Effect] {
    let text = line.field.text.withoutBlanks
    prompt = nil
    guard !text.isEmpty || line.purpose == .filter else { return [] }
    switch line.purpose {
    case .add(let list):
      submitted = line
      return [.add(text, list: list)]
    case .postpone(let identifier):
      submitted = line
      decideSomething()
      return [.postpone(identifier, to: text)]
    case .tag(let identifier): return tag(identifier, text)
    case .filter:
      switch Self.filter(text) {
      case .success(let expression): show(expression, text)
      case .failure(let error):
        var line = line
        line.error = error.description
        prompt = .line(line)
      }
      return []
    }
  }

  /// `#shop urgent -old`: some to add, some to take away.
  private mutating func tag(_ identifier: ModelIdentifier, _ text: String) -> [Effect] {
    func name(_ word: Substring) -> String { String(word.first == "#" ? word.dropFirst() : word) }
    let words = text.split(separator: " ")
    let gone = words.filter { $0.first == "-" }.map { name($0.dropFirst()) }.filter { !$0.isEmpty }
    let new = words.filter { $0.first != "-" }.map { name($0) }.filter { !$0.isEmpty }
    var edit = ScreenEdit(identifier)
    if !gone.isEmpty { edit.changes.append(.remove(.tags, gone)) }
    if !new.isEmpty { edit.changes.append(.add(.tags, new)) }
    guard !edit.changes.isEmpty else { return [] }
    let words2 = (new.map { "#" + $0 } + gone.map { "without #" + $0 }).joined(separator: ", ")
    return decide("Tagged: \(words2)", edit)
  }

  /// The expression of a text in the query language; words that are none of it are looked for as a text.
  static func filter(_ text: String) -> Result<QueryExpression?, QuerySyntaxError> {
    let text = text.withoutBlanks
    guard !text.isEmpty else { return .success(nil) }
    do throws(QuerySyntaxError) {
      return .success(try QueryExpression(text))
    } catch {
      let isWords = !text.contains { "=<>~()\"'!,".contains($0) }
      let names = Set(QueryGrammar.words.map(\.form) + QueryField.all.map(\.name) + Self.operators)
      let words = text.lowercased().split(separator: " ").map(String.init)
      guard isWords, !words.contains(where: names.contains) else { return .failure(error) }
      return .success(QueryExpression(.compare(.text, .contains, .text(text, isExact: false))))
    }
  }

  private static let operators = ["and", "or", "not", "has", "is", "in", "contains", "between"]

  private mutating func show(_ expression: QueryExpression?, _ text: String) {
    if case .reminders(var page) = page {
      (page.options.filter, page.filterText) = (expression, expression == nil ? "" : text)
      refresh(&page)
      self.page = .reminders(page)
      if let expression, page.rows.isEmpty { say("nothing matches \(expression)") }
      return
    }
    guard let expression else { return }
    open(.query(title: text, NamedQuery(text, "\(expression)")), order: .natural)
  }

  // MARK: A new one

  mutating func askForNew() {
    guard let list = listForNew, let node = data.listPath(list).flatMap(data.catalog.list) else {
      return say("there is no list to add the reminder to")
    }
    prompt = .line(LinePrompt(purpose: .add(list), label: "Add to \(node.list.title)"))
  }

  /// The list of the page, or of the line; else the first.
  private var listForNew: ModelIdentifier? {
    if case .reminders(let page) = page, case .list(let list) = page.scope { return list }
    if let list = subject?.container { return list }
    if case .lists(let position) = page, listRows.indices.contains(position.index),
      case .list(let path) = listRows[position.index]
    {
      return data.catalog.modelIdentifier(at: path)
    }
    return data.catalog.sources.first { !$0.lists.isEmpty }?.lists.first?.identifier
  }

  // MARK: A list

  private mutating func answer(_ choice: ListChoice, _ key: Key) -> [Effect] {
    var choice = choice
    switch key {
    case .enter:
      guard let chosen = choice.chosen else { return [] }
      prompt = nil
      let list = data.catalog.list(at: chosen.path)?.list.title ?? ""
      return decide(
        "Moved to \(list): \(choice.title)", ScreenEdit(choice.subject, .move(toList: chosen.identifier)))
    case .up: choice.position.index -= 1
    case .down, .tab: choice.position.index += 1
    case .pageUp: choice.position.index -= height
    case .pageDown: choice.position.index += height
    default:
      let before = choice.field.text
      _ = choice.field.take(key)
      if choice.field.text != before { choice.narrow() }
    }
    choice.position.settle(count: choice.candidates.count, height: height)
    prompt = .list(choice)
    return []
  }
}

extension String {
  /// Without blanks at either end.
  fileprivate var withoutBlanks: String {
    var text = self[...]
    while text.first == " " { text.removeFirst() }
    while text.last == " " { text.removeLast() }
    return String(text)
  }
}
