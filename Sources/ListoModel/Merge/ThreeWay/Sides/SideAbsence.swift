public import ICalendar

/// The meaning of a component of the base that a side of a three-way merge lacks. It counts as deleted only
/// where the side could have held it: see ``MergeBase``.
struct SideAbsence: Sendable {
  /// By side, -1 for the base: the first of its inputs that something could not be read of.
  private(set) var partial: [Int: String] = [:]
  /// Sides of messages alone.
  private var messages: Set<Int> = []
  private var collections: Set<Int> = []

  // MARK: Inputs

  /// Takes note of an input that was read to its end.
  ///
  /// - Parameters:
  ///   - refusal: why it is no collection.
  ///   - isMessage: it is one that is applied.
  ///   - isEmpty: it has no calendar and no component.
  ///   - damage: the first problem behind which components may be hidden.
  ///   - cut: where it was cut off.
  /// - Throws: ``MergeError/refused(_:)`` and ``MergeError/incomplete(_:)``.
  mutating func take(
    _ source: any MergeInput, side: Int, refusal: String?, isMessage: Bool, isEmpty: Bool,
    damage: Diagnostic?, cut: Diagnostic?
  ) throws(MergeError) {
    if let refusal {
      guard isMessage, side >= 0 else {
        throw .refused(Diagnostic(.error, .message, file: source.name, refusal))
      }
      messages.insert(side)
      return
    }
    if isEmpty {
      throw .incomplete(Diagnostic(.error, .noCalendar, file: source.name, "there is no calendar in it"))
    }
    if let cut {
      throw .incomplete(Diagnostic(.error, cut.code, file: source.name, line: cut.line, cut.message))
    }
    collections.insert(side)
    if damage != nil || source.isPartial, partial[side] == nil { partial[side] = source.name }
  }

  /// The sides, of so many, that are not messages alone.
  func sides(of count: Int) -> [Int] {
    (0..<count).filter { !messages.contains($0) || collections.contains($0) }
  }

  /// The same where these are all sides.
  func numbered(_ sides: [Int]) -> SideAbsence {
    var copy = SideAbsence()
    copy.partial[-1] = partial[-1]
    for (number, side) in sides.enumerated() { copy.partial[number] = partial[side] }
    return copy
  }

  /// A side could not be read in full, so that components of the base are kept which it lacks.
  var keepsBase: Bool { partial.keys.contains { $0 >= 0 } }

  // MARK: Lists

  /// - Parameters:
  ///   - numbers: the sides as they were given, by the numbers that they have in the index.
  ///   - names: the lists' identifiers.
  /// - Throws: ``MergeError/emptied(_:)`` where a side has nothing of a list that the base has.
  static func requireContent(_ index: MergeIndex, sides: [Int], names: [String]) throws(MergeError) {
    // By calendar first: of those there are few.
    var sizes = [Int](repeating: 0, count: index.calendars.count)
    for entry in index.entries { sizes[Int(entry.calendar)] += 1 }
    var counts: [Int: [Int]] = [:]
    for (calendar, size) in zip(index.calendars, sizes) where size > 0 {
      counts[Int(calendar.list), default: [Int](repeating: 0, count: sides.count + 1)][
        Int(calendar.side) + 1] += size
    }
    for (list, counts) in counts.sorted(by: { $0.key < $1.key }) where counts[0] > 0 {
      guard let side = counts.dropFirst().firstIndex(of: 0) else { continue }
      throw .emptied(EmptiedSide(side: sides[side - 1], list: names[list], count: counts[0]))
    }
  }

  // MARK: What is told

  /// Counts of the keys that the base has and sides lack.
  struct Tally: Sendable {
    /// Keys of the base.
    var base = 0
    /// By side: those that it lacks.
    var lacking: [Int]

    init(sides: Int) { lacking = [Int](repeating: 0, count: sides) }

    mutating func add(_ other: Tally) {
      base += other.base
      for side in lacking.indices { lacking[side] += other.lacking[side] }
    }
  }

  /// - Parameter names: what each side is called.
  func problems(_ tally: Tally, _ names: [String?]) -> [Diagnostic] {
    var result: [Diagnostic] = []
    if let name = partial[-1] {
      result.append(
        Diagnostic(
          .warning, .incompleteSide, file: name,
          "a part of the base could not be read; reminders missing from it count as new, not as deleted"
        ))
    }
    for (side, lacking) in tally.lacking.enumerated() where lacking > 0 {
      if let name = partial[side] {
        result.append(
          Diagnostic(
            .warning, .incompleteSide, file: name,
            "a part of it could not be read, so its missing reminders do not count as deleted: \(lacking) of \(tally.base)"
          ))
      } else if let problem = Diagnostic.manyDeletions(
        lacking, of: tally.base, in: names[side], "they count as deleted there")
      {
        result.append(problem)
      }
    }
    return result
  }
}

extension Diagnostic {
  /// Returns a warning if so many components are missing that it may be a mistake: at least five, and a third
  /// of all.
  ///
  /// - Parameters:
  ///   - file: the place in which they are missing.
  ///   - meaning: the consequence.
  public static func manyDeletions(
    _ count: Int, of all: Int, in file: String?, _ meaning: String
  ) -> Diagnostic? {
    guard count >= 5, count * 3 >= all else { return nil }
    return Diagnostic(.warning, .manyDeletions, file: file, "\(count) of \(all) are missing: \(meaning)")
  }
}
