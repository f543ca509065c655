internal import ArgumentParser
internal import Listo
internal import Platform

/// Where results go.
struct OutputOptions: ParsableArguments {
  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "The file to write instead of standard output; a folder, or a name that ends in /, gets a file for each input.",
      valueName: "path"),
    completion: .file())
  var output: String?

  /// A folder: its name ends in a slash, or it is one.
  var isFolder: Bool {
    guard let output else { return false }
    return output.hasSuffix("/") || (try? FileStatus(path: output).kind) == .folder
  }

  /// Opens the output for one result, or for all.
  ///
  /// - Parameter input: the input whose result it is, where each has its own.
  /// - Throws: ``Failure``.
  func open(for input: Input? = nil, extension ending: String? = nil, _ reporter: Reporter) throws(Failure)
    -> Output
  {
    guard var path = output, path != "-" else { return reporter.dataOutput() }
    if let input, isFolder { path = place(of: input, in: path, ending) }
    return try Writing.create(path, makingFolders: isFolder, reporter)
  }

  /// It is one file, which nobody sees before it takes its place.
  var isReplaceable: Bool {
    guard let output, output != "-", !isFolder, !OutputFile.isOpen(output) else { return false }
    return (try? FileStatus(path: output)).map { $0.kind == .regular } ?? true
  }

  /// - Throws: ``Failure`` where an output is one of the inputs, or two inputs would be written to one file of a folder: nothing that
  ///   was not asked for is overwritten.
  func refuseOverwriting(_ inputs: [Input], extension ending: String? = nil) throws(Failure) {
    guard let output, output != "-" else { return }
    guard isFolder else { return try Overwriting.refuse([output], of: inputs) }
    var taken: [String: String] = [:]
    for input in inputs {
      let target = place(of: input, in: output, ending)
      if let other = taken.updateValue(input.name, forKey: target) {
        throw Failure(
          .usage,
          "\(other) and \(input.name) would both be written to \(target); give each a folder of its own. Nothing was written."
        )
      }
    }
    try Overwriting.refuse(taken.keys.sorted(), of: inputs)
  }

  /// - Throws: ValidationError where the name of an output is that of a format that this command does not write.
  static func requireCalendarName(_ path: String?, of option: String, _ command: String) throws {
    guard let path, path != "-", !path.hasSuffix("/") else { return }
    guard let format = Format.forFileName(path), format.name != Format.iCalendar.name else { return }
    if (try? FileStatus(path: path).kind) == .folder { return }
    throw ValidationError(
      "\(option) \(path): listo \(command) writes iCalendar, not \(format.title); listo convert makes that of its result."
    )
  }

  private func place(of input: Input, in folder: String, _ ending: String?) -> String {
    folder.withSlash + Self.renamed(input.relativePath, ending)
  }

  private static func renamed(_ path: String, _ ending: String?) -> String {
    guard let ending, let dot = path.lastIndex(of: ".") else { return path }
    return path[..<dot] + "." + ending
  }
}

extension String {
  /// The path of a folder with a slash at its end, behind which the name of a file can stand.
  var withSlash: String { hasSuffix("/") ? self : self + "/" }
}

/// No input is overwritten, whatever its name and whichever option names the output.
enum Overwriting {
  /// Both paths name one file, whether it is there yet or not.
  static func isSame(_ left: String, _ right: String) -> Bool { place(left) == place(right) }

  private static func place(_ path: String) -> String {
    if let real = try? FileSystem.realPath(path) { return real }
    let slash = path.lastIndex(of: "/")
    let folder = slash.map { String(path[...$0]) } ?? "."
    let name = slash.map { path[path.index(after: $0)...] } ?? path[...]
    return ((try? FileSystem.realPath(folder)) ?? folder) + "/" + name
  }

  /// - Throws: ``Failure`` where files would be written into a folder that is an input, or into one in it: beside what they were made
  ///   of they would be read as more of the same.
  static func refuse(folder: String, in arguments: [String]) throws(Failure) {
    var target = folder
    while target.hasSuffix("/"), target.count > 1 { target.removeLast() }
    let real = place(target).withSlash
    for argument in arguments where (try? FileStatus(path: argument).kind) == .folder {
      guard let input = try? FileSystem.realPath(argument), real.hasPrefix(input.withSlash) else { continue }
      throw Failure(
        .usage,
        "-o \(folder) is in \(argument), which is an input: the result would stand beside what it was made of; choose another folder."
      )
    }
  }

  /// - Throws: ``Failure`` where a path is that of an input.
  static func refuse(_ paths: [String], of inputs: [Input]) throws(Failure) {
    let present = paths.compactMap { path -> (path: String, identity: FileStatus.Identity)? in
      guard let status = try? FileStatus(path: path), status.kind == .regular else { return nil }
      return (path, status.identity)
    }
    guard !present.isEmpty else { return }
    let read = Set(inputs.compactMap { $0.path.flatMap { try? FileStatus(path: $0) }?.identity })
    guard let taken = present.first(where: { read.contains($0.identity) }) else { return }
    throw Failure(
      .usage, "\(taken.path) is an input too, and no input is overwritten; choose another output.")
  }
}
