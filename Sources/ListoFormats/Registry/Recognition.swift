/// The degree to which a format matches an input.
package enum Likelihood: Int, Sendable, Comparable, CaseIterable {
  /// It is not.
  case none
  /// Some of the content looks like the format, and too little of it to read it as that.
  case similar
  /// Nothing speaks against it.
  case possible
  /// The name or the content speaks for it.
  case likely
  /// The content shows it.
  case certain

  public static func < (left: Likelihood, right: Likelihood) -> Bool { left.rawValue < right.rawValue }
}

/// Detects the format of an input by its name and its first bytes.
package enum Recognition: Sendable {
  case format(Format)
  /// Several fit equally well.
  case ambiguous([Format])
  /// None fits.
  ///
  /// - Parameter nearest: the formats that it is similar to; often none.
  case unknown(nearest: [Format])

  /// The number of bytes that are examined at the beginning of an input.
  public static let window = 1 << 14

  /// - Parameters:
  ///   - name: the file's name; `-` for standard input.
  ///   - beginning: the first bytes, up to ``window``.
  ///   - least: matches below this degree are ignored. Folders need a clear match by name or content.
  public init(name: String, beginning: ArraySlice<UInt8>, atLeast least: Likelihood = .possible) {
    let beginning = TextEncoding.inUTF8(beginning)
    var best = least
    var (found, similar) = ([] as [Format], [] as [Format])
    for format in Format.all where format.canRead {
      let likelihood = format.recognise(name, beginning)
      if likelihood == .similar { similar.append(format) }
      guard likelihood >= best, likelihood > .similar else { continue }
      if likelihood > best { found = [] }
      best = likelihood
      found.append(format)
    }
    // Tables, objects and notes of another program are that program's, whatever else they look like.
    if found.allSatisfy({ !$0.columns.isEmpty }) || MapRecognition.isNote(beginning) {
      let maps = MapRecognition.maps(of: beginning)
      if !maps.isEmpty { found = maps }
    }
    self =
      found.count > 1 ? .ambiguous(found) : found.first.map { .format($0) } ?? .unknown(nearest: similar)
  }

  /// A name ends in one of these extensions.
  static func has(_ name: String, _ extensions: [String]) -> Bool {
    guard let dot = name.lastIndex(of: ".") else { return false }
    return extensions.contains(name[name.index(after: dot)...].lowercased())
  }

  /// A line of the beginning starts with these words, letters in any case.
  static func hasLine(_ beginning: ArraySlice<UInt8>, startingWith word: String) -> Bool {
    let word = Array(word.uppercased().utf8)
    let text = beginning.starts(with: [0xEF, 0xBB, 0xBF]) ? beginning.dropFirst(3) : beginning
    return text.split(whereSeparator: { $0 == 0x0A || $0 == 0x0D }).contains { line in
      line.count >= word.count
        && zip(word, line).allSatisfy { known, byte in
          byte == known || (known >= 0x41 && known <= 0x5A && byte == known | 0x20)
        }
    }
  }
}
