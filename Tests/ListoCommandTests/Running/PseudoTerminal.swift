import Foundation

/// A terminal that a test looks at: what was sent to it, and what stands on it.
final class PseudoTerminal {
  private let host: Int32
  /// The end that the command has as its terminal.
  let device: FileHandle
  private(set) var received: [UInt8] = []

  init(columns: UInt16 = 80, rows: UInt16 = 24) throws {
    host = unsafe open("/dev/ptmx", O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC)
    guard host >= 0 else { throw POSIXError(.ENXIO) }
    var locked: Int32 = 0
    var number: Int32 = 0
    var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
    // TIOCSPTLCK and TIOCGPTN, which Swift's module leaves out.
    guard unsafe ioctl(host, 0x4004_5431, &locked) == 0, unsafe ioctl(host, 0x8004_5430, &number) == 0,
      unsafe ioctl(host, UInt(TIOCSWINSZ), &size) == 0
    else { throw POSIXError(.ENOTTY) }
    device = try FileHandle(forUpdating: URL(fileURLWithPath: "/dev/pts/\(number)"))
  }

  deinit { hangUp() }

  /// The terminal goes away.
  func hangUp() {
    if !isGone { close(host) }
    isGone = true
  }

  private var isGone = false

  func resize(columns: UInt16, rows: UInt16) {
    var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
    _ = unsafe ioctl(host, UInt(TIOCSWINSZ), &size)
  }

  /// Whether lines are edited and echoed, as a shell leaves it.
  var isCooked: Bool {
    var settings = termios()
    guard unsafe tcgetattr(device.fileDescriptor, &settings) == 0 else { return false }
    let flags = tcflag_t(ICANON | ECHO | ISIG)
    return settings.c_lflag & flags == flags
  }

  /// Takes what has been sent.
  func receive() {
    var buffer = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = unsafe read(host, &buffer, buffer.count)
      guard count > 0 else { return }
      received += buffer[..<count]
    }
  }

  /// Waits until a text was sent, at most half a minute.
  func waits(for text: String) -> Bool {
    for _ in 0..<6000 {
      receive()
      if sent.contains(text) { return true }
      usleep(5000)
    }
    return false
  }

  /// Waits until a text was sent that many times.
  func waits(for text: String, times: Int) -> Bool {
    for _ in 0..<6000 {
      receive()
      if sent.components(separatedBy: text).count > times { return true }
      usleep(5000)
    }
    return false
  }

  /// Types a text.
  func send(_ text: String) {
    let bytes = Array(text.utf8)
    _ = unsafe write(host, bytes, bytes.count)
  }

  var sent: String { String(decoding: received, as: UTF8.self) }

  /// The lines that stand on it, as far as line ends, the way back to the beginning and erasing to the end of
  /// the line go.
  var screen: [String] {
    var lines: [[Character]] = [[]]
    var column = 0
    var rest = Array(sent.replacing(/\u{1B}\[[0-9;]*m/, with: "").unicodeScalars)[...]
    while let scalar = rest.popFirst() {
      switch scalar {
      case "\r": column = 0
      case "\n": lines.append([])
      case "\u{1B}" where rest.starts(with: "[K".unicodeScalars):
        rest = rest.dropFirst(2)
        lines[lines.count - 1] = Array(lines[lines.count - 1].prefix(column))
      default:
        var line = lines[lines.count - 1]
        while line.count < column { line.append(" ") }
        if column < line.count { line[column] = Character(scalar) } else { line.append(Character(scalar)) }
        lines[lines.count - 1] = line
        column += 1
      }
    }
    if lines.last?.isEmpty ?? false { lines.removeLast() }
    return lines.map { String($0) }
  }
}
