internal import ArgumentParser
internal import Listo
internal import Platform

/// Completions that stand in the reminders themselves: those of the inputs that the command line names, else
/// of the configured sources.
enum NameCompletion {
  static let lists = CompletionKind.custom { words, _, _ in
    names(words) { $0.sources.flatMap(\.lists).map(\.list.title) }
  }

  static let sources = CompletionKind.custom { words, _, _ in
    names(words) { $0.sources.map(\.source.title) }
  }

  static let tags = CompletionKind.custom { words, _, _ in
    names(words) { Array($0.tags()) }
  }

  /// The short names of what is open.
  static let reminders = CompletionKind.custom { words, _, _ in
    names(words) { catalog in
      let names = catalog.shortNames()
      return catalog.reminderPaths.filter { catalog.reminder(at: $0)?.isOpen ?? false }
        .compactMap(catalog.modelIdentifier).map(names.name)
    }
  }

  /// Each name once, in order; nothing where the inputs cannot be read, or are too large.
  private static func names(_ words: [String], _ body: (Catalog) -> [String]) -> [String] {
    let named = words.dropFirst(2).map(atHome).filter {
      $0.first != "-" && (try? FileStatus(path: $0)) != nil
    }
    guard let catalog = SourceInputs.smallCatalog(of: named) else { return [] }
    // A name with a control character can neither be typed nor shown.
    return Set(body(catalog)).filter { !$0.isEmpty && Visible.line($0) == $0 }.sorted()
  }

  /// A word with the home folder that its `~` stands for.
  private static func atHome(_ word: String) -> String {
    guard word.hasPrefix("~/"), let home = ProcessEnvironment.variable("HOME") else { return word }
    return home + word.dropFirst()
  }
}
