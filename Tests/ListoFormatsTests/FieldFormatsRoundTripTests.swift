import ICalendar
import ListoModel
import ListoTestSupport
import Testing

@testable import ListoFormats

/// Formats of the registry that hold every field, and zones by their names: todo.txt, CSV, TSV and
/// Taskwarrior. Reminders by chance go there and come back.
@Suite struct FieldFormatsRoundTripTests {
  static let choices: [(format: Format, options: FormatOptions)] =
    Format.all.filter { format in
      format.makeReader != nil && format.makeWriter != nil
        && format.capabilities[.timeZones] == .approximate("their names")
        && Field.all.allSatisfy { $0.id == .alarms || format.capabilities[$0.id] == .exact }
    }.map { ($0, FormatOptions()) } + [
      (.csv, FormatOptions(names: ["bom", "safe", "semicolon"])),
      (.taskwarrior, FormatOptions(names: ["lines"])),
    ]

  @Test func theRegistryHasSome() { #expect(Self.choices.count > 5) }

  private static func calendars(_ random: inout SplitMix64) -> [UInt8] {
    var bytes: [UInt8] = []
    for name in ["House & Garden, 2", "+x @y:z", "Büro"] {
      bytes += Array("BEGIN:VCALENDAR\r\nVERSION:2.0\r\n".utf8)
      bytes += ContentLineText.line("X-WR-CALNAME", value: TextValue.encode(name))
      for _ in 0..<20 {
        var fields = GeneratedFields.fields(&random)
        fields.set(.uid, "\(random.next())")
        bytes += fields.component().bytes
      }
      bytes += Array("END:VCALENDAR\r\n".utf8)
    }
    return bytes
  }

  /// The fields of every reminder by list title and UID.
  private static func table(_ bytes: [UInt8]) throws -> [String: ReminderFields] {
    var reader = ItemReader(bytes)
    var list = ""
    var table: [String: ReminderFields] = [:]
    while let item = try reader.next() {
      switch item {
      case .open(let header): list = header.first(.xWrCalname)?.text ?? ""
      case .component(let component):
        let fields = FieldReader.values(of: component.inGivenForm, in: .none)
        table["\(list) \(fields.text(.uid) ?? "")"] = fields
      default: continue
      }
    }
    return table
  }

  @Test(arguments: choices.indices) func everyFieldComesBack(_ index: Int) throws {
    let (format, options) = Self.choices[index]
    let seed = Seed.current
    var random = SplitMix64(seed: seed)
    for _ in 0..<10 {
      let bytes = Self.calendars(&random)
      let written = try Conversion(bytes, to: format, options: options)
      let back = try format.iCalendar(of: written.output, options: options)
      let (before, after) = (try Self.table(bytes), try Self.table(back.bytes))
      #expect(before.count == 60 && Set(before.keys) == Set(after.keys), "seed \(seed)")
      for (key, fields) in before {
        let found = after[key]
        for field in Field.all {
          #expect(found?[field.id] == fields[field.id], "seed \(seed), \(key), \(field.name)")
        }
        guard found == fields else { return }
      }
      #expect(
        back.problems.allSatisfy { $0.severity == .note || $0.message.hasSuffix("it stays in the text") },
        "\(back.problems)")
      #expect(
        Set(written.losses.counts.keys).isSubset(of: ["time zone definition"]), "\(written.losses.counts)")
    }
  }

  @Test(arguments: choices.indices) func whatWasReadIsWrittenTheSame(_ index: Int) throws {
    let (format, options) = Self.choices[index]
    var random = SplitMix64(seed: Seed.current)
    let first = try Conversion(Self.calendars(&random), to: format, options: options)
    let back = try format.iCalendar(of: first.output, options: options)
    let second = try Conversion(back.bytes, to: format, options: options)
    #expect(first.text == second.text, "seed \(random.seed)")
  }
}
