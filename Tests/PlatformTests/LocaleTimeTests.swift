import Testing

@testable import Platform

/// The system's data of a locale; the command's tests ask for those of locales that they make.
@Suite struct LocaleTimeTests {
  @Test(arguments: ["C", "POSIX", "C.UTF-8", "xx_XX.UTF-8"]) func noCountryHasNoWays(name: String) {
    #expect(LocaleTime(name) == nil)
  }
}
