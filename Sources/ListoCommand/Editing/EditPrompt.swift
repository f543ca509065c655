internal import Listo
internal import Platform

/// Asks a person: on standard input where that is a terminal, else on the terminal's own device where that
/// was asked for.
struct EditPrompt {
  private let device: InputFile?

  /// - Parameters:
  ///   - isTaken: standard input is read for something else.
  ///   - asks: the terminal's device may be used then.
  /// - Returns: nil where nobody can be asked.
  init?(isTaken: Bool, asks: Bool) {
    if !isTaken, Terminal.isTerminal(.input), Terminal.isTerminal(.error) {
      device = nil
    } else if asks, let terminal = try? InputFile(path: "/dev/tty") {
      device = terminal
    } else {
      return nil
    }
  }

  func say(_ text: String) {
    ProcessEnvironment.writeToStandardError(
      text.split(separator: "\n", omittingEmptySubsequences: false).map { Visible.line(String($0)) }
        .joined(separator: "\n"))
  }

  /// The next line; nil at the end of what is typed.
  func answer(_ question: String) -> String? {
    ProcessEnvironment.writeToStandardError(question)
    guard let device else { return readLine() }
    var bytes: [UInt8] = []
    while bytes.last != 0x0A {
      guard let count = try? device.read(1, at: bytes.count, into: &bytes), count > 0 else { break }
    }
    return bytes.isEmpty ? nil : String(decoding: bytes.dropLast(bytes.last == 0x0A ? 1 : 0), as: UTF8.self)
  }

  /// Yes or no; the end of what is typed is no.
  func confirms(_ question: String) -> Bool {
    while let answer = answer(question + " [y/n] ") {
      switch answer.lowercased() {
      case "y", "yes": return true
      case "n", "no", "q", "": return false
      default: continue
      }
    }
    return false
  }
}
