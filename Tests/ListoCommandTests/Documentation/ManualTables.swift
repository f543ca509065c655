import ArgumentParser
import Listo

@testable import ListoCommand

/// The tables of the manual's pages, as mdoc, from the tables in the code.
struct ManualTables {
  let dump: CommandDump
  /// Where the commands are told of.
  let pages: [ManualPage]

  /// The lines of the passage with this name; nil where there is no such passage.
  func lines(of passage: String) -> [String]? {
    switch passage {
    case "commands": commands
    case "formats": formats
    case "fields": fields
    case "diagnostics": diagnostics
    case "targets": targets
    case "target rules": targetRules
    case "exit statuses": exitStatuses
    case "listing names": listingNames
    case "settings": settings
    case "keys": keys
    case "views": views
    case "limits": limits
    case "conditions": Self.list(conditions)
    case "common options": Self.list(common)
    case "query forms": Self.list(QueryGrammar.forms)
    case "query words": Self.list(QueryGrammar.words)
    case "query names": Self.list(QueryGrammar.fields.suffix(QueryField.all.count - Field.all.count))
    case "query values": Self.list(QueryGrammar.values)
    case "query examples": Self.list(QueryGrammar.examples)
    default:
      passage.hasPrefix("options of ") ? options(of: String(passage.dropFirst("options of ".count))) : nil
    }
  }

  /// The passages that the pages must have.
  var passages: [String] {
    [
      "commands", "formats", "fields", "diagnostics", "targets", "target rules", "exit statuses",
      "conditions", "common options",
      "limits",
      "listing names", "settings", "views", "keys",
    ]
      + ["forms", "words", "names", "values", "examples"].map { "query " + $0 }
      + dump.subcommands.map { "options of " + $0.commandName }
  }

  // MARK: Options

  /// Options that mean the same to this many commands are described once.
  private static let commonCount = 3

  private var conditions: [CommandDump.Argument] {
    dump.subcommands.lazy.map { ($0.arguments ?? []).filter { $0.sectionTitle == "Conditions" } }.first {
      !$0.isEmpty
    } ?? []
  }

  private var common: [CommandDump.Argument] {
    var counts: [String: Int] = [:]
    let all = dump.subcommands.flatMap { $0.arguments ?? [] }.filter { $0.isOption && $0.sectionTitle == nil }
    for option in all { counts[option.key, default: 0] += 1 }
    var seen: Set<String> = []
    return all.filter { counts[$0.key, default: 0] >= Self.commonCount && seen.insert($0.key).inserted }
  }

  private func own(_ command: CommandDump.Command) -> [CommandDump.Argument] {
    let known = Set(common.map(\.key))
    let all = (command.arguments ?? []) + (command.subcommands ?? []).flatMap { $0.arguments ?? [] }
    var seen: Set<String> = []
    return all.filter {
      $0.isOption && $0.sectionTitle != "Conditions" && !known.contains($0.key)
        && $0.names?.contains { $0.name == "help" } != true && seen.insert($0.key).inserted
    }
  }

  private func options(of name: String) -> [String]? {
    guard let command = dump.subcommand(name) else { return nil }
    var lines = Self.list(own(command))
    let known = Set(common.map(\.key))
    let shared = (command.arguments ?? []).filter { $0.isOption && known.contains($0.key) }
      .compactMap { $0.names?.first { $0.kind == "long" }?.option }.filter {
        $0 != "--help" && $0 != "--version"
      }
    if shared.isEmpty && lines.isEmpty {
      return [".Pp", "It has no options of its own."]
    }
    if !shared.isEmpty {
      lines.append(".Pp")
      // COMMON OPTIONS of listo(1) describes them.
      lines.append("Common options:")
      lines += shared.enumerated().map { index, option in
        ".Fl " + Self.flag(option) + (index == shared.count - 1 ? " ." : " ,")
      }
    }
    return lines
  }

  private static func list(_ options: [CommandDump.Argument]) -> [String] {
    guard !options.isEmpty else { return [] }
    return [".Bl -tag -width Ds"] + options.flatMap(item) + [".El"]
  }

  private static func item(_ option: CommandDump.Argument) -> [String] {
    let value = option.kind == "option" ? " Ar " + (option.valueName ?? "value") : ""
    // The short name first.
    let names = (option.names ?? []).sorted { $0.name.count < $1.name.count }.map { flag($0.option) + value }
    var text = (option.abstract ?? "").trimmingFullStop + "."
    if let values = option.allValues, !values.isEmpty, option.kind == "option" {
      text += " One of " + values.joined(separator: ", ")
      text += option.defaultValue.map { "; without the option it is \($0)." } ?? "."
    }
    return [".It Fl " + names.joined(separator: " , Fl ")] + prose(text)
  }

  private static func flag(_ option: String) -> String { String(option.dropFirst()).mdocWord }

  // MARK: Tables

  /// The commands in the groups and the order of the help, each with its page.
  private var commands: [String] {
    ListoTool.configuration.groupedSubcommands.flatMap { group in
      [".Ss \(group.name)", ".Bl -tag -width Ds -compact"]
        + group.subcommands.compactMap { dump.subcommand($0.configuration.commandName ?? "") }.flatMap {
          command in
          let page = pages.first { $0.names.contains("listo-" + command.commandName) }
          let reference = page.map { " Pq Xr \($0.name) \($0.section)" } ?? ""
          return [".It Cm \(command.commandName)\(reference)"] + Self.prose(command.abstract ?? "")
        } + [".El"]
    }
  }

