internal import CAccounts
internal import Platform

/// The source of an account's password. A password never comes from an argument, the environment or a
/// configuration, and Listo stores none.
public enum PasswordSource: Sendable, Hashable {
  /// The first line that a program prints, such as `secret-tool lookup …` or `pass show …`: its name and
  /// arguments, without a shell.
  case command([String])
  /// The first line of a file that only its owner can read (mode 0600 or less).
  case file(String)
  /// A credential of systemd, by its name in that folder (`LoadCredential=`, `$CREDENTIALS_DIRECTORY`).
  case systemd(name: String, folder: String)
  /// Asked for on the terminal, without showing it.
  case terminal(prompt: String)
  /// Given by the app: see ``password(_:)`` and ``asking(_:)``.
  case app(AppPassword)

  /// A password that the app has at hand.
  public static func password(_ text: String) -> PasswordSource { .asking { text } }

  /// A password that the app gets when the server first wants it, such as from the keychain or from the user.
  ///
  /// - Parameter ask: returns the password; an error ends the sync with ``AccountError/Code/login``.
  public static func asking(_ ask: @escaping @Sendable () async throws -> String) -> PasswordSource {
    .app(AppPassword(ask))
  }

  /// A way to get a password that an app has; equal to itself alone.
  public final class AppPassword: Sendable, Hashable {
    let ask: @Sendable () async throws -> String

    fileprivate init(_ ask: @escaping @Sendable () async throws -> String) { self.ask = ask }

    public static func == (left: AppPassword, right: AppPassword) -> Bool { left === right }

    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
  }

  /// Bytes of a password, and of a line of a file or a program.
  static let limit = 64 << 10

  /// Seconds that a program has: a person may have to unlock what it reads.
  package static let patience = 120

  /// Gets it, once.
  ///
  /// - Parameter patience: seconds that a program has.
  /// - Throws: ``AccountError`` with code `login`: no other way is tried.
  package func secret(patience: Int = Self.patience) throws(AccountError) -> Secret {
    let bytes: [UInt8]
    switch self {
    case .command(let words): bytes = try Self.printed(words, patience)
    case .file(let path): bytes = try Self.read(path, isPrivate: true)
    case .systemd(let name, let folder):
      guard !name.isEmpty, !name.hasPrefix("."), !name.contains("/") else {
        throw AccountError(.login, "\(name) is not the name of a credential")
      }
      bytes = try Self.read(folder + "/" + name, isPrivate: false)
    case .terminal(let prompt): bytes = try Self.asked(prompt)
    case .app(let password):
      let answer: Result<String, any Error> = BlockingWork.wait {
        do {
          return .success(try await password.ask())
        } catch {
          return .failure(error)
        }
      }
      switch answer {
      case .success(let text): bytes = Array(text.utf8)
      case .failure(let error): throw AccountError(.login, "the app has no password: \(error)")
      }
    }
    // The lines that `pass` prints behind the password are notes about it.
    let line = bytes.prefix { $0 != 0x0A }
    let end = line.last == 0x0D ? line.dropLast() : line
    guard !end.isEmpty else { throw AccountError(.login, "\(words) printed no password") }
    guard let secret = Secret(Array(end)) else {
      throw AccountError(.login, "\(words) printed a password with invalid characters")
    }
    return secret
  }

  /// From now on no core file is written of this process, and no other process of its user may look into it,
  /// as far as the system can do that. It is for the program to decide: a debugger and a crash reporter see
  /// nothing of it then.
  package static func protectProcess() { _ = caccounts_set_dumpable(false) }

  /// No core file is written of this process, and no other one of its user may look into it.
  package static var isProcessProtected: Bool { !caccounts_is_dumpable() }

  /// For people: what is asked, without the arguments of a program.
  package var words: String {
    switch self {
    case .command(let words): words.first ?? "the command for the password"
    case .file(let path): path
    case .systemd(let name, _): "the credential \(name)"
    case .terminal: "the terminal"
    case .app: "the app"
    }
  }

  private static func printed(_ words: [String], _ patience: Int) throws(AccountError) -> [UInt8] {
    guard let program = words.first, !program.isEmpty else {
      throw AccountError(.login, "the command for the password is empty")
    }
    let run: (bytes: [UInt8], status: Int32)
    do throws(SystemError) {
      run = try ChildProcess.output(of: words, limit: limit, seconds: patience)
    } catch {
      if error == .timedOut {
        throw AccountError(
          .login, "\(program), the command for the password, did not end within \(patience) seconds")
      }
      throw AccountError(.login, "\(program), the command for the password, cannot be run: \(error.reason)")
    }
    guard run.status == 0 else {
      throw AccountError(.login, "\(program), the command for the password, ended with status \(run.status)")
    }
    return run.bytes
  }

  private static func read(_ path: String, isPrivate: Bool) throws(AccountError) -> [UInt8] {
    do throws(SystemError) {
      return try SmallFile.ownBytes(path, isPrivate: isPrivate, limit: limit)
    } catch {
      let reason =
        error.isForbidden && error.number == SmallFile.openToOthers.number
        ? "other users can read it; run chmod 600, and change the password of the account" : error.reason
      throw AccountError(.login, "the password cannot be read from \(path): \(reason)")
    }
  }

  private static func asked(_ prompt: String) throws(AccountError) -> [UInt8] {
    var line = [UInt8](repeating: 0, count: 1024)
    let count = unsafe caccounts_read_secret(prompt, &line, line.count)
    guard count >= 0 else {
      throw AccountError(
        .login, "there is no terminal to ask for the password; use --password-command")
    }
    return Array(line.prefix(count))
  }
}
