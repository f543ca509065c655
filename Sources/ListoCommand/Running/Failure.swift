/// An error that ends the command early: its status, and a line for standard error.
struct Failure: Error {
  var status: ExitStatus
  /// One line; empty where everything was said before.
  var message: String
  /// More lines.
  var details: [String]

  init(_ status: ExitStatus, _ message: String = "", details: [String] = []) {
    (self.status, self.message, self.details) = (status, message, details)
  }
}
