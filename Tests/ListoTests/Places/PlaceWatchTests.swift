import Foundation
import Testing

@testable import Listo

@Suite struct PlaceWatchTests {
  /// Those whose files are read, by their real paths, and those that files may come to.
  @Test func theFoldersThatAreWatched() throws {
    let folder = try StoreFolder()
    let file = try folder.write("home/1.ics", StoreFolder.calendar(nil, StoreFolder.todo("1")))
    try folder.write("empty/.hidden", "")
    let home = folder.path + "/home"
    for (link, target) in [("link", home), ("link.ics", file)] {
      try FileManager.default.createSymbolicLink(
        atPath: folder.path + "/" + link, withDestinationPath: target)
    }
    #expect(PlaceWatch.folders([file]) == [home])
    #expect(PlaceWatch.folders([home]) == [home])
    #expect(PlaceWatch.folders([folder.path + "/link"]) == [home])
    #expect(PlaceWatch.folders([folder.path + "/link.ics"]) == [home])
    #expect(PlaceWatch.folders([folder.path + "/empty"]) == [folder.path + "/empty"])
    #expect(PlaceWatch.folders([folder.path + "/missing"]) == [])
    #expect(Set(PlaceWatch.folders([folder.path])).isSuperset(of: [folder.path, home]))
  }
}
