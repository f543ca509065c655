internal import Listo

/// A prompt at the bottom of the screen, which waits for an answer.
enum Prompt: Sendable {
  case line(LinePrompt)
  case question(Question)
  case list(ListChoice)
}

/// A line that is typed.
struct LinePrompt: Sendable {
  enum Purpose: Sendable, Hashable {
    case add(ModelIdentifier)
    case filter
    case postpone(ModelIdentifier)
    case tag(ModelIdentifier)
  }

  var purpose: Purpose
  var label: String
  var field = TextField()
  /// The error in the line as it is typed; nil for none.
  var error: String?
}

/// A question with an answer a key.
struct Question: Sendable {
  struct Answer: Sendable {
    var key: Character
    var words: String
    var effects: [Effect]
  }

  var text: String
  var answers: [Answer]
}

/// Which list: those whose titles have what is typed.
struct ListChoice: Sendable {
  struct Candidate: Sendable, Hashable {
    var identifier: ModelIdentifier
    var path: Catalog.IndexPath
  }

  /// The reminder to move.
  var subject: ModelIdentifier
  var title: String
  var field = TextField()
  private(set) var candidates: [Candidate]
  var position = ScrollPosition()

  private let all: [Candidate]
  private let titles: [String]

  init(_ subject: ModelIdentifier, title: String, _ catalog: Catalog) {
    (self.subject, self.title) = (subject, title)
    var all: [Candidate] = []
    var titles: [String] = []
    for (section, source) in catalog.sources.enumerated() {
      for (row, node) in source.lists.enumerated() where node.identifier != subject.container {
        all.append(
          Candidate(identifier: node.identifier, path: Catalog.IndexPath(source: section, list: row)))
        titles.append(node.list.title.lowercased())
      }
    }
    (self.all, self.titles, candidates) = (all, titles, all)
  }

  var chosen: Candidate? {
    candidates.indices.contains(position.index) ? candidates[position.index] : nil
  }

  /// Those that begin with it come first.
  mutating func narrow() {
    let word = field.text.lowercased()
    guard !word.isEmpty else { return candidates = all }
    let found = all.indices.filter { titles[$0].contains(word) }
    candidates = (found.filter { titles[$0].hasPrefix(word) } + found.filter { !titles[$0].hasPrefix(word) })
      .map { all[$0] }
    position = ScrollPosition()
  }
}
