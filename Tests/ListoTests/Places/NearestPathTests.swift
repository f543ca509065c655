import Testing

@testable import Listo

@Suite struct NearestPathTests {
  @Test func whatWasMeant() throws {
    let folder = try StoreFolder()
    for name in ["Errands/Home.ics", "Errands/Work.ics", ".Hidden.ics"] { try folder.write(name, "") }
    func nearest(_ name: String) -> String? { NearestPath.find(folder.path + "/" + name) { ["Home"] } }
    #expect(nearest("Errands/Hone.ics") == folder.path + "/Errands/Home.ics")
    #expect(nearest("Erands/Home.ics") == folder.path + "/Errands")
    #expect(nearest("Hiden.ics") == nil && nearest("Errands/Garden.ics") == nil)
    #expect(NearestPath.find("Erands", in: folder.path) { [] } == "Errands")
    // Other names are meant where no folder is named.
    #expect(NearestPath.find("Homf.ics", in: folder.path) { ["Home.ics"] } == "Home.ics")
  }
}
