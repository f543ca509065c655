import Foundation

/// A document whose passages between `begin NAME` and `end NAME` comments are derived from tables in the
/// code.
struct DerivedSections {
  /// The text before `begin NAME` on its line.
  let opening: String
  /// The text behind it.
  let closing: String

  static let markdown = DerivedSections(opening: "<!-- ", closing: " -->")
  static let manual = DerivedSections(opening: ".\\\" ", closing: "")

  /// The document with each passage as `derive` has it; a passage that it does not know stays.
  func replaced(in document: String, by derive: (String) -> [String]?) -> String {
    var result: [String] = []
    var end: String?
    for line in document.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) {
      if let last = end {
        guard line == last else { continue }
        end = nil
      }
      result.append(line)
      guard line.hasPrefix(opening + "begin "), line.hasSuffix(closing) else { continue }
      let name = String(line.dropFirst(opening.count + "begin ".count).dropLast(closing.count))
      guard let lines = derive(name) else { continue }
      result += lines
      end = opening + "end " + name + closing
    }
    return result.joined(separator: "\n")
  }

  /// The names of the passages in it.
  func names(in document: String) -> [String] {
    document.split(separator: "\n").filter { $0.hasPrefix(opening + "begin ") && $0.hasSuffix(closing) }.map {
      String($0.dropFirst(opening.count + "begin ".count).dropLast(closing.count))
    }
  }
}

/// A file of the repository that a test holds to the truth.
struct Document {
  let path: String
  let file: URL
  let text: String

  init(_ path: String) throws {
    self.path = path
    file = Workplace.repository.appendingPathComponent(path)
    text = try String(contentsOf: file, encoding: .utf8)
  }

  /// `LISTO_RECORD=1`: write what is true now into the document.
  static let isRecording = ProcessInfo.processInfo.environment["LISTO_RECORD"] != nil

  /// The first line that differs, with the advice to record anew; nil where none differs. If this is a
  /// recording, the document is written.
  func differs(from truth: String) throws -> String? {
    guard truth != text else { return nil }
    if Self.isRecording {
      try truth.write(to: file, atomically: true, encoding: .utf8)
      return "\(path) was recorded anew; look at it"
    }
    let old = text.split(separator: "\n", omittingEmptySubsequences: false)
    let new = truth.split(separator: "\n", omittingEmptySubsequences: false)
    let line =
      zip(old, new).enumerated().first { $0.element.0 != $0.element.1 }?.offset ?? min(old.count, new.count)
    let has = line < old.count ? old[line] : ""
    let wants = line < new.count ? new[line] : ""
    return """
      \(path):\(line + 1) is not what the code says now. Run the tests with LISTO_RECORD=1 to rewrite it, and look at it.
      - \(has)
      + \(wants)
      """
  }
}
