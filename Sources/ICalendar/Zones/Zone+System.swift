import Platform
import Synchronization

extension Zone {
  /// Where systems keep their time zone data; the first place that has a name is used.
  private static let folders = [
    "/usr/share/zoneinfo", "/usr/share/lib/zoneinfo", "/usr/lib/zoneinfo", "/etc/zoneinfo",
  ]

  /// Zones already asked for, `nil` for names that the system does not have. The lock also makes loading
  /// serial.
  private static let loaded = Mutex<[String: Zone?]>([:])

  /// The zone that the system's time zone data has under exactly this name, such as `Europe/Berlin`.
  ///
  /// - Returns: the same object for the same name; `nil` for a name that is unknown or could lead out of the
  ///   folder of the data.
  public static func system(named name: String) -> Zone? {
    guard isName(name) else { return nil }
    return loaded.withLock { loaded in
      if let known = loaded[name] { return known }
      // A system without the data knows UTC all the same.
      let zone = load(name) ?? (name == "UTC" ? .utc : nil)
      // There are some 600 names; a file with a million others shall not fill the memory.
      if zone != nil || loaded.count < 4096 { loaded[name] = .some(zone) }
      return zone
    }
  }

  /// The zone of a rule as the variable TZ may have it, such as `CET-1CEST,M3.5.0,M10.5.0/3` or `UTC0`
  /// (POSIX.1-2024, 8.3); `nil` for anything else, and for daylight saving without dates.
  public static func posix(_ rule: String) -> Zone? {
    POSIXZone(ArraySlice(rule.utf8))?.zone(named: rule)
  }

  /// The names that the system's time zone data has, sorted; for suggestions, since reading the folders takes
  /// milliseconds.
  public static var systemNames: [String] {
    for folder in folders {
      var names: [String] = []
      collectNames(folder, "", &names)
      if !names.isEmpty { return names.sorted() }
    }
    return []
  }

  /// The version of the system's time zone data, such as `2025b`; nil where it does not say.
  package static var databaseVersion: String? {
    for folder in folders {
      // Its file of all rules begins with `# version 2025b`; it has about 100 KB.
      guard let bytes = readFile(folder + "/tzdata.zi", limit: 1 << 20) else { continue }
      let line = String(decoding: bytes.prefix { $0 != 0x0A }, as: UTF8.self)
      let words = line.split(separator: " ")
      return words.starts(with: ["#", "version"]) ? words.dropFirst(2).first.map(String.init) : nil
    }
    return nil
  }

  private static func collectNames(_ folder: String, _ prefix: String, _ names: inout [String]) {
    guard let entries = try? FileSystem.entries(inFolder: folder) else { return }
    // Other files have small letters, and so have `posix` and `right`, which hold everything again.
    for entry in entries where entry.name.first?.isUppercase ?? false {
      let kind = entry.kind ?? (try? FileStatus(path: folder + "/" + entry.name).kind)
      if kind == .folder {
        collectNames(folder + "/" + entry.name, prefix + entry.name + "/", &names)
      } else {
        names.append(prefix + entry.name)
      }
    }
  }

  private static func load(_ name: String) -> Zone? {
    for folder in folders {
      // The longest file of tzdata has less than 4 KB.
      if let bytes = readFile("\(folder)/\(name)", limit: 1 << 18), let zone = TZif.zone(name: name, bytes) {
        return zone
      }
    }
    return nil
  }

  /// Whether a name consists of segments of letters, digits, `_`, `+` and `-` with slashes between them: none
  /// that is empty or begins with a dot, so that no name leads out of the folder.
  static func isName(_ name: String) -> Bool {
    guard (1...100).contains(name.utf8.count) else { return false }
    return name.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).allSatisfy {
      segment in
      !segment.isEmpty
        && segment.allSatisfy { ($0 | 32) &- 97 < 26 || $0 &- 48 < 10 || "_+-".utf8.contains($0) }
    }
  }
}
