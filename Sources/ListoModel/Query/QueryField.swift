/// A name in an expression: a field, or the list or source of a reminder.
public enum QueryField: Sendable, Hashable {
  case field(FieldID)
  /// The title or the identifier of its list.
  case list
  /// The title or the identifier of its source.
  case source
  /// Title, notes, location and tags, whichever of them fits.
  case text

  /// As a query has it.
  public var name: String {
    switch self {
    case .field(let id): id.rawValue
    case .list: "list"
    case .source: "source"
    case .text: "text"
    }
  }

  /// One line for the manual.
  public var summary: String {
    switch self {
    case .field(let id): Field[id].summary
    case .list: "the title or the identifier of its list"
    case .source: "the title or the identifier of its source"
    case .text: "any of title, notes, location and tags"
    }
  }

  var type: FieldType {
    switch self {
    case .field(let id): Field[id].type
    case .list, .source: .text
    case .text: .texts
    }
  }

  /// The fields that ``text`` looks into.
  static let texts: [FieldID] = [.title, .notes, .location, .tags]

  /// All of them: the table of fields, then the others.
  public static let all: [QueryField] = Field.all.map { .field($0.id) } + [.list, .source, .text]

  /// The one with this name, in any case of letters; `tag` is `tags`.
  public static func named(_ name: String) -> QueryField? {
    let name = name.lowercased()
    return known[name == "tag" ? "tags" : name]
  }

  private static let known = Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0) })
}
