internal import Listo
internal import Platform

/// Where what an input lacks counts as deleted, only a whole collection will do: what is said of others.
enum Absence {
  static let incomplete = "what is missing there would count as deleted. Nothing was written."

  /// - Parameters:
  ///   - path: the side, as the user named it.
  ///   - list: the list of which it has nothing; nil for all.
  ///   - meaning: what would become of the rest.
  static func empty(_ path: String, of list: String? = nil, _ meaning: String) -> String {
    let what = list.map { "nothing of the list '\($0)'" } ?? "nothing"
    return
      "there is \(what) in \(path), so that \(meaning). A folder that is not mounted, or an export that failed, "
      + "looks like this; --allow-empty says that it is meant. Nothing was written."
  }

  /// - Parameter items: each input, with its calendars and what was met in reading it.
  /// - Throws: ``Failure`` with status 66 where an input is no whole collection, 2 where one is a message.
  static func requireWhole(
    _ items: [(input: Input, calendars: [CalendarContext], problems: [Diagnostic])]
  ) throws(Failure) {
    for item in items {
      try requireCollection(item.input, item.calendars, item.problems)
      if isPartial(item.input, item.problems) {
        throw Failure(.noInput, "\(item.input.name): it could not be read whole; \(incomplete)")
      }
    }
  }

  /// - Throws: ``Failure`` with status 66 where an input is no collection, or was cut off, 2 where it is a message.
  static func requireCollection(
    _ input: Input, _ calendars: [CalendarContext], _ problems: [Diagnostic]
  ) throws(Failure) {
    if calendars.contains(where: \.isPartOfCollection) {
      throw Failure(.doubtful, "\(input.name): it is a message, not a collection; \(incomplete)")
    }
    if calendars.isEmpty && !input.isEmptyCollection {
      throw Failure(.noInput, "\(input.name): there is no calendar in it; \(incomplete)")
    }
    if problems.contains(where: { $0.code == .missingEnd }) {
      throw Failure(.noInput, "\(input.name): it may be cut off; \(incomplete)")
    }
  }

  /// A file of another format that a folder holds is read where its content shows what it is; one that does not show it any more
  /// would be passed over without a word.
  ///
  /// - Throws: ``Failure`` with status 66 where a file of the base is there on another side, and is not read.
  static func requireFiles(
    of base: (path: String, tree: InputTree), in sides: some Sequence<(path: String, tree: InputTree)>
  ) throws(Failure) {
    let top = base.path.withSlash
    let files = base.tree.inputs.filter { !$0.format.isICalendar }.compactMap(\.path).filter {
      $0.hasPrefix(top)
    }
    guard !files.isEmpty else { return }
    for side in sides {
      let read = Set(side.tree.inputs.compactMap(\.path))
      for file in files {
        let path = side.path.withSlash + file.dropFirst(top.count)
        guard !read.contains(path), (try? FileStatus(path: path).kind) == .regular else { continue }
        throw Failure(.noInput, "\(path): nothing shows what it is written in any more; \(incomplete)")
      }
    }
  }

  static func isPartial(_ input: Input, _ problems: [Diagnostic]) -> Bool {
    input.isPartial || problems.contains(where: \.code.mayHideComponents)
  }
}
