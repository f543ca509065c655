import Foundation
import ICalendar
import ListoModel
import ListoTestSupport
import Testing

@testable import ListoFormats

/// Nothing of a calendar is more than text in a checklist made from it.
@Suite struct MarkdownSafetyTests {
  /// The texts that programs that read Markdown run, load or take for their own, with EVIL in them.
  private static let active = [
    "<script>EVIL()</script>", "<img src=x onerror=EVIL()>", "</li><iframe src=EVIL>", "<!-- EVIL -->",
    "<EVIL:x>",
    "[x](javascript:EVIL)", "![x](https://example.org/EVIL.png)", "[x]: javascript:EVIL", "[[EVIL]]",
    "![[EVIL]]",
    "`$= EVIL`", "`= EVIL`", "```dataviewjs EVIL", "~~~js EVIL", "<javascript:EVIL>", "<%* EVIL %>",
    "{{< EVIL >}}", "{% include EVIL %}", "{{ EVIL }}", "$\\input{EVIL}$", "\\input{EVIL}", "\\write18{EVIL}",
    "`r EVIL`", "---", "Local Variables: EVIL", "# vim: set EVIL", "%%EVIL%%",
    "https://example.org/`$= EVIL`",
    "https://example.org/<%EVIL%>", "https://example.org/{{EVIL}}", "[inline:: EVIL]", "(inline:: EVIL)",
    "@EVIL ^EVIL", "    EVIL",
  ]

  private static func calendar() -> String {
    let todos = active.enumerated().map { index, text in
      let line = text.replacing("\\", with: "\\\\").replacing(";", with: "\\;").replacing(",", with: "\\,")
      return """
        BEGIN:VTODO
        UID:\(index)
        SUMMARY:\(line)
        LOCATION:\(line)
        URL:\(text)
        CATEGORIES:\(line)
        X-DATAVIEW-NOTE:\(line)
        DESCRIPTION:\(line)\\n\(line)\\n\\n\(line)
        END:VTODO

        """
    }
    return active.map {
      "BEGIN:VCALENDAR\nVERSION:2.0\nX-WR-CALNAME:\($0)\nBEGIN:VTODO\nUID:\(UUIDv5.string(name: Array($0.utf8)))\nSUMMARY:a\nEND:VTODO\nEND:VCALENDAR\n"
    }
    .joined() + "BEGIN:VCALENDAR\nVERSION:2.0\n" + todos.joined() + "END:VCALENDAR\n"
  }

  /// The kinds of pandoc's nodes that hold something with EVIL in it, but for text.
  private static func kinds(_ node: Any, _ found: inout Set<String>) {
    if let list = node as? [Any] {
      list.forEach { kinds($0, &found) }
    } else if let object = node as? [String: Any] {
      if let kind = object["t"] as? String, kind != "Str", let content = object["c"],
        ["RawInline", "RawBlock", "Code", "CodeBlock", "Math", "Link", "Image", "Span", "Div"]
          .contains(kind)
      {
        let text = String(describing: content)
        // Addresses that can be clicked.
        if text.contains("EVIL"), kind != "Link" || !text.contains("https://example.org/") {
          found.insert(kind)
        }
      }
      object.values.forEach { kinds($0, &found) }
    }
  }

  private static func kinds(in markdown: String, as format: String, _ pandoc: String) throws -> Set<String> {
    let output = try Tool.run(pandoc, ["-f", format, "-t", "json"], input: markdown)
    let document = try #require(try JSONSerialization.jsonObject(with: Data(output.utf8)) as? [String: Any])
    var found: Set<String> = []
    kinds(document["blocks"] ?? [], &found)
    if (document["meta"] as? [String: Any])?.isEmpty == false { found.insert("metadata") }
    return found
  }

  @Test(
    .enabled(if: Tool.path("pandoc") != nil, "pandoc is not installed"),
    arguments: [[], ["obsidian"], ["dataview"]] as [Set<String>])
  func pandocFindsNothingButText(options: Set<String>) throws {
    let pandoc = try #require(Tool.path("pandoc"))
    let text = try Conversion(Self.calendar(), to: .markdown, options: FormatOptions(names: options)).text
    for format in ["gfm", "markdown", "commonmark_x"] {
      #expect(try Self.kinds(in: text, as: format, pandoc) == [], "\(format)")
    }
    // That it can fail.
    let raw = Self.active.joined(separator: "\n\n")
    #expect(try Self.kinds(in: raw, as: "markdown", pandoc).isSuperset(of: ["RawInline", "Code", "Image"]))
  }

  /// The test looks for signs in the bytes, however Markdown reads them.
  @Test(arguments: [[], ["obsidian"], ["dataview"]] as [Set<String>])
  func nothingOpensATemplateOrASetting(options: Set<String>) throws {
    let trip = try ThereAndBack(Self.calendar(), .markdown, options)
    for sign in ["<%", "{{", "{%", "Local Variables:", "vim: ", "`$="] {
      #expect(!trip.written.text.replacing("\\`", with: "").contains(sign), "\(sign)")
    }
    let titles = trip.after.map { $0.title ?? "" }
    #expect(
      Set(Self.active.map { $0[...].trimmed() }.map(String.init)).subtracting(
        titles.map { String($0[...].trimmed()) }) == [])
  }
}
