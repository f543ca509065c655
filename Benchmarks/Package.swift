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

// A package of its own: Listo is measured as the binary that users run, and whoever builds Listo builds none
// of this.
let package = Package(
  name: "listo-benchmarks",
  platforms: [.macOS(.v15)],
  products: [.executable(name: "listo-bench", targets: ["ListoBench"])],
  dependencies: [
    // Sub-commands, options and help of listo-bench; the same version range as the main package.
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.0")
  ],
  targets: [
    .systemLibrary(
      name: "CLibical",
      pkgConfig: "libical",
      providers: [.apt(["libical-dev"]), .brew(["libical"])]),
    // libical's own parser, in a process of its own so that its memory can be told from ours.
    .executableTarget(
      name: "yardstick", dependencies: ["CLibical"], path: "Sources/Yardstick",
      cSettings: [.unsafeFlags(["-Wall", "-Wextra", "-Werror"])]),
    // Runs one command and writes down its time and peak memory.
    .executableTarget(
      name: "measure", path: "Sources/Measure",
      cSettings: [.unsafeFlags(["-Wall", "-Wextra", "-Werror"])]),
    .target(name: "Generator", swiftSettings: settings),
    .executableTarget(
      name: "ListoBench",
      dependencies: [
        "Generator",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      swiftSettings: settings),
  ]
)
