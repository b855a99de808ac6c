/// An ordered collection that finds its elements by their identifiers.
///
/// The identifiers of the elements are unique. An element whose identifier is already in the
/// collection is refused: the call returns `false`, and a store reports a fault (see
/// ``StoreFault``). Call `contains(id:)` first if duplicates are expected. The identifier of
/// an element must not change while the element is in the collection.
///
/// ```swift
/// struct Row: Identifiable {
///   var id: Int
///   var title = ""
/// }
/// var rows: IdentifiedArray = [Row(id: 3), Row(id: 5)]
/// rows[id: 3]?.title = "three"
/// rows.move(fromOffsets: [0], toOffset: 2)
/// print(rows.ids)  // [5, 3]
/// ```
///
/// The indices start at 0, as those of an array do. The collection is compared, hashed, encoded and
/// described like the array of its elements.
///
/// The collection stores an array of the elements and a dictionary from each identifier to its
/// index. A lookup is O(1). A change renumbers only the elements whose index changes: adding or
/// removing an element is O(1) at the end and O(*n*) at the front.
@frozen
public struct IdentifiedArray<Element: Identifiable>: KeyedElements {
  @usableFromInline var elements: [Element]
  @usableFromInline var places: [Element.ID: Int]
  /// The identifiers refused since the last call of `_takeRefusedKeys()`; usually `nil`.
  @usableFromInline var refused: [Element.ID]?

  /// Creates an empty collection.
  @inlinable
  public init() {
    elements = []
    places = [:]
  }

  /// Creates a collection of the elements of a sequence.
  ///
  /// Of several elements with the same identifier, the first is kept and the others are refused.
  ///
  /// - Complexity: O(*n*).
  @inlinable
  public init(_ elements: some Sequence<Element>) {
    self.init()
    self.elements.reserveCapacity(elements.underestimatedCount)
    places.reserveCapacity(elements.underestimatedCount)
    append(contentsOf: elements)
  }

  // MARK: - Finding

  /// The number of elements.
  @inlinable public var memberCount: Int { elements.count }

  /// The identifiers of the elements, in order.
  ///
  /// - Complexity: O(*n*).
  @inlinable public var ids: [Element.ID] { elements.map(\.id) }

  /// Returns the index of the element with the specified identifier.
  ///
  /// - Complexity: O(1).
  @inlinable
  public func index(id: Element.ID) -> Int? { places[id] }

  /// Returns a Boolean value that indicates whether the collection has an element with the
  /// specified identifier.
  ///
  /// - Complexity: O(1).
  @inlinable
  public func contains(id: Element.ID) -> Bool { places[id] != nil }

  /// Returns the element with the specified identifier.
  ///
  /// - Complexity: O(1).
  @inlinable
  public func member(_ key: Element.ID) -> Element? { places[key].map { elements[$0] } }

  // MARK: - Changing elements

  /// Accesses the element with the specified identifier.
  ///
  /// Setting `nil` removes the element. Setting another element replaces it, or appends it if there
  /// is none. A change such as `rows[id: 3]?.title = "x"` is made in place and copies no other
  /// element.
  ///
  /// - Precondition: The identifier of a new element is `id`.
  /// - Complexity: O(1); O(*n*) to remove an element that is not the last.
  @inlinable
  public subscript(id id: Element.ID) -> Element? {
    get { member(id) }
    set {
      guard let newValue else {
        remove(id: id)
        return
      }
      checkIdentifier(of: newValue, setUnder: id)
      if let place = places[id] { elements[place] = newValue } else { append(newValue) }
    }
    _modify {
      var element = takeOut(id)
      // Even if the caller's change throws.
      defer { putBack(element, under: id) }
      yield &element
    }
  }

  /// Changes the element with the specified identifier in place.
  ///
  /// - Returns: The result of `body`; `nil`, without a call, if there is no such element.
  /// - Precondition: `body` does not change the identifier.
  /// - Complexity: O(1) if the storage is not shared.
  @inlinable
  public mutating func update<Result>(
    _ key: Element.ID, _ body: (inout Element) -> Result
  ) -> Result? {
    guard let place = places[key] else { return nil }
    let result = body(&elements[place])
    checkIdentifier(at: place, wasBefore: key)
    return result
  }

