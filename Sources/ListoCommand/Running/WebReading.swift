internal import Listo
internal import Platform

/// How the command reads calendars on the web.
enum WebReading {
  /// Fetches them; nothing is loaded, made or asked before the first is read.
  static let calendars = calendars(restingFor: 0, patience: 10)

  /// The same, for what is run again and again: each at most once in a quarter of an hour.
  static let glanced = calendars(restingFor: 900, patience: 3)

  private static func calendars(restingFor seconds: Int64, patience: Int) -> PublishedCalendars {
    PublishedCalendars(
      cacheFolder: folder, temporaryFolder: temporaryFolder, restingFor: seconds,
      patience: patience, retries: RetryPolicy(), authorities: { authorities })
  }

  /// Reads what was fetched before, for what must not wait.
  static let kept = PublishedCalendars(
    cacheFolder: folder, now: { ProcessEnvironment.secondsSince1970 }, client: nil)

  private static var folder: String? { StandardFolders.cacheFolder.map { $0 + "/calendars" } }

  private static var temporaryFolder: String { ProcessEnvironment.variable("TMPDIR") ?? "/tmp" }

  private static var authorities: String? {
    guard let file = ConfigurationFile(), let setting = (try? ConfigurationFile.load())?.authorities else {
      return nil
    }
    return StandardFolders.expanded(setting.value, in: file.folder)
  }
}
