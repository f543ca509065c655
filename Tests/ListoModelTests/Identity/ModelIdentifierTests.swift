import ListoModel
import Testing
import ListoTestSupport

/// Identifiers as text: what is written is read back, and nothing else is an identifier.
@Suite struct ModelIdentifierTests {
  @Test(arguments: [
    (ModelIdentifier(source: "-"), "-"),
    (ModelIdentifier(source: "/a b/ü"), "%2Fa%20b%2F%C3%BC"),
    (ModelIdentifier(source: "s", list: .init("Home")), "s/Home"),
    (ModelIdentifier(source: "s", list: .init("Home", holder: 2)), "s/Home~2"),
    (ModelIdentifier(source: "s", list: .init("l"), uid: .init("a@b:c+d_e.f-g")), "s/l/a@b:c+d_e.f-g"),
    (
      ModelIdentifier(source: "s", list: .init("l", holder: 3), uid: .init("u~2/x%", holder: 12)),
      "s/l~3/u%7E2%2Fx%25~12"
    ),
    (
      ModelIdentifier(
        source: "s", list: .init("l"), uid: .init("u", holder: 2),
        recurrenceID: "20260101T000000 Europe/Berlin"),
      "s/l/u/20260101T000000%20Europe%2FBerlin~2"
    ),
    (ModelIdentifier(source: "", list: .init(""), uid: .init(""), recurrenceID: ""), "///"),
  ])
  func written(identifier: ModelIdentifier, text: String) {
    #expect(identifier.description == text)
    #expect(ModelIdentifier(text) == identifier)
  }

  @Test(arguments: [
    "", "a/b/c/d/e", "s/l~1", "s/l~0", "s/l~-2", "s/l~+2", "s/l~02", "s/l~x", "s/l~", "s/l~2~3", "s~2",
    "s/l/u~2/r", "s/%",
    "s/%4", "s/%GG", "s/%+1", "s/%C3", "s/%FF",
  ])
  func noIdentifier(text: String) {
    #expect(ModelIdentifier(text) == nil)
  }

  @Test func kindsAndContainers() {
    let reminder = ModelIdentifier(
      source: "s", list: .init("l", holder: 2), uid: .init("u"), recurrenceID: "20260101")
    #expect(reminder.kind == .reminder)
    #expect(reminder.container == ModelIdentifier(source: "s", list: .init("l", holder: 2)))
    #expect(reminder.container?.kind == .list)
    #expect(reminder.container?.container == ModelIdentifier(source: "s"))
    #expect(reminder.container?.container?.kind == .source)
    #expect(reminder.container?.container?.container == nil)
  }

  @Test func roundTrip() {
    let seed = Seed.current
    var random = SplitMix64(seed: seed)
    let pieces = [
      "a", "Z", "0", "%", "%2F", "/", "~", "~2", " ", "\t", "\n", "\"", "#", "?", "&", "ü", "u\u{308}",
      "\u{1F600}", "\0", "漢",
    ]
    func text() -> String {
      (0..<Int.random(in: 0...8, using: &random)).map { _ in pieces.pick(using: &random) }.joined()
    }
    func name() -> ModelIdentifier.Name {
      .init(text(), holder: Bool.random(using: &random) ? 1 : Int.random(in: 1...1000, using: &random))
    }
    for round in 0..<2000 {
      let list = Bool.random(using: &random) ? name() : nil
      let uid = list != nil && Bool.random(using: &random) ? name() : nil
      let recurrenceID = uid != nil && Bool.random(using: &random) ? text() : nil
      let identifier = ModelIdentifier(
        source: list == nil ? text() + "x" : text(), list: list, uid: uid, recurrenceID: recurrenceID)
      let read = ModelIdentifier(identifier.description)
      #expect(read == identifier, "seed \(seed), round \(round): \(identifier)")
      #expect(read?.description == identifier.description, "seed \(seed), round \(round)")
      #expect(
        identifier.description.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }, "seed \(seed), round \(round)")
    }
  }

  /// Texts that differ have identifiers that differ, whatever they are made of.
  @Test func noTwoAreWrittenAlike() {
    var seen: [String: ModelIdentifier] = [:]
    let names = ["", "a", "a~2", "a/b", "a%2Fb", "b", "~", "2"]
    for list in names {
      for holder in [1, 2] {
        for uid in names {
          for recurrenceID in [nil] + names {
            let identifier = ModelIdentifier(
              source: "s", list: .init(list), uid: .init(uid, holder: holder), recurrenceID: recurrenceID)
            #expect(seen.updateValue(identifier, forKey: identifier.description) == nil, "\(identifier)")
          }
        }
      }
    }
  }
}
