/// The lists of two catalogs that are compared with each other.
///
/// Lists are paired in this order: lists that the caller named as a pair; lists with the same identifier (if
/// several have it, those with the same title first); lists with the same title or file name, unless both
/// calendars declare different identities; and the two lists that remain if either side has only one.
public struct ListPairing: Sendable {
  /// Pairs that were asked for: a list of the old catalog and one of the new, each by title, identifier or
  /// file name.
  public var named: [(old: String, new: String)]

  /// - Parameter named: lists that are one though their names differ, as the user said.
  public init(named: [(old: String, new: String)] = []) { self.named = named }

  /// A list that was asked for does not exist, or has a counterpart already.
  public struct UnknownList: Error, Sendable, Hashable {
    /// The word that names no list, as the user wrote it.
    public let name: String
    /// It was looked for among the old lists.
    public let isOld: Bool
    /// Titles of those that do.
    public let known: [String]
    /// It does, and was asked for before.
    public let isTaken: Bool

    init(name: String, isOld: Bool, known: [String], isTaken: Bool = false) {
      (self.name, self.isOld, self.known, self.isTaken) = (name, isOld, known, isTaken)
    }
  }

  /// By the number of each new list, that of the old one.
  ///
  /// - Throws: ``UnknownList``, also for a list that has a counterpart already, under this name or another.
  /// - Complexity: linear in the lists, and in those that were named.
  func pairs(_ old: CatalogOrdinals, _ new: CatalogOrdinals) throws(UnknownList) -> [Int?] {
    var result = [Int?](repeating: nil, count: new.lists.count)
    var taken: Set<Int> = []
    for pair in named {
      let number = try Self.number(pair.new, in: new, isOld: false)
      let match = try Self.number(pair.old, in: old, isOld: true)
      guard result[number] == nil else {
        throw UnknownList(name: pair.new, isOld: false, known: [], isTaken: true)
      }
      guard taken.insert(match).inserted else {
        throw UnknownList(name: pair.old, isOld: true, known: [], isTaken: true)
      }
      result[number] = match
    }
    for key in [Self.identifierAndTitle, Self.identifier, Self.title, Self.fileName] {
      var waiting: [String: [Int]] = [:]
      for number in old.lists.indices.reversed() where !taken.contains(number) {
        if let text = key(old.list(number)) { waiting[text, default: []].append(number) }
      }
      for number in new.lists.indices where result[number] == nil {
        guard let text = key(new.list(number)), let match = waiting[text]?.last,
          Self.mayBeOne(old.list(match), new.list(number))
        else { continue }
        waiting[text]?.removeLast()
        taken.insert(match)
        result[number] = match
      }
    }
    if old.lists.count == 1, new.lists.count == 1 { result[0] = 0 }
    return result
  }

  /// The lists of one file that do not say what they are identified by are all called by the file.
  private static func identifierAndTitle(_ list: Catalog.ListNode) -> String? {
    list.list.identifier + "\n" + list.list.title
  }

  private static func identifier(_ list: Catalog.ListNode) -> String? { list.list.identifier }

  private static func title(_ list: Catalog.ListNode) -> String? { list.list.title }

  private static func fileName(_ list: Catalog.ListNode) -> String? {
    list.place.split(separator: "/").last.map { String($0) }
  }

  /// An identifier never gives way to a title.
  private static func mayBeOne(_ left: Catalog.ListNode, _ right: Catalog.ListNode) -> Bool {
    let own = [left, right].map { $0.calendars.lazy.compactMap(\.identifier).first }
    guard let one = own[0], let other = own[1] else { return true }
    return one == other
  }

  private static func number(
    _ name: String, in ordinals: CatalogOrdinals, isOld: Bool
  ) throws(UnknownList) -> Int {
    let lists = ordinals.lists.indices.map { ordinals.list($0) }
    for key in [identifier, title, fileName] {
      if let number = lists.firstIndex(where: { key($0) == name }) { return number }
    }
    throw UnknownList(name: name, isOld: isOld, known: lists.map { $0.list.title })
  }
}
