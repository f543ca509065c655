package import ListoFormats

extension Discovery {
  /// The steps in which an account was found, and the abilities of its server, as `listo account check
  /// --json` prints them for an account.
  ///
  ///     {"steps":[{"question":…,"place":…,"words":…,"isFound":…}],"home":…,"server":…,"traits":[…],
  ///     "lists":[{"href":…,"title":…,"isWritable":…}],"error":…}
  ///
  /// If the account was not found, `error` is present, and the keys between `steps` and `error` are absent.
  package var json: JSONValue {
    .object(present: [
      "steps": .array(
        steps.map { step in
          .object(present: [
            "question": .string(step.question.rawValue), "place": .string(step.place),
            "words": .string(step.words), "isFound": .bool(step.isFound),
          ])
        }),
      "home": (account?.home).map { .string("\($0)") }, "server": (account?.server).map { .string($0) },
      "traits": account.map { .strings($0.traits.map(\.rawValue).sorted()) },
      "lists": account.map { found in
        .array(
          found.lists.lists.map {
            .object(present: [
              "href": .string($0.href.path), "title": $0.displayName.map { .string($0) },
              "isWritable": .bool($0.isWritable),
            ])
          })
      },
      "error": (error?.reason).map { .string($0) },
    ])
  }
}
