// swift-tools-version: 6.2
import PackageDescription

/// The rules of the main package: language mode 6, every unsafe expression marked, no warning let through.
let settings: [SwiftSetting] = [
  .strictMemorySafety(),
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("InternalImportsByDefault"),
]

// A package of its own, since everything in it, Listo's modules among it, has to be compiled by
// `-sanitize=fuzzer,address`: as targets of the main package, which an environment variable brings to light,
// each switch would build Listo anew, and whoever depends on Listo would load them. Tests/Fuzzing/fuzz builds
// and runs it.
let package = Package(
  name: "listo-fuzzing",
  platforms: [.macOS(.v26)],
  dependencies: [.package(name: "listo", path: "../..")],
  targets: [
    // The entry point of libFuzzer, which comes with the compiler.
    .systemLibrary(name: "CFuzzer"),
    // One program with all targets: building it takes minutes, and the environment says which of them is
    // meant.
    .executableTarget(
      name: "listo-fuzz",
      dependencies: ["CFuzzer", .product(name: "Listo", package: "listo")],
      path: "Sources/ListoFuzz", swiftSettings: settings),
  ]
)
