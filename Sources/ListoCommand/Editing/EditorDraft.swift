internal import Listo
internal import Platform

/// A text in a file of its own, for its owner's eyes alone, while an editor has it.
struct EditorDraft {
  let path: String
  private let text: String

  /// - Throws: ``Failure`` with status 73.
  init(_ text: String) throws(Failure) {
    self.text = text
    guard let folder = StandardFolders.stateFolder else {
      throw Failure(.cannotCreate, "there is no folder for the text: neither HOME nor XDG_STATE_HOME is set.")
    }
    path = folder + "/edit-\(ProcessEnvironment.processIdentifier).txt"
    do throws(SystemError) {
      try FileSystem.makeFolder(folder, isPrivate: true)
      try SmallFile.write(Array(text.utf8), to: path, isPrivate: true)
    } catch {
      throw Failure(.cannotCreate, "\(path): \(error.reason).")
    }
  }

  /// Runs the editor, and returns the text that the person left in the file.
  ///
  /// - Throws: ``Failure`` where the editor cannot be run or fails; the file stays where something was typed.
  func edited() throws(Failure) -> String {
    let named = ["VISUAL", "EDITOR"].compactMap(ProcessEnvironment.variable)
    let editor = named.first { !$0.allSatisfy(\.isWhitespace) } ?? "vi"
    let status: Int32
    let bytes: [UInt8]?
    do throws(SystemError) {
      status = try ChildProcess.run(shell: editor, argument: path)
      bytes = try SmallFile.bytes(path)
    } catch {
      throw failure("\(editor): \(error.reason)", isTouched: true)
    }
    guard status == 0 else {
      throw failure("\(editor) ended with status \(status)", isTouched: bytes != Array(text.utf8))
    }
    guard let bytes else { throw Failure(.doubtful, "\(path) is gone; nothing was changed.") }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw Failure(
        .doubtful, "\(path) is not UTF-8; nothing was changed, and your text is still in the file.")
    }
    return text
  }

  private func failure(_ reason: String, isTouched: Bool) -> Failure {
    if !isTouched { remove() }
    return Failure(
      .doubtful, "\(reason); nothing was changed\(isTouched ? ", and the text is in \(path)" : "").")
  }

  func remove() { _ = try? FileSystem.remove(path) }
}
