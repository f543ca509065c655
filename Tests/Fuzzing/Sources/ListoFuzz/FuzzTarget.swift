import Listo

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#endif

/// One promise that has to hold for every input. A target ends the process where it does not.
struct FuzzTarget: Sendable {
  let name: String
  let run: @Sendable ([UInt8]) -> Void

  /// All of them, in the order in which `fuzz` runs them.
  static let all: [FuzzTarget] =
    [
      FuzzTarget(name: "reader", run: fuzzReader),
      FuzzTarget(name: "values", run: fuzzValues),
      FuzzTarget(name: "edits", run: fuzzEdits),
      FuzzTarget(name: "model", run: fuzzModel),
      FuzzTarget(name: "selection", run: fuzzSelection),
      FuzzTarget(name: "zones", run: fuzzZones),
      FuzzTarget(name: "merge", run: fuzzMerge),
      FuzzTarget(name: "diff", run: fuzzDifference),
      FuzzTarget(name: "patch", run: fuzzPatch),
      FuzzTarget(name: "split", run: fuzzSplit),
      FuzzTarget(name: "filter", run: fuzzFilter),
      FuzzTarget(name: "check", run: fuzzCheck),
      FuzzTarget(name: "oracle", run: fuzzOracle),
      FuzzTarget(name: "words", run: fuzzWords),
      FuzzTarget(name: "multistatus", run: fuzzMultistatus),
      FuzzTarget(name: "exports", run: fuzzExport),
      FuzzTarget(name: "maps", run: fuzzMap),
    ]
    + Format.all.filter { $0.canRead && !$0.isICalendar }.map { format in
      FuzzTarget(name: "read-\(format.name)") { fuzzReading(format, $0) }
    }

  /// The one that the environment names.
  static let chosen: FuzzTarget? = {
    guard let name = unsafe getenv("LISTO_FUZZ") else { return nil }
    let text = unsafe String(cString: name)
    return all.first { $0.name == text }
  }()
}

/// The function that libFuzzer calls with each input.
@_cdecl("LLVMFuzzerTestOneInput")
func fuzzOneInput(_ start: UnsafePointer<UInt8>?, _ size: Int) -> CInt {
  unsafe FuzzTarget.chosen?.run(Array(UnsafeBufferPointer(start: start, count: size)))
  return 0
}

/// Ends the process with a word on what is broken; libFuzzer writes the input down.
func broken(_ promise: String, _ details: @autoclosure () -> String = "") -> Never {
  fatalError("\(promise) \(details())")
}

/// Ends the process unless a condition holds.
func expect(_ condition: Bool, _ promise: String, _ details: @autoclosure () -> String = "") {
  if !condition { broken(promise, details()) }
}
