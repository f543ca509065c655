public import ArgumentParser
public import Generator

struct GenerateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "generate", abstract: "Writes the input of a job, to look at or to profile with.")

  enum Kind: String, CaseIterable, ExpressibleByArgument {
    case export, edited, month, otherMonth, folder
  }

  @Argument(help: "How many reminders, or whatever the shape counts.")
  var count: Int

  @Argument(help: "The file, or the folder, to write.")
  var output: String

  @Option(
    help:
      "An export, its edited copy, what a device or another made of it in a month, or a folder with a file for each reminder."
  )
  var kind = Kind.export

  @Option(help: "A hostile shape instead.")
  var shape: HostileShape?

  @Option(help: "What decides the content.")
  var seed: UInt64 = 42

  func validate() throws {
    if count < 1 { throw ValidationError("A file has at least one.") }
  }

  func run() throws {
    if let shape { return try Scratch.write(shape.pieces(count: count), to: output) }
    switch kind {
    case .export: try Scratch.write(Export(count: count, seed: seed), to: output)
    case .edited: try Scratch.write(Export(count: count, seed: seed, copy: .edited), to: output)
    case .month: try Scratch.write(Export(count: count, seed: seed, copy: .month), to: output)
    case .otherMonth: try Scratch.write(Export(count: count, seed: seed, copy: .otherMonth), to: output)
    case .folder: try Scratch.write(Folder(count: count, seed: seed), to: output)
    }
  }
}

extension HostileShape: ExpressibleByArgument {}
