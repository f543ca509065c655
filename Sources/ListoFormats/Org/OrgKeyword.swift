internal import ListoModel

/// The keywords of headlines that Listo writes; those of others mean one of these.
enum OrgKeyword: String, CaseIterable {
  case todo = "TODO"
  case started = "STARTED"
  case done = "DONE"
  case cancelled = "CANCELLED"

  init(_ status: Status) {
    switch status {
    case .completed: self = .done
    case .cancelled, .failed: self = .cancelled
    case .inProcess: self = .started
    default: self = .todo
    }
  }

  /// It ends a task.
  var isDone: Bool { self == .done || self == .cancelled }

  var status: Status {
    switch self {
    case .todo: .needsAction
    case .started: .inProcess
    case .done: .completed
    case .cancelled: .cancelled
    }
  }
}
