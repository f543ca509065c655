internal import ArgumentParser
internal import Listo

/// One target, or several with commas between them: `--for radicale,tasks.org`.
struct ProfilesArgument: ExpressibleByArgument {
  let profiles: [Profile]
  /// `help`: what there is.
  let asksForHelp: Bool

  init?(argument: String) { return nil }

  /// - Throws: ValidationError that names the target which may have been meant.
  init(words: String) throws {
    asksForHelp = words == "help"
    guard !asksForHelp else {
      profiles = []
      return
    }
    profiles = try words.split(separator: ",", omittingEmptySubsequences: false).map { word in
      if let profile = Profile(rawValue: word.lowercased()) { return profile }
      let names = Profile.allCases.map(\.rawValue)
      let meant = Self.otherNames[word.lowercased()] ?? Spelling.nearest(to: String(word), in: names)
      let near = meant.map(UnknownName.question)
      throw ValidationError(
        "--for: unknown target '\(word)'; \(near ?? "the targets are \(names.joined(separator: ", ")).")")
    }
  }

  /// The targets by other names that people use for them.
  private static let otherNames = [
    "icloud": "apple", "ios": "apple", "macos": "apple", "reminders": "apple", "gmail": "google",
    "exchange": "outlook", "owncloud": "nextcloud", "baikal": "sabre", "fastmail": "cyrus",
  ]

  /// - Throws: ValidationError for `help`, which is the check's.
  func requireTargets(by command: String) throws {
    guard asksForHelp else { return }
    throw ValidationError("--for: name a target; listo check --for help lists the targets.")
  }

  static let completion = CompletionKind.list(Profile.allCases.map(\.rawValue) + ["help"])
}

/// A kind of finding by its code.
struct FindingCodeArgument: ExpressibleByArgument {
  let code: Diagnostic.Code

  init?(argument: String) { return nil }

  /// - Throws: ValidationError that names the code which may have been meant.
  init(word: String) throws {
    if let code = Diagnostic.Code(rawValue: word.lowercased()), Diagnostic.Code.findings.contains(code) {
      self.code = code
      return
    }
    let near = UnknownName.guess(word, in: Diagnostic.Code.findings.map(\.rawValue))
    throw ValidationError(
      "unknown code '\(word)'; \(near ?? "listo check --for help lists the codes.")")
  }

  /// Codes with commas between them.
  static func several(words: String) throws -> [FindingCodeArgument] {
    try words.split(separator: ",", omittingEmptySubsequences: false).map { try Self(word: String($0)) }
  }

  static let completion = CompletionKind.list(Diagnostic.Code.findings.map(\.rawValue))
}
