package import ICalendar
internal import ListoModel

/// Reads todo.txt (github.com/todotxt/todo.txt): todo.txt, done.txt and what ``TodoTxtWriter`` writes. Memory
/// is constant, except that a line whose parent comes later waits for it.
///
/// Each line that is not empty is a reminder; a `+project` is its list. What cannot be understood stays in
/// the text.
package struct TodoTxtReader: FormatReader {
  /// The UIDs of lines by their `id:`.
  private var uids: [String: String] = [:]
  /// Lines from the first one that waits for its parent; those that are finished have a component.
  private var waiting: [(entry: Entry, component: FinishedComponent?)] = []
  /// The index in `waiting` of the line that is written next.
  private var next = 0
  /// The indices in `waiting` of unfinished lines, by the names of their parents.
  private var children: [String: [Int]] = [:]
  private var positions = TodoTxtPositions()

  package init() {}

  package mutating func read(
    _ input: inout TextFeed, into output: inout ICalendarOutput
  ) throws(ICalendarError) {
    var stage = output.stage { Entry($0) }
    while let line = try input.nextLine() {
      guard line.bytes.contains(where: { $0 > 0x20 }) else { continue }
      for entry in stage.take(line, size: line.bytes.count) { try take(entry, &output) }
    }
    for entry in stage.finish() { try take(entry, &output) }
    try finish(&output)
  }

  private mutating func take(_ entry: Entry, _ output: inout ICalendarOutput) throws(ICalendarError) {
    positions.add(entry.record.task.project ?? "", line: entry.record.line.number)
    let component = entry.component ?? finished(entry)
    guard waiting.isEmpty, let component else {
      waiting.append((entry, component))
      if component != nil {
        link(note(entry, component, &output), &output)
      } else if let parent = entry.record.parent {
        children[parent, default: []].append(waiting.count - 1)
      }
      return try writeWaiting(&output)
    }
    note(entry, component, &output)
    try write(entry, component, &output)
  }

  /// A line with its parent; nil while that is not known and may come.
  private func finished(_ entry: Entry) -> FinishedComponent? {
    guard let parent = entry.record.parent else { return entry.record.component(parent: nil) }
    // In a line with a UID, `p:` is mostly a UID too, whose line needs no `id:`.
    guard let uid = uids[parent] else {
      return entry.record.task.fields.has(.uid) ? entry.record.component(parent: nil) : nil
    }
    return entry.record.component(parent: uid)
  }

  /// Notes the `id:` of a line.
  ///
  /// - Returns: the `id:`; nil if the line has none, or one that an earlier line has.
  @discardableResult
  private mutating func note(
    _ entry: Entry, _ component: FinishedComponent?, _ output: inout ICalendarOutput
  ) -> String? {
    guard let name = entry.record.task.kept.identifier, let component else { return nil }
    guard uids[name] == nil else {
      output.diagnose(
        .badValue, line: entry.record.line.number,
        "id:\(name) occurs twice; p:\(name) is the first line with it")
      return nil
    }
    uids[name] = component.uid
    return name
  }

  /// Finishes the lines that wait for a parent, and those that wait for one of these lines.
  ///
  /// - Complexity: linear in the lines that are finished.
  private mutating func link(_ parent: String?, _ output: inout ICalendarOutput) {
    var parents = [parent].compactMap { $0 }
    while let parent = parents.popLast() {
      for index in children.removeValue(forKey: parent) ?? [] where waiting[index].component == nil {
        guard let component = finished(waiting[index].entry) else { continue }
        waiting[index].component = component
        if let name = note(waiting[index].entry, component, &output) { parents.append(name) }
      }
    }
  }

  /// Writes the lines up to one that waits for its parent.
  private mutating func writeWaiting(_ output: inout ICalendarOutput) throws(ICalendarError) {
    while next < waiting.count, let component = waiting[next].component {
      try write(waiting[next].entry, component, &output)
      next += 1
    }
    guard next == waiting.count else { return }
    (waiting, next, children) = ([], 0, [:])
  }

  private mutating func finish(_ output: inout ICalendarOutput) throws(ICalendarError) {
    while next < waiting.count {
      let entry = waiting[next].entry
      if waiting[next].component == nil {
        // Its parent is not in the file, or is a part of it.
        waiting[next].component = entry.record.component(parent: nil)
        link(note(entry, waiting[next].component, &output), &output)
      }
      try writeWaiting(&output)
    }
    positions.write(to: &output)
  }

  private func write(
    _ entry: Entry, _ component: FinishedComponent, _ output: inout ICalendarOutput
  ) throws(ICalendarError) {
    let project = entry.record.task.project
    output.tell(entry.record.problems)
    output.calendar(key: project ?? "", name: project)
    try output.write(component)
  }

  /// A line as a reminder: one object, so that to hand it on copies a reference.
  private final class Entry: Sendable {
    let record: TodoTxtRecord
    /// Nil for a line with a parent, whose UID may be that of another line.
    let component: FinishedComponent?

    init(_ line: TextFeed.Line) {
      record = TodoTxtRecord(line)
      component = record.parent == nil ? record.component(parent: nil) : nil
    }
  }
}
