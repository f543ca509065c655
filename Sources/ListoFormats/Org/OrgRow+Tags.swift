internal import ICalendar
internal import ListoModel

/// The tags of a reminder behind its title: ` :home:errand:`.
extension OrgRow {
  mutating func writeTags(_ output: inout OutputSpan<UInt8>) {
    guard let value = reminder.first(.categories)?.value else { return }
    if settings.tags.isEmpty, lines.hasOne(.categories), let isWhole = Self.write(plain: value, to: &output) {
      if isWhole, hasNoParameters(.categories) { said.insert(.categories) }
      return
    }
    let tags = OrgEntry.headlineTags(OrgEntry.tags(of: reminder), besides: settings.tags)
    if !tags.isEmpty { output.put(" :") }
    for tag in tags {
      output.put(Array(tag.utf8))
      output.put(0x3A)
    }
    let all = OrgSurroundings(fileTags: settings.tags).tags(tags)
    if says(.categories, TextValue.encodeList(all)) { said.insert(.categories) }
  }

  /// Writes the tags of a list in ASCII of which none is escaped.
  ///
  /// - Returns: whether they say all of it; nil, and nothing is written, for another list.
  private static func write(plain value: ArraySlice<UInt8>, to output: inout OutputSpan<UInt8>) -> Bool? {
    let bytes = value.span
    var tags = QuickTexts()
    var isWhole = true
    var start = 0
    for index in 0...bytes.count {
      if index < bytes.count, bytes[index] != 0x2C {
        guard bytes[index] >= 0x20, bytes[index] < 0x80, bytes[index] != 0x5C else { return nil }
        continue
      }
      let count = tags.count
      guard start == index || tags.add(bytes, start..<index) else { return nil }
      // None, or one that was there.
      if tags.count == count { isWhole = false }
      start = index + 1
    }
    guard tags.count > 0 else { return false }
    output.put(" :")
    for index in 0..<tags.count {
      for place in tags[index] {
        let isTag = OrgEntry.isTagCharacter(Unicode.Scalar(bytes[place]))
        if !isTag { isWhole = false }
        output.put(isTag ? bytes[place] : 0x5F)
      }
      output.put(0x3A)
    }
    return isWhole
  }
}
