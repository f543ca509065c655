extension Zone {
  /// The Windows name of a zone that Outlook and Exchange call by what they show to people: `(UTC+01:00)
  /// Amsterdam, Berlin, Bern, Rome, Stockholm, Vienna`, with GMT in older versions, and `and` or `&`.
  static func windowsName(displayed name: String) -> String? {
    guard name.hasPrefix("(UTC") || name.hasPrefix("(GMT"), let end = name.firstIndex(of: ")") else {
      return nil
    }
    let offset = name[..<end].dropFirst(4)
    guard offset.utf8.count <= 8, offset.allSatisfy({ $0.isNumber || "+-: ".contains($0) }) else {
      return nil
    }
    var shown = String(name[name.index(after: end)...].drop { $0 == " " })
    shown.replace(" and ", with: " & ")
    return displayNames[shown]
  }

  /// As Windows shows them in English, without the offset.
  private static let displayNames: [String: String] = [
    "Abu Dhabi, Muscat": "Arabian Standard Time",
    "Adelaide": "Cen. Australia Standard Time",
    "Alaska": "Alaskan Standard Time",
    "Amsterdam, Berlin, Bern, Rome, Stockholm, Vienna": "W. Europe Standard Time",
    "Arizona": "US Mountain Standard Time",
    "Athens, Bucharest": "GTB Standard Time",
    "Atlantic Time (Canada)": "Atlantic Standard Time",
    "Auckland, Wellington": "New Zealand Standard Time",
    "Azores": "Azores Standard Time",
    "Baghdad": "Arabic Standard Time",
    "Bangkok, Hanoi, Jakarta": "SE Asia Standard Time",
    "Beijing, Chongqing, Hong Kong, Urumqi": "China Standard Time",
    "Beirut": "Middle East Standard Time",
    "Belgrade, Bratislava, Budapest, Ljubljana, Prague": "Central Europe Standard Time",
    "Bogota, Lima, Quito": "SA Pacific Standard Time",
    "Bogota, Lima, Quito, Rio Branco": "SA Pacific Standard Time",
    "Brasilia": "E. South America Standard Time",
    "Brisbane": "E. Australia Standard Time",
    "Brussels, Copenhagen, Madrid, Paris": "Romance Standard Time",
    "Cairo": "Egypt Standard Time",
    "Canberra, Melbourne, Sydney": "AUS Eastern Standard Time",
    "Central America": "Central America Standard Time",
    "Central Time (US & Canada)": "Central Standard Time",
    "Chennai, Kolkata, Mumbai, New Delhi": "India Standard Time",
    "Coordinated Universal Time": "UTC",
    "Darwin": "AUS Central Standard Time",
    "Dublin, Edinburgh, Lisbon, London": "GMT Standard Time",
    "Eastern Time (US & Canada)": "Eastern Standard Time",
    "Guadalajara, Mexico City, Monterrey": "Central Standard Time (Mexico)",
    "Harare, Pretoria": "South Africa Standard Time",
    "Hawaii": "Hawaiian Standard Time",
    "Helsinki, Kyiv, Riga, Sofia, Tallinn, Vilnius": "FLE Standard Time",
    "Hobart": "Tasmania Standard Time",
    "Indiana (East)": "US Eastern Standard Time",
    "Islamabad, Karachi": "Pakistan Standard Time",
    "Istanbul": "Turkey Standard Time",
    "Jerusalem": "Israel Standard Time",
    "Kabul": "Afghanistan Standard Time",
    "Kathmandu": "Nepal Standard Time",
    "Kuala Lumpur, Singapore": "Singapore Standard Time",
    "Kuwait, Riyadh": "Arab Standard Time",
    "Moscow, St. Petersburg": "Russian Standard Time",
    "Moscow, St. Petersburg, Volgograd": "Russian Standard Time",
    "Mountain Time (US & Canada)": "Mountain Standard Time",
    "Nairobi": "E. Africa Standard Time",
    "Newfoundland": "Newfoundland Standard Time",
    "Osaka, Sapporo, Tokyo": "Tokyo Standard Time",
    "Pacific Time (US & Canada)": "Pacific Standard Time",
    "Perth": "W. Australia Standard Time",
    "Sarajevo, Skopje, Warsaw, Zagreb": "Central European Standard Time",
    "Saskatchewan": "Canada Central Standard Time",
    "Seoul": "Korea Standard Time",
    "Taipei": "Taipei Standard Time",
    "Tehran": "Iran Standard Time",
    "West Central Africa": "W. Central Africa Standard Time",
  ]
}
