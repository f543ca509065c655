internal import ListoAccounts
internal import ListoModel

/// The scope of a sync: an account, and some or all of its lists.
package struct SyncScope: Sendable {
  /// The account that the lists belong to.
  public let account: Account
  /// The folders of its lists that are meant; nil for all.
  public let lists: Set<String>?

  /// A word that is the name of no account and of no list.
  public struct Unknown: Error, Sendable {
    /// The word as it was given.
    public let word: String
    /// The names of the accounts, then the titles of the lists that were looked at.
    public let known: [String]
  }

  /// Returns the scopes for words: names of accounts, and titles of lists. Lists are searched in the named
  /// accounts, or in all accounts if none is named.
  ///
  /// Only lists with a local folder can be named; a new list of a server is fetched with its account.
  ///
  /// - Parameters:
  ///   - words: the names; empty for all accounts with all lists.
  ///   - accounts: the configured accounts.
  /// - Returns: the scopes in the order of the accounts. If lists of an account are named, the scope has only
  ///   these lists.
  /// - Throws: ``Unknown``, or ``WorkError`` where a folder cannot be read.
  public static func named(_ words: [String], among accounts: [Account]) throws -> [SyncScope] {
    let names = Set(words)
    let chosen = accounts.filter { names.contains($0.settings.name) }
    let titles = words.filter { word in !accounts.contains { $0.settings.name == word } }
    guard !titles.isEmpty else {
      return (words.isEmpty ? accounts : chosen).map { SyncScope(account: $0, lists: nil) }
    }
    var found: Set<String> = []
    var known = accounts.map(\.settings.name)
    var scopes: [SyncScope] = []
    for account in chosen.isEmpty ? accounts : chosen {
      let lists = try account.lists()
      known += lists.map(\.title)
      var folders: Set<String> = []
      for title in titles {
        let own = lists.filter { $0.folder == title || $0.title.lowercased() == title.lowercased() }
        if !own.isEmpty { found.insert(title) }
        folders.formUnion(own.map(\.folder))
      }
      if !folders.isEmpty {
        scopes.append(SyncScope(account: account, lists: folders))
      } else if !chosen.isEmpty {
        // It was named itself, and none of its lists.
        scopes.append(SyncScope(account: account, lists: nil))
      }
    }
    if let word = titles.first(where: { !found.contains($0) }) { throw Unknown(word: word, known: known) }
    return scopes
  }
}
