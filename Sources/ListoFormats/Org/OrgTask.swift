internal import ICalendar

/// A task of Org as its lines stand in the input: what they say is found out later, on any thread, unless
/// they are many.
struct OrgTask: OutlineTask {
  let level: Int
  let line: Int
  private let surroundings: OrgSurroundings
  private let limits: ReadingLimits
  /// The meaning of its keyword and the length of that in bytes: 0 for a headline that is a task by its date.
  private let keyword: (meaning: OrgKeyword, length: Int)
  /// The headline from its keyword on, and the lines below it, each with its end.
  private var text: [UInt8] = []
  private let headlineEnd: Int
  /// The result of reading lines that are no longer in the text.
  private var beginning = Beginning.none
  /// The bytes of the input that it holds.
  private(set) var size: Int

  private indirect enum Beginning: Sendable {
    case none
    case draft(OrgDraft)
  }

  /// So many bytes of lines wait at the most.
  private static let bound = 1 << 18

  /// - Parameters:
  ///   - headline: from its keyword on.
  ///   - keyword: what that means, and how many bytes it has.
  init(
    level: Int, line: Int, headline: ArraySlice<UInt8>, keyword: (meaning: OrgKeyword, length: Int),
    _ surroundings: OrgSurroundings, _ limits: ReadingLimits
  ) {
    (self.level, self.line, self.keyword) = (level, line, keyword)
    (self.surroundings, self.limits) = (surroundings, limits)
    (headlineEnd, size) = (headline.count, headline.count + 128)
    // Most tasks fit.
    text.reserveCapacity(headline.count + 640)
    text += headline
    text.append(0x0A)
  }

  /// Takes a line below its headline.
  mutating func take(_ line: ArraySlice<UInt8>) {
    // A return that ends the line before would end it together with the feed of an empty one.
    if text.last == 0x0D { text[text.count - 1] = 0x0A }
    text += line
    text.append(0x0A)
    noteTaken(line.count + 1, lines: 1)
  }

  /// Takes so many whole lines, with their ends.
  mutating func take(_ lines: ArraySlice<UInt8>, count: Int) {
    text += lines
    noteTaken(lines.count, lines: count)
  }

  private mutating func noteTaken(_ bytes: Int, lines: Int) {
    size += bytes + 31 * lines
    guard text.count > Self.bound else { return }
    var draft = self.draft
    draft.take(text, from: headlineEnd + 1)
    beginning = .draft(draft)
    text.removeSubrange((headlineEnd + 1)...)
  }

  func component(parent: String?) -> (todo: ComponentText, problems: [Diagnostic]) {
    var draft = self.draft
    draft.take(text, from: headlineEnd + 1)
    let headline = OrgHeadline(text.span, keyword.length..<headlineEnd, surroundings.priorities)
    return draft.component(text.span, headline, keyword, surroundings, parent: parent)
  }

  private var draft: OrgDraft {
    switch beginning {
    case .none: OrgDraft(line: line, limits: limits)
    case .draft(let draft): draft
    }
  }
}
