internal import ArgumentParser
internal import ListoFormats

struct FormatsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "formats",
    abstract: "List the formats, with their extensions.",
    discussion: """
      A line each, its columns separated by tabs: the name that -t takes, the extensions that stand for it, whether it is read, \
      written or both, and what it holds.

      Examples:
        listo formats
      """)

  func run() throws {
    for format in Format.all {
      let ways = [format.canRead ? "read" : "", format.canWrite ? "write" : ""].filter { !$0.isEmpty }
      let extensions = format.extensions.map { "." + $0 }
      let columns = [format.name, extensions.joined(separator: " "), ways.joined(separator: " "), format.holds]
      print(columns.joined(separator: "\t"))
    }
  }
}
