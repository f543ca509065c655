internal import ICalendar

/// A task of Org as its lines stand in the input: what they say is found out later, on any thread, unless they are many.
struct OrgTask: OutlineTask {
  let level: Int
  private var draft: OrgDraft
  /// Those that the draft has not taken, and whether they are headlines below it that are no tasks.
  private var lines: [(text: ArraySlice<UInt8>, isHeadline: Bool)] = []
  private var waiting = 0
  /// The bytes of the input that it holds.
  private(set) var size: Int

  var line: Int { draft.line }

  /// So many bytes of lines wait at the most.
  private static let bound = 1 << 18

  init(level: Int, _ draft: OrgDraft, size: Int) {
    (self.level, self.draft, self.size) = (level, draft, size)
  }

  /// Takes a line below its headline.
  mutating func take(_ text: ArraySlice<UInt8>, isHeadline: Bool) {
    lines.append((text, isHeadline))
    waiting += text.count + 32
    size += text.count + 32
    guard waiting > Self.bound else { return }
    settle()
  }

  private mutating func settle() {
    for (text, isHeadline) in lines {
      if isHeadline { draft.takeHeadline(text) } else { draft.take(text) }
    }
    (lines, waiting) = ([], 0)
  }

  func component(parent: String?) -> (todo: ComponentText, problems: [Diagnostic]) {
    var task = self
    task.settle()
    return task.draft.component(parent: parent)
  }
}
