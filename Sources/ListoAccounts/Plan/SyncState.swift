/// What is known of one account before it is decided what to do: three sides of each list and item.
public struct SyncState: Sendable {
  /// What people call a list, and how they show it.
  public struct Properties: Sendable, Hashable {
    /// DISPLAYNAME; nil where nothing is said.
    public var title: String?
    /// `#RRGGBB` or `#RRGGBBAA`.
    public var color: String?
    /// Where it stands among the others: smaller first.
    public var order: Int?

    /// What is said of a list; nil for what is not.
    public init(title: String? = nil, color: String? = nil, order: Int? = nil) {
      (self.title, self.color, self.order) = (title, color, order)
    }
  }

  /// An item as the last sync left it on both sides.
  public struct BaseItem: Sendable, Hashable {
    /// The resource's path.
    public var href: Href
    /// The version that the server named; nil where it named none.
    public var etag: EntityTag?
    /// The name of the file in the list's folder.
    public var file: String
    /// SHA-256 of the base's bytes, in hexadecimal digits.
    public var digest: String

    /// An item as a sync leaves it.
    public init(href: Href, etag: EntityTag?, file: String, digest: String) {
      (self.href, self.etag, self.file, self.digest) = (href, etag, file, digest)
    }
  }

  /// A file of the list's folder.
  public struct HereItem: Sendable {
    /// The name of the file in the list's folder.
    public var file: String
    /// Nil where the bytes are the base's.
    public var item: SyncItem?

    /// A file, and what it says where that is news.
    public init(file: String, item: SyncItem?) { (self.file, self.item) = (file, item) }
  }

  /// A resource of the server.
  public struct ThereItem: Sendable {
    /// The resource's path.
    public var href: Href
    /// The version that the server names; nil where it names none.
    public var etag: EntityTag?
    /// Nil where the version is the base's.
    public var item: SyncItem?

    /// A resource, and what it says where that is news.
    public init(href: Href, etag: EntityTag?, item: SyncItem?) {
      (self.href, self.etag, self.item) = (href, etag, item)
    }
  }

  /// One UID in one list.
  public struct Item: Sendable {
    /// As the last sync left it; nil where it knew none.
    public var base: BaseItem?
    /// The base's content, where one of the sides is another; nil too where it is lost.
    public var baseItem: SyncItem?
    /// Nil where no file has the UID.
    public var here: HereItem?
    /// Nil where no resource has the UID.
    public var there: ThereItem?
    /// The server refused these bytes (their SHA-256) before, and why.
    public var refused: Refusal?
    /// It is of no use for now: it is left alone on both sides.
    public var waits: String?

    /// Nothing is known yet.
    public init() {}

    /// Both sides have it as the last sync left it.
    var isUnchanged: Bool {
      waits == nil && here.map { $0.item == nil } ?? false && there.map { $0.item == nil } ?? false
    }

    /// The server has another version than the last sync left there, or none any more.
    var hasChangedThere: Bool { there.map { $0.item != nil } ?? (base != nil) }

    /// A side says what the last sync did not leave there; a deletion says nothing.
    var isNewsHere: Bool { waits != nil || here.map { isNews($0.item) } ?? false }
    var isNewsThere: Bool { waits != nil || there.map { isNews($0.item) } ?? false }

    private func isNews(_ item: SyncItem?) -> Bool { SyncItem.isNews(item, since: baseItem) }
  }

  /// What a server did not take.
  public struct Refusal: Sendable, Hashable {
    /// SHA-256 of the bytes that were refused.
    public var digest: String
    /// In words for people.
    public var reason: String
    /// What would help, a line each.
    public var repairs: [String]
    /// What was tried with: the server's software, and the rules that Listo has for it.
    public var server: String

    /// What a server did not take, and why.
    public init(digest: String, reason: String, repairs: [String], server: String) {
      (self.digest, self.reason, self.repairs, self.server) = (digest, reason, repairs, server)
    }
  }

  /// One list: a folder here, a collection there.
  public struct List: Sendable {
    /// The name of the folder in the account's folder, which names the list in the state too.
    public let folder: String
    /// The collection's path; nil where there is none yet.
    public var href: Href?
    /// Nil where the last sync did not know it.
    public var base: Properties?
    /// Nil where the folder is not there.
    public var here: Properties?
    /// Nil where the collection is not there.
    public var there: Properties?
    /// By UID.
    public var items: [String: Item] = [:]
    /// Files that are no items, by name, and why.
    public var unfit: [String: String] = [:]
    /// How many items the last sync left in it.
    public var baseCount: Int { items.values.reduce(0) { $0 + ($1.base == nil ? 0 : 1) } }

    /// Nothing is known of it but the folder's name.
    public init(folder: String) { self.folder = folder }

    /// What people call it.
    public var title: String { here?.title ?? there?.title ?? base?.title ?? folder }
  }

  /// In the order of their folders' names.
  public var lists: [List]

  /// All that is known of an account.
  public init(lists: [List]) { self.lists = lists }
}
