internal import ListoModel

extension Format {
  /// RFC 7265.
  public static let jCal = Format(
    name: "jcal", title: "jCal", extensions: ["jcal", "json"],
    holds: "everything, though not the original bytes",
    capabilities: Capabilities(.exact, aspects: [.sources: .none]),
    recognise: { name, beginning in
      let isNamed = Recognition.has(name, ["jcal"])
      return JCalReader.fits(beginning) ? .certain : isNamed ? .likely : .none
    },
    makeReader: { _ in JCalReader() },
    makeWriter: { JCalWriter(losses: $1) })
}
