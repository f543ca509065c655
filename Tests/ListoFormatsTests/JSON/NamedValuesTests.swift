import ListoTestSupport
import Testing

@testable import ListoFormats

/// Values by name, few and many, are what a list of pairs that is looked through would have.
struct NamedValuesTests {
  /// Names that are the same text in other bytes among them (Unicode's canonical equivalence).
  private static let names =
    ["", "K", "\u{212A}", "é", "e\u{301}", "a;", "a\u{37E}"] + (0..<50).map { "name\($0)" }

  @Test func theyAreThoseOfAList() {
    let seed = Seed.current
    var random = SplitMix64(seed: seed)
    for _ in 0..<300 {
      var (values, list) = (NamedValues<Int>(), [] as [(name: String, value: Int)])
      // Some have more names than are looked through one by one.
      let choice = Self.names.prefix(Bool.random(using: &random) ? 12 : Self.names.count)
      for number in 0..<random.next() % 120 {
        let name = Array(choice).pick(using: &random)
        let place = list.firstIndex { $0.name == name }
        switch random.next() % 4 {
        case 0:
          values[name] = nil
          if let place { list.remove(at: place) }
        case 1:
          values.append(name, Int(number))
          list.append((name, Int(number)))
        default:
          values[name] = Int(number)
          if let place { list[place].value = Int(number) } else { list.append((name, Int(number))) }
        }
        let asked = Array(choice).pick(using: &random)
        #expect(values[asked] == list.first { $0.name == asked }?.value, "seed \(seed)")
      }
      #expect(values.members.map { Array($0.name.utf8) } == list.map { Array($0.name.utf8) }, "seed \(seed)")
      #expect(values.members.map(\.value) == list.map(\.value), "seed \(seed)")
      #expect(values.count == list.count && values.isEmpty == list.isEmpty, "seed \(seed)")
    }
  }

  /// Of members that come one by one the last of a key counts, its bytes too.
  @Test(arguments: [0, 15, 16, 40]) func theLastMemberOfAKeyCounts(others: Int) {
    var members = JSONMembers()
    func add(_ key: String, _ text: String) -> Bool {
      members.add(JSONNode.Member(key: key, value: .text(text)))
    }
    #expect(add("é", "first"))
    for number in 0..<others { #expect(add("k\(number)", "other")) }
    #expect(!add("e\u{301}", "last"))
    #expect(members.list.count == others + 1)
    #expect(members.list.first.map { Array($0.key.utf8) } == Array("e\u{301}".utf8))
    #expect(members["é"]?.string == "last")
  }
}
