/// An order of reminders: by its first key, equal ones by the second, and so on. Reminders that are equal by
/// all keys stay in the order of the catalog, so the result depends on nothing else.
///
/// Reminders without a value come last, also if a key is reversed.
public struct SortOrder: Sendable, Hashable {
  /// The keys by which reminders are compared.
  public enum Key: Sendable, Hashable {
    case field(FieldID)
    /// Open reminders before completed or cancelled ones.
    case open
    /// Overdue reminders before others.
    case overdue
    /// The titles of lists and of sources; among siblings nothing.
    case list, source
    /// The order of the catalog.
    case file
  }

  /// A key, and whether it is turned round.
  public struct Part: Sendable, Hashable {
    /// The compared key.
    public var key: Key
    /// Whether the greatest comes first; reminders without a value still come last.
    public var isDescending: Bool

    /// A key, ascending or descending.
    public init(_ key: Key, isDescending: Bool = false) {
      (self.key, self.isDescending) = (key, isDescending)
    }
  }

  /// The keys, of which each decides where those before it do not.
  public var parts: [Part]

  /// Whether a parent stands, among its siblings, where the first of its subtasks would stand. Listings
  /// without subtasks below their parents ignore it.
  public var liftsParents = false

  /// An order by these keys.
  public init(_ parts: [Part]) { self.parts = parts }

  /// The order in which people usually do things: overdue reminders first, then by due date, priority, and
  /// manual order. Completed reminders come last.
  public static let natural = SortOrder([
    Part(.open), Part(.overdue), Part(.field(.due)), Part(.field(.priority)), Part(.field(.order)),
  ])

  /// The natural order, in which a parent stands at the place of its most urgent subtask.
  public static let urgent: SortOrder = {
    var order = natural
    order.liftsParents = true
    return order
  }()

  /// As arranged by hand (X-APPLE-SORT-ORDER, else CREATED), then as in the file.
  public static let manual = SortOrder([Part(.field(.order))])
}

// MARK: Words

extension SortOrder {
  /// Why a text names no order: the word that does.
  public struct UnknownKey: Error, Sendable, Hashable {
    /// The word that is no key.
    public let word: String
  }

  /// Reads `due,-priority,title`: names of fields and of orders, - before a field reverses it.
  ///
  /// - Throws: ``UnknownKey``.
  public init(_ text: String) throws(UnknownKey) {
    var parts: [Part] = []
    var liftsParents = false
    for word in text.split(separator: ",", omittingEmptySubsequences: false) {
      var name = word.drop { $0 == " " }
      while name.last == " " { name.removeLast() }
      let isDescending = name.first == "-"
      if isDescending || name.first == "+" { name.removeFirst() }
      guard let order = Self.named(name.lowercased()) else { throw UnknownKey(word: String(name)) }
      liftsParents = liftsParents || order.liftsParents
      parts += order.parts.map { Part($0.key, isDescending: $0.isDescending != isDescending) }
    }
    self.init(parts)
    self.liftsParents = liftsParents
  }

  /// The names that an order is made of, apart from those of the fields.
  public static let words = ["natural", "urgent", "manual", "overdue", "open", "list", "source", "file"]

  private static func named(_ name: String) -> SortOrder? {
    switch name {
    case "natural": .natural
    case "urgent": .urgent
    case "manual": .manual
    case "overdue": SortOrder([Part(.overdue)])
    case "open": SortOrder([Part(.open)])
    case "list": SortOrder([Part(.list)])
    case "source": SortOrder([Part(.source)])
    case "file": SortOrder([Part(.file)])
    default: Field.named(name).map { SortOrder([Part(.field($0.id))]) }
    }
  }
}

extension SortOrder {
  /// Returns the part that decides between two reminders: the first part by which they differ; nil if they
  /// are equal by all parts, and their order in the catalog decides.
  ///
  /// - Complexity: that of reading the values of both.
  public func decidingPart(
    between first: Catalog.IndexPath, and second: Catalog.IndexPath, of catalog: Catalog,
    _ context: ViewContext
  ) -> Part? {
    let pairs = [[first, second], [second, first]]
    return parts.first { part in
      // Two places are never equal.
      if part.key == .file { return true }
      let order = SortOrder([part])
      return pairs.contains { order.sorted($0, of: catalog, context) != $0 }
    }
  }
}
