package import ListoModel

/// The known state of an account before a sync decides: three sides of each list and item.
package struct SyncState: Sendable {
  /// The title, colour and order of a list.
  package struct Properties: Sendable, Hashable {
    /// DISPLAYNAME; nil where nothing is said.
    package var title: String?
    /// `#RRGGBB` or `#RRGGBBAA`.
    package var color: String?
    /// Where it stands among the others: smaller first.
    package var order: Int?

    /// Creates the properties of a list; nil for those that are not given.
    package init(title: String? = nil, color: String? = nil, order: Int? = nil) {
      (self.title, self.color, self.order) = (title, color, order)
    }
  }

  /// An item as the last sync left it on both sides.
  package struct BaseItem: Sendable, Hashable {
    /// The resource's path.
    package var href: Href
    /// The version that the server named; nil where it named none.
    package var etag: EntityTag?
    /// The name of the file in the list's folder.
    package var file: String
    /// SHA-256 of the base's bytes, in hexadecimal digits.
    package var digest: String

    /// An item as a sync leaves it.
    package init(href: Href, etag: EntityTag?, file: String, digest: String) {
      (self.href, self.etag, self.file, self.digest) = (href, etag, file, digest)
    }
  }

  /// A file of the list's folder.
  package struct HereItem: Sendable {
    /// The name of the file in the list's folder.
    package var file: String
    /// Nil where the bytes are the base's.
    package var item: SyncItem?

    /// A file, and what it says where that is news.
    package init(file: String, item: SyncItem?) { (self.file, self.item) = (file, item) }
  }

  /// A resource of the server.
  package struct ThereItem: Sendable {
    /// The resource's path.
    package var href: Href
    /// The version that the server names; nil where it names none.
    package var etag: EntityTag?
    /// Nil where the version is the base's.
    package var item: SyncItem?

    /// A resource, and what it says where that is news.
    package init(href: Href, etag: EntityTag?, item: SyncItem?) {
      (self.href, self.etag, self.item) = (href, etag, item)
    }
  }

  /// One UID in one list.
  package struct Item: Sendable {
    /// As the last sync left it; nil where it knew none.
    package var base: BaseItem?
    /// The base's content, where one of the sides is another; nil too where it is lost.
    var baseItem: SyncItem?
    /// Nil where no file has the UID.
    package var here: HereItem?
    /// Nil where no resource has the UID.
    package var there: ThereItem?
    /// The server refused these bytes (their SHA-256) before, and why.
    package var refused: Refusal?
    /// It is of no use for now: it is left alone on both sides.
    package var waits: String?

    /// Nothing is known yet.
    package init() {}

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

  /// A server's refusal of an item.
  package struct Refusal: Sendable, Hashable {
    /// SHA-256 of the bytes that were refused.
    package var digest: String
    /// In words for people.
    package var reason: String
    /// The remedies, one a line.
    package var repairs: [String]
    /// The server's software at the attempt, and the rules that Listo had for it.
    package var server: String
    /// The status of the answer; nil where an earlier version remembered it.
    package var status: Int?

    /// Creates the refusal of an item, with its reason.
    package init(digest: String, reason: String, repairs: [String], server: String, status: Int? = nil) {
      (self.digest, self.reason, self.repairs, self.server) = (digest, reason, repairs, server)
      self.status = status
    }

    /// The server may take the same bytes later (RFC 9110 §15.6; RFC 4918 §11.5): each sync tries it again,
    /// once.
    package var isPassing: Bool { status.map { $0 >= 500 } ?? false }

    /// ``reason``, and when it is sent again.
    package var words: String { isPassing ? reason + "; the next sync sends it again" : reason }

    /// ``repairs``, and how to send it again without a change.
    package var allRepairs: [String] {
      isPassing
        ? repairs
        : repairs + ["listo push --retry: send it again unchanged, for example if the server accepts it now"]
    }
  }

  /// One list: a folder here, a collection there.
  package struct List: Sendable {
    /// The name of the folder in the account's folder, which names the list in the state too.
    package let folder: String
    /// The collection's path; nil where there is none yet.
    package var href: Href?
    /// Nil where the last sync did not know it.
    package var base: Properties?
    /// Nil where the folder is not there.
    package var here: Properties?
    /// Nil where the collection is not there.
    package var there: Properties?
    /// By UID.
    package var items: [UID: Item] = [:]
    /// Files that are no items, by name, and why.
    package var unfit: [String: String] = [:]
    /// How many items the last sync left in it.
    var baseCount: Int { items.values.reduce(0) { $0 + ($1.base == nil ? 0 : 1) } }

    /// Nothing is known of it but the folder's name.
    package init(folder: String) { self.folder = folder }

    /// The name for people.
    package var title: String { here?.title ?? there?.title ?? base?.title ?? folder }
  }

  /// In the order of their folders' names.
  package var lists: [List]

  /// All that is known of an account.
  package init(lists: [List]) { self.lists = lists }
}
