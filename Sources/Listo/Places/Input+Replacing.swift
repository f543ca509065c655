internal import ListoFormats
package import ListoStores

/// Where results are written in the place of inputs.
extension Input {
  /// - Throws: ``WorkError/notReplaceable(input:format:)`` unless it is a regular file of iCalendar.
  package func requireReplaceable() throws(WorkError) {
    guard isReplaceable else {
      throw .notReplaceable(input: name, format: format.isICalendar ? nil : format)
    }
  }

  /// To be asked after it was read, which shows it.
  ///
  /// - Throws: ``WorkError/decoded(input:)`` where it is UTF-16: what was not asked to change would be other
  ///   bytes afterwards.
  package func requireUndecoded() throws(WorkError) {
    if isDecoded { throw .decoded(input: name) }
  }
}
