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
    #expect(error(path) == StoreError(.tooLarge, path: path, reason: "it has more than 1 MiB"))
    #expect(error(path + "x")?.code == .missing && error(folder.path)?.code == .unreadable)
  }

  @Test func whatWasMeant() throws {
    let folder = try StoreFolder()
    for name in ["Errands/Home.ics", "Errands/Work.ics", ".Hidden.ics"] { try folder.write(name, "") }
    func nearest(_ name: String) -> String? { NamedFile.nearest(to: folder.path + "/" + name) { ["Home"] } }
    #expect(nearest("Errands/Hone.ics") == folder.path + "/Errands/Home.ics")
    #expect(nearest("Erands/Home.ics") == folder.path + "/Errands")
    #expect(nearest("Hiden.ics") == nil && nearest("Errands/Garden.ics") == nil)
    // Other names are meant where no folder is named.
    #expect(NamedFile.nearest(to: "Homf.ics") { ["Home.ics"] } == "Home.ics")
  }
}
