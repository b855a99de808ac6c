extension IdentifiedArray: RandomAccessCollection {
  /// The position of the first element, which is always 0.
  @inlinable public var startIndex: Int { 0 }
  /// The position after the last element.
  @inlinable public var endIndex: Int { elements.count }
  /// Accesses the element at the specified position.
  ///
  /// - Precondition: The position is a valid index.
  @inlinable public subscript(position: Int) -> Element { elements[position] }

  /// Calls a closure with the elements as a contiguous buffer.
  @inlinable
  public func withContiguousStorageIfAvailable<Result>(
    _ body: (UnsafeBufferPointer<Element>) throws -> Result
  ) rethrows -> Result? {
    unsafe try elements.withContiguousStorageIfAvailable(body)
  }
}

extension IdentifiedArray: Equatable where Element: Equatable {
  /// Returns a Boolean value that indicates whether two collections have equal elements in the same
  /// order.
  @inlinable
  public static func == (left: Self, right: Self) -> Bool { left.elements == right.elements }
}

extension IdentifiedArray: Hashable where Element: Hashable {
  /// Hashes the elements, as an array does.
  @inlinable
  public func hash(into hasher: inout Hasher) { elements.hash(into: &hasher) }
}

extension IdentifiedArray: CustomStringConvertible {
  /// A description of the elements, as an array's.
  public var description: String { elements.description }
}

extension IdentifiedArray: CustomReflectable {
  /// A mirror that lists the elements, as an array's does.
  public var customMirror: Mirror {
    Mirror(self, unlabeledChildren: elements, displayStyle: .collection)
  }
}

extension IdentifiedArray: ExpressibleByArrayLiteral {
  /// Creates a collection of the elements of the literal.
  ///
  /// Of several elements with the same identifier, the first is kept and the others are refused.
  @inlinable
  public init(arrayLiteral elements: Element...) { self.init(elements) }
}

extension IdentifiedArray: Encodable where Element: Encodable {
  /// Encodes the elements as an array.
  public func encode(to encoder: any Encoder) throws { try elements.encode(to: encoder) }
}

extension IdentifiedArray: Decodable where Element: Decodable {
  /// Creates a collection from an encoded array.
  ///
  /// - Throws: `DecodingError.dataCorrupted` if two elements have the same identifier.
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
