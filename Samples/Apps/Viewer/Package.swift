// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "Viewer",
  platforms: [.macOS(.v26)],
  dependencies: [.package(name: "listo", path: "../../..")],
  targets: [
    .executableTarget(name: "Viewer", dependencies: [.product(name: "Listo", package: "listo")])
  ]
)
