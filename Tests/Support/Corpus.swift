import Foundation

/// Files that other programs wrote, where `LISTO_CORPUS` names a folder of them.
public enum Corpus {
  /// Every file that holds a VCALENDAR; nil, with a word on standard error, where there is no corpus.
  public static func files() -> [String]? {
    guard let root = ProcessInfo.processInfo.environment["LISTO_CORPUS"] else {
      FileHandle.standardError.write(Data("skipped: LISTO_CORPUS is not set\n".utf8))
      return nil
    }
    guard let names = FileManager.default.enumerator(atPath: root) else { return [] }
    return names.compactMap { $0 as? String }.sorted().map { root + "/" + $0 }.filter(holdsCalendar)
  }

  public static func bytes(_ path: String) throws -> [UInt8] {
    try [UInt8](Data(contentsOf: URL(fileURLWithPath: path)))
  }

  private static func holdsCalendar(_ path: String) -> Bool {
    guard let data = FileManager.default.contents(atPath: path) else { return false }
    return data.range(of: Data("BEGIN:VCALENDAR".utf8)) != nil
  }
}
