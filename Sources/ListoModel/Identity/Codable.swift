public import ICalendar

// Values that an app stores. Each is coded as the text that Listo shows and reads everywhere else.

extension ModelIdentifier: LosslessStringConvertible, RawRepresentable, Codable {
  /// The text of the identifier, for example for `@SceneStorage`.
  public var rawValue: String { description }

  /// Parses the text of ``rawValue``; nil if it is not an identifier.
  public init?(rawValue: String) { self.init(rawValue) }

  /// Decodes the text of an identifier.
  public init(from decoder: any Decoder) throws {
    self = try decoder.text { ModelIdentifier($0) }
  }

  /// Encodes the text of the identifier.
  public func encode(to encoder: any Encoder) throws { try encoder.write(description) }

  /// The identifier as a URI: `listo:` and its text.
  public var uri: String { Self.scheme + description }

  /// Parses the text of ``uri``; nil if it is not one.
  public init?(uri: String) {
    guard uri.hasPrefix(Self.scheme) else { return nil }
    self.init(String(uri.dropFirst(Self.scheme.count)))
  }

  private static let scheme = "listo:"
}

/// The JSON of a selection is that of `listo select`: keys of other versions are ignored.
extension Selection: Codable {
  private enum Key: String, CodingKey {
    case listo, version, identifier, source, list, title, created, due
  }

  /// Decodes a selection.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: Key.self)
    self.init(
      identifier: try values.decode(ModelIdentifier.self, forKey: .identifier),
      sourceTitle: try values.decode(String.self, forKey: .source),
      listTitle: try values.decodeIfPresent(String.self, forKey: .list),
      title: try values.decodeIfPresent(String.self, forKey: .title),
      created: try values.decodeIfPresent(String.self, forKey: .created),
      due: try values.decodeIfPresent(String.self, forKey: .due))
  }

  /// Encodes the selection.
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: Key.self)
    try values.encode("selection", forKey: .listo)
    try values.encode(1, forKey: .version)
    try values.encode(identifier, forKey: .identifier)
    try values.encode(sourceTitle, forKey: .source)
    try values.encodeIfPresent(listTitle, forKey: .list)
    try values.encodeIfPresent(title, forKey: .title)
    try values.encodeIfPresent(created, forKey: .created)
    try values.encodeIfPresent(due, forKey: .due)
  }
}

extension QueryExpression: Codable {
  /// Decodes an expression of the query language.
  public init(from decoder: any Decoder) throws {
    self = try decoder.text { try? QueryExpression($0) }
  }

  /// Encodes the expression.
  public func encode(to encoder: any Encoder) throws { try encoder.write(description) }
}

extension Moment: Codable {
  /// Decodes a day or a time in the form of RFC 5545, with its zone behind a space.
  public init(from decoder: any Decoder) throws { self = try decoder.text(RecurrenceIDText.moment) }

  /// Encodes the moment in the form of RFC 5545, with its zone behind a space: `20261204`,
  /// `20261204T100000Z`, `20261204T100000 Europe/Berlin`.
  public func encode(to encoder: any Encoder) throws { try encoder.write(RecurrenceIDText.text(self)) }
}

extension FieldID: Codable {}
extension PriorityBucket: Codable {}

extension Decoder {
  /// Decodes one text with a meaning.
  fileprivate func text<Value>(_ meaning: (String) -> Value?) throws -> Value {
    let container = try singleValueContainer()
    let text = try container.decode(String.self)
    guard let value = meaning(text) else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "'\(text)' is no \(Value.self)")
    }
    return value
  }
}

extension Encoder {
  /// Encodes one text.
  fileprivate func write(_ text: String) throws {
    var container = singleValueContainer()
    try container.encode(text)
  }
}
