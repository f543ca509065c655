/// The values of an object by the numbers of their keys, of which there are no more than 32: by where they
/// stand in its document.
struct JSONPlaces {
  private var places = InlineArray<32, Int>(repeating: 0)
  /// A bit for each that is there.
  private var present: UInt32 = 0

  mutating func put(_ place: Int, _ number: Int) {
    places[number] = place
    present |= 1 << UInt32(number)
  }

  /// The one of a number; nil where there is none.
  subscript(_ number: Int) -> Int? { present & 1 << UInt32(number) != 0 ? places[number] : nil }

  mutating func take(_ number: Int) -> Int? {
    guard let place = self[number] else { return nil }
    present &= ~(1 << UInt32(number))
    return place
  }

  /// The one of the least number, with it.
  mutating func takeFirst() -> (number: Int, place: Int)? {
    let number = present.trailingZeroBitCount
    guard number < 32, let place = take(number) else { return nil }
    return (number, place)
  }
}
