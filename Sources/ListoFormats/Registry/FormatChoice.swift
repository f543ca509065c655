/// A format and its options, as they are named on a command line: `jsonl`, `csv+bom`, `ics`.
public struct FormatChoice: Sendable {
  /// The format.
  public let format: Format
  /// The chosen options.
  public var options: FormatOptions

  /// Creates a choice of a format with options.
  public init(_ format: Format, options: FormatOptions = FormatOptions()) {
    (self.format, self.options) = (format, options)
  }

  /// Why a word names no format.
  public enum Problem: Error, Sendable, Hashable {
    case unknownFormat(String)
    /// The format has no such option.
    case unknownOption(String, format: String)
    /// The option needs a value, cannot have this one, or takes none.
    case badValue(String?, option: FormatOption, format: String)
  }

  /// Parses the name or an extension of a format, with options after plus signs.
  public init(_ text: String) throws(Problem) { try self.init(text, maps: []) }

  /// The same, where maps of the user come before formats of the same name.
  package init(_ text: String, maps: [Format]) throws(Problem) {
    let parts = text.split(separator: "+", omittingEmptySubsequences: false).map(String.init)
    let name = parts[0].hasPrefix(".") ? String(parts[0].dropFirst()) : parts[0]
    guard let format = maps.first(where: { $0.name == name.lowercased() }) ?? Format.named(name) else {
      throw .unknownFormat(parts[0])
    }
    self.init(format)
    for part in parts.dropFirst() {
      let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      try set(pair[0].lowercased(), pair.count > 1 ? pair[1] : nil)
    }
  }

  /// Switches an option of the format on.
  ///
  /// - Parameter value: the text after its equals sign; nil if there is none.
  public mutating func set(_ name: String, _ value: String?) throws(Problem) {
    guard let option = format.option(name) else { throw .unknownOption(name, format: format.name) }
    guard option.admits(value) else { throw .badValue(value, option: option, format: format.name) }
    options.names.insert(name)
    if let value { options.values[name, default: []].append(value) }
  }
}
