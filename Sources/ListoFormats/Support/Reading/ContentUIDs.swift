internal import ICalendar
internal import ListoModel

/// The UIDs of what has none in its format: by its content, so that a newer export of it gives the same ones.
struct ContentUIDs {
  /// How often each content was met.
  private var counts: [String: Int] = [:]

  /// Content that stands twice in a file is two reminders.
  mutating func uid(of component: Component) -> String {
    let hash = ContentName(component).description
    let count = counts[hash, default: 0] + 1
    counts[hash] = count
    return UUIDv5.string(name: Array((count > 1 ? "\(hash)~\(count)" : hash).utf8))
  }
}
