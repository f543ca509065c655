internal import ListoModel

/// The UIDs of what has none in its format: by its content, so that a newer export of it gives the same ones.
struct ContentUIDs {
  /// How often each content was met.
  private var counts: [ContentName: Int] = [:]

  /// Notes that a content was met.
  ///
  /// - Returns: 1 for the first time: content that stands twice in a file is two reminders.
  mutating func meet(_ content: ContentName) -> Int {
    counts[content, default: 0] += 1
    return counts[content, default: 1]
  }

  /// The UID of content.
  ///
  /// - Parameter count: as ``meet(_:)`` has it.
  static func uid(of content: ContentName, count: Int) -> String {
    UUIDv5.string(name: Array((count > 1 ? "\(content)~\(count)" : content.description).utf8))
  }
}
