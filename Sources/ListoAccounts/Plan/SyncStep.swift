internal import ListoModel

/// The action of a sync on one item.
public struct SyncStep: Sendable {
  /// The kind of an action on an item.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// Added on the server; it is added here.
    case takeNew = "new-there"
    case take = "changed-there"
    /// Added here; it is added on the server.
    case sendNew = "new-here"
    case send = "changed-here"
    /// Changed on both sides.
    case merge = "changed-on-both"
    case removeHere = "deleted-there"
    case removeThere = "deleted-here"
    /// Deleted on the server and changed here; it is added on the server again.
    case restoreThere = "deleted-there-changed-here"
    /// Deleted here and changed on the server; it is added here again.
    case restoreHere = "deleted-here-changed-there"
    /// The item was moved to another list on the server.
    case moveHere = "moved-there"
    /// The item was moved to another list here.
    case moveThere = "moved-here"
    /// Both sides say the same; that is remembered.
    case adopt = "same"
    /// Nothing is done for now.
    case wait = "waits"
  }

  /// The change of the file.
  package enum Here: Sendable {
    /// - Parameter replacing: the file that is there; nil for a new one.
    case write(SyncItem, replacing: String?)
    case remove(file: String)
    /// From a file of another list.
    case move(SyncItem, fromList: String, file: String)
  }

  /// The change of the resource. It is stored beside the step, since most steps of a pull have none.
  package indirect enum There: Sendable {
    case create(SyncItem)
    case update(SyncItem, href: Href, etag: EntityTag?)
    case delete(href: Href, etag: EntityTag?)
    /// From another list; with other content afterwards where that is given.
    case move(SyncItem, becoming: SyncItem?, fromList: String, href: Href, etag: EntityTag?)
  }

  /// The change of the remembered base, once ``here`` is done.
  package enum Base: Sendable {
    /// These bytes are on both sides, or were there before what ``there`` does.
    case set(SyncItem, href: Href, etag: EntityTag?)
    case forget
  }

  /// The UID of the item.
  public var uid: String { key.text }
  /// The same, compared byte by byte.
  let key: UID
  /// The title for people.
  public let title: String
  /// The folder of the list that contains the item afterwards.
  public let list: String
  /// The kind of the action.
  public let kind: Kind
  /// The name of its file in the list's folder, where it has one already.
  package var file: String?
  /// The change of the file; nil for none.
  package var here: Here?
  /// The change of the resource; nil for none.
  package var there: There?
  /// The change of the remembered base; nil for none.
  package var base: Base?
  /// The list in whose state ``base`` counts as well: the one that it leaves.
  package var leaves: String?
  /// The decisions about conflicting versions, in words; empty without conflicts.
  public var conflicts: [String] = []
  /// The versions that lose, as one calendar.
  package var rejected: [UInt8] = []
  /// The reason why the item waits, with a remedy.
  public var reason: String?
  /// The remedies, one a line.
  public var repairs: [String] = []
  /// The server's change is not taken over: it has to be requested again.
  var isOpen = false

  /// Whether the step writes here.
  public var changesHere: Bool { here != nil }
  /// Whether the step writes to the server.
  public var changesThere: Bool { there != nil }
  /// Whether the step is worth reporting: it writes on a side, or waits.
  public var isNews: Bool { changesHere || changesThere || reason != nil }

  init(_ uid: UID, _ title: String, list: String, _ kind: Kind) {
    (key, self.title, self.list, self.kind) = (uid, title, list, kind)
  }

  /// It takes a reminder away from a side for good.
  var deletesHere: Bool { if case .remove = here { true } else { false } }
  var deletesThere: Bool { if case .delete = there { true } else { false } }
}

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
