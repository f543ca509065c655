@testable import ICalendar
import Listo

/// Listo reads what libical reads, wherever libical is not known to be wrong (LibicalFault).
@Sendable func fuzzOracle(_ input: [UInt8]) {
  // libical's loop over a long line or many properties is what it is, and not what is looked for.
  guard input.count <= 1 << 16 else { return }
  let read = items(input)
  // Each parser decides for itself which component an END without its BEGIN closes, and which one a missing
  // END leaves open.
  if read.contains(where: { if case .problem = $0 { true } else { false } }) { return }
  // libical drops control characters, in names too.
  for component in components(read) where !component.bytes.contains(where: isControl) {
    guard component.isComplete, let theirs = try? component.parsedByLibical() else { continue }
    var comparison = LibicalComparison()
    comparison.compare(component, theirs)
    if let difference = comparison.differences.first(where: { $0.fault == nil }) {
      broken("libical reads otherwise:", "\(difference)")
    }
  }
}

private func isControl(_ byte: UInt8) -> Bool {
  byte < 0x20 && byte != 0x09 && byte != 0x0A && byte != 0x0D || byte == 0x7F
}
