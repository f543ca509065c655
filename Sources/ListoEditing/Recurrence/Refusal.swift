internal import ICalendar
internal import ListoModel

/// Why an occurrence is not completed so, and what would do.
struct Refusal {
  private let identifier: ModelIdentifier

  init(_ identifier: ModelIdentifier) { self.identifier = identifier }

  private static let series = "complete the whole series (--recur series)"
  private static let plain = "complete it without --from, to move it along its rule"
  private static let next = "move it along its rule to the first time after now (--from next)"

  private func refused(_ reason: String, _ repairs: String...) -> EditError {
    .refused(identifier, reason: reason, repairs: repairs)
  }

  func done() -> EditError { refused("it is done already", "reopen it first (reopen)") }

  func withoutDate() -> EditError {
    refused(
      "it repeats, but it has no date from which its rule can count", "give it a due date (--due)",
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
      "its rule has no later occurrence, or too many steps lead to one", "give it another rule", Self.series)
  }

  func noOccurrence() -> EditError {
    refused("it has no such occurrence", "name one that listo list --expand shows", Self.series)
  }

  func ofRange() -> EditError {
    refused(
      "it also changes all later occurrences (RANGE=THISANDFUTURE)", "change the whole series (--series)")
  }

  func originOfOverride(_ origin: Completion.Origin) -> EditError {
    refused(
      "an override does not move the series, so --from \(origin.rawValue) has no effect",
      "complete it without --from", "move the series (--recur advance --from \(origin.rawValue))")
  }

  func originOfLater(_ origin: Completion.Origin) -> EditError {
    refused(
      "an earlier occurrence is still open, so --from \(origin.rawValue) has no effect",
      "complete it without --from", "complete the earlier one first")
  }

  func fixedTimes(_ reason: String) -> EditError {
    refused("\(reason), so its rule cannot count from today", Self.next, Self.plain)
  }

  func unmovable() -> EditError {
    refused(
      "its next time cannot be written without changing its rule",
      "complete this occurrence alone (--recur override)", Self.series)
  }
}
