internal import ICalendar
internal import ListoModel

/// Why an occurrence is not completed so, and what would do.
struct Refusal {
  private let identifier: ModelIdentifier

  init(_ identifier: ModelIdentifier) { self.identifier = identifier }

  private static let series = "complete the whole series (--recur series)"
  private static let plain = "complete it without --from, so that it moves along its rule"
  private static let next = "let it move along its rule to the first time after now (--from next)"

  private func refused(_ reason: String, _ repairs: String...) -> EditError {
    .refused(identifier, reason: reason, repairs: repairs)
  }

  func done() -> EditError { refused("it is done already", "reopen it first (reopen)") }

  func withoutDate() -> EditError {
    refused(
      "it repeats, and has no date from which its rule could be counted", "give it a due date (--due)",
      Self.series)
  }

  /// Every rule, and every date that is added, must be understood, or the next time would be a guess.
  func checkRules(of master: Reminder) throws(EditError) {
    for id in [PropertyID.rrule, .exrule] {
      for property in master.component.all(id) {
        do throws(ValueError) {
          _ = try RecurrenceRule.parse(property.value)
        } catch {
          throw refused(
            "its \(id.name) cannot be read: \(error.reason)", "give it another rule", Self.series)
        }
      }
    }
    for property in master.component.all(.rdate) + master.component.all(.exdate) {
      do throws(ValueError) {
        _ = try property.moments()
      } catch {
        throw refused(
          "its \(property.name) cannot be read: \(error.reason)", "give it another rule", Self.series)
      }
    }
  }

  func endless() -> EditError {
    refused(
      "its rule names no further time, or takes too many steps to one", "give it another rule", Self.series)
  }

  func noOccurrence() -> EditError {
    refused("it has no such occurrence", "name one that listo list --expand shows", Self.series)
  }

  func ofRange() -> EditError {
    refused(
      "it stands for all later occurrences too (RANGE=THISANDFUTURE)", "change the whole series (--series)")
  }

  func originOfOverride(_ origin: Completion.Origin) -> EditError {
    refused(
      "an override leaves the series where it stands, so that --from \(origin.rawValue) has nothing to move",
      "complete it without --from", "let the series move (--recur advance --from \(origin.rawValue))")
  }

  func originOfLater(_ origin: Completion.Origin) -> EditError {
    refused(
      "an earlier occurrence is still to be done, so that --from \(origin.rawValue) has nothing to move",
      "complete it without --from", "complete the earlier one first")
  }

  func fixedTimes(_ reason: String) -> EditError {
    refused("\(reason), so that it cannot be counted from today", Self.next, Self.plain)
  }

  func unmovable() -> EditError {
    refused(
      "its next time cannot be written without changing its rule",
      "complete the occurrence in its place (--recur override)", Self.series)
  }
}
