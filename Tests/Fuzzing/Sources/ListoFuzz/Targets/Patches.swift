import Listo
@testable import ListoModel

/// Any input that is read as a patch is applied or refused; one that was made of two files leads from the one
/// to the other by meaning, and changes no byte of the other.
@Sendable func fuzzPatch(_ input: [UInt8]) {
  let (a, b) = halves(input)
  if let any = try? Patch(reading: MemorySource(a)) { _ = applied(any, to: b) }
  guard let patch = try? Patch(reading: MemorySource(Patch(difference(a, b)).text)) else { return }
  let there = applied(patch, to: a)
  // Zones that have other names are other words for the same times. What a missing END leaves open, and no
  // patch closes since it is not named there, takes in what is put behind it.
  guard endsWhatItBegins(a), endsWhatItBegins(b), catalog(a).tellsListsApart, catalog(b).tellsListsApart,
    there.plan.zoneConflicts.isEmpty
  else { return }
  let rest = difference(there.output, b)
  expect(rest.isOnlyOfZones, "a patch leads elsewhere:", "\n" + String(decoding: there.output, as: UTF8.self))
  let same = applied(patch, to: b).output
  expect(same == b, "a patch changes what it leads to:", "\n" + String(decoding: same, as: UTF8.self))
}

private func endsWhatItBegins(_ file: [UInt8]) -> Bool {
  !items(file).contains { item in
    guard case .problem(let problem) = item else { return false }
    return [.missingEnd, .strayEnd, .strayText].contains(problem.code)
  }
}

private func applied(_ patch: Patch, to bytes: [UInt8]) -> PatchTrial {
  do throws(ICalendarError) {
    let trial = try PatchTrial(patch, to: bytes, file: "fuzz.ics", in: folder)
    // The report for a person can be written.
    _ = trial.plan.text
    return trial
  } catch {
    broken("memory cannot be read")
  }
}
