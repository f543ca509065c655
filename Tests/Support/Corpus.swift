import Foundation

/// Calendar files to try the laws on.
public enum Corpus {
  /// The repository's own, which are always there: Tests/Corpus, made to have what producers do, and the
  /// samples.
  public static let own: [String] = ["Tests/Corpus", "Samples"].flatMap { folder in
    files(below: repository.appending(path: folder).path).filter { $0.hasSuffix(".ics") }
  }

  /// The samples of other programs' exports, in Tests/Exports.
  public static let exports: [String] = files(below: repository.appending(path: "Tests/Exports").path)
    .filter { $0.contains("/sample") }

  /// The folder of files of other programs, where `LISTO_CORPUS` names one.
  public static let folder: String? = ProcessInfo.processInfo.environment["LISTO_CORPUS"]

  /// Whether there are files of other programs: tests that need them are skipped without.
  public static let isThere = folder != nil

  /// Each of those that holds a VCALENDAR; none where there is no such folder.
  public static let others: [String] = folder.map { files(below: $0).filter(holdsCalendar) } ?? []

  public static func bytes(_ path: String) throws -> [UInt8] {
    try [UInt8](Data(contentsOf: URL(fileURLWithPath: path)))
  }

  /// Those of some files that are smaller than `limit` bytes, with what is in them; in their order.
  public static func small(_ paths: [String], below limit: Int) throws -> [(path: String, bytes: [UInt8])] {
    try paths.map { ($0, try bytes($0)) }.filter { $0.1.count < limit }
  }

  /// So many of some files, drawn by `random`, or those of them that are small.
  ///
  /// - Parameter limit: bytes.
  public static func drawn(
    _ count: Int, of paths: [String], below limit: Int, using random: inout SplitMix64
  ) throws -> [(path: String, bytes: [UInt8])] {
    try small(Array(paths.shuffled(using: &random).prefix(count)), below: limit)
  }

  /// The path of the repository.
  public static let root = repository.path

  private static let repository = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  private static func files(below root: String) -> [String] {
    guard let names = FileManager.default.enumerator(atPath: root) else { return [] }
    return names.compactMap { $0 as? String }.sorted().map { root + "/" + $0 }
  }

  private static func holdsCalendar(_ path: String) -> Bool {
    guard let data = FileManager.default.contents(atPath: path) else { return false }
    return data.range(of: Data("BEGIN:VCALENDAR".utf8)) != nil
  }
}
