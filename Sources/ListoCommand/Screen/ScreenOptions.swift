internal import ArgumentParser
internal import Listo
internal import Platform

/// The places that are looked through and changed.
struct PlaceArguments: ParsableArguments {
  @Argument(
    help: ArgumentHelp(
      "Files and folders; without any, the configured sources.", valueName: "input"),
    completion: .file())
  var inputs: [String] = []

  /// Places as the commands that change named reminders take them.
  @Option(
    name: .customLong("in"), help: ArgumentHelp(valueName: "place", visibility: .hidden),
    completion: .file())
  var places: [String] = []

  mutating func validate() { inputs += places }
}

/// How a command that takes the whole screen is shown.
struct ScreenOptions: ParsableArguments {
  @Flag(help: "Ask and answer line by line, for a screen reader or a simple terminal.")
  var plain = false

  @OptionGroup var appearance: SurfaceOptions

  /// Whether the dialogue is line by line: it was asked for, or the terminal can do no more (TERM is dumb, or
  /// not set).
  var isPlain: Bool {
    let terminal = ProcessEnvironment.variable("TERM") ?? ""
    return plain || ((terminal == "dumb" || terminal.isEmpty) && Terminal.isTerminal(.input))
  }

  /// - Throws: ``Failure`` with status 64 where there is no terminal.
  func requireTerminal(_ name: String) throws(Failure) {
    guard !isPlain else { return }
    for (stream, word) in [(Terminal.Stream.input, "input"), (.output, "output")]
    where !Terminal.isTerminal(stream) {
      throw Failure(
        .usage, "listo \(name) needs a terminal, but standard \(word) is not a terminal.",
        details: ["With --plain it asks and answers line by line, also in a pipe."])
    }
  }

  var size: ScreenSize { isPlain ? ScreenSize(columns: 80, rows: 24) : .ofTerminal }

  /// Shows a screen until it is left.
  ///
  /// - Parameter connect: given what wakes it; returns what ends that, which is called while the session is
  ///   there.
  /// - Returns: the screen as it was left.
  /// - Throws: ``Failure`` with status 74 where the terminal is gone.
  func run(
    _ screen: Screen, _ world: any ScreenWorld, _ reporter: Reporter,
    _ connect: (TerminalSession.Waker) -> () -> Void
  ) throws(Failure) -> Screen {
    reporter.progress?.end()
    if isPlain {
      var dialogue = PlainDialogue(screen, world, read: { readLine() }, write: { PlainOutput.write($0) })
      dialogue.run()
      return dialogue.screen
    }
    do throws(SystemError) {
      let session = try TerminalSession()
      let disconnect = connect(session.waker)
      defer { withExtendedLifetime(session) { disconnect() } }
      var loop = ScreenLoop(screen, world, session)
      defer { session.leave() }
      try loop.run()
      return loop.screen
    } catch {
      throw Failure(.inputOutput, "terminal: \(error.reason).")
    }
  }
}

/// Standard output, a piece at a time.
private enum PlainOutput {
  static func write(_ text: String) {
    let output = Output.standardOutput()
    _ = try? output.write(Array(text.utf8)[...])
    _ = try? output.commit()
  }
}
