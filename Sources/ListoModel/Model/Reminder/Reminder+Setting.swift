internal import ICalendar

/// Setters write the one line that they must, and keep its parameters; every other byte stays.
extension Reminder {
  /// SUMMARY (RFC 5545 §3.8.1.12).
  public var title: String? {
    get { text(.summary) }
    set { set(.summary, newValue) }
  }

  /// DESCRIPTION (RFC 5545 §3.8.1.5).
  public var notes: String? {
    get { text(.description) }
    set { set(.description, newValue) }
  }

  /// LOCATION (RFC 5545 §3.8.1.7).
  public var location: String? {
    get { text(.location) }
    set { set(.location, newValue) }
  }

  /// PRIORITY (RFC 5545 §3.8.1.9): 1 (highest) to 9; 0 means no priority.
  public var priority: Int? {
    get { integer(.priority) }
    set { component.write(.priority, newValue.map { Array(String($0).utf8) }) }
  }

  private mutating func set(_ id: PropertyID, _ text: String?) {
    component.write(id, text.map(TextValue.encode), inPlaceOf: Component.encodingParameters)
  }
}
