internal import Listo

extension ReminderGroup {
  /// What stands above it; empty where nothing does.
  func title(in catalog: Catalog, _ dates: RelativeDate) -> String {
    switch key {
    case .all: ""
    case .place(let path):
      path.list == nil
        ? catalog.sources[path.source].source.title : catalog.list(at: path)?.list.title ?? ""
    case .tag(let tag): tag.map { "#" + $0 } ?? "Without a tag"
    case .due(let due): Self.words(due)
    case .day(let day): dates.heading(day)
    // Only what was overdue before today: the rest stands under today.
    case .overdueBeforeToday: "Overdue from before today"
    case .priority(let bucket): Self.words(bucket)
    }
  }

  /// How that looks.
  var style: Style {
    switch key {
    case .due(.overdue), .overdueBeforeToday: .overdue
    default: .bold
    }
  }

  /// Its title is the day on which they are due.
  var isDay: Bool { if case .day = key { true } else { false } }

  private static func words(_ due: DueGroup) -> String {
    switch due {
    case .overdue: "Overdue"
    case .today: "Today"
    case .tomorrow: "Tomorrow"
    case .week: "Within a week"
    case .later: "Later"
    case .undated: "Without a due date"
    case .done: "Done or given up"
    }
  }

  private static func words(_ bucket: PriorityBucket) -> String {
    switch bucket {
    case .high: "High priority"
    case .medium: "Medium priority"
    case .low: "Low priority"
    case .none: "Without a priority"
    }
  }
}
