extension Diagnostic {
  /// What kind of problem it is: a stable word that scripts can test. One row here is all a new one needs; the manual
  /// page prints this table.
  public enum Code: String, Sendable, Hashable, CaseIterable {
    // Structure
    case bareComponent = "bare-component"
    case missingEnd = "missing-end"
    case strayEnd = "stray-end"
    case malformedLine = "malformed-line"
    case strayText = "stray-text"
    case nestedTooDeep = "nested-too-deep"
    case tooLarge = "too-large"
    case nulByte = "nul-byte"
    case invalidUTF8 = "invalid-utf-8"
    case notUTF8 = "not-utf-8"
    case utf16 = "utf-16"
    case emptyInput = "empty-input"
    case noCalendar = "no-calendar"
    // Values
    case badValue = "bad-value"
    case badParameter = "bad-parameter"
    case unknownZone = "unknown-zone"
    case repeatedProperty = "repeated-property"
    case missingProperty = "missing-property"
    case inventedStamp = "invented-stamp"
    case restriction = "restriction"
    case libical = "libical"
    // Other formats
    case badSyntax = "bad-syntax"
    case duplicateKey = "duplicate-key"
    case unknownKey = "unknown-key"
    case notATask = "not-a-task"
    // Limits
    case inputTooLarge = "input-too-large"
    case tooManyItems = "too-many-items"
    case lineTooLong = "line-too-long"
    case tooManyProperties = "too-many-properties"
    case tooManyValues = "too-many-values"
    case tooManyParameters = "too-many-parameters"
    case tooManySteps = "too-many-steps"
    case tooManyZoneChanges = "too-many-zone-changes"
    case foldersTooDeep = "folders-too-deep"
    // Places
    case unreadable = "unreadable"
    case linkLoop = "link-loop"
    case notRegular = "not-regular"
    case hardLink = "hard-link"
    case notKept = "not-kept"
    // The model
    case duplicateIdentifier = "duplicate-identifier"
    case missingUID = "missing-uid"
    // Operations
    case loss = "loss"
    case message = "message"
    case zoneConflict = "zone-conflict"
    case calendarConflict = "calendar-conflict"
    case patternLimit = "pattern-limit"
    case conflict = "conflict"
    case badPatch = "bad-patch"
    case badConfiguration = "bad-configuration"
    case duplicate = "duplicate"
    case newerBase = "newer-base"
    case incompleteSide = "incomplete-side"
    case manyDeletions = "many-deletions"

    /// One line for the manual page.
    public var summary: String {
      switch self {
      case .bareComponent: "a component stands outside of a VCALENDAR; it is read all the same"
      case .missingEnd: "a component has no END line; it ends where the next one begins, or with the file"
      case .strayEnd: "an END line without its BEGIN; it is kept and passed over"
      case .malformedLine:
        "a line that is no content line (no colon, or a name with odd characters); it is kept"
      case .strayText: "text outside of a calendar; it is kept"
      case .nestedTooDeep: "components nested deeper than the limit; they are kept, and not looked into"
      case .tooLarge: "an item larger than the limit; it is kept, and not looked into"
      case .nulByte: "a NUL byte in the input; it is kept"
      case .invalidUTF8: "bytes that are not UTF-8; they are kept, and shown as U+FFFD"
      case .notUTF8: "the input is UTF-32, which is not read: convert it first"
      case .utf16:
        "the input is UTF-16; it is read, and what is written of it is UTF-8; told where something is written, and by check"
      case .emptyInput: "the input is empty"
      case .noCalendar: "no calendar in the input"
      case .badValue: "a value that is not of the property's type; it is kept as it is"
      case .badParameter: "a parameter that cannot be read; it is kept as it is"
      case .unknownZone: "a TZID that neither the file nor the system defines"
      case .repeatedProperty: "a property that may stand once stands several times; the first counts"
      case .missingProperty: "a property that RFC 5545 requires is missing"
      case .inventedStamp:
        "nothing says when a reminder of another format was made or changed, so that it is dated to 1970; told by convert and check"
      case .restriction: "the component breaks a rule of RFC 5546 for its METHOD"
      case .libical: "an error that libical's own parser reports"
      case .badSyntax: "text that its format does not allow; it is passed over, and what can be is read"
      case .duplicateKey: "a key that stands twice in one JSON object; the last one counts"
      case .notATask: "text that belongs to no task; it is left out"
      case .unknownKey: "a key that its format does not know; what it says is left out"
      case .inputTooLarge: "an input larger than the limit; it is not read"
      case .tooManyItems:
        "an input with more components than the limit, where all are held in memory; it is not read"
      case .lineTooLong: "a line longer than the limit; it is kept, and not read"
      case .tooManyProperties:
        "a component with more properties than the limit; the others are kept, and not read"
      case .tooManyValues:
        "a property or parameter with more values than the limit; its line is kept, and not read"
      case .tooManyParameters: "a property with more parameters than the limit; it is kept, and not read"
      case .tooManySteps:
        "rules that take more steps than the limit; a time zone is kept and not known, a reminder is not followed further"
      case .tooManyZoneChanges: "a time zone with more changes than the limit; it is kept, and not known"
      case .foldersTooDeep: "folders nested deeper than the limit; they are passed over"
      case .unreadable: "a file or folder that cannot be read; the others are"
      case .linkLoop: "a symbolic link leads back to a folder above it"
      case .notRegular: "a folder holds something that is no regular file; it is passed over"
      case .hardLink: "a file that was replaced has other names; they keep what was there before"
      case .notKept: "the owner, group or an attribute of a file that was replaced could not be kept"
      case .duplicateIdentifier: "a second element with the same identifier; it is named with ~2, ~3, …"
      case .missingUID: "a reminder without UID; it is named by the hash of its content"
      case .loss: "something has no place in the target format"
      case .message: "a scheduling message (METHOD) where a collection is needed"
      case .zoneConflict:
        "two time zones with one name and different rules; in a merge one of them gets another name"
      case .duplicate: "two reminders that may be one under different UIDs"
      case .newerBase: "the base of a merge has newer versions than the inputs; they are merged all the same"
      case .incompleteSide:
        "something in a side of a merge, or of a patch, could not be read; what it lacks does not count as deleted"
      case .manyDeletions: "a side of a merge lacks a large part of what the base has"
      case .conflict: "two sides of a merge, or a patch and a collection, changed the same thing differently"
      case .calendarConflict: "two calendars to be merged differ in a property of their own"
      case .patternLimit: "a regular expression takes more steps than it may; the reminder does not match"
      case .badPatch: "a file that is no patch, or no whole one"
      case .badConfiguration: "a configuration file that cannot be read, where the command can do without"
      }
    }

    /// The input may have held components that were not read. So what it lacks says nothing: it is not deleted.
    public var mayHideComponents: Bool {
      switch self {
      case .missingEnd, .strayEnd, .strayText, .tooLarge, .nulByte, .notUTF8, .badSyntax, .tooManyProperties,
        .foldersTooDeep, .notRegular, .unreadable:
        true
      default: false
      }
    }
  }
}
