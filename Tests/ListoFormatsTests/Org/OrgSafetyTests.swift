import Foundation
import ICalendar
import ListoModel
import ListoTestSupport
import Testing

@testable import ListoFormats

/// Nothing of a calendar runs in the Emacs that opens an Org file made from it.
@Suite struct OrgSafetyTests {
  /// The texts that Emacs runs, each with a Lisp call `(canary N)`, in which N replaces `@`. Some need
  /// several lines.
  private static let active = [
    "<%%(canary @)>", "DEADLINE: <%%(canary @)>", "#+MACRO: m@ (eval (canary @))\n{{{m@}}}",
    "x {{{{m(eval (canary @))}}}}", "src_emacs-lisp{(canary @)}", "a [[elisp:(canary @)]] b",
    "<elisp:(canary @)>",
    "elisp:(canary\u{A0}@)",
    "#+begin_src emacs-lisp :exports results\n(canary @)\n#+end_src",
    "#+NAME: f@\n#+begin_src emacs-lisp\n(canary @)\n#+end_src\n\n#+CALL: f@()\n\ncall_f@()",
    "#+BIND: org-export-filter-body-functions ((lambda (a b c) (canary @)))",
    "| ='(canary @) | b |\n", "| a |\n#+TBLFM: $1='(canary @)",
    "%\u{1B}(B%(canary @)", "Local Variables:\neval: (canary @)\nEnd:",
    "Local Variable\u{17F}:\neval: (canary @)\nEnd:",
    "-*- eval: (canary @) -*-", "<%\u{200B}%(canary @)> <%%\u{200B}(canary @)>",
  ]

