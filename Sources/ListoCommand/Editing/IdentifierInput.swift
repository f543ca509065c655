internal import Listo

/// Reminders that are named on standard input: JSON as `listo list --json` prints it, JSON lines, or an
/// identifier, a UID or a short name a line.
enum IdentifierInput {
  /// More than this is no list of identifiers.
  private static let most = 1 << 30

  /// - Throws: ``Failure`` with status 64 for JSON without identifiers.
  static func read() throws(Failure) -> [IdentifierList.Entry] {
    let entries: [IdentifierList.Entry]
    let bytes = try bytes()
    do throws(IdentifierList.Problem) {
      entries = try IdentifierList.read(bytes)
    } catch {
      throw Failure(
        .usage, "standard input, line \(error.line): \(error.reason).",
        details: ["Pipe identifiers in: listo list --where overdue --json | listo done - --yes"])
    }
    guard !entries.isEmpty else { throw Failure(.differences, "standard input has no identifier.") }
    return entries
  }

  private static func bytes() throws(Failure) -> [UInt8] {
    do throws(StoreError) {
      return try NamedFile.bytes("-", upTo: most)
    } catch {
      let reason = error.code == .tooLarge ? "more than 1 GiB of identifiers" : error.reason
      throw Failure(.noInput, "standard input: \(reason).")
    }
  }
}
