public import ListoFormats

extension Discovery {
  /// How an account was found, step by step, and what its server can do: what `listo account check --json` prints of one.
  ///
  ///     {"steps":[{"question":…,"place":…,"words":…,"isFound":…}],"home":…,"server":…,"traits":[…],
  ///     "lists":[{"href":…,"title":…,"isWritable":…}],"error":…}
  ///
  /// Where it was not found there is `error`, and nothing between that and `steps`.
  public var json: JSONValue {
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