  /// Opens files as Emacs does where its user said yes to every question, shows them in the agenda, exports
  /// them, follows their links and passes through their tables.
  private static let program = #"""
    (setq enable-local-variables :all enable-local-eval t org-confirm-babel-evaluate nil
          org-link-elisp-confirm-function nil org-link-shell-confirm-function nil
          org-export-allow-bind-keywords t org-agenda-span 1)
    (fset 'yes-or-no-p (lambda (&rest _) t))
    (fset 'y-or-n-p (lambda (&rest _) t))
    (defun canary (n) (princ (format "\nCANARY %s\n" n)) "x")
    (require 'org) (require 'org-agenda) (require 'ox-ascii) (require 'ox-html) (require 'ox-latex) (require 'ox-icalendar)
    (dolist (file (directory-files (getenv "FOLDER") t "\\.org$"))
      (let ((buffer (find-file file)) (left 300))
        (setq org-agenda-files (list file))
        (dolist (day '("2026-12-01" "2026-12-02")) (ignore-errors (org-agenda-list nil day 1)))
        (ignore-errors (org-todo-list))
        (dolist (back '(ascii html latex icalendar))
          (set-buffer buffer)
          (ignore-errors
            (let ((text (org-export-as back)))
              (princ (format "\nEXPORTED %s\n" back))
              (when (string-match (if (eq back 'html) "<b>EVIL" "[\\][a-zA-Z]+{?EVIL\\|[\\^][\\^]5cinput{EVIL") text)
                (princ (format "\nRAW %s %s\n" back (match-string 0 text)))))))
        (set-buffer buffer)
        (goto-char (point-min))
        (while (and (> (setq left (1- left)) 0) (re-search-forward org-link-any-re nil t))
          (let ((next (point)))
            (goto-char (match-beginning 0))
            (ignore-errors (save-window-excursion (org-open-at-point)))
            (set-buffer buffer)
            (goto-char next)))
        (ignore-errors
          (org-table-map-tables (lambda () (forward-char 2) (org-table-next-field)) t))
        (ignore-errors (org-table-map-tables (lambda () (org-table-recalculate t t)) t))))
    (princ "\nEND\n")
    """#

  /// The texts that an export passes on unchanged, to LaTeX and HTML.
  private static let raw = [
    #"\input{EVIL}"#, #"\input EVIL"#, #"$^^5cinput{EVIL}$"#, #"@@latex:\input{EVIL}@@"#,
    "@@html:<b>EVIL</b>@@",
    "#+HTML: <b>EVIL</b>", "#+LATEX: \\input{EVIL}", #"\begin{a}\input{EVIL}\end{a}"#,
  ]

  private func run(_ files: [String: [UInt8]]) throws -> [Substring] {
    let emacs = try #require(Tool.path("emacs"))
    let folder = try Tool.temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    for (name, bytes) in files { try Data(bytes).write(to: folder.appending(path: name)) }
    try Data(Self.program.utf8).write(to: folder.appending(path: "run.el"))
    let output = try Tool.run(
      emacs, ["--batch", "--quick", "--load", folder.appending(path: "run.el").path],
      environment: ["FOLDER": folder.path, "LC_ALL": "C.UTF-8", "TZ": "UTC"])
    #expect(output.contains("\nEND\n"), "\(output.suffix(2000))")
    return output.split(separator: "\n")
  }

  /// One with a number.
  private static func canary(_ text: String, _ number: Int) -> String {
    text.replacing("@", with: String(number))
  }

  private static func escaped(_ text: String) -> String {
    text.replacing("\\", with: "\\\\").replacing(";", with: "\\;").replacing(",", with: "\\,")
      .replacing("\n", with: "\\n")
  }

  /// A calendar with each of them wherever a text can stand.
  private static func calendar() -> String {
    let titles = active.map { canary($0, 1).replacing("\n", with: " ") }
    let lists = titles.map { title in
      """
      BEGIN:VCALENDAR
      VERSION:2.0
      X-WR-CALNAME:\(escaped(title))
      X-WR-CALDESC:\(escaped(title))
      BEGIN:VTODO
      UID:l-\(UUIDv5.string(name: Array(title.utf8)))
      SUMMARY:In a list
      END:VTODO
      END:VCALENDAR

      """
    }
    let todos = (active + raw).enumerated().map { index, text in
      let line = escaped(canary(text, 2))
      return """
        BEGIN:VTODO
        UID:\(escaped(canary(text, 3)).replacing("\\n", with: " "))
        SUMMARY:\(escaped(canary(text, 4).replacing("\n", with: " ")))
        DUE;X-PARAMETER="\(canary(text, 5).replacing("\n", with: " "))":20261201T100000Z
        DTSTART;VALUE=DATE:20261202
        LOCATION:\(line)
        URL:\(escaped(canary(text, 6)).replacing("\\n", with: " "))
        CATEGORIES:\(line)
        COMMENT:\(line)
        X-ORG-HEADER-ARGS::var x=(canary 7) :eval yes
        X-ORG-EXPORT_FILE_NAME:/tmp/x
        HEADER-ARGS::var x=(canary 8)
        X-\(index):\(line)
        X-ORG-KEYWORD:\(line)
        X-ORG-REPEATER:\(line)
        X-ORG-DEADLINE-END:\(line)
        DESCRIPTION:\(line)
        END:VTODO

        """
    }
    // Variables of several headlines, and a block that another opens.
    let split = ["Local Variables:", "eval: (canary 9)", "End:"].enumerated().map { index, title in
      "BEGIN:VTODO\nUID:z\(index)\nSUMMARY:\(title)\nEND:VTODO\n"
    }
    return lists.joined() + "BEGIN:VCALENDAR\nVERSION:2.0\n" + todos.joined() + split.joined()
      + "END:VCALENDAR\n"
  }

  @Test(.enabled(if: Tool.path("emacs") != nil, "emacs is not installed"))
  func nothingOfACalendarRunsInEmacs() throws {
    let written = try Conversion(Self.calendar(), to: .org).output
    let lines = try run(["a.org": written])
    #expect(lines.filter { $0.hasPrefix("CANARY") || $0.hasPrefix("RAW") } == [])
    #expect(lines.filter { $0.hasPrefix("EXPORTED") }.count == 4, "\(lines)")
  }

  /// That the above can fail: each runs where nothing stands before it, but for those that a newer Emacs may
  /// have mended.
  @Test(.enabled(if: Tool.path("emacs") != nil, "emacs is not installed"))
  func thoseRunWhereTheyAreNotEscaped() throws {
    let files = (Self.active + Self.raw).enumerated().map { index, text in
      (
        "\(index).org",
        Array("#+TITLE: x\n* TODO x\n  \(Self.canary(text, index).replacing("\n", with: "\n  "))\n".utf8)
      )
    }
    let lines = try run(Dictionary(uniqueKeysWithValues: files))
    let sung = Set(lines.filter { $0.hasPrefix("CANARY") }.compactMap { Int($0.dropFirst(7)) })
    #expect(sung.isSuperset(of: [0, 1, 2, 4, 5, 6, 8, 9]), "\(sung.sorted())")
    #expect(lines.filter { $0.hasPrefix("RAW") }.count >= Self.raw.count - 2, "\(lines)")
  }

  /// pandoc's reader of Org takes files in and replaces macros, whatever stands before `#+`.
  @Test(.enabled(if: Tool.path("pandoc") != nil, "pandoc is not installed"))
  func nothingOfACalendarIsTakenInByPandoc() throws {
    let pandoc = try #require(Tool.path("pandoc"))
    let folder = try Tool.temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let secret = folder.appending(path: "secret.org").path
    try Data("TAKEN".utf8).write(to: URL(filePath: secret))
    let notes = "#+INCLUDE: \"\(secret)\"\n\n#+MACRO: m TA$1\n\n{{{m(KEN)}}}"
    let calendar = Conversion.calendar("UID:1\nSUMMARY:x\nDESCRIPTION:\(Self.escaped(notes))")
    let written = try Conversion(calendar, to: .org).text
    let arguments = ["-f", "org", "-t", "plain"]
    #expect(try !Tool.run(pandoc, arguments, input: written).contains("TAKEN"))
    // That it can fail.
    let raw = try Tool.run(pandoc, arguments, input: "* TODO x\n\n\(notes)\n")
    #expect(raw.components(separatedBy: "TAKEN").count == 3, "\(raw)")
  }

  // MARK: There and back

  private static let pieces = [
    "<%%(x)>", "%%(", "%", "(", "#+MACRO: m", "#", "+", "{{{m}}}", "{", "[[a]]", "[", "]", "src_sh{x}",
    "src_c", "call_f(x)",
    "call", "_", "Local Variables:", "local variable\u{17F}:", "-*-", "-*- x -*-", "@@html:x@@", "@",
    "\\input{x}",
    "\\", "^^5c", "='(x)", "=", "'", "elisp:x", "shell:x", "vi", "eX", "vim: ", "京", "\u{212A}", "\u{200B}",
    "\u{200B}\u{200B}",
    " ",
    "\t", ":",
    "TODO", "COMMENT ", "[#A]", ":tag:", "\u{1B}(B", "é", "e\u{301}", "DEADLINE:", "* ",
  ]

  @Test func textComesBackWhateverItHolds() throws {
    var random = SplitMix64(seed: Seed.current)
    let seed = random.seed
    for _ in 0..<5000 {
      let text = (0..<Int.random(in: 0...8, using: &random)).map { _ in Self.pieces.pick(using: &random) }
        .joined()
      for place in [OrgText.Place.title, .body, .drawer] {
        let escaped = OrgText.escape(text, place)
        #expect(OrgText.unescape(escaped, place) == text, "LISTO_SEED=\(seed) \(String(reflecting: text))")
        #expect(escaped == text || OrgText.isActive(text, place), "LISTO_SEED=\(seed)")
        // By its bytes it says what it does by its characters.
        let bytes = Array(text.utf8)
        #expect(
          OrgText.isActive(bytes.span, bytes.indices, place) == OrgText.isActive(text, place),
          "LISTO_SEED=\(seed) \(String(reflecting: text))")
        for string in [
          "%%(", "{{", "[[", "-*-", "='(", " elisp:x", "京elisp:x", "ocal Variables:", "src_sh{", "@@",
        ] {
          #expect(!escaped.contains(string), "LISTO_SEED=\(seed) \(String(reflecting: text))")
        }
      }
    }
  }

  @Test func remindersComeBackWhateverTheyHold() throws {
    var random = SplitMix64(seed: Seed.current)
    let seed = random.seed
    func text(_ count: Int) -> String {
      Self.escaped((0..<count).map { _ in Self.pieces.pick(using: &random) }.joined())
    }
    let todos = (0..<200).map { index in
      """
      BEGIN:VTODO
      UID:\(text(2))-\(index)
      SUMMARY:\(text(4))
      LOCATION:\(text(3))
      DESCRIPTION:\(text(3))\\n\(text(3))
      COMMENT:\(text(3))
      END:VTODO

      """
    }
    let trip = try ThereAndBack("BEGIN:VCALENDAR\nVERSION:2.0\n" + todos.joined() + "END:VCALENDAR\n", .org)
    #expect(trip.after.count == 200, "LISTO_SEED=\(seed)")
    #expect(trip.changes(of: [.uid, .title, .location, .notes]) == [], "LISTO_SEED=\(seed)")
  }

  @Test func keysThatOrgActsOnKeepTheirNames() throws {
    let calendar = Conversion.calendar(
      "UID:1\nSUMMARY:x\nX-ORG-HEADER-ARGS:a\nX-ORG-EFFORT:0:10\nX-ORG-EXPORT_TITLE:b\nX-ORG-ARCHIVE:c")
    let trip = try ThereAndBack(calendar, .org)
    #expect(
      trip.written.text.contains(
        "\n:X-ORG-HEADER-ARGS: a\n:EFFORT: 0:10\n:X-ORG-EXPORT_TITLE: b\n:X-ORG-ARCHIVE: c\n"))
    let component = try #require(trip.after.first?.component)
    #expect(component.all(named: "X-ORG-HEADER-ARGS").map(\.text) == ["a"])
    #expect(component.all(named: "X-ORG-EFFORT").map(\.text) == ["0:10"])
  }
}
