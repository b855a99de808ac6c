/// An ordered collection whose elements are found by their identifiers.
///
/// No two elements have the same identifier: what would make a second is refused and said so. An
/// element's identifier must not change while it is in the collection; `update` and `subscript`
/// check it.
public struct IdentifiedArray<Element: Identifiable>: KeyedElements {
  @usableFromInline var elements: [Element]
  @usableFromInline var places: [Element.ID: Int]

  /// No elements.
  @inlinable
  public init() {
    elements = []
    places = [:]
  }

  /// The elements of a sequence; of those with equal identifiers, the first.
  ///
  /// - Complexity: O(*n*).
  @inlinable
  public init(_ elements: some Sequence<Element>) {
    self.init()
    for element in elements { append(element) }
  }

  /// How many elements there are.
  @inlinable public var memberCount: Int { elements.count }

  /// The identifiers, in order.
  @inlinable public var ids: [Element.ID] { elements.map(\.id) }

  /// Adds an element at the end.
  ///
  /// - Returns: Whether it was added; an element whose identifier is there already is not.
  @inlinable
  @discardableResult
  public mutating func append(_ element: Element) -> Bool {
    guard places[element.id] == nil else { return false }
    places[element.id] = elements.count
    elements.append(element)
    return true
  }

  /// Removes the element with this identifier, if there is one.
  ///
  /// - Complexity: O(*n*): those behind it move up.
  @inlinable
  @discardableResult
  public mutating func remove(id: Element.ID) -> Element? {
    guard let place = places.removeValue(forKey: id) else { return nil }
    let removed = elements.remove(at: place)
    for index in place..<elements.count { places[elements[index].id] = index }
    return removed
  }

  /// The element with this identifier; setting `nil` removes it, setting another one replaces it,
  /// or adds it at the end.
  ///
  /// - Precondition: The identifier of what is set is the subscript's.
  @inlinable
  public subscript(id id: Element.ID) -> Element? {
    get { places[id].map { elements[$0] } }
    set {
      guard let newValue else {
        remove(id: id)
        return
      }
      precondition(
        newValue.id == id, "an element is set under its own id \(newValue.id), not under \(id)")
      if let place = places[id] { elements[place] = newValue } else { append(newValue) }
    }
  }

  /// The element with this identifier.
  @inlinable
  public func member(_ key: Element.ID) -> Element? { self[id: key] }

  /// Changes the element with this identifier in place.
  ///
  /// - Precondition: Its identifier stays what it is.
  @inlinable
  public mutating func update<Result>(
    _ key: Element.ID, _ body: (inout Element) -> Result
  ) -> Result? {
    guard let place = places[key] else { return nil }
    let result = body(&elements[place])
    precondition(
      elements[place].id == key, "an element keeps its id \(key), got \(elements[place].id)")
    return result
  }
}

extension IdentifiedArray: RandomAccessCollection {
  /// The first place.
  @inlinable public var startIndex: Int { 0 }
  /// The place behind the last.
  @inlinable public var endIndex: Int { elements.count }
  /// The element at a place.
  @inlinable public subscript(position: Int) -> Element { elements[position] }
}

extension IdentifiedArray: Equatable where Element: Equatable {
  /// Whether the elements are equal, in the same order.
  @inlinable
  public static func == (left: Self, right: Self) -> Bool { left.elements == right.elements }
}

extension IdentifiedArray: Sendable where Element: Sendable, Element.ID: Sendable {}

extension IdentifiedArray: ExpressibleByArrayLiteral {
  /// The elements of the literal; of those with equal identifiers, the first.
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
