extension CalendarSplitter {
  /// The file is a list of its own: it says so, or holds several items or several calendars. All others
  /// belong to the list that is their folder. Decided for each file by itself, so that it does not depend on
  /// the neighbours.
  var isListOfItsOwn: Bool {
    contexts.count > 1 || hasSeveralItems || contexts.contains { $0.identifier != nil || $0.title != nil }
  }
}
