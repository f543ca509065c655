internal import Listo
internal import Platform

/// The inputs to read, both for a command line that names them and for one that does not.
enum SourceInputs {
  /// The inputs that were named, else the sources of the configuration. An input that is no file may be the
  /// name of a source.
  ///
  /// The kind of standard input makes no difference: a command means the same in a terminal, in a pipe and at
  /// night.
  ///
  /// - Throws: ``Failure`` with status 64 where there is neither.
  static func paths(_ inputs: [String]) throws(Failure) -> [String] {
    if !inputs.isEmpty {
      guard inputs.contains(where: isMissing), let file = ConfigurationFile(),
        let configuration = try? ConfigurationFile.load()
      else { return inputs }
      let sources = zip(configuration.sources.map(\.name), file.paths(configuration))
      return inputs.map { input in
        isMissing(input) ? sources.first { $0.0 == input }?.1 ?? input : input
      }
    }
    let paths = try configured()
    guard !paths.isEmpty else {
      throw Failure(
        .usage, "no input was named, and no source is configured.",
        details: [
          "Name files, folders, or - for standard input: listo list ~/Calendars",
          "Or add a source once: listo sources add ~/Calendars",
        ])
    }
    return paths
  }

  /// The paths of the configured sources.
  ///
  /// - Throws: ``Failure`` with status 78.
  static func configured() throws(Failure) -> [String] {
    guard let file = ConfigurationFile() else { return [] }
    return file.paths(try ConfigurationFile.load())
  }

  /// The names that the configuration gives to folders and files, by absolute path; of several the first.
  static func names(_ configuration: Configuration) -> [String: String] {
    guard let file = ConfigurationFile() else { return [:] }
    let named = zip(configuration.sources, file.paths(configuration)).compactMap { source, path in
      // An identifier that begins with a slash is a path.
      source.name.hasPrefix("/") ? nil : (try? FileSystem.realPath(path)).map { ($0, source.name) }
    }
    return Dictionary(named) { first, _ in first }
  }

  /// The catalog of the inputs that were named, else of the sources, for names that a person waits for: read
  /// without messages, and published calendars from the copies on this machine.
  ///
  /// - Returns: nil where the inputs cannot be read, or have more than 32 MiB.
  static func smallCatalog(of inputs: [String] = []) -> Catalog? {
    guard let paths = try? paths(inputs) else { return nil }
    let configuration = (try? ConfigurationFile.load()) ?? Configuration()
    let tree = InputTree(
      paths, sourceNames: names(configuration), defaults: configuration.formats, web: WebReading.kept)
    guard tree.inputs.reduce(0, { $0 + ($1.size ?? 0) }) <= 32 << 20 else { return nil }
    return try? Reporter(isQuiet: true, isStrict: false).catalog(tree)
  }

  /// Takes the inputs that can only be words to search for: no file, no source, and spelt like neither.
  ///
  /// - Returns: the words in their order; nil for none, and where another input is missing too.
  static func takeWords(_ inputs: inout [String]) -> String? {
    let missing = inputs.filter(isMissing)
    guard !missing.isEmpty else { return nil }
    let sources = (try? ConfigurationFile.load())?.sources.map(\.name) ?? []
    let words = missing.filter { !sources.contains($0) }
    let areWords = words.allSatisfy { word in
      !word.isEmpty && !word.contains { ".:\"\\".contains($0) }
        && NearestPath.find(word, or: { sources }) == nil
    }
    guard areWords, !words.isEmpty else { return nil }
    inputs.removeAll(where: words.contains)
    return words.joined(separator: " ")
  }

  private static func isMissing(_ input: String) -> Bool {
    input != "-" && !input.contains("/") && (try? FileStatus(path: input)) == nil
  }
}
