internal import Listo
internal import Platform

/// Shows a screen on the terminal, and hands it what is typed, until it is left.
struct ScreenLoop {
  private(set) var screen: Screen
  private let world: any ScreenWorld
  private let session: TerminalSession
  private var decoder = KeyDecoder()
  private var writer: FrameWriter

  /// So long nothing may come between ESC and the rest of a key's sequence, in milliseconds.
  private static let patience = 50
  /// So often what is shown is brought up to the clock, in milliseconds.
  private static let minute = 60_000

  init(_ screen: Screen, _ world: any ScreenWorld, _ session: TerminalSession) {
    (self.screen, self.world, self.session) = (screen, world, session)
    writer = FrameWriter(screen.depth)
  }

  /// - Throws: ``SystemError`` where the terminal is gone.
  mutating func run() throws(SystemError) {
    while true {
      try session.draw(writer.bytes(for: screen.frame()))
      switch session.next(within: decoder.isWaiting ? Self.patience : Self.minute) {
      case .input(let bytes): if try take(decoder.take(bytes)) { return }
      case .nothing:
        if decoder.isWaiting {
          if try take(decoder.flush()) { return }
        } else {
          screen.data.look(from: world.context)
        }
      case .resized: resize()
      case .stopping: try suspend()
      case .resumed:
        // Stopped in a way that cannot be seen (SIGSTOP): the shell has set the terminal as it likes it.
        session.leave()
        try session.enter()
        writer.forget()
        resize()
      case .woken: screen.catchUp(with: world)
      case .ended: return world.finish()
      }
    }
  }

  /// - Returns: whether the screen is left.
  private mutating func take(_ keys: [Key]) throws(SystemError) -> Bool {
    for key in keys {
      for effect in screen.perform(screen.take(key), in: world) {
        switch effect {
        case .quit: return try leaves()
        case .suspend: try suspend()
        case .redraw: writer.forget()
        case .edit:
          try finish()
          session.leave()
          let (outcome, changed) = world.perform(effect)
          try session.enter()
          writer.forget()
          resize()
          _ = screen.perform(screen.take(outcome, world.context, changed: changed), in: world)
        default: break
        }
      }
    }
    return false
  }

  /// Waits until all is written. What could not be is told, and leaving is to be asked for again.
  private mutating func leaves() throws(SystemError) -> Bool {
    try finish()
    return !(screen.message?.isError ?? false)
  }

  private mutating func finish() throws(SystemError) {
    guard screen.unsavedCount > 0 else { return }
    screen.say("saving…", isSaving: true)
    try session.draw(writer.bytes(for: screen.frame()))
    world.finish()
    screen.message = nil
    screen.catchUp(with: world)
  }

  private mutating func suspend() throws(SystemError) {
    try finish()
    try session.suspend()
    writer.forget()
    resize()
    _ = screen.perform([.reload], in: world)
  }

  private mutating func resize() { screen.resize(.ofTerminal) }
}

extension ScreenSize {
  /// The size of standard output; 80 × 24 where it does not know.
  static var ofTerminal: ScreenSize {
    let size = Terminal.size(.output) ?? (80, 24)
    return ScreenSize(columns: size.columns, rows: size.rows)
  }
}
