import Foundation
import Testing
import Listo
@testable import ListoCommand
@Suite struct Throwaway {
  @Test func render() throws {
    let env = ProcessInfo.processInfo.environment
    guard let out = env["LISTO_OUT"] else { return }
    let catalog = try SampleCatalog.load()
    let names = ShortNames(catalog)
    for (tag, width, depth) in [("40", 40, ColorDepth.trueColor), ("80", 80, .trueColor), ("80p", 80, .none), ("100", 100, .palette), ("120", 120, .trueColor), ("200", 200, .sixteen), ("pipe", nil, .none)] as [(String, Int?, ColorDepth)] {
      for g in [Glyphs.unicode, .ascii] {
      let s = Surface(width: width, depth: depth, glyphs: g)
      let a = g.isASCII ? "a" : ""
      var v = ListView(catalog: catalog, names: names, context: SampleCatalog.context, surface: s)
      try v.text().write(toFile: "\(out)/list-\(tag)\(a).txt", atomically: true, encoding: .utf8)
      v.finished = .shown
      try v.text().write(toFile: "\(out)/all-\(tag)\(a).txt", atomically: true, encoding: .utf8)
      try CalendarsView(catalog: catalog, context: SampleCatalog.context, surface: s).text().write(toFile: "\(out)/cal-\(tag)\(a).txt", atomically: true, encoding: .utf8)
      let show = ShowView(catalog: catalog, names: names, context: SampleCatalog.context, surface: s)
      let paths = catalog.reminderPaths
      try paths.compactMap { show.text($0) }.joined(separator: "\n\n").write(toFile: "\(out)/show-\(tag)\(a).txt", atomically: true, encoding: .utf8)
      }
    }
  }
}
