extension Catalog {
  /// Gives some of its reminders, one after the other, each with its lines found: those of one list that
  /// follow each other in the same memory.
  ///
  /// - Parameters:
  ///   - numbers: which of the paths.
  ///   - body: given the number of a path and the reminder that stands there.
  ///   - absent: given the number of a path at which none stands.
  package func forEachPlaced<Numbers: RandomAccessCollection<Int>>(
    _ numbers: Numbers, of paths: [IndexPath], _ body: (_ number: Int, PlacedReminder) -> Void,
    absent: (_ number: Int) -> Void = { _ in }
  ) where Numbers.Index == Int {
    var next = numbers.startIndex
    while next < numbers.endIndex {
      let path = paths[numbers[next]]
      // Taken once for all that follow in the list: counts of references are shared by all cores.
      let reminders = list(at: path)?.reminders ?? []
      guard let index = path.reminder, reminders.indices.contains(index) else {
        absent(numbers[next])
        next += 1
        continue
      }
      var placed = PlacedReminder(reminders[index])
      body(numbers[next], placed)
      next += 1
      while next < numbers.endIndex {
        let other = paths[numbers[next]]
        guard other.source == path.source, other.list == path.list, let index = other.reminder,
          reminders.indices.contains(index)
        else { break }
        placed.move(to: index, of: reminders)
        body(numbers[next], placed)
        next += 1
      }
    }
  }
}
