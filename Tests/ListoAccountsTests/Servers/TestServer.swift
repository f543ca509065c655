import Foundation
import ListoAccounts

/// A real CalDAV server that was started for a test (Tests/Servers/server), with data of its own; stopped
/// when the last reference goes.
final class TestServer: Sendable {
  /// As the script has them.
  enum Kind: String, CaseIterable, Sendable {
    case radicale, xandikos, cyrus, radicale31, xandikos02, sabre, davical, sogo
  }

  /// Those that are installed; the first three in any run, the rest where `LISTO_SERVERS` is `all`, as `make
  /// servers-test` sets it.
  static let kinds: [Kind] = {
    let isAll = ProcessInfo.processInfo.environment["LISTO_SERVERS"] == "all"
    let wanted = isAll ? Kind.allCases : [.radicale, .xandikos, .cyrus]
    return wanted.filter { (try? script(["has", $0.rawValue])) != nil }
  }()

  let kind: Kind
  /// As a person would name it.
  let address: HTTPURL
  /// Where lists are made.
  let home: HTTPURL
  let user: String
  let password: String
  private let folder: String

  init(_ kind: Kind) throws {
    self.kind = kind
    // Below a folder that others may enter, as some servers run as users of their own.
    folder =
      FileManager.default.temporaryDirectory.appendingPathComponent("listo-server-\(UUID().uuidString)").path
    let words = try Self.script(["start", kind.rawValue, folder]).split(whereSeparator: \.isWhitespace).map(
      String.init)
    guard words.count == 4 else { throw Failed(output: words.joined(separator: " ")) }
    (address, home, user, password) = (try HTTPURL(words[0]), try HTTPURL(words[1]), words[2], words[3])
  }

  deinit {
    _ = try? Self.script(["stop", folder])
    try? FileManager.default.removeItem(atPath: folder)
  }

  /// nil for a server without one.
  func login(password: String? = nil) -> Login? {
    guard user != "-" else { return nil }
    let password = password ?? self.password
    return Login(user: user, scheme: nil) { () throws(AccountError) in
      guard let secret = Secret(Array(password.utf8)) else { throw AccountError(.login, "no password") }
      return secret
    }
  }

  func client(password: String? = nil) -> LoginClient {
    LoginClient(CurlClient(), origins: LoginOrigins(address.origin), login: login(password: password))
  }

  struct Failed: Error {
    let output: String
  }

  @discardableResult
  private static func script(_ arguments: [String]) throws -> String {
    let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "Servers/server")
    let process = Process()
    process.executableURL = script
    process.arguments = arguments
    // Servers write to their logs: no end of the pipe stays open in them.
    let output = Pipe()
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    let bytes = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw Failed(output: String(decoding: bytes, as: UTF8.self)) }
    return String(decoding: bytes, as: UTF8.self)
  }
}
