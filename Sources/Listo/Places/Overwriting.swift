package import ListoStores
internal import Platform

/// No input is overwritten, whatever its name and whichever option names the output.
package enum Overwriting {
  /// Both paths name one file, whether it is there yet or not.
  package static func isSame(_ left: String, _ right: String) -> Bool { place(left) == place(right) }

  private static func place(_ path: String) -> String {
    if let real = try? FileSystem.realPath(path) { return real }
    let slash = path.lastIndex(of: "/")
    let folder = slash.map { String(path[...$0]) } ?? "."
    let name = slash.map { path[path.index(after: $0)...] } ?? path[...]
    return ((try? FileSystem.realPath(folder)) ?? folder) + "/" + name
  }

  /// - Throws: ``WorkError/besideInput(folder:input:)`` where files would be written into a folder that is an
  ///   input, or into one in it: beside what they were made of they would be read as more of the same.
  package static func refuse(folder: String, in arguments: [String]) throws(WorkError) {
    var target = folder
    while target.hasSuffix("/"), target.count > 1 { target.removeLast() }
    let real = place(target).withSlash
    for argument in arguments where (try? FileStatus(path: argument).kind) == .folder {
      guard let input = try? FileSystem.realPath(argument), real.hasPrefix(input.withSlash) else { continue }
      throw .besideInput(folder: folder, input: argument)
    }
  }

  /// - Throws: ``WorkError/overwritesInput(path:)`` where a path is that of an input.
  package static func refuse(_ paths: [String], of inputs: [Input]) throws(WorkError) {
    let present = paths.compactMap { path -> (path: String, identity: FileStatus.Identity)? in
      guard let status = try? FileStatus(path: path), status.kind == .regular else { return nil }
      return (path, status.identity)
    }
    guard !present.isEmpty else { return }
    let known = Set(present.map(\.identity))
    let read = Set(
      OrderedPipeline.map(inputs.indices, atATime: 256, threads: ThreadPipeline.threads) { indices in
        indices.compactMap { inputs[$0].path.flatMap { try? FileStatus(path: $0) }?.identity }
          .filter(known.contains)
      }.joined())
    guard let taken = present.first(where: { read.contains($0.identity) }) else { return }
    throw .overwritesInput(path: taken.path)
  }
}
