/// Which group a copy belongs to: contiguous runs, as equal as they can be.
public struct Grouping: Sendable {
  /// A copy's group and its place there.
  @usableFromInline let places: [(group: Int, copy: Int)]
  /// How many copies each group has.
  public let sizes: [Int]

  /// Deals `copies` out to `groups`.
  ///
  /// - Precondition: 1 to `copies` groups.
  public init(copies: Int, groups: Int) {
    precondition(groups >= 1 && groups <= copies, "groups must be 1 to \(copies), got \(groups)")
    sizes = (0..<groups).map { copies / groups + ($0 < copies % groups ? 1 : 0) }
    places = sizes.enumerated().flatMap { group, size in (0..<size).map { (group, $0) } }
  }

  /// The group of a copy and its place there. A table, because a division costs more than a send.
  @inlinable public func place(of copy: Int) -> (group: Int, copy: Int) { places[copy] }
}
