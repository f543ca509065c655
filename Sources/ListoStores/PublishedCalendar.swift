public import ICalendar
public import ListoFormats
package import Platform

/// What is published at an address on the web, as it was fetched just now, or before where that cannot be done.
public struct PublishedCalendar: Sendable {
  /// Its bytes; they stay what they are, whatever is fetched meanwhile.
  package let file: InputFile
  /// A diagnostic that it could not be fetched, and how old this is; none where it is what is published.
  public let problems: [Diagnostic]

  package init(_ file: InputFile, problems: [Diagnostic] = []) {
    (self.file, self.problems) = (file, problems)
  }
}

/// Fetches what is published on the web, for reading alone. Places that are addresses can be read where one is given.
public protocol PublishedCalendarSource: Sendable {
  /// Fetches what stands at an address, or says how it was before.
  ///
  /// Several threads may ask at once.
  ///
  /// - Parameters:
  ///   - format: what it shall be; nil for whatever is recognised. A page for people is never it.
  ///   - limit: how many bytes it may have.
  ///   - progress: given how many bytes more have come.
  /// - Throws: ``StoreError`` where there is nothing to read.
  func calendar(
    at address: WebAddress, format: Format?, limit: Int, progress: @escaping @Sendable (_ bytes: Int) -> Void
  ) throws(StoreError) -> PublishedCalendar
}
