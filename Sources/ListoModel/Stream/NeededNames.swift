/// Which UIDs are needed, by their hashes: some, and those of what the reminders that have these belong to.
struct NeededNames {
  private var names = NumberedKeys<UInt64>()
  /// Of each name.
  private var isNeeded: [Bool] = []
  private var count = 0
  private let links: [RowDecider.Link]
  /// Of each name the last of its links, and of each link the one before it of the same name; -1 where there
  /// is none.
  private var last: [Int32] = []
  private var previous: [Int32] = []

  /// - Parameter links: of all reminders that belong to others.
  init(_ links: [RowDecider.Link]) {
    self.links = links
    previous.reserveCapacity(links.count)
    for (index, link) in links.enumerated() {
      let name = number(of: link.name)
      previous.append(last[name])
      last[name] = Int32(index)
    }
  }

  /// None is needed.
  var isEmpty: Bool { count == 0 }

  /// A UID is needed.
  func contains(_ name: UInt64) -> Bool { names.number(of: name).map { isNeeded[$0] } ?? false }

  /// A UID is not needed after all; what its reminders belong to still is.
  mutating func remove(_ name: UInt64) {
    guard let number = names.number(of: name), isNeeded[number] else { return }
    isNeeded[number] = false
    count -= 1
  }

  /// Some UIDs are needed.
  mutating func take(_ some: [UInt64]) {
    var rest = some
    while let name = rest.popLast() {
      let number = number(of: name)
      guard !isNeeded[number] else { continue }
      isNeeded[number] = true
      count += 1
      var next = last[number]
      while next >= 0 {
        let link = links[Int(next)].link
        if let overridden = link.overridden { rest.append(overridden) }
        if let parent = link.parent { rest.append(parent) }
        next = previous[Int(next)]
      }
    }
  }

  private mutating func number(of name: UInt64) -> Int {
    let (number, isNew) = names.insert(name)
    if isNew {
      isNeeded.append(false)
      last.append(-1)
    }
    return number
  }
}