  private static func list(_ rows: some Sequence<QueryGrammar.Row>) -> [String] {
    [".Bl -tag -width Ds -compact"]
      + rows.flatMap { row in
        [".It Li " + row.form.mdocWord.replacing("\"", with: "\\(dq").replacing("'", with: "\\(aq")]
          + prose(row.meaning.sentence)
      } + [".El"]
  }

  /// Not a table: its widest row has no room on a terminal of 80 columns, and troff says so.
  private var formats: [String] {
    [".Bl -tag -width Ds -compact"]
      + Format.all.flatMap { format in
        let ways = [format.canRead ? "read" : nil, format.canWrite ? "written" : nil].compactMap(\.self)
        let extensions = format.extensions.map { "." + $0 }.joined(separator: " ")
        let aliases = format.aliases.isEmpty ? "" : " Also named \(format.aliases.joined(separator: ", "))."
        return [".It Cm \(format.name) Pq Li \(extensions)"]
          + Self.prose("\(format.title), \(ways.joined(separator: " and ")): \(format.holds).\(aliases)")
      } + [".El"]
  }

  private var fields: [String] {
    [".Bl -tag -width Ds -compact"]
      + Field.all.flatMap { field in
        [".It Cm \(field.name) Pq Li \(field.property.name)"] + Self.prose(field.summary.sentence)
      } + [".El"]
  }

  private var settings: [String] {
    [".Bl -tag -width Ds -compact"]
      + (Configuration.settings + Configuration.tableSettings).flatMap {
        [".It Ic \($0.name.mdocWord)"] + Self.prose($0.summary.sentence)
      }
      + [".El"]
  }

  private var keys: [String] {
    [".Bl -tag -width Ds -compact"]
      + ScreenCommand.allCases.flatMap { command in
        let keys = command.row.keys.map { key in
          // A sign of punctuation by itself would be one of the sentence.
          (".,;:?!()[]|".contains(key.name) ? "\\&" : "")
            + key.name.mdocWord.replacing("'", with: "\\(aq")
        }.joined(separator: " , Li ")
        return [".It Ic \(command.rawValue.mdocWord) Pq Li \(keys)"]
          + Self.prose(command.row.summary.sentence)
      } + [".El"]
  }

  private var views: [String] {
    [".Bl -tag -width Ds -compact"]
      + StandardQuery.allCases.flatMap {
        [".It Ic \($0.rawValue) Pq Li \($0.query.text)"] + Self.prose($0.summary.sentence)
      } + [".El"]
  }

  private var listingNames: [String] {
    [".Bl -tag -width Ds -compact"]
      + ListingName.own.flatMap { [".It Cm \($0.name)"] + Self.prose($0.summary.sentence) } + [".El"]
  }

  private var targets: [String] {
    var lines = [".Bl -tag -width Ds -compact"]
    for profile in Profile.allCases {
      lines.append(".It Cm \(profile.rawValue)")
      lines += Self.prose(profile.summary.sentence)
      let codes = profile.rules.map(\.code.rawValue).joined(separator: ", ")
      lines += Self.prose(codes + ".")
    }
    return lines + [".El"]
  }

  private var targetRules: [String] {
    var lines = [".Bl -tag -width Ds"]
    for rule in ProfileRule.all {
      lines.append(".It Li \(rule.code.rawValue) Pq \(rule.kind.rawValue)")
      lines += Self.prose(rule.code.summary.sentence)
      lines += Self.prose("It matters: \(rule.matters).")
      lines += Self.prose("Repair: \(rule.remedy).")
      for evidence in rule.evidence { lines += Self.prose("\(evidence.profile.title): \(evidence.words).") }
    }
    return lines + [".El"]
  }

  private var diagnostics: [String] {
    [".Bl -tag -width Ds -compact"]
      + Diagnostic.Code.allCases.flatMap { [".It Li \($0.rawValue)"] + Self.prose($0.summary.sentence) } + [
        ".El"
      ]
  }

  private var limits: [String] {
    [".Bl -tag -width Ds -compact"]
      + Limit.allCases.flatMap { limit in
        let row = limit.row
        let code = row.code.map { " Pq Li \($0.rawValue)" } ?? ""
        let highest = row.range.upperBound
        let range = highest == Int.max ? "; none is no limit" : ", and at most \(limit.text(highest))"
        return [".It Cm \(row.name.mdocWord)\(code)"]
          + Self.prose(row.summary.sentence + " It is \(limit.text(row.standard))\(range).")
      } + [".El"]
  }

  private var exitStatuses: [String] {
    [".Bl -tag -width Ds -compact"]
      + ExitStatus.allCases.flatMap { [".It \($0.rawValue)"] + Self.prose($0.summary) } + [".El"]
  }

  // MARK: Text

  /// Text as input lines of mdoc: a sentence begins a line, lines are short, nothing is taken for a macro.
  static func prose(_ text: String) -> [String] {
    var lines: [String] = []
    var line = ""
    for word in text.split(separator: " ").map(String.init) {
      let endsSentence = line.hasSuffix(".") && word.first?.isUppercase ?? false
      if !line.isEmpty && (line.count + 1 + word.count > 76 || endsSentence) {
        lines.append(line)
        line = ""
      }
      line += line.isEmpty ? word : " " + word
    }
    lines.append(line)
    return lines.map {
      ($0.hasPrefix(".") || $0.hasPrefix("'") ? "\\&" : "") + $0.replacing("\\", with: "\\e")
    }
  }
}

extension String {
  fileprivate var trimmingFullStop: String { hasSuffix(".") ? String(dropLast()) : self }
  fileprivate var sentence: String { prefix(1).uppercased() + dropFirst().description.trimmingFullStop + "." }
  /// A word of a macro's line, whose hyphens stay hyphens.
  fileprivate var mdocWord: String { replacing("\\", with: "\\e").replacing("-", with: "\\-") }
}
