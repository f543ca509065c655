internal import ArgumentParser
internal import ListoFormats

struct FormatsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "formats", abstract: "The formats that can be read and written.")

  func run() throws {
    for format in Format.all { print("\(format.name)\t\(format.title)\t\(format.extensions.joined(separator: " "))") }
  }
}
