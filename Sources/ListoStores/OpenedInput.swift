internal import ICalendar
internal import Platform

/// The content from which an ``Input`` is read once it is open.
enum OpenedInput: Sendable {
  case arriving(ArrivingBytes)
  case file(InputFile)
  case converted(ConvertedBytes)

  /// Appends at most `count` bytes from `offset` on.
  func read(_ count: Int, at offset: Int, into bytes: inout [UInt8]) throws(ICalendarError) {
    do throws(SystemError) {
      switch self {
      case .file(let file): try file.read(count, at: offset, into: &bytes)
      case .converted(let content): try content.read(count, at: offset, into: &bytes)
      case .arriving: break
      }
    } catch {
      throw .unreadable(reason: error.reason)
    }
    if case .arriving(let content) = self { try content.read(count, at: offset, into: &bytes) }
  }
}
