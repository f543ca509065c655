internal import ListoModel

extension Agenda {
  /// The occurrences as JSON, in the order of time: an array as `Catalog.json()` has it, which `listo agenda
  /// --json` prints.
  ///
  /// - Complexity: linear in the occurrences.
  public func json() -> [UInt8] {
    var bytes: [UInt8] = []
    catalog.writeJSON(of: days.flatMap(\.paths)) { bytes += $0 }
    return bytes
  }
}
