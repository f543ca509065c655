internal import ListoModel

extension Format {
  /// RFC 6321.
  public static let xCal = Format(
    name: "xcal", title: "xCal", extensions: ["xcal", "xml"], holds: "everything except control characters",
    capabilities: Capabilities(.exact, aspects: [.sources: .none]),
    recognise: { name, beginning in
      let text = String(decoding: beginning, as: UTF8.self)
      if text.contains(XCal.namespace) { return .certain }
      let isXML = text.drop { $0.isWhitespace || $0 == "\u{FEFF}" }.hasPrefix("<")
      return Recognition.has(name, ["xcal"]) || (isXML && Recognition.has(name, ["xml"])) ? .likely : .none
    },
    makeReader: { _ in XCalReader() },
    makeWriter: { XCalWriter(losses: $1) })
}
