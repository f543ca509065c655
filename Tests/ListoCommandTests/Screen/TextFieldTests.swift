import Testing

@testable import ListoCommand

@Suite struct TextFieldTests {
  private func field(_ keys: Key...) -> TextField {
    var field = TextField()
    for key in keys { _ = field.take(key) }
    return field
  }

  @Test func whatIsTypedStandsThere() {
    #expect(field(.character("a"), .character("b"), .left, .character("c")).text == "acb")
    #expect(field(.paste("one\ntwo\u{1B}[2J\tthree")).text == "one two[2J three")
    #expect(field(.paste("abc"), .home, .delete, .end, .backspace).text == "b")
    #expect(field(.paste("one two"), .control("w")).text == "one ")
    #expect(field(.paste("one two"), .control("a"), .control("k")).text == "")
    #expect(field(.paste("one two"), .left, .control("u")).text == "o")
  }

  @Test func aMarkJoinsTheCharacterBeforeIt() {
    let field = field(.character("e"), .character("\u{301}"), .character("x"), .left, .backspace)
    #expect(field.text == "x")
    #expect(field.position == 0)
  }

  @Test func whatDoesNotFitIsScrolled() {
    var field = TextField("0123456789")
    #expect(field.window(5, .unicode) == ("6789", 4))
    _ = field.take(.home)
    #expect(field.window(5, .unicode) == ("01234", 0))
    let wide = TextField("冬の旅行")
    #expect(wide.window(5, .unicode).text == "旅行")
    #expect(wide.window(5, .unicode).column == 4)
  }

  @Test func keysThatDoNotEditAreRefused() {
    var field = TextField("a")
    #expect(!field.take(.enter) && !field.take(.pageUp) && !field.take(.up))
  }
}
