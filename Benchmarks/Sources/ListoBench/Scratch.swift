import Foundation
import Generator

/// The folder that inputs and outputs of a run live in.
struct Scratch {
  let folder: String

  /// Makes the folder. What a run leaves in it is removed by `remove`.
  init(_ folder: String) throws {
    self.folder = folder
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  }

  func path(_ name: String) -> String { folder + "/" + name }

  func remove() throws { try FileManager.default.removeItem(atPath: folder) }

  /// Removes what is in the folder.
  func empty() throws {
    for name in try FileManager.default.contentsOfDirectory(atPath: folder) {
      try FileManager.default.removeItem(atPath: path(name))
    }
  }

  /// Writes a file piece by piece, unless an earlier job of this run did. Returns its path.
  func file(_ name: String, of pieces: some Sequence<[UInt8]>) throws -> String {
    let path = path(name)
    if FileManager.default.fileExists(atPath: path) { return path }
    try Scratch.write(pieces, to: path)
    return path
  }

  /// Writes a folder of files, unless an earlier job of this run did. Returns its path.
  func files(_ name: String, of files: Folder) throws -> String {
    let path = path(name)
    if FileManager.default.fileExists(atPath: path) { return path }
    try Scratch.write(files, to: path)
    return path
  }

  static func write(_ pieces: some Sequence<[UInt8]>, to path: String) throws {
    guard FileManager.default.createFile(atPath: path, contents: nil),
      let file = FileHandle(forWritingAtPath: path)
    else { throw BenchError("cannot create \(path)") }
    var buffer: [UInt8] = []
    for piece in pieces {
      buffer += piece
      if buffer.count >= 1 << 20 {
        try file.write(contentsOf: Data(buffer))
        buffer.removeAll(keepingCapacity: true)
      }
    }
    try file.write(contentsOf: Data(buffer))
    try file.close()
  }

  static func write(_ files: Folder, to path: String) throws {
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    for (name, bytes) in files { try write([bytes], to: path + "/" + name) }
  }

  /// The size in bytes of a file, or of the files of a folder.
  static func size(of path: String) throws -> Int {
    let files = FileManager.default
    var isFolder = false
    if let type = try files.attributesOfItem(atPath: path)[.type] as? FileAttributeType {
      isFolder = type == .typeDirectory
    }
    let names = isFolder ? try files.contentsOfDirectory(atPath: path).map { path + "/" + $0 } : [path]
    return try names.reduce(0) { sum, name in
      sum + (try files.attributesOfItem(atPath: name)[.size] as? Int ?? 0)
    }
  }
}

/// Anything that keeps the benchmark itself, not a job, from running.
struct BenchError: Error, CustomStringConvertible {
  let description: String
  init(_ description: String) { self.description = description }
}
