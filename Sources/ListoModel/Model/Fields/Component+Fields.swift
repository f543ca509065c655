internal import ICalendar

extension Component {
  /// Sets the value of the first property with this id, and of its parameters only those that go with the
  /// value; with nil removes every property with this id.
  ///
  /// - Parameters:
  ///   - value: raw octets; TEXT must be encoded.
  ///   - parameters: to be written.
  ///   - names: of the parameters that go, in upper case.
  mutating func write(
    _ id: PropertyID, _ value: [UInt8]?, parameters: [Parameter] = [], inPlaceOf names: [String] = []
  ) {
    guard let value else {
      self = edited(all(id).map { .remove($0) })
      return
    }
    let kept = first(id)?.parameters.filter { !names.contains($0.name) } ?? []
    set(id, parameters: kept + parameters, value: value)
  }

  /// The parameters that say how a text was written: those of vCalendar 1.0, and that of text from Markdown.
  /// Listo writes a new text in plain UTF-8, without these parameters.
  static let encodingParameters = ["ENCODING", "CHARSET", "X-LISTO-MARKUP"]
}
