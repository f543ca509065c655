/// Text of pandoc's document tree.
enum PandocText {
  /// The first paragraph of each item of each list, in order.
  static func items(_ node: Any) -> [String] {
    if let array = node as? [Any] { return array.flatMap(items) }
    guard let object = node as? [String: Any] else { return [] }
    guard object["t"] as? String == "BulletList", let items = object["c"] as? [[Any]] else {
      return object["c"].map(self.items) ?? []
    }
    return items.flatMap { item in [item.first.map(text) ?? ""] + item.flatMap(self.items) }
  }

  /// Plain text; what is markup shows by its kind, so that it cannot pass for text.
  static func text(_ node: Any) -> String {
    if let array = node as? [Any] { return array.map(text).joined() }
    guard let object = node as? [String: Any], let kind = object["t"] as? String else { return "" }
    switch kind {
    case "Str": return object["c"] as? String ?? ""
    case "Space", "SoftBreak": return " "
    case "Plain", "Para": return text(object["c"] ?? [])
    default: return "<\(kind)>"
    }
  }
}
