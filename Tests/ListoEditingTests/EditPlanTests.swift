import ListoEditing
import Testing

@Suite struct EditPlanTests {
  @Test func aPlanWithoutStepsIsEmpty() { #expect(EditPlan().isEmpty) }
}
