internal import Listo
internal import Platform
internal import Synchronization

/// The last place of `browse` for each of the last inputs, stored beside the selection, in `browse`.
struct BrowseFile {
  /// The places of so many different inputs are kept.
  static let limit = 20

  private let lines = StateLines(name: "browse", title: "listo browse 1")
  /// The inputs as JSON.
  private let key: String

  /// - Parameter inputs: absolute paths; none for the sources of the configuration.
  init(_ inputs: [String]) {
    key = String(decoding: JSONValue.array(inputs.map { .string($0) }).compact, as: UTF8.self)
  }

  /// The place; nil if there is none for these inputs.
  func load() -> BrowsePlace? {
    lines.read()?.lazy.compactMap { $0.parted(by: "\t") }.first { $0.0 == key }
      .flatMap { BrowsePlace(line: $0.1) }
  }

  /// - Throws: ``Failure`` with status 73.
  func save(_ place: BrowsePlace) throws(Failure) {
    try lines.write(["\(key)\t\(place.line)"] + others(in: lines.read() ?? []).prefix(Self.limit - 1))
  }

  /// Removes the place, so that the next `browse` begins at the selection.
  ///
  /// - Throws: ``Failure`` with status 73.
  func remove() throws(Failure) {
    guard let all = lines.read() else { return }
    let others = others(in: all)
    if others.count < all.count { try lines.write(others) }
  }

  /// The lines of other inputs.
  private func others(in all: [String]) -> [String] { all.filter { $0.parted(by: "\t")?.0 != key } }
}

/// Stores each new place in the background, so that no key waits for the disk.
final class BrowseMemory: Sendable {
  private let file: BrowseFile
  private let thread = SerialThread()
  private let state: Mutex<(last: BrowsePlace, isWaiting: Bool, failure: Failure?)>

  /// - Parameter start: the place where the screen begins, which is stored only after another one.
  init(_ file: BrowseFile, beginningAt start: BrowsePlace) {
    self.file = file
    state = Mutex((start, false, nil))
  }

  /// Stores a place soon; of several that come while a file is written, the last.
  func remember(_ place: BrowsePlace) {
    let isNew = state.withLock { state in
      guard place != state.last else { return false }
      state.last = place
      defer { state.isWaiting = true }
      return !state.isWaiting
    }
    if isNew { thread.perform { [self] in write() } }
  }

  private func write() {
    let place = state.withLock { state in
      state.isWaiting = false
      return state.last
    }
    do throws(Failure) {
      try file.save(place)
      state.withLock { $0.failure = nil }
    } catch {
      state.withLock { $0.failure = error }
    }
  }

  /// Waits until the last place is stored.
  ///
  /// - Returns: the reason why it is not.
  func finish() -> Failure? {
    thread.wait()
    return state.withLock { $0.failure }
  }
}
