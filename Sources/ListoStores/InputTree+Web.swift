internal import ICalendar
internal import ListoFormats
internal import ListoModel
internal import Platform

/// The calendars on the web.
extension InputTree {
  /// The name of an argument for messages: an address on the web without the parts that may be secret,
  /// anything else as it is.
  package static func name(ofArgument argument: String) -> String { webAddress(argument)?.shown ?? argument }

  /// nil where something stands at a path of that name: a file is what it is called.
  private static func webAddress(_ argument: String) -> WebAddress? {
    guard let address = WebAddress(argument) else { return nil }
    do throws(SystemError) {
      _ = try FileStatus(path: argument)
      return nil
    } catch {
      return error.isMissing ? address : nil
    }
  }

  /// How many servers are asked at once.
  static let fetches = 8

  /// The answers of the web addresses among the arguments, each asked once.
  static func fetched(
    _ arguments: [String], _ web: any PublishedCalendarSource, format: Format?, limit: Int,
    meter: ReadingMeter?, patience: Patience?
  ) -> [WebAddress: Result<PublishedCalendar, StoreError>] {
    var answers: [WebAddress: Result<PublishedCalendar, StoreError>] = [:]
    var seen: Set<WebAddress> = []
    var rest = arguments.compactMap(webAddress).filter { seen.insert($0).inserted }[...]
    OrderedPipeline.run(atOnce: min(rest.count, fetches)) { () throws(Never) -> WebAddress? in
      rest.popFirst()
    } transform: { address -> (WebAddress, Result<PublishedCalendar, StoreError>) in
      do throws(StoreError) {
        let calendar = try patience.whileWaiting(for: address.shown) { () throws(StoreError) in
          try web.calendar(at: address, format: format, limit: limit) { meter?.add($0) }
        }
        return (address, .success(calendar))
      } catch {
        return (address, .failure(error))
      }
    } consume: { (answer: (WebAddress, Result<PublishedCalendar, StoreError>)) throws(Never) in
      answers[answer.0] = answer.1
    }
    return answers
  }
}

extension Input {
  /// A calendar that was fetched.
  init(_ calendar: PublishedCalendar, at address: WebAddress, limits: ReadingLimits) {
    let source = Source(identifier: address.shown, title: address.host, kind: .published)
    var folder = CatalogBuilder.Folder(
      parent: source, source: source, name: address.fileName, path: address.shown)
    folder.isForOneFile = true
    self.init(
      name: address.shown, relativePath: address.fileName, fileName: address.fileName, folder: folder,
      limits: limits, content: .published(calendar.file))
  }
}
