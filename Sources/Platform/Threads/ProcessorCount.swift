#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The processors of the machine, as far as the process may use them.
package enum ProcessorCount {
  /// How many threads can run at once.
  package static var available: Int {
    max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))
  }
}
