internal import ListoModel

/// The words that make a headline a task: TODO and DONE, and those that the file or the user names. Where
/// neither does, words that are well known are keywords too: most people set theirs in Emacs, not in the
/// file.
struct OrgKeywords: Sendable {
  /// Those that the file or the user names.
  private var words: [String: OrgKeyword] = [:]
  var isDeclared: Bool { !words.isEmpty }

  /// The line of settings for an option such as `TODO,NEXT|DONE`.
  static func line(option: String) -> String {
    let names = option.replacing("|", with: " | ").split { $0 == "," || $0 == " " }
    return "#+TODO: " + names.joined(separator: " ")
  }

  /// Reads a line such as `#+TODO: TODO STARTED(s!) | DONE CANCELLED`.
  mutating func take(setting line: Substring) {
    let upper = line.prefix(12).uppercased()
    guard ["#+TODO:", "#+SEQ_TODO:", "#+TYP_TODO:"].contains(where: upper.hasPrefix) else { return }
    declare(line.drop { $0 != ":" }.dropFirst().split { $0 == " " || $0 == "\t" })
  }

  /// Reads the words of `#+TODO: TODO STARTED(s!) | DONE CANCELLED`.
  mutating func declare(_ names: [Substring]) {
    var names = names
    // Without a bar the last one is done.
    if !names.contains("|"), let last = names.popLast() { names += ["|", last] }
    var isDone = false
    for name in names.prefix(100) {
      if name == "|" {
        isDone = true
      } else {
        let word = String(name.prefix { $0 != "(" })
        words[word] = Self.meaning(of: word, isDone: isDone)
      }
    }
  }

  private static func meaning(of word: String, isDone: Bool) -> OrgKeyword {
    switch (isDone, word.uppercased()) {
    case (false, "STARTED"), (false, "DOING"), (false, "INPROGRESS"), (false, "IN-PROGRESS"), (false, "STRT"):
      .started
    case (false, _): .todo
    case (true, "CANCELLED"), (true, "CANCELED"), (true, "KILL"), (true, "KILLED"): .cancelled
    case (true, _): .done
    }
  }

  private static let wellKnown: [String: OrgKeyword] = [
    "NEXT": .todo, "WAITING": .todo, "WAIT": .todo, "HOLD": .todo, "SOMEDAY": .todo, "STARTED": .started,
    "DOING": .started, "INPROGRESS": .started, "IN-PROGRESS": .started, "CANCELLED": .cancelled,
    "CANCELED": .cancelled,
  ]

  /// Words of others that are written where a reminder had them, in a line of settings of their own, and what
  /// they mean.
  static let written: [String: OrgKeyword] = [
    "NEXT": .todo, "WAIT": .todo, "WAITING": .todo, "HOLD": .todo, "SOMEDAY": .todo, "DOING": .started,
    "KILL": .cancelled, "CANCELED": .cancelled,
  ]
  static let settings = "#+TODO: NEXT WAIT WAITING HOLD SOMEDAY DOING | KILL CANCELED"

  /// The property that keeps such a word.
  static let property = "X-ORG-KEYWORD"
  /// Its value for a task whose headline has none.
  static let none = "-"

  /// All words of a line of settings are among them.
  func declares(_ line: String) -> Bool {
    var other = OrgKeywords()
    other.take(setting: line[...])
    return other.words.keys.allSatisfy { words[$0] != nil }
  }

  /// The meaning of a word that the file or the user names; nil for any other.
  func declared(_ word: String) -> OrgKeyword? { words[word] }

  /// Those that Listo writes mean here what they do elsewhere.
  var meanWhatListoWrites: Bool {
    OrgKeyword.allCases.allSatisfy { (words[$0.rawValue] ?? $0) == $0 }
  }

  /// The word of ours that means the same; nil for a word that is no keyword.
  ///
  /// - Parameter hasTitle: something stands behind the word; a word that is well known is the name of a list
  ///   otherwise.
  func meaning(of word: ArraySlice<UInt8>, hasTitle: Bool) -> OrgKeyword? {
    let word = String(decoding: word, as: UTF8.self)
    if let meaning = words[word] { return meaning }
    switch word {
    case "TODO": return .todo
    case "DONE": return .done
    default: return isDeclared || !hasTitle ? nil : Self.wellKnown[word]
    }
  }

  /// It looks like a keyword: three capitals or more, and nothing else but hyphens.
  static func mayBe(_ word: ArraySlice<UInt8>) -> Bool {
    word.count { $0 &- 0x41 < 26 } >= 3 && word.allSatisfy { $0 &- 0x41 < 26 || $0 == 0x2D || $0 == 0x5F }
  }
}

/// Headlines that begin with a word in capitals that is no keyword.
struct UnknownKeywords: Sendable {
  private var first: (line: Int, word: String)?
  private var count = 0

  mutating func add(_ word: ArraySlice<UInt8>, line: Int) {
    if first == nil { first = (line, String(decoding: word.prefix(40), as: UTF8.self)) }
    count += 1
  }

  /// The warning about them; nil if there are none.
  var message: (line: Int, text: String)? {
    guard let first else { return nil }
    let headlines = count == 1 ? "this headline begins" : "\(count) headlines, this one first, begin"
    return (
      first.line,
      "\(headlines) with a word in capitals that is not a known keyword, such as \(first.word); "
        + "to read them as tasks: -f 'org+keywords=TODO,\(first.word)|DONE'"
    )
  }
}

/// The keywords of headlines that Listo writes; those of others mean one of these.
enum OrgKeyword: String, CaseIterable {
  case todo = "TODO"
  case started = "STARTED"
  case done = "DONE"
  case cancelled = "CANCELLED"

  init(_ status: Status) {
    switch status {
    case .completed: self = .done
    case .cancelled, .failed: self = .cancelled
    case .inProcess: self = .started
    default: self = .todo
    }
  }

  /// It ends a task.
  var isDone: Bool { self == .done || self == .cancelled }

  var status: Status {
    switch self {
    case .todo: .needsAction
    case .started: .inProcess
    case .done: .completed
    case .cancelled: .cancelled
    }
  }
}
