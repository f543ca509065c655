/// Names of files that are safe on every file system, made from any text, and the same each time: titles,
/// tags and UIDs are given by whoever wrote the input.
///
/// Letters, digits and other printable characters stay. What steers (control characters, marks of direction),
/// what file systems keep for themselves (`/ \ : * ? " < > |`), full stops at the beginning, and full stops
/// and blanks at the end become `_`; names that Windows reserves (`CON`, `NUL`, `COM1`, …) get one behind
/// them; a long name is cut at 120 bytes. A name that is not as it was gets `~` and eight digits of the
/// text's hash, and so does one that another text has already, capital letters or not.
package struct FileNames: Sendable {
  /// By folder, in lower case: what has the name.
  private var taken: [String: [String: String]] = [:]
  /// The names of texts that share a hash, which anyone can bring about.
  private var twins: [String: [String: Twins]] = [:]

  private struct Twins {
    /// The highest number that was given.
    var number = 1
    var names: [String: String] = [:]
  }

  private let hash: @Sendable (String) -> String

  package init() { self.init(hash: Self.hash) }

  /// - Parameter hash: eight digits for a text; the tests have one that is the same for all.
  init(hash: @escaping @Sendable (String) -> String) { self.hash = hash }

  /// Takes a name for a text.
  ///
  /// - Parameters:
  ///   - text: what the file is about.
  ///   - identity: what tells it from others with the same text; the same gets the same name again. Nil where
  ///     the text does.
  ///   - folder: names are told apart within one.
  /// - Returns: the name without extension.
  /// - Complexity: linear in the text, however many share its hash.
  package mutating func name(_ text: String, identity: String? = nil, in folder: String = "") -> String {
    let safe = Self.safe(text)
    let identity = identity ?? text
    let hashed = Self.cut(safe, to: Self.longest - 9) + "~" + hash(identity)
    for candidate in safe == text ? [safe, hashed] : [hashed] {
      let key = Self.folded(candidate)
      if let holder = taken[folder]?[key], holder != identity { continue }
      taken[folder, default: [:]][key] = identity
      return candidate
    }
    return name(ofTwin: identity, hashed, in: folder)
  }

  /// For one of several with one hash: `Title~0a1b2c3d~2`. No other text has a name with two `~`, so that
  /// numbers are given in turn.
  private mutating func name(ofTwin identity: String, _ hashed: String, in folder: String) -> String {
    let key = Self.folded(hashed)
    var all = twins[folder]?.removeValue(forKey: key) ?? Twins()
    defer { twins[folder, default: [:]][key] = all }
    if let known = all.names[identity] { return known }
    all.number += 1
    let name = "\(hashed)~\(all.number)"
    all.names[identity] = name
    return name
  }

  /// Keeps a name for what has it, whatever text it is about.
  ///
  /// - Parameter file: the name; an extension `.ics` does not count.
  package mutating func reserve(_ file: String, in folder: String) {
    let name = file.lowercased().hasSuffix(".ics") ? String(file.dropLast(4)) : file
    taken[folder, default: [:]][Self.folded(name)] = "\0" + name
  }

  private static let longest = 120
  private static let reserved: Set<String> = {
    let ports = (0...9).flatMap { ["com\($0)", "lpt\($0)"] }
    return Set(["con", "prn", "aux", "nul", "conin$", "conout$", "com¹", "com²", "com³"] + ports)
  }()

  /// The text as far as it can be a name.
  private static func safe(_ text: String) -> String {
    var scalars = String.UnicodeScalarView()
    for scalar in text.unicodeScalars { scalars.append(isSafe(scalar) ? scalar : "_") }
    var name = Substring(String(scalars))
    var leading = 0
    while name.first == "." || name.first == " " {
      name.removeFirst()
      leading += 1
    }
    var trailing = 0
    while let last = name.last, last == "." || last == " " {
      name.removeLast()
      trailing += 1
    }
    var result =
      String(repeating: "_", count: min(leading, 1)) + name + String(repeating: "_", count: min(trailing, 1))
    if result.isEmpty { result = "_" }
    let stem = result.split(separator: ".", omittingEmptySubsequences: false).first.map { String($0) } ?? ""
    if reserved.contains(stem.lowercased()) { result = "_" + result }
    // A share of what was merged is told by it.
    if result.contains("~") { result = String(result.map { $0 == "~" ? "_" : $0 }) }
    return cut(result, to: longest)
  }

  private static func isSafe(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "/", "\\", ":", "*", "?", "\"", "<", ">", "|": return false
    default: break
    }
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned:
      // The joiners that make one emoji of several.
      return scalar.value == 0x200D
    default: return true
    }
  }

  /// At most so many bytes, whole characters.
  private static func cut(_ text: String, to limit: Int) -> String {
    guard text.utf8.count > limit else { return text }
    var result = ""
    var count = 0
    for character in text {
      let size = character.utf8.count
      // One character may be longer than any name: letters with thousands of marks.
      guard count + size <= limit else { break }
      result.append(character)
      count += size
    }
    return result.isEmpty ? "_" : result
  }

  /// Equal for names that a file system may take for one.
  private static func folded(_ name: String) -> String { name.lowercased().uppercased().lowercased() }

  /// Eight hexadecimal digits of FNV-1a over the text's bytes.
  @Sendable private static func hash(_ text: String) -> String {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in text.utf8 { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
    let digits = String((hash ^ hash >> 32) & 0xFFFF_FFFF, radix: 16)
    return String(repeating: "0", count: 8 - digits.count) + digits
  }
}
