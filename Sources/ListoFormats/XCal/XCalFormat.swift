internal import ListoModel

extension Format {
  /// RFC 6321.
  public static let xCal = Format(
    name: "xcal", title: "xCal", extensions: ["xcal", "xml"], holds: "everything except control characters",
    capabilities: Capabilities(.exact, aspects: [.sources: .none]),
    recognise: { name, beginning in
      let text = String(decoding: beginning, as: UTF8.self)
      guard text.drop(while: { $0.isWhitespace || $0 == "\u{FEFF}" }).hasPrefix("<") else {
        return Recognition.has(name, ["xcal"]) && text.isEmpty ? .likely : .none
      }
      if ["\"", "'"].contains(where: { text.contains($0 + XCal.namespace + $0) }) { return .certain }
      // Without its namespace an element is none of RFC 6321, whatever it is called.
      return text.contains("<vcalendar") || Recognition.has(name, ["xcal"]) ? .similar : .none
    },
    makeReader: { _ in XCalReader() },
    makeWriter: { XCalWriter(losses: $1) })
}