  /// Changes each element in place, in order.
  ///
  /// - Parameter body: A closure that changes an element. If it throws, earlier changes are kept.
  /// - Precondition: `body` does not change identifiers.
  /// - Complexity: O(*n*) if the storage is not shared.
  @inlinable
  public mutating func updateEach<Failure: Error>(
    _ body: (inout Element) throws(Failure) -> Void
  ) throws(Failure) {
    for place in elements.indices {
      let id = elements[place].id
      defer { checkIdentifier(at: place, wasBefore: id) }
      try body(&elements[place])
    }
  }

  /// Replaces the element that has the same identifier, or appends the new element if there is
  /// none.
  ///
  /// - Returns: The replaced element.
  /// - Complexity: O(1).
  @inlinable
  @discardableResult
  public mutating func updateOrAppend(_ element: Element) -> Element? {
    guard let place = places[element.id] else {
      append(element)
      return nil
    }
    var replaced = element
    swap(&replaced, &elements[place])
    return replaced
  }

  // MARK: - Adding

  /// Appends an element.
  ///
  /// - Returns: `false` if the collection already has an element with this identifier. The element
  ///   is then refused.
  /// - Complexity: O(1), amortized.
  @inlinable
  @discardableResult
  public mutating func append(_ element: Element) -> Bool {
    let id = element.id
    if let place = places.updateValue(elements.count, forKey: id) {
      places[id] = place
      recordRefusal(id)
      return false
    }
    elements.append(element)
    return true
  }

  /// Appends the elements of a sequence, in order. Elements with known identifiers are refused.
  ///
  /// - Complexity: O(*m*) for *m* new elements.
  @inlinable
  public mutating func append(contentsOf newElements: some Sequence<Element>) {
    for element in newElements { append(element) }
  }

  // MARK: - Refusals

  /// Returns the identifiers refused since the last call, in order of refusal, and forgets them.
  ///
  /// After each reduction, a store's reducer of the collection calls this method and reports faults
  /// (`StoreFault.Kind.duplicateIdentifier`). The collection keeps at most 16 different
  /// identifiers. They are not part of its value: they are neither compared, hashed nor encoded.
  ///
  /// - Complexity: O(1).
  @inlinable
  public mutating func _takeRefusedKeys() -> [Element.ID] {
    guard let refused else { return [] }
    self.refused = nil
    return refused
  }

  // Not inlinable, so that loops that append elements stay small.
  @usableFromInline
  mutating func recordRefusal(_ id: Element.ID) {
    let known = refused ?? []
    if known.count < 16, !known.contains(id) { refused = known + [id] }
  }
}

extension IdentifiedArray: Sendable where Element: Sendable, Element.ID: Sendable {}

// MARK: - Parts

extension IdentifiedArray {
  /// Removes an element so that the caller can change it as the only owner of its storage. The last
  /// element takes its place until `putBack`.
  @inlinable
  mutating func takeOut(_ id: Element.ID) -> Element? {
    guard let place = places[id] else { return nil }
    elements.swapAt(place, elements.count - 1)
    return elements.removeLast()
  }

  /// Puts an element back, or removes its place if it is `nil`.
  @inlinable
  mutating func putBack(_ element: Element?, under id: Element.ID) {
    guard let element else {
      guard let place = places.removeValue(forKey: id), place < elements.count else { return }
      // The last element returns to the end.
      elements.append(elements.remove(at: place))
      renumber(place..<elements.count)
      return
    }
    checkIdentifier(of: element, setUnder: id)
    guard let place = places[id] else {
      append(element)
      return
    }
    elements.append(element)
    elements.swapAt(place, elements.count - 1)
  }

  /// Updates the indices of elements that have moved.
  @inlinable
  mutating func renumber(_ moved: Range<Int>) {
    for place in moved { places[elements[place].id] = place }
  }

  @inlinable
  func checkIdentifier(of element: Element, setUnder id: Element.ID) {
    precondition(
      element.id == id, "an element is set under its own id \(element.id), not under \(id)")
  }

  @inlinable
  func checkIdentifier(at place: Int, wasBefore id: Element.ID) {
    precondition(
      elements[place].id == id, "an element keeps its id \(id), got \(elements[place].id)")
  }
}
