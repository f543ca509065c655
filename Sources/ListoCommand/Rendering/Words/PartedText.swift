extension String {
  /// The parts before and behind the first `text`; nil where it does not occur.
  func parted(by text: String) -> (String, String)? {
    guard let first = text.first else { return nil }
    var place = startIndex
    while let found = self[place...].firstIndex(of: first) {
      if self[found...].hasPrefix(text) {
        return (String(self[..<found]), String(self[found...].dropFirst(text.count)))
      }
      place = index(after: found)
    }
    return nil
  }
}
