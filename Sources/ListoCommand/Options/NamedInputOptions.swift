internal import ArgumentParser
internal import Listo

/// The inputs of a command that changes or writes files: they are named, so that the configured sources are
/// not meant by chance.
struct NamedInputOptions: ParsableArguments {
  @Argument(
    help: ArgumentHelp(
      "Files, folders, web addresses (https:, webcal:), or - for standard input.", valueName: "input"),
    completion: .file())
  var inputs: [String] = []

  @OptionGroup var reading: ReadingOptions

  /// The files of all inputs; what is missing is reported, and the others are there.
  func tree(_ reporter: Reporter, _ limits: LimitOptions) -> InputTree {
    reading.tree(inputs, reporter, limits)
  }
}
