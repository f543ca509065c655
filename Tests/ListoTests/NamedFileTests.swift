import Testing

@testable import Listo

@Suite struct NamedFileTests {
  @Test func wholeUpToALimit() throws {
    let folder = try StoreFolder()
    let path = try folder.write("a", [UInt8](repeating: 65, count: 1 << 20))
    #expect(try NamedFile.bytes(path, upTo: 1 << 20).count == 1 << 20)
    try folder.write("a", [UInt8](repeating: 65, count: 1 << 20 + 1))
    func error(_ path: String) -> StoreError? {
      #expect(throws: StoreError.self) { try NamedFile.bytes(path, upTo: 1 << 20) }
    }
    #expect(error(path) == StoreError(.tooLarge, path: path, reason: "it is larger than 1 MiB"))
    #expect(error(path + "x")?.code == .missing && error(folder.path)?.code == .unreadable)
  }
}
