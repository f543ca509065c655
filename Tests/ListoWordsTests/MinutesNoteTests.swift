import ListoWords
import Testing

/// `m` counts minutes, and counted months before.
@Suite struct MinutesNoteTests {
  @Test(arguments: [
    ("due < today+2m", "+2m is 2 minutes; 2 months are +2mo"),
    ("in 90m", "90m is 90 minutes; 90 months are 90mo"), ("90M ago", "90m is 90 minutes; 90 months are 90mo"),
    ("(due<-1m or open)", "-1m is 1 minutes; 1 months are -1mo"),
  ])
  func isOnTheFirstOfThem(text: String, note: String) {
    #expect(DateExpression.minutesNote(in: text) == note)
  }

  @Test(arguments: [
    "today+2mo", "in 90min", "title contains 5m", "text contains \"m\"", "am", "+m", "in m", "due < today+2d",
    "",
  ])
  func isOnNoOtherWords(text: String) { #expect(DateExpression.minutesNote(in: text) == nil) }
}
