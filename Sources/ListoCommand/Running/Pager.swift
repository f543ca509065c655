internal import Listo
internal import Platform

/// The program that shows output which is longer than the screen.
struct Pager {
  /// The lines of the screen.
  let rows: Int

  /// nil where output is not for a person at a terminal.
  init?() {
    let terminal = ProcessEnvironment.variable("TERM") ?? ""
    guard Terminal.isTerminal(.output), Terminal.isForeground(.output), !terminal.isEmpty, terminal != "dumb",
      let size = Terminal.size(.output)
    else { return nil }
    rows = size.rows
  }

  /// Starts the program.
  ///
  /// - Returns: nil where none is wanted or none can be started.
  func start(_ reporter: Reporter) -> PagerProcess? {
    guard let words = CommandWords.split(command(reporter)), let program = words.first, program != "cat"
    else { return nil }
    // As git does: leave if all fits on the screen, show colours, keep the text on the screen.
    let variables = ProcessEnvironment.variable("LESS") == nil ? ["LESS=FRX"] : []
    return try? PagerProcess(words, adding: variables)
  }

  private func command(_ reporter: Reporter) -> String {
    ProcessEnvironment.variable("LISTO_PAGER") ?? configured(reporter)
      ?? ProcessEnvironment.variable("PAGER") ?? "less"
  }

  /// The program of the configuration, unless another user may have written it there.
  private func configured(_ reporter: Reporter) -> String? {
    guard let pager = try? ConfigurationFile.load().pager, let file = ConfigurationFile() else { return nil }
    do throws(Failure) {
      try file.requireOwned("runs no pager from it")
      return pager.value
    } catch {
      reporter.error(error.message)
      return ""
    }
  }
}

/// Output that goes through a pager once it is longer than the screen.
final class PagedOutput {
  private let pager: Pager
  private let reporter: Reporter
  private var state = State.held([])
  private var lines = 0

  private enum State {
    case held([UInt8])
    case paged(PagerProcess)
    case direct(Output)
    /// The user has left the pager.
    case left
  }

  init(_ pager: Pager, _ reporter: Reporter) { (self.pager, self.reporter) = (pager, reporter) }

  /// The user has left the pager, and sees no more.
  var isLeft: Bool { if case .left = state { true } else { false } }

  func put(_ bytes: [UInt8]) throws(Failure) {
    switch state {
    case .held(let held):
      lines += bytes.count { $0 == UInt8(ascii: "\n") }
      state = .held(held + bytes)
      // One line is for the shell's prompt.
      if lines >= pager.rows { try start() }
    case .paged(let process): try send(bytes, to: process)
    case .direct(let output):
      try OutputWriting.attempt(reporter) { () throws(StoreError) in try output.write(bytes[...]) }
    case .left: throw Failure(reporter.status)
    }
  }

  /// Hands on what is left, and waits for the user to leave the pager.
  func finish() throws(Failure) {
    if case .held = state { try write() }
    switch state {
    case .direct(let output):
      try OutputWriting.attempt(reporter) { () throws(StoreError) in try output.commit() }
    case .paged(let process): process.end()
    case .held, .left: break
    }
  }

  private func start() throws(Failure) {
    guard case .held(let held) = state else { return }
    reporter.progress?.end()
    guard let process = pager.start(reporter) else { return try write() }
    state = .paged(process)
    try send(held, to: process)
  }

  /// Writes what is held to the terminal, and all that follows.
  private func write() throws(Failure) {
    guard case .held(let held) = state else { return }
    state = .direct(reporter.standardOutput())
    try put(held)
  }

  private func send(_ bytes: [UInt8], to process: PagerProcess) throws(Failure) {
    do throws(SystemError) {
      try process.write(Self.withoutColumns(bytes))
    } catch {
      process.end()
      state = .left
      throw Failure(reporter.status)
    }
  }

  /// The bytes without `ESC [ 12 G`, which moves a terminal's cursor behind characters of uncertain width: a
  /// pager does not move it.
  private static func withoutColumns(_ bytes: [UInt8]) -> [UInt8] {
    guard bytes.contains(0x1B) else { return bytes }
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var index = 0
    while index < bytes.count {
      if bytes[index] == 0x1B, index + 1 < bytes.count, bytes[index + 1] == UInt8(ascii: "[") {
        let digits = bytes[(index + 2)...].prefix { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
        if digits.endIndex < bytes.count, bytes[digits.endIndex] == UInt8(ascii: "G") {
          index = digits.endIndex + 1
          continue
        }
      }
      result.append(bytes[index])
      index += 1
    }
    return result
  }
}
