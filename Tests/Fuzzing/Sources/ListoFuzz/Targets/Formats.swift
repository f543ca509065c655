import Listo
@testable import ListoFormats
@testable import ListoModel

/// A reader of the registry makes whole iCalendar of any bytes: a reader that is added to the registry is
/// fuzzed without a line here, from the seeds in `Seeds/read-NAME` where there are some.
@Sendable func fuzzReading(_ format: Format, _ input: [UInt8]) {
  do throws(ICalendarError) {
    let made = try format.iCalendar(of: input).bytes
    for item in items(made) {
      switch item {
      case .component(let component):
        expect(component.isComplete, "a component without END:", text(made))
        look(at: component)
      case .open(let header), .properties(let header): look(at: header)
      case .problem(let problem) where problem.code != .nulByte && problem.code != .invalidUTF8:
        broken("what it makes is no iCalendar:", "\(problem)\n\(text(made))")
      case .other, .close, .problem: break
      }
    }
    let sink = MemorySink()
    _ = try format.read(Drops(input), file: "-", into: sink)
    expect(
      sink.bytes == made, "in small pieces it is another:", "\(text(sink.bytes))\n---- and\n\(text(made))")
  } catch {
    broken("memory cannot be read")
  }
}

private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

/// Bytes that come few at a time, as through a pipe.
private struct Drops: ByteSource {
  private var rest: ArraySlice<UInt8>

  init(_ bytes: [UInt8]) { rest = bytes[...] }

  mutating func read(_ count: Int, into bytes: inout [UInt8]) throws(ICalendarError) {
    bytes += rest.prefix(min(count, 3))
    rest = rest.dropFirst(min(count, 3))
  }
}

/// Exports of other programs: the map that fits the input, or else one that its length chooses, reads it.
func fuzzExport(_ bytes: [UInt8]) {
  var format = Format.maps[bytes.count % Format.maps.count]
  if case .format(let found) = Recognition(name: "-", beginning: bytes.prefix(Recognition.window)) {
    format = found
  }
  fuzzReading(format, bytes)
}

/// The text of a map: it is refused with a line, or it reads an export that has its marks.
func fuzzMap(_ bytes: [UInt8]) {
  do throws(ExportMap.Problem) {
    let format = Format(try ExportMap(bytes, name: "fuzz"))
    fuzzReading(format, Array(#"{"tasks": [{"id": 1, "title": "a", "due": "2026-12-01"}]}"#.utf8))
    fuzzReading(format, Array("id,title,due\n1,a,2026-12-01\n".utf8))
  } catch {
    expect(error.line > 0 && error.line <= bytes.count { $0 == 0x0A } + 1, "a problem of a map has a line")
  }
}
