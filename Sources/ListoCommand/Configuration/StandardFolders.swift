internal import Listo
internal import Platform

/// Where Listo keeps what it is told, and what it remembers (XDG Base Directory Specification 0.8).
enum StandardFolders {
  /// `listo` in `$XDG_CONFIG_HOME`, else in `~/.config`; nil where there is neither.
  static var configurationFolder: String? { folder("XDG_CONFIG_HOME", "/.config") }

  /// `listo` in `$XDG_STATE_HOME`, else in `~/.local/state`; nil where there is neither.
  static var stateFolder: String? { folder("XDG_STATE_HOME", "/.local/state") }

  /// `listo` in `$XDG_DATA_HOME`, else in `~/.local/share`; nil where there is neither.
  static var dataFolder: String? { folder("XDG_DATA_HOME", "/.local/share") }

  /// `listo` in `$XDG_CACHE_HOME`, else in `~/.cache`; nil where there is neither.
  static var cacheFolder: String? { folder("XDG_CACHE_HOME", "/.cache") }

  /// The person's folder; nil where no one says it.
  static var home: String? {
    ProcessEnvironment.variable("HOME").flatMap { $0.hasPrefix("/") ? $0 : nil }
  }

  private static func folder(_ variable: String, _ standard: String) -> String? {
    // A path that is not absolute is to be passed over.
    if let path = ProcessEnvironment.variable(variable), path.hasPrefix("/") { return path + "/listo" }
    return home.map { $0 + standard + "/listo" }
  }

  /// A path as it is written in the configuration, where `~` is the person's folder and what is not absolute
  /// begins at `folder`; an address on the web stays one.
  static func expanded(_ path: String, in folder: String) -> String {
    if path == "~" || path.hasPrefix("~/"), let home { return home + path.dropFirst() }
    return path.hasPrefix("/") || WebAddress(path) != nil ? path : folder + "/" + path
  }

  /// An absolute path as the configuration has it: below the person's folder with `~`.
  static func abbreviated(_ path: String) -> String {
    guard let home, path == home || path.hasPrefix(home + "/") else { return path }
    return "~" + path.dropFirst(home.count)
  }
}
