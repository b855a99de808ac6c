extension IdentifiedArray: RandomAccessCollection {
  /// The first element's position, always 0; equal to `endIndex` when there is none.
  @inlinable public var startIndex: Int { 0 }
  /// The place behind the last.
  @inlinable public var endIndex: Int { elements.count }
  /// The element at a place.
  ///
  /// - Precondition: There is one.
  @inlinable public subscript(position: Int) -> Element { elements[position] }

  /// The elements as they lie in memory.
  @inlinable
  public func withContiguousStorageIfAvailable<Result>(
    _ body: (UnsafeBufferPointer<Element>) throws -> Result
  ) rethrows -> Result? {
    try elements.withContiguousStorageIfAvailable(body)
  }
}

extension IdentifiedArray: Equatable where Element: Equatable {
  /// Whether the elements are equal, in the same order.
  @inlinable
  public static func == (left: Self, right: Self) -> Bool { left.elements == right.elements }
}

extension IdentifiedArray: Hashable where Element: Hashable {
  /// As the array of the elements.
  @inlinable
  public func hash(into hasher: inout Hasher) { elements.hash(into: &hasher) }
}

extension IdentifiedArray: CustomStringConvertible {
  /// As the array of the elements.
  public var description: String { elements.description }
}

extension IdentifiedArray: CustomReflectable {
  /// The elements, as those of an array: what differs between two is listed by element.
  public var customMirror: Mirror {
    Mirror(self, unlabeledChildren: elements, displayStyle: .collection)
  }
}

extension IdentifiedArray: ExpressibleByArrayLiteral {
  /// The elements of the literal; of those with equal identifiers, the first: the others are
  /// refused.
  @inlinable
  public init(arrayLiteral elements: Element...) { self.init(elements) }
}

extension IdentifiedArray: Encodable where Element: Encodable {
  /// As an array of the elements.
  public func encode(to encoder: any Encoder) throws { try elements.encode(to: encoder) }
}

extension IdentifiedArray: Decodable where Element: Decodable {
  /// From an array of elements.
  ///
  /// - Throws: `DecodingError.dataCorrupted` when two have the same identifier.
  public init(from decoder: any Decoder) throws {
    self.init()
    for element in try [Element](from: decoder) where !append(element) {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(
          codingPath: decoder.codingPath,
          debugDescription: "identifiers must differ, got \(element.id) twice"))
    }
  }
}
