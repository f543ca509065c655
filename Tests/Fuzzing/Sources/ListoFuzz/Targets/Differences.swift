import Listo

/// Nothing differs from itself, what differs does so in both directions, and a patch is read as it was
/// written.
@Sendable func fuzzDifference(_ input: [UInt8]) {
  let (a, b) = halves(input)
  for file in [a, b] {
    expect(difference(file, file, includesInsignificant: true).isEmpty, "a file differs from itself")
  }
  for ignoresLists in [false, true] {
    let there = difference(a, b, ignoresLists: ignoresLists)
    let back = difference(b, a, ignoresLists: ignoresLists)
    expect(there.isEmpty == back.isEmpty, "what differs is the same in the other direction")
  }
  let text = Patch(difference(a, b)).text
  do throws(PatchError) {
    let read = try Patch(reading: MemorySource(text))
    expect(read.text == text, "a patch, read and written, is another:", String(decoding: text, as: UTF8.self))
  } catch {
    broken("a patch is refused by who wrote it:", "\(error)\n\(String(decoding: text, as: UTF8.self))")
  }
}

func difference(
  _ old: [UInt8], _ new: [UInt8], includesInsignificant: Bool = false, ignoresLists: Bool = false
) -> CatalogDifference {
  var options = CatalogDifference.Options()
  (options.includesInsignificant, options.ignoresLists) = (includesInsignificant, ignoresLists)
  do throws(ListPairing.UnknownList) {
    return try CatalogDifference(from: catalog(old), to: catalog(new), options: options)
  } catch {
    broken("a list that nobody named is unknown:", "\(error)")
  }
}
