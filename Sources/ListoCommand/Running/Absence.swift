/// Where what an input lacks counts as deleted, only a whole collection will do: what is said of others.
enum Absence {
  static let incomplete = "missing reminders would count as deleted. Nothing was written."

  /// - Parameters:
  ///   - path: the side, as the user named it.
  ///   - list: the list of which it has nothing; nil for all.
  ///   - meaning: what would become of the rest.
  static func empty(_ path: String, of list: String? = nil, _ meaning: String) -> String {
    let what = list.map { "nothing of the list '\($0)'" } ?? "nothing"
    return
      "\(path) has \(what), so \(meaning). A folder that is not mounted or a failed export "
      + "looks like this; pass --allow-empty if this is right. Nothing was written."
  }
}
