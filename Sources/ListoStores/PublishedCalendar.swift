public import ICalendar
public import ListoFormats
package import Platform

/// A calendar published on the web, as fetched just now, or a cached copy if that failed.
public struct PublishedCalendar: Sendable {
  /// Its bytes; they stay what they are, whatever is fetched meanwhile.
  package let file: InputFile
  /// A diagnostic about the failed fetch and the age of the copy; empty if the calendar is current.
  public let problems: [Diagnostic]

  package init(_ file: InputFile, problems: [Diagnostic] = []) {
    (self.file, self.problems) = (file, problems)
  }
}

/// Fetches published calendars, for reading only. Addresses can be used as places if such a source is given.
public protocol PublishedCalendarSource: Sendable {
  /// Fetches the calendar at an address, or returns the cached copy.
  ///
  /// Several threads may call it at once.
  ///
  /// - Parameters:
  ///   - format: the required format; nil for any recognized one. A web page for people is never accepted.
  ///   - limit: the greatest number of bytes.
  ///   - progress: called with the number of bytes that arrived since the last call.
  /// - Throws: ``StoreError`` if there is nothing to read.
  func calendar(
    at address: WebAddress, format: Format?, limit: Int, progress: @escaping @Sendable (_ bytes: Int) -> Void
  ) throws(StoreError) -> PublishedCalendar
}
