/// Values by name, in the order in which the names came.
///
/// Looking a name up and setting its value is O(1); where there are few names, as nearly always, without a
/// hash. To take the value of a name away is so too, but where a name stands twice: then it is linear. Names
/// are the same where they are as texts, whatever their bytes.
struct NamedValues<Value: Sendable>: Sendable {
  private(set) var names: [String] = []
  /// By the places of their names; nil where a value was taken away.
  private var values: [Value?] = []
  /// How many values are there.
  private(set) var count = 0
  /// The marks of all names that were added: one whose mark is not among them is not there.
  private var marks: UInt64 = 0
  /// Where each name that has a value stands for the first time; nil while there are few.
  private var places: [String: Int]?
  /// A name of the table was added more than once.
  private var hasRepetitions = false

  /// As many names are compared in less time than a table of them is made: a task has up to 30. Of names that
  /// are not ASCII a table is made at once, since two that are long can take long to compare.
  private static var few: Int { 32 }

  init(reserving count: Int = 0) { reserve(count) }

  mutating func reserve(_ count: Int) {
    guard count > 0 else { return }
    names.reserveCapacity(count)
    values.reserveCapacity(count)
  }

  var isEmpty: Bool { count == 0 }

  /// The names that have a value, and it, in the order of the names.
  var members: some Sequence<(name: String, value: Value)> {
    zip(names, values).lazy.compactMap { name, value -> (name: String, value: Value)? in
      value.map { (name, $0) }
    }
  }

  /// From the first place to the last; at some of them may be no value.
  var indices: Range<Int> { names.indices }

  /// The value at a place.
  subscript(place place: Int) -> Value? { values[place] }

  /// Puts a value in the place of another.
  mutating func replace(at place: Int, with value: Value) { values[place] = value }

  /// The first value of a name. A name that is there keeps its place and its bytes; one whose value was taken
  /// away comes last.
  subscript(name: String) -> Value? {
    get { place(of: name).flatMap { values[$0] } }
    set {
      switch (place(of: name), newValue) {
      case (let place?, let value?): replace(at: place, with: value)
      case (let place?, nil): remove(at: place)
      case (nil, let value?): append(name, value)
      case (nil, nil): break
      }
    }
  }

  private mutating func remove(at place: Int) {
    values[place] = nil
    count -= 1
    guard places != nil else { return }
    let name = names[place]
    let next = hasRepetitions ? indices[(place + 1)...].first { values[$0] != nil && names[$0] == name } : nil
    places?[name] = next
  }

  /// The bit of a name; all bits for one that is not ASCII, which may be the same text as another of other
  /// bytes.
  private static func mark(_ name: String) -> UInt64 {
    var (hash, all) = (0 as UInt64, 0 as UInt8)
    for byte in name.utf8 {
      hash = hash &* 31 &+ UInt64(byte)
      all |= byte
    }
    return all < 0x80 ? 1 << ((hash ^ hash >> 6) & 63) : .max
  }

  /// The first place of a name that has a value.
  func place(of name: String) -> Int? {
    guard marks & Self.mark(name) != 0 else { return nil }
    if let places { return places[name] }
    for place in names.indices where names[place] == name && values[place] != nil { return place }
    return nil
  }

  /// Adds a value, also under a name that is there.
  mutating func append(_ name: String, _ value: Value) {
    names.append(name)
    values.append(value)
    count += 1
    let mark = Self.mark(name)
    marks |= mark
    guard places == nil else {
      if places?[name] == nil {
        places?[name] = names.count - 1
      } else {
        hasRepetitions = true
      }
      return
    }
    guard names.count > Self.few || mark == .max else { return }
    var places: [String: Int] = [:]
    for (place, name) in names.enumerated().reversed() where values[place] != nil {
      if places.updateValue(place, forKey: name) != nil { hasRepetitions = true }
    }
    self.places = places
  }
}
