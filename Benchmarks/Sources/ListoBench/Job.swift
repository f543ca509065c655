import Generator

/// One row of the benchmark: what listo is asked to do, what a right answer looks like, and what it should
/// cost.
struct Job {
  let name: String
  var input = Input.export
  /// Listo's arguments; `{input}`, `{edited}` (the second), `{other}` (the last) and `{output}` stand for
  /// paths, `{inputs}` for those of all inputs. Without `{output}`, standard output is the answer. `{uid}` is
  /// that of a reminder in the middle, `{turn}` a word that no run had before.
  let arguments: [String]
  /// It makes a file for each reminder, and is measured at the size of a folder.
  var folderSize = false
  /// It writes into its input, which is a copy then.
  var changesInput = false
  /// The input comes through a pipe from `cat`.
  var piped = false
  /// Exit codes that are no failure.
  var exits: Set<Int32> = [0]
  let answer: Answer
  var target: Target?
  /// The most seconds for a million reminders, which libical is not asked to hold.
  var million: Double?
  /// The most memory, in bytes, for an input of so many reminders.
  var memory: (@Sendable (Int) -> Int)?

  enum Input: Hashable {
    case export
    /// An export and its edited copy.
    case pair
    /// An export, and what two devices made of it in a month. libical parses the export alone.
    case devices
    /// An export, and a copy in which so many in a hundred reminders are changed.
    case changed(percent: Int)
    /// An export in which so many in a hundred of the series have a completed override.
    case overridden(percent: Int)
    /// A patch that Listo made of an export and what a device made of it in a month, and the export, which
    /// libical parses.
    case patch
    /// An export in a format that Listo wrote. libical parses the calendar that it was made of.
    case format(String)
    /// So many exports, half of them with their edited copies: of the same total size as a pair.
    case many(Int)
    /// A folder of one-reminder files.
    case folder
    case hostile(HostileShape)
    case none
  }

  /// What is counted in the answer before anything is timed: a fast wrong answer is no result.
  enum Answer {
    /// As many BEGIN:VTODO lines as the yardstick counts.
    case reminders(Expectation)
    /// As many lines as the yardstick counts.
    case lines(Expectation)
    case atLeastLines(Expectation)
    case anyLine
    /// The exit code alone.
    case done
  }

  /// One of the numbers that `yardstick count` prints, by its name.
  enum Expectation: String {
    case todos, open, due, uids
    /// What no one but Listo knows: that there are some has to do.
    case merged
  }

  enum Target {
    /// So many times faster than libical parses the same input.
    case faster(Double)
    /// At most so many seconds.
    case within(Double)
  }

  var isHostile: Bool {
    if case .hostile = input { true } else { false }
  }

  /// What the yardstick does beside: it parses; where Listo removes from the back, that is what is timed.
  var yardstickMode: String {
    if case .hostile(.removals) = input, arguments.first == "filter" { "remove" } else { "parse" }
  }

  /// The only size a job is measured at, whatever the sizes asked for.
  var fixedSize: Int? {
    if folderSize { return 10_000 }
    return switch input {
    case .folder: 10_000
    case .none: 0
    case .export, .pair, .devices, .changed, .overridden, .patch, .format, .many, .hostile: nil
    }
  }

  /// What the generator already knows of its own input, by the yardstick's names.
  func knownNumbers(size: Int) -> [String: Int] {
    switch input {
    case .export, .folder, .format: ["todos": size]
    case .pair: ["uids": size + size / 40]
    case .many(let count): ["uids": count / 2 * (size * 2 / count + size * 2 / count / 40)]
    case .hostile(let shape): ["todos": shape.todos(count: size), "open": shape.open(count: size)]
    case .changed: ["uids": size]
    case .devices, .overridden, .patch, .none: [:]
    }
  }

  /// Targets are stated for inputs on which start-up no longer counts.
  static let smallestJudged = 10_000
}
