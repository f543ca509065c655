import Foundation
import Generator

/// A program beside which Listo does like work.
struct Peer {
  /// What both do.
  let work: String
  let program: String
  /// A shell command that prints its version; it fails where the program is not here.
  let version: String
  /// How many reminders it is given.
  let size: Int
  let input: Input
  /// A shell command that is run before anything is timed, in a folder of its own.
  var prepare: String?
  /// What is timed, a shell command; `$1` is the input.
  let command: String
  /// Listo's arguments, with `{input}`.
  let listo: [String]

  enum Input {
    case export, folder
    /// What Listo makes of the export.
    case format(String)
  }

  static let all: [Peer] = [
    Peer(
      work: "read all, print JSON", program: "icalendar (Python)",
      version: "python3 -c 'import icalendar; print(icalendar.__version__)'", size: 10_000, input: .export,
      command: """
        exec python3 -c 'import icalendar, json, sys
        for part in icalendar.Calendar.from_ical(open(sys.argv[1], "rb").read()).walk("VTODO"):
            print(json.dumps({key: str(value) for key, value in part.items()}))' "$1"
        """,
      listo: ["convert", "{input}", "-t", "jsonl"]),
    Peer(
      work: "list a folder, first time", program: "todoman", version: "todo --version", size: 10_000,
      input: .folder, prepare: todomanSettings, command: #"rm -rf cache; exec todo --config config.py list"#,
      listo: ["list", "{input}"]),
    Peer(
      work: "list a folder, again", program: "todoman", version: "todo --version", size: 10_000,
      input: .folder, prepare: todomanSettings, command: "exec todo --config config.py list",
      listo: ["list", "{input}"]),
    Peer(
      work: "export as Taskwarrior's JSON", program: "Taskwarrior", version: "task --version", size: 10_000,
      input: .format("taskwarrior"),
      prepare: #"printf 'data.location=%s\nconfirmation=off\n' "$PWD/tasks" >taskrc; "#
        + #"TASKRC=taskrc task rc.verbose=nothing import "$1""#,
      command: "TASKRC=taskrc exec task rc.verbose=nothing export",
      listo: ["convert", "{input}", "-q", "-f", "taskwarrior", "-t", "taskwarrior"]),
    Peer(
      work: "read and print JSON lines", program: "jq", version: "jq --version", size: 100_000,
      input: .format("jsonl"), command: #"exec jq -c . "$1""#,
      listo: ["convert", "{input}", "-q", "-f", "jsonl", "-t", "jsonl"]),
    Peer(
      work: "read JSON lines", program: "json (Python)",
      version: "python3 -c 'import platform; print(platform.python_version())'",
      size: 100_000, input: .format("jsonl"),
      command: """
        exec python3 -c 'import json, sys
        for line in open(sys.argv[1]): json.loads(line)' "$1"
        """,
      listo: ["convert", "{input}", "-q", "-f", "jsonl", "-t", "jsonl"]),
  ]

  private static let todomanSettings =
    #"printf 'path = "%s"\ncache_path = "%s"\ndate_format = "%%Y-%%m-%%d"\n' "$1" "$PWD/cache" >config.py"#
}

/// What a peer and Listo needed for the same.
struct PeerRow: Codable {
  let work: String
  let program: String
  /// Nil where the program is not here.
  var version: String?
  let size: Int
  var peer: Figures?
  var listo: Figures?
  var failure: String?
}

extension Bench {
  /// Every peer that is here, and Listo by turns with it.
  func peers() throws -> [PeerRow] {
    try Peer.all.map { peer in
      say("\(peer.work): \(peer.program)")
      var row = PeerRow(work: peer.work, program: peer.program, size: peer.size)
      let folder = try Scratch(stopwatch.scratch.path("peer-\(UUID().uuidString)"))
      defer { try? folder.remove() }
      let shell = { (script: String, input: String) in
        ["sh", "-c", "cd '\(folder.folder)'; \(script)", "sh", input]
      }
      guard let version = try firstLine(shell(peer.version, "")) else { return row }
      row.version = version.split(separator: " ").last.map(String.init)?.replacing("jq-", with: "")
      let input: String
      do {
        input = try self.input(of: peer)
      } catch let failure as JobFailure {
        row.failure = failure.reason
        return row
      }
      if let prepare = peer.prepare, try firstLine(shell(prepare, input)) == nil {
        row.failure = "it could not be prepared"
        return row
      }
      let answer = folder.path("answer")
      var (theirs, ours): ([Measurement], [Measurement]) = ([], [])
      for turn in 0...runs {
        let their = try stopwatch.run(shell(peer.command, input), output: answer)
        let our = try stopwatch.run(
          [listo] + peer.listo.map { $0 == "{input}" ? input : $0 }, output: answer)
        guard their.end == .exit(0), our.end == .exit(0) else {
          row.failure = their.end == .exit(0) ? "listo: " + our.reason : their.reason
          return row
        }
        // The first of each warms what is kept between runs.
        if turn > 0 { (theirs, ours) = (theirs + [their], ours + [our]) }
      }
      (row.peer, row.listo) = (Figures(theirs), Figures(ours))
      return row
    }
  }

  private func input(of peer: Peer) throws -> String {
    switch peer.input {
    case .export: try export(peer.size, .original)
    case .folder: try scratch.files("folder-\(peer.size)", of: Folder(count: peer.size, seed: seed))
    case .format(let name):
      try made(
        "export-\(peer.size).\(name)", by: ["convert", export(peer.size, .original), "-q", "-t", name])
    }
  }

  /// The first line that a command prints; empty where it prints none, nil where it fails.
  private func firstLine(_ command: [String]) throws -> String? {
    let path = scratch.path("line")
    guard try stopwatch.run(command, output: path).end == .exit(0) else { return nil }
    let text = String(decoding: try Data(contentsOf: URL(filePath: path)).prefix(4096), as: UTF8.self)
    return text.split(separator: "\n").first.map(String.init) ?? ""
  }
}
