import Testing

@testable import ListoFormats

/// Objects of JSON that grow, with few keys and with many, for which there is an index.
@Suite struct JSObjectTests {
  private static func text(_ object: JSObject) -> String {
    var json = JSONText()
    json.node(object.node)
    var same = JSONText()
    same.object(object)
    #expect(same.bytes == json.bytes)
    return String(decoding: json.bytes, as: UTF8.self)
  }

  private static func object(_ count: Int) -> JSObject {
    var object = JSObject()
    for number in 0..<count { object["k\(number)"] = .number(number) }
    return object
  }

  @Test(arguments: [0, 1, 15, 31, 32, 33, 34, 100]) func keysAreFoundSetAndTakenAway(count: Int) {
    var object = Self.object(count)
    #expect(object.members.map(\.key) == (0..<count).map { "k\($0)" })
    for number in 0..<count { #expect(object["k\(number)"]?.integer == number) }
    #expect(object["other"] == nil && object.isEmpty == (count == 0))
    // In its place, and again at the end.
    for number in stride(from: 0, to: count, by: 2) { object["k\(number)"] = .text("new") }
    #expect(object.members.map(\.key) == (0..<count).map { "k\($0)" })
    for number in stride(from: 0, to: count, by: 2) { object["k\(number)"] = nil }
    for number in 0..<count { #expect((object["k\(number)"] == nil) == (number % 2 == 0)) }
    #expect(object.members.count == count / 2)
    object["k0"] = .text("back")
    #expect(object.members.last?.key == "k0" && object["k0"]?.string == "back")
    object.order(by: KeyTable([("k0", 0), ("k5", 1)]))
    #expect(object.members.first?.key == "k0")
  }

  /// Of a key that stands twice in what was read, each is there until it is taken away.
  @Test(arguments: [2, 40]) func aKeyMayStandTwice(count: Int) {
    let members = Self.object(count).members + [JSONNode.Member(key: "k1", value: .text("second"))]
    var object = JSObject(JSONNode(content: .object(members), line: 1))
    #expect(object["k1"]?.integer == 1)
    object["k1"] = nil
    #expect(object["k1"]?.string == "second")
    object["k1"] = nil
    #expect(object["k1"] == nil && object.members.count == count - 1)
  }

  @Test func pointersGoDeeper() {
    var object = JSObject("Task")
    object.set(.text("a"), at: ["links", "1", "title"])
    object.set(.text("b"), at: ["links", "2", "title"])
    object["set"] = .set(["x"])
    object.set(.bool(true), at: ["set", "y"])
    object["rules"] = .array([.number(1), .number(2)])
    let all =
      #"{"@type":"Task","links":{"1":{"title":"a"},"2":{"title":"b"}},"set":{"x":true,"y":true},"rules":[1,2]}"#
    #expect(Self.text(object) == all)
    #expect(object.has("links", "1", "title") && object.has("set", "x") && object.has())
    #expect(!object.has("links", "3") && !object.has("links", "1", "title", "x") && !object.has("rules", "0"))
    #expect(!object.has("none", "1") && Self.text(object) == all, "looking changes nothing")
    object.set(nil, at: ["links", "1"])
    object.set(nil, at: ["none", "1"])
    #expect(object["links"]?.members?.map(\.key) == ["2"] && object["none"] == nil)
    // A value that is no object gives way to one.
    object.set(.text("c"), at: ["@type", "x"])
    #expect(object["@type"]?["x"]?.string == "c")
  }

  @Test func theOrderOfKeysMakesNoDifference() {
    let forward = Self.object(50).node
    let backward = JSONNode(content: .object(Self.object(50).members.reversed()), line: 9)
    #expect(forward.isSame(as: backward) && backward.isSame(as: forward))
    var other = JSObject(backward)
    other["k7"] = .number(8)
    #expect(!forward.isSame(as: other.node) && !forward.isSame(as: Self.object(49).node))
  }
}
