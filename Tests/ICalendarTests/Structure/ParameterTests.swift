import Testing

import ListoTestSupport
@testable import ICalendar

/// Parameters (RFC 5545 §3.2, RFC 6868).
@Suite struct ParameterTests {
  @Test(arguments: [
    ("X;A=1:v", "A=1", "v"),
    ("X;a=1;B=2:v:w", "A=1;B=2", "v:w"),
    ("X;A=\"1;2:3,4\":v", "A=1;2:3,4", "v"),
    ("X;A=1,\"2,3\",4:v", "A=1|2,3|4", "v"),
    ("X;A=,1,:v", "A=|1|", "v"),
    ("X;A=:v", "A=", "v"),
    ("X;A:v", "A", "v"),
    ("X;A;B=1:v", "A;B=1", "v"),
    ("X;=1;B=2:v", "B=2", "v"),
    ("X;A=1;A=2:v", "A=1;A=2", "v"),
    ("X;A=^'a^'^nb^^c^d^:v", "A=\"a\"\nb^c^d^", "v"),
    ("X;A=\"^'a^'\":v", "A=\"a\"", "v"),
    ("X;A=\"\":v", "A=", "v"),
    ("X;A= 1 :v", "A= 1 ", "v"),
    ("X;A=\"1\" ;B=2:v", "A=1;B=2", "v"),
    // A quotation mark that never closes is an ordinary character.
    ("X;A=\"1:v", "A=1", "v"),
    ("X;A=1\"2:v", "A=1\"2", "v"),
    ("X;A=b:\"quoted: value;with,all\"", "A=b", "\"quoted: value;with,all\""),
    ("X:v;A=1:w", "", "v;A=1:w"),
    ("X;A=1:", "A=1", ""),
  ])
  func reading(line: String, parameters: String, value: String) throws {
    let property = try Reading.property(line)
    let read = property.parameters.map {
      $0.values.isEmpty ? $0.name : "\($0.name)=\($0.values.joined(separator: "|"))"
    }
    #expect(read.joined(separator: ";") == parameters)
    #expect(property.rawText == value)
    #expect(property.name == "X")
  }

  @Test func byNameInAnyCase() throws {
    let property = try Reading.property("ATTENDEE;cn=A;Member=\"mailto:a\",\"mailto:b\":mailto:c")
    #expect(property.parameter("CN")?.value == "A")
    #expect(property.parameter("mEmBeR")?.values == ["mailto:a", "mailto:b"])
    #expect(property.parameter("X") == nil)
  }

  /// The reader reads the parameters that ContentLineText writes.
  @Test func writtenAndReadBack() throws {
    let seed = Seed.current
    var random = SplitMix64(seed: seed)
    for round in 0..<300 {
      let parameters = (0..<Int.random(in: 0...4, using: &random)).map { index in
        Parameter(
          name: "X-P\(index)",
          values: (0..<Int.random(in: 1...3, using: &random)).map { _ in Self.text(&random) })
      }
      let value = Array(Self.text(&random).utf8).filter { $0 != 0x0A && $0 != 0x0D }
      let line = ContentLineText.line("X-Name", parameters: parameters, value: value)
      let component = try #require(
        Component(Array("BEGIN:VTODO\r\n".utf8) + line + Array("END:VTODO\r\n".utf8)))
      let property = try #require(component.all(named: "X-NAME").first, "seed \(seed), round \(round)")
      #expect(property.parameters == parameters, "seed \(seed), round \(round)")
      #expect(property.value.elementsEqual(value), "seed \(seed), round \(round)")
      #expect(component.isComplete && Array(component.properties).count == 1, "seed \(seed), round \(round)")
    }
  }

  private static func text(_ random: inout SplitMix64) -> String {
    let pieces = [
      "a", "Z", " ", "\t", ":", ";", ",", "\"", "^", "^n", "\n", "=", "\\", "ä", "\u{1F600}", "e\u{301}",
      "long words ",
    ]
    return (0..<Int.random(in: 0...12, using: &random)).map { _ in pieces.pick(using: &random) }
      .joined()
  }

  /// A date is what its parameters say, whether these are made or, as in the usual ones, are not.
  @Test func momentsByTheirParameters() throws {
    let parameters = [
      "", ";VALUE=DATE", ";VALUE=DATE-TIME", ";value=date", ";VALUE=DATES", ";VALUE=", ";TZID=Europe/Berlin",
      ";TZID=", ";TZID=^'x^^", ";TZID=\u{FF0F}ß", ";tzid=Europe/Berlin", ";TZID=\"Europe/Berlin\"",
      ";TZID=a:b",
      ";TZID=a,b", ";TZID=A;VALUE=DATE", ";VALUE=DATE;TZID=A", ";X-A=1", ";TZID=A\r\n B", ";TZID= A ",
      ";TZID=A\"B",
      ";VALUE=DATE;VALUE=DATE-TIME", ";TZID=20261201",
    ]
    let values = [
      "20261201", "20261201T101500", "20261201T101500Z", "20240229", "20250229", "", "20261201T1015",
      "junkjunk",
      "2026120110150000", "20261201T101560", "x:20261201T101500", ":20261201T101500",
    ]
    for text in parameters {
      for value in values {
        let property = try Reading.property("DUE\(text):\(value)")
        var (isDate, tzid): (Bool?, String?)
        for parameter in property.parameters {
          switch (parameter.name, parameter.value.uppercased()) {
          case ("VALUE", "DATE"): isDate = true
          case ("VALUE", "DATE-TIME"): isDate = false
          case ("VALUE", _): isDate = nil
          case ("TZID", _): tzid = parameter.value
          default: continue
          }
        }
        let expected = Result { () throws(ValueError) in
          try Moment.decode(property.value, valueIsDate: isDate, tzid: tzid)
        }
        let read = Result { () throws(ValueError) in try property.moment() }
        #expect(read == expected, "DUE\(text):\(value)")
      }
    }
  }
}
