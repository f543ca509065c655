internal import ArgumentParser
internal import Listo

struct EditCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "edit",
    abstract: "Change the fields of reminders.",
    usage: """
      listo edit [<options>] <name> ... --due <date> --tag <tag> ...
      listo edit <name>
      """,
    discussion: """
      Reminders are named as for listo done. The value none removes a field. Without an option, Listo opens \
      the reminder as text in the editor of VISUAL or EDITOR. If it does not understand a line, it asks you \
      and keeps your text. Everything that you do not change keeps its bytes.

      A new date moves a repeating reminder as a whole, by the difference to the date that listo list shows. \
      --this changes its current occurrence alone.

      Examples:
        listo edit dentist --due 'tomorrow 9:00' --priority high
        listo edit bf6e --append-notes 'Ask for the X-rays.' --tag health
        listo edit --where 'list = Home and priority = low' --priority none
        listo edit 'the bins' --due 'sat 10:00' --this
      """)

  @OptionGroup var targets: TargetOptions

  @Option(help: ArgumentHelp("The title.", valueName: "text"))
  var title: String?

  @Option(help: ArgumentHelp("A paragraph to add to the end of the notes.", valueName: "text"))
  var appendNotes: String?

  @Option(
    help: ArgumentHelp("A tag to add; can be repeated.", valueName: "tag"),
    completion: NameCompletion.tags)
  var tag: [String] = []

  @Option(
    help: ArgumentHelp("A tag to remove; can be repeated.", valueName: "tag"),
    completion: NameCompletion.tags)
  var untag: [String] = []

  @OptionGroup var fields: FieldOptions
  @OptionGroup var span: SpanOptions
  @OptionGroup var options: EditOptions

  private var hasFields: Bool {
    title != nil || appendNotes != nil || !tag.isEmpty || !untag.isEmpty || !fields.isEmpty
  }

  func validate() throws {
    if appendNotes != nil && fields.notes != nil {
      throw ValidationError("--notes and --append-notes cannot be combined.")
    }
    if let title, title.allSatisfy(\.isWhitespace) { throw ValidationError("--title: the title is empty.") }
  }

  func run() throws {
    let session = try EditSession(options, targets, fields.parent == nil ? .shapes : .everything)
    let identifiers = try session.reminders(targets, preferring: \.isOpen)
    guard hasFields else {
      guard identifiers.count == 1 else {
        throw Failure(
          .usage, "\(RelativeDate.count(identifiers.count, "reminder")) cannot be edited in one text.",
          details: ["Use options instead: --due, --priority, --tag; see listo help edit."])
      }
      var editing = Editing(session.catalog, in: session.context)
      return try EditorForm(session.wording).edit(
        span.target(identifiers[0], or: .series, &editing), in: session)
    }
    var changes = try fields.changes(session.wording)
    if let title { changes.append(.set(.title, .text(title))) }
    if !tag.isEmpty { changes.append(.add(.tags, tag)) }
    if !untag.isEmpty { changes.append(.remove(.tags, untag)) }
    let parent = try fields.parent.map {
      FieldOptions.isNone($0) ? nil : try session.reminder($0, in: targets.list)
    }
    let (all, appended) = (changes, appendNotes)
    try session.change(identifiers, EditAction("changed")) { (editing, identifier) throws(EditError) in
      let target = try editing.apply(all, to: span.target(identifier, or: .series, &editing))
      if let appended {
        let notes = editing[target]?.notes.map { $0 + "\n\n" + appended } ?? appended
        try editing.apply(.set(.notes, .text(notes)), to: target)
      }
      if let parent { try editing.apply(.setParent(parent), to: target) }
      return target
    }
  }
}
