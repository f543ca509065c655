import Listo
@testable import ListoFormats
@testable import ListoModel

/// A saved selection is read or refused; what is read is written as what is read again.
@Sendable func fuzzSelection(_ input: [UInt8]) {
  guard let selection = try? Selection(json: input) else { return }
  for bytes in [selection.json.compact, selection.json.pretty] {
    expect(
      (try? Selection(json: bytes)) == selection, "a selection, written and read, is another:", "\(selection)"
    )
  }
}
