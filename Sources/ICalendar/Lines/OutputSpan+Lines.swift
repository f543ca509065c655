/// Content lines in room that was made before. Where the room is used up nothing more is appended: who
/// appends looks at `isFull` in the end.
extension OutputSpan where Element == UInt8 {
  /// Appends a text in a range of bytes, which are UTF-8, as one TEXT value: as `TextValue.append` does.
  public mutating func appendText(_ bytes: Span<UInt8>, _ range: Range<Int>) {
    let text = bytes.extracting(range)
    var run = 0
    while true {
      let index = text.endOfUnescapedText(from: run)
      append(text, run..<index)
      guard index < text.count, freeCapacity >= 2 else { return }
      let byte = text[index]
      run = index + 1
      // The carriage return before it was written as a line feed.
      if byte == 0x0A, index > 0, text[index - 1] == 0x0D { continue }
      append(0x5C)
      append(byte == 0x0A || byte == 0x0D ? 0x6E : byte)
    }
  }

  /// Ends the line that begins at an offset and has no end yet, as ``ContentLineText/endLine(from:of:)``
  /// does.
  ///
  /// - Complexity: linear in the line.
  public mutating func endLine(from start: Int) {
    let length = count - start
    // Of a part there may be three bytes less, for the sake of a character.
    let most = length <= 75 ? 0 : (length / 70 + 1) * 3
    guard most + 2 <= freeCapacity else { return append(repeating: 0x0A, count: freeCapacity) }
    if most > 0 { fold(from: start, within: most) }
    append(0x0D)
    append(0x0A)
  }

  /// Folds what was appended from an offset on, into so many bytes more at most.
  private mutating func fold(from start: Int, within most: Int) {
    unsafe withUnsafeMutableBufferPointer { buffer, initialized in
      guard let base = buffer.baseAddress else { return }
      let length = initialized - start
      let target = unsafe base + start
      // Moved out of the way, and its parts back to where they belong.
      let line = unsafe target + most
      unsafe line.moveInitialize(from: target, count: length)
      var (from, to, room) = (0, 0, 75)
      while length - from > room {
        var end = from + room
        // Not inside a character: continuation bytes are 10xxxxxx. Bytes that are no UTF-8 are cut anywhere.
        while unsafe end > from + room - 4 && line[end] & 0xC0 == 0x80 { end -= 1 }
        if unsafe line[end] & 0xC0 == 0x80 { end = from + room }
        unsafe (target + to).update(from: line + from, count: end - from)
        to += end - from
        unsafe (target[to], target[to + 1], target[to + 2]) = (0x0D, 0x0A, 0x20)
        to += 3
        from = end
        room = 74
      }
      unsafe (target + to).update(from: line + from, count: length - from)
      initialized = start + to + length - from
    }
  }
}
