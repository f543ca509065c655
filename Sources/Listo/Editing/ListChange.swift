public import ListoModel

/// A change of a list.
public enum ListChange: Sendable, Hashable {
  case rename(String)
  /// Nil for none.
  case color(ListColor?)
  /// Its place among the lists of its source, counted from 0.
  case order(Int)
}

/// The form of a new list: a folder or a file.
public enum ListShape: Sendable, Hashable {
  /// A folder with a file for each reminder (vdir).
  case folder
  /// One file.
  case file
}
