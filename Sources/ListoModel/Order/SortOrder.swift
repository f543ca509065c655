/// An order of reminders: by its first key, those that are equal by the second, and so on; what is equal by all of them stays in the
/// order of the catalog, so that the answer depends on nothing else.
///
/// What has no value stands last, whichever way a key is turned.
public struct SortOrder: Sendable, Hashable {
  /// What reminders are compared by.
  public enum Key: Sendable, Hashable {
    case field(FieldID)
    /// What is to be done before what is done or given up.
    case open
    /// What is overdue before what is not.
    case overdue
    /// The titles of lists and of sources; among siblings nothing.
    case list, source
    /// The order of the catalog.
    case file
  }

  /// A key, and whether it is turned round.
  public struct Part: Sendable, Hashable {
    /// What is compared.
    public var key: Key
    /// The greatest stands first; what has no value stands last all the same.
    public var isDescending: Bool

    /// A key, ascending or descending.
    public init(_ key: Key, isDescending: Bool = false) {
      (self.key, self.isDescending) = (key, isDescending)
    }
  }

  /// The keys, of which each decides where those before it do not.
  public var parts: [Part]

  /// An order by these keys.
  public init(_ parts: [Part]) { self.parts = parts }

  /// The order in which people mean to do things: what is overdue, then by due date, priority, and the place given by hand. What is
  /// done stands last.
  public static let natural = SortOrder([
    Part(.open), Part(.overdue), Part(.field(.due)), Part(.field(.priority)), Part(.field(.order)),
  ])

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
    for word in text.split(separator: ",", omittingEmptySubsequences: false) {
      var name = word.drop { $0 == " " }
      while name.last == " " { name.removeLast() }
      let isDescending = name.first == "-"
      if isDescending || name.first == "+" { name.removeFirst() }
      guard let order = Self.named(name.lowercased()) else { throw UnknownKey(word: String(name)) }
      parts += order.parts.map { Part($0.key, isDescending: $0.isDescending != isDescending) }
    }
    self.init(parts)
  }

  /// The names that an order is made of, apart from those of the fields.
  public static let words = ["natural", "manual", "overdue", "open", "list", "source", "file"]

  private static func named(_ name: String) -> SortOrder? {
    switch name {
    case "natural": .natural
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
