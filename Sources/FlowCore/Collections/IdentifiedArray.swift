/// An ordered collection whose elements are found by their identifiers.
///
/// No two elements have the same identifier: what would make a second is refused and said so, by the
/// result of the call and, in a store, by a fault: the collection remembers whom it refused until
/// somebody asks (`takeRefusedKeys()`). Who expects it asks `contains(id:)` first. An element's
/// identifier must not change while it is in the collection; whatever changes elements checks it.
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
/// It is a collection with places from 0, as an array is, and can be shown as one. It is compared,
/// hashed, encoded and described as the array of its elements.
///
/// What it costs: an array of the elements and a dictionary from each identifier to its place.
/// Finding is O(1). What changes the places of elements renumbers those whose place has changed, and
/// no others: adding and removing at the end is O(1), at the front O(*n*).
@frozen
public struct IdentifiedArray<Element: Identifiable>: KeyedElements {
  @usableFromInline var elements: [Element]
  @usableFromInline var places: [Element.ID: Int]
  /// Who was refused since somebody asked last; `nil`, and no memory, as a rule.
  @usableFromInline var refused: [Element.ID]?

  /// No elements.
  @inlinable
  public init() {
    elements = []
    places = [:]
  }

  /// The elements of a sequence; of those with equal identifiers, the first: the others are refused.
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

  /// How many elements there are.
  @inlinable public var memberCount: Int { elements.count }

  /// The identifiers, in order.
  ///
  /// - Complexity: O(*n*).
  @inlinable public var ids: [Element.ID] { elements.map(\.id) }

  /// The place of the element with this identifier, if there is one.
  ///
  /// - Complexity: O(1).
  @inlinable
  public func index(id: Element.ID) -> Int? { places[id] }

  /// Whether there is an element with this identifier.
  ///
  /// - Complexity: O(1).
  @inlinable
  public func contains(id: Element.ID) -> Bool { places[id] != nil }

  /// The element with this identifier.
  ///
  /// - Complexity: O(1).
  @inlinable
  public func member(_ key: Element.ID) -> Element? { places[key].map { elements[$0] } }

  // MARK: - Changing elements

  /// The element with this identifier; setting `nil` removes it, setting another one replaces it,
  /// or adds it at the end.
  ///
  /// A part of it is changed where it lies: `rows[id: 3]?.title = "x"` copies no element but that
  /// one.
  ///
  /// - Precondition: The identifier of what is set is the subscript's.
  /// - Complexity: O(1); O(*n*) where an element is removed that is not the last.
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
      var element = lift(id)
      // Also when whoever changes it throws.
      defer { lay(element, under: id) }
      yield &element
    }
  }

  /// Changes the element with this identifier in place; `nil` without a call when there is none.
  ///
  /// - Precondition: Its identifier stays what it is.
  /// - Complexity: O(1), if nobody else holds the collection's buffer.
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
  /// - Parameter body: Changes one. When it throws, what was changed stays changed.
  /// - Precondition: Their identifiers stay what they are.
  /// - Complexity: O(*n*), if nobody else holds the collection's buffer.
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

  /// Puts an element in the place of the one with its identifier; without one, at the end.
  ///
  /// - Returns: The element that it replaced.
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

  /// Adds an element at the end.
  ///
  /// - Returns: Whether it was added; an element whose identifier is there already is refused.
  /// - Complexity: O(1), as long as there is room.
  @inlinable
  @discardableResult
  public mutating func append(_ element: Element) -> Bool {
    let id = element.id
    if let place = places.updateValue(elements.count, forKey: id) {
      places[id] = place
      refuse(id)
      return false
    }
    elements.append(element)
    return true
  }

  /// Adds the elements of a sequence at the end, in order; those whose identifier is there already
  /// are refused.
  ///
  /// - Complexity: O(*m*) for *m* elements that are added.
  @inlinable
  public mutating func append(contentsOf newElements: some Sequence<Element>) {
    for element in newElements { append(element) }
  }

  // MARK: - Refusals

  /// The identifiers of elements that were refused since this was asked last, the first ones first.
  ///
  /// A store's reducer of the collection asks after each reduction, and reports them as faults
  /// (`StoreFault.Kind.duplicateIdentifier`). At most 16 different ones are remembered, so that a
  /// collection that nobody asks does not grow. They are no part of its value: not compared, hashed
  /// or encoded.
  ///
  /// - Complexity: O(1).
  @inlinable
  public mutating func takeRefusedKeys() -> [Element.ID] {
    guard let refused else { return [] }
    self.refused = nil
    return refused
  }

  // Not inlinable: it is rare, and whoever adds elements in a loop should stay small.
  @usableFromInline
  mutating func refuse(_ id: Element.ID) {
    let known = refused ?? []
    if known.count < 16, !known.contains(id) { refused = known + [id] }
  }
}

extension IdentifiedArray: Sendable where Element: Sendable, Element.ID: Sendable {}

// MARK: - Parts

extension IdentifiedArray {
  /// Takes an element out, to be changed by itself: the last one lies in its place meanwhile. An
  /// element that somebody changes must not be in the array as well, else its collections are copied.
  @inlinable
  mutating func lift(_ id: Element.ID) -> Element? {
    guard let place = places[id] else { return nil }
    elements.swapAt(place, elements.count - 1)
    return elements.removeLast()
  }

  /// Puts back what `lift` took out of its place, or what has become of it.
  @inlinable
  mutating func lay(_ element: Element?, under id: Element.ID) {
    guard let element else {
      guard let place = places.removeValue(forKey: id), place < elements.count else { return }
      // The last one goes back to the end, behind those that move up.
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

  /// Notes the places of elements that have moved.
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
