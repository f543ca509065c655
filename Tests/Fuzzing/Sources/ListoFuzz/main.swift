import CFuzzer

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#endif

// The target is named by the environment, not by an argument: libFuzzer starts itself again with its own
// arguments where it makes a failing input smaller or merges corpora.
guard FuzzTarget.chosen != nil else {
  print(FuzzTarget.all.map(\.name).joined(separator: "\n"))
  exit(CommandLine.arguments.contains("--list") ? 0 : 64)
}
var count = CommandLine.argc
var arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = unsafe CommandLine.unsafeArgv
exit(unsafe LLVMFuzzerRunDriver(&count, &arguments, fuzzOneInput))
