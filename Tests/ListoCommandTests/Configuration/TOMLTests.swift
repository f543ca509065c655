import Foundation
import ListoTestSupport
import TOML
import Testing

@testable import ListoCommand

/// TOML: what is read, what is refused and where, and that Python's tomllib says the same.
@Suite struct TOMLTests {
  @Test(arguments: [
    ("a = 1", "a=1"), ("a.b = 'x'", "a.b='x'"), ("[t]\na = true", "t.a=true"),
    ("\"a b\".'c' = \"\"", "a b.c=''"),
    ("a = \"x\\t\\u00E9\\U0001F600\\\\\"", "a='x\té😀\\'"), ("a = '''\nx\n'y'''''", "a='x\n'y'''"),
    ("a = \"\"\"one \\\n   two\"\"\"", "a='one two'"), ("a = [1, 2, # c\n 3,]", "a=[1,2,3]"),
    ("a = { x = 1, y.z = 'q' }", "a={x=1,y.z='q'}"), ("a = 1_000", "a=1000"),
    ("a = 0xDEAD_beef", "a=3735928559"),
    ("a = -17 # c", "a=-17"), ("a = 1979-05-27 07:32:00Z", "a=1979-05-27 07:32:00Z"),
    ("a = 6.02e+23", "a=6.02e+23"),
    ("[[t]]\na=1\n[[t]]\na=2", "t.1.a=1 t.2.a=2"), ("[a.b]\nx=1\n[a]\ny=2", "a.b.x=1 a.y=2"),
    ("\u{FEFF}a=1", "a=1"),
    ("a=1\r\nb=2\r\n", "a=1 b=2"), ("", ""), ("# nothing\n\n", ""), ("a.b=1\na.c=2", "a.b=1 a.c=2"),
  ])
  func read(text: String, expected: String) throws {
    let document = try TOMLDocument(Array(text.utf8))
    #expect(
      document.entries.map { "\($0.path.joined(separator: "."))=\(Self.text($0.value))" }.joined(
        separator: " ") == expected)
  }

  @Test(arguments: [
    ("a = ", 1, 5, "a value"), ("a = x", 1, 5, "quote texts: \"x\""), ("a", 1, 2, "="),
    ("\n= 1", 2, 1, "a name"),
    ("a = 1\na = 2", 2, 1, "already defined in line 1"), ("[a]\n[a]", 2, 1, "already defined"),
    ("a = 1\n[a]", 2, 1, "already defined"), ("[a]\nb.c=1\n[a.b]", 3, 1, "already defined"),
    ("a = \"x", 1, 5, "never closed"),
    ("a = '''x", 1, 5, "never closed"), ("a = [1, 2", 1, 10, "never closed"),
    ("a = [1 2]", 1, 8, "a comma or ]"),
    ("a = {x=1", 1, 9, "a comma or }"), ("a = 1 b = 2", 1, 7, "one setting a line"),
    ("a = \"\\x\"", 1, 6, "twice in double"),
    ("a = \"\\uD800\"", 1, 6, "4 hexadecimal digits"), ("[a", 1, 3, "]"), ("a = 01", 1, 5, "not a value"),
    ("a = 1__0", 1, 5, "not a value"), ("a = 1.", 1, 5, "not a value"), ("é = 1", 1, 1, "a name"),
    ("# \u{1}", 1, 3, "control"), ("a = 1 # \u{1}", 1, 9, "control"),
    ("a = 2026-13-01", 1, 5, "not a value"),
  ])
  func refused(text: String, line: Int, column: Int, words: String) throws {
    let problem = try #require(throws: TOMLDocument.Problem.self) { try TOMLDocument(Array(text.utf8)) }
    #expect(problem.reason.contains(words), "\(problem.reason)")
    #expect(problem.line == line && problem.column == column, "\(problem)")
  }

  @Test func depthIsBounded() {
    let text = "a = " + String(repeating: "[", count: 100_000)
    #expect(throws: TOMLDocument.Problem.self) { try TOMLDocument(Array(text.utf8)) }
  }

  @Test func whatIsNotUTF8HasItsLine() throws {
    let problem = try #require(throws: TOMLDocument.Problem.self) {
      try TOMLDocument(Array("a = 1\nb = \"".utf8) + [0xFF, 0x22])
    }
    #expect(problem.line == 2)
  }

  /// For documents damaged at random, both read the same, or both refuse.
  @Test(.enabled(if: Sandbox.can("python3 -c 'import tomllib'"), "there is no python3 with tomllib"))
  func agreesWithPython() throws {
    let seed = Seed.current
    var random = SplitMix64(seed: seed)
    let documents = (0..<3000).map { _ in Self.damaged(&random) }
    let answers = try Self.python(documents)
    #expect(answers.count == documents.count)
    for (document, answer) in zip(documents, answers) {
      #expect(Self.canonical(document) == answer, "seed \(seed): \(document.debugDescription)")
    }
  }

  private static let pieces = [
    "zone = \"Europe/Berlin\"\n", "[sources]\n", "home = '~/x'\n", "a.b = 1\n", "a.c = [1, 'x', {y = 2}]\n",
    "[a]\n",
    "[a.b.c]\n", "# c\n", "\"q u\" = \"\\u00e9\\n\"\n", "m = \"\"\"x\n \\\n y\"\"\"\n", "l = '''\nx''y'''\n",
    "f = 1.5e3\n",
    "t = {a = 1, b.c = 2}\n", "n = -0x1F\n", "n = 0b101\n", "b = true\n", "k = inf\n", "\r\n", "a=1\n",
    "[ a . b ]\n",
  ]

  private static func damaged(_ random: inout SplitMix64) -> String {
    var text = (0..<Int.random(in: 1...5, using: &random)).map { _ in pieces.pick(using: &random) }.joined()
    for _ in 0..<Int.random(in: 0...2, using: &random) where !text.isEmpty {
      let place = text.unicodeScalars.indices.map { $0 }.pick(using: &random)
      if Bool.random(using: &random) {
        text.unicodeScalars.remove(at: place)
      } else {
        text.unicodeScalars.insert(
          Array("\"'[]{}=.,#\\ \n_-x01\u{1}\u{7F}".unicodeScalars).pick(using: &random), at: place)
      }
    }
    return text
  }

  /// All leaves, sorted; nil where it is refused.
  private static func canonical(_ text: String) -> [String]? {
    guard let document = try? TOMLDocument(Array(text.utf8)) else { return nil }
    return document.entries.flatMap { leaves($0.path, $0.value) }.sorted()
  }

  private static func leaves(_ path: [String], _ value: TOMLDocument.Value) -> [String] {
    guard case .table(let members) = value else { return ["\(path.joined(separator: "/"))=\(plain(value))"] }
    return members.flatMap { leaves(path + $0.key, $0.value) }
  }

  private static func plain(_ value: TOMLDocument.Value) -> String {
    switch value {
    case .string(let text): "s" + Data(text.utf8).base64EncodedString()
    case .integer(let number): "\(number)"
    case .boolean(let flag): "\(flag)"
    case .float, .date: "other"
    case .array(let values): "[" + values.map(plain).joined(separator: ",") + "]"
    case .table: "{" + leaves([], value).sorted().joined(separator: ",") + "}"
    }
  }

  private static func text(_ value: TOMLDocument.Value) -> String {
    switch value {
    case .string(let text): "'\(text)'"
    case .integer(let number): "\(number)"
    case .boolean(let flag): "\(flag)"
    case .float(let text), .date(let text): text
    case .array(let values): "[" + values.map(text).joined(separator: ",") + "]"
    case .table(let members):
      "{" + members.map { $0.key.joined(separator: ".") + "=" + text($0.value) }.joined(separator: ",") + "}"
    }
  }

  private static let script = """
    import base64, json, sys, tomllib
    def leaves(path, value):
        if isinstance(value, dict):
            return [leaf for key, item in value.items() for leaf in leaves(path + [key], item)]
        return ["/".join(path) + "=" + plain(value)]
    def plain(value):
        if isinstance(value, bool): return "true" if value else "false"
        if isinstance(value, int): return str(value)
        if isinstance(value, str): return "s" + base64.b64encode(value.encode()).decode()
        if isinstance(value, list): return "[" + ",".join(map(plain, value)) + "]"
        if isinstance(value, dict): return "{" + ",".join(sorted(leaves([], value), key=str.encode)) + "}"
        return "other"
    answers = []
    for text in json.load(open(sys.argv[1])):
        try: answers.append(sorted(leaves([], tomllib.loads(text)), key=str.encode))
        except tomllib.TOMLDecodeError: answers.append(None)
    json.dump(answers, sys.stdout)
    """

  /// Python's reading of each document; nil for one that it refuses.
  private static func python(_ documents: [String]) throws -> [[String]?] {
    let sandbox = try Sandbox()
    try sandbox.write("documents.json", String(decoding: JSONEncoder().encode(documents), as: UTF8.self))
    try sandbox.write("dump.py", script)
    let result = try sandbox.sh("python3 dump.py documents.json")
    return try JSONDecoder().decode([[String]?].self, from: result.bytes)
  }
}
