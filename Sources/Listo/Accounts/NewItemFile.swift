internal import ListoStores

/// A new file of an account's folder: its bytes as they came, taken apart where the journal asks for its
/// parts, and not held so. A first pull has ten thousand of them.
struct NewItemFile: FileEdit {
  let path: String
  let ownsFolder: Bool
  let spliceCount: Int
  let itemCount: Int
  private let file: ItemFile
  private let bytes: [UInt8]

  /// - Parameter isInNewFolder: its folder is not there yet.
  init(_ file: ItemFile, _ bytes: [UInt8], inNewFolder isInNewFolder: Bool) {
    (self.file, self.bytes, ownsFolder) = (file, bytes, isInNewFolder)
    path = file.path
    let change = file.change(from: nil, to: bytes, inNewFolder: isInNewFolder)
    (spliceCount, itemCount) = (change.splices.count, change.itemCount)
  }

  var kind: FileChange.Kind { .created }
  var inverse: any FileContent {
    OriginalFile(change: FileChange(path, .created, [], ownsFolder: ownsFolder), original: FileOriginal([]))
  }

  func seals() -> (before: FileSeal?, after: FileSeal?) {
    // All of it is new, so all of it counts.
    var reading = FileSeal.Reading(size: bytes.count, around: CollectionOfOne(0..<bytes.count))
    reading.take(bytes[...])
    return (nil, reading.seal)
  }

  func forEachSplice(_ body: (FileChange.Splice) throws(WorkError) -> Void) throws(WorkError) {
    for splice in file.change(from: nil, to: bytes, inNewFolder: ownsFolder).splices { try body(splice) }
  }

  func write(to output: Output) throws(WorkError) {
    try WorkError.storing { () throws(StoreError) in try output.write(bytes[...]) }
  }
}
