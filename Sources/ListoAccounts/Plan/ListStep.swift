/// The action of a sync on one list.
public struct ListStep: Sendable, Hashable {
  /// The kind of an action on a list.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// A folder is made for a collection.
    case makeHere = "new-there"
    /// A collection is made for a folder.
    case makeThere = "new-here"
    case changeHere = "changed-there"
    case changeThere = "changed-here"
    /// Both are there, and belong together from now on.
    case pair
    case removeHere = "deleted-there"
    case removeThere = "deleted-here"
    /// The list is not synchronized; the reason says why.
    case stop = "stopped"
  }

  /// The folder's name.
  public let list: String
  /// The name for people.
  public let title: String
  /// The kind of the action.
  public let kind: Kind
  /// The properties of the list afterwards, on the side that is changed.
  package let properties: SyncState.Properties
  /// The collection's path, where there is one.
  package let href: Href?
  /// The reason why the list stops, a sentence without its full stop, with a remedy.
  public var reason: String?
  /// The remedies, one a line.
  public var repairs: [String] = []

  init(
    _ list: SyncState.List, _ kind: Kind, _ properties: SyncState.Properties = .init(), reason: String? = nil,
    repairs: [String] = []
  ) {
    (self.list, title, self.kind, self.properties, href) = (
      list.folder, list.title, kind, properties, list.href
    )
    (self.reason, self.repairs) = (reason, repairs)
  }
}

/// The three-way decision about a list's title, colour and order, each by itself.
struct PropertiesDecision {
  /// The properties of both sides afterwards.
  let result: SyncState.Properties

  /// - Parameter prefersHere: who wins where both changed the same.
  init(
    base: SyncState.Properties?, here: SyncState.Properties, there: SyncState.Properties, prefersHere: Bool
  ) {
    result = SyncState.Properties(
      title: Self.decide(base?.title, here.title, there.title, prefersHere),
      color: Self.decide(base?.color, here.color, there.color, prefersHere),
      order: Self.decide(base?.order, here.order, there.order, prefersHere))
  }

  private static func decide<Value: Equatable>(
    _ base: Value?, _ here: Value?, _ there: Value?, _ prefersHere: Bool
  ) -> Value? {
    if here == there || there == base { return here ?? there }
    if here == base { return there ?? here }
    return (prefersHere ? here ?? there : there ?? here)
  }
}

extension SyncState.Properties {
  /// A server is told it: it says something else. What it was told and does not keep, as some do with
  /// colours, is not told again.
  func isNews(to there: Self, since base: Self?) -> Bool {
    func isNew<Value: Equatable>(_ wanted: Value?, _ there: Value?, _ base: Value?) -> Bool {
      wanted != there && !(there == nil && wanted == base)
    }
    return isNew(title, there.title, base?.title) || isNew(color, there.color, base?.color)
      || isNew(order, there.order, base?.order)
  }
}
