/// Where what an input lacks counts as deleted, only a whole collection will do: what is said of others.
enum Absence {
  static let incomplete = "what is missing there would count as deleted. Nothing was written."

  /// - Parameters:
  ///   - path: the side, as the user named it.
  ///   - list: the list of which it has nothing; nil for all.
  ///   - meaning: what would become of the rest.
  static func empty(_ path: String, of list: String? = nil, _ meaning: String) -> String {
    let what = list.map { "nothing of the list '\($0)'" } ?? "nothing"
    return
      "there is \(what) in \(path), so that \(meaning). A folder that is not mounted, or an export that failed, "
      + "looks like this; --allow-empty says that it is meant. Nothing was written."
  }
}
