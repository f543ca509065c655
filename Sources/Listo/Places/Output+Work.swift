internal import ListoStores

extension Output {
  /// Opens a file for writing, which nobody sees before ``finish(_:)``.
  ///
  /// - Throws: ``WorkError/store(_:)``.
  package static func creating(_ path: String, makingFolders: Bool = true) throws(WorkError) -> Output {
    try WorkError.storing { () throws(StoreError) in try file(path, makingFolders: makingFolders) }
  }

  package func send(_ bytes: ArraySlice<UInt8>) throws(WorkError) {
    try WorkError.storing { () throws(StoreError) in try write(bytes) }
  }

  /// Puts it in its place.
  package func finish(_ observer: some WorkObserver) throws(WorkError) {
    observer.report(try WorkError.storing { () throws(StoreError) in try commit() })
  }
}
