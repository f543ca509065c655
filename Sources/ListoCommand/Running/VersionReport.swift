internal import Listo

/// `listo --version --verbose`: the versions of what the answers depend on, and where Listo keeps things.
enum VersionReport {
  static var text: String {
    let libical = LibicalVersion.built
    let rows: [(String, String)] = [
      ("listo", Version.current),
      ("libical", "\(libical / 10_000).\(libical / 100 % 100).\(libical % 100)"),
      ("libcurl", curl ?? "not installed; accounts and published calendars need it"),
      ("tzdata", Zone.databaseVersion ?? "unknown"),
      ("configuration", StandardFolders.configurationFolder.map { $0 + "/config.toml" } ?? none),
      ("state", StandardFolders.stateFolder ?? none),
      ("data", StandardFolders.dataFolder ?? none),
      ("cache", StandardFolders.cacheFolder ?? none),
    ]
    let width = rows.map(\.0.count).max() ?? 0
    return rows.map { name, value in
      name + String(repeating: " ", count: width + 2 - name.count) + StandardFolders.abbreviated(value) + "\n"
    }.joined()
  }

  /// Of `libcurl/7.88.1 OpenSSL/3.0.19 zlib/1.2.13 …` its own version and the library of its encryption.
  private static var curl: String? {
    CurlClient.version.map { words in
      let parts = words.split(separator: " ")
      let own = parts.first?.split(separator: "/").last.map(String.init) ?? words
      return ([own] + parts.dropFirst().prefix(1).map(String.init)).joined(separator: ", ")
    }
  }

  private static let none = "nowhere: HOME is not set"
}
