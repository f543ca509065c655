// swift-tools-version: 6.2
import PackageDescription

let listo = Target.Dependency.product(name: "Listo", package: "listo")

let package = Package(
  name: "Apps",
  platforms: [.macOS(.v26)],
  dependencies: [.package(name: "listo", path: "../..", traits: [])],
  targets: [
    .executableTarget(name: "Viewer", dependencies: [listo]),
    .executableTarget(name: "Editor", dependencies: [listo]),
    .executableTarget(name: "Converter", dependencies: [listo]),
    .executableTarget(
      name: "Sync", dependencies: [listo, .product(name: "ListoTesting", package: "listo")]),
  ]
)
