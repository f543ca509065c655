/// The words that make a headline a task: TODO and DONE, and those that the file names.
struct OrgKeywords: Sendable {
  private var words: [String: OrgKeyword] = ["TODO": .todo, "DONE": .done]

  /// `#+TODO: TODO STARTED(s!) | DONE CANCELLED`.
  mutating func take(setting line: Substring) {
    let upper = line.prefix(12).uppercased()
    guard ["#+TODO:", "#+SEQ_TODO:", "#+TYP_TODO:"].contains(where: upper.hasPrefix) else { return }
    var names = line.drop { $0 != ":" }.dropFirst().split { $0 == " " || $0 == "\t" }
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

  /// The word of ours that means the same; nil for a word that is no keyword.
  func meaning(of word: ArraySlice<UInt8>) -> OrgKeyword? { words[String(decoding: word, as: UTF8.self)] }
}
