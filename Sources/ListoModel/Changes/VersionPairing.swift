internal import ICalendar

/// Which of several versions under one name are one: first those that say the same for people, then those
/// with one title, what is left in its order. So it does not count in which order they stand.
enum VersionPairing {
  typealias Version = (component: Component, zone: (String) -> Zone?)

  /// - Returns: of each new version the index of the old one, nil where none is left.
  /// - Complexity: linear in the bytes.
  static func pairs(_ old: [Version], _ new: [Version]) -> [Int?] {
    var result = [Int?](repeating: nil, count: new.count)
    guard old.count > 1 || new.count > 1 else { return old.isEmpty ? result : result.map { _ in 0 } }
    var left = Array(old.indices)
    func match(_ key: (Version) -> [UInt8]?) {
      var waiting: [[UInt8]: [Int]] = [:]
      for index in left.reversed() {
        if let key = key(old[index]) { waiting[key, default: []].append(index) }
      }
      var taken: Set<Int> = []
      for index in new.indices where result[index] == nil {
        guard let key = key(new[index]), let found = waiting[key]?.popLast() else { continue }
        result[index] = found
        taken.insert(found)
      }
      left.removeAll(where: taken.contains)
    }
    match { CanonicalContent($0.component, .forPeople, zone: $0.zone).digest.bytes }
    match { $0.component.first(.summary).map(CanonicalLine.bytes) }
    match { _ in [] }
    return result
  }
}
