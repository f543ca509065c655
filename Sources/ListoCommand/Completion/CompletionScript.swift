internal import Platform

/// The scripts that teach a shell to complete command lines of `listo`.
///
/// The command itself says which words fit (``CompletionRequest``), so that a script only asks it and hands
/// the answer to the shell. Candidates are data: names of lists and tags come from servers and files, and no
/// script evaluates, expands or splits them. The scripts that swift-argument-parser generates pass candidates
/// to `compgen -W`, which runs `$(…)` in them.
enum CompletionScript: String, CaseIterable {
  case bash, zsh, fish

  /// The option that swift-argument-parser prints its own scripts for.
  static let parserOption = "--generate-completion-script"

  /// The script of a shell; nil for the one in `SHELL`.
  ///
  /// - Throws: ``Failure`` for a shell without one.
  static func named(_ name: String?) throws(Failure) -> CompletionScript {
    let own = ProcessEnvironment.variable("SHELL")?.split(separator: "/").last.map(String.init)
    guard let name = name ?? own, let script = CompletionScript(rawValue: name) else {
      let shells = allCases.map(\.rawValue).joined(separator: ", ")
      throw Failure(.usage, "no completions for the shell '\(name ?? own ?? "")'; the shells are \(shells)")
    }
    return script
  }

  /// The script, as it is installed.
  var text: String {
    switch self {
    case .bash: Self.bashText
    case .zsh: Self.zshText
    case .fish: Self.fishText
    }
  }

  /// The command answers with quoted words, since bash puts them into the line as they are.
  private static let bashText = #"""
    # Completions of listo for bash.

    _listo() {
      local line kind='' program=$1
      [[ $program == '~/'* ]] && program=$HOME/${program#'~/'}
      COMPREPLY=()
      while IFS= read -r line; do
        if [[ -z $kind ]]; then kind=$line; else COMPREPLY+=("$line"); fi
      done < <("$program" ---complete bash "$COMP_WORDBREAKS" "${COMP_LINE:0:COMP_POINT}" 2>/dev/null)
      case $kind in
        files) compopt -o default ;;
        folders) compopt -o dirnames ;;
        stems) compopt -o nospace ;;
      esac
    }

    complete -F _listo listo

    """#

  private static let zshText = #"""
    #compdef listo
    # Completions of listo for zsh.

    _listo() {
      emulate -L zsh
      local line kind ret=1
      local -a answer values shown options
      answer=("${(@f)$("${(Q)words[1]}" ---complete zsh "${(@Q)words[2,CURRENT]}" 2>/dev/null)}")
      kind=${answer[1]}
      [[ $PREFIX == --*=* ]] && compset -P 1 '*='
      for line in "${(@)answer[2,-1]}"; do
        [[ $line == *$'\t'* ]] && options=(-l)
        values+=("${line%%$'\t'*}")
        shown+=("${line/$'\t'/  -- }")
      done
      [[ $kind == stems ]] && options+=(-S '')
      (( ${#values} )) && compadd -V listo "${options[@]}" -d shown -a values && ret=0
      case $kind in
        files) _files && ret=0 ;;
        folders) _files -/ && ret=0 ;;
      esac
      return ret
    }

    if [[ ${funcstack[1]} == _listo ]]; then _listo "$@"; else compdef _listo listo; fi

    """#

  private static let fishText = #"""
    # Completions of listo for fish.

    function __listo_complete
      set -l words (commandline -opc)
      set -l current (commandline -ct)
      set -l answer ($words[1] ---complete fish $words[2..-1] $current 2>/dev/null)
      test (count $answer) -gt 1; and printf '%s\n' $answer[2..-1]
      switch "$answer[1]"
        case files
          __fish_complete_path $current
        case folders
          __fish_complete_directories $current ''
      end
    end

    complete -c listo -f -a '(__listo_complete)'

    """#
}
