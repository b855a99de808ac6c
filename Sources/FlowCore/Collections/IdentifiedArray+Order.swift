// What lists do with their rows: insert, move, remove and sort them.

extension IdentifiedArray {
  // MARK: - Inserting and moving

  /// Inserts an element before the one at a place.
  ///
  /// - Parameters:
  ///   - element: The new one.
  ///   - index: Its place: 0 for the front, `count` for the end.
  /// - Returns: Whether it was inserted; an element whose identifier is there already is refused.
  /// - Precondition: The place is 0 to `count`.
  /// - Complexity: O(*n*): those behind it move down.
  @inlinable
  @discardableResult
  public mutating func insert(_ element: Element, at index: Int) -> Bool {
    precondition(
      index >= 0 && index <= elements.count,
      "an element is inserted at 0 to \(elements.count), got \(index)")
    guard places[element.id] == nil else {
      refuse(element.id)
      return false
    }
    elements.insert(element, at: index)
    renumber(index..<elements.count)
    return true
  }

  /// Moves elements together, in the order that they have, as a list's `onMove` asks.
  ///
  /// - Parameters:
  ///   - offsets: Whom to move, in any order, each once or more often: an `IndexSet`, an array, a
  ///     range.
  ///   - destination: Before which element they are put, counted while all are still where they are;
  ///     `count` for the end. Moving the first of three behind the second is a move to 2.
  /// - Precondition: The offsets are places of elements, the destination is 0 to `count`.
  /// - Complexity: O(*m* log *m*) for *m* offsets, and O(*k*) for *k* elements from the first to the
  ///   last that gets another place.
  @inlinable
  public mutating func move(fromOffsets offsets: some Sequence<Int>, toOffset destination: Int) {
    precondition(
      destination >= 0 && destination <= elements.count,
      "elements are moved to 0 to \(elements.count), got \(destination)")
    let moving = places(at: offsets)
    guard let first = moving.first, let last = moving.last else { return }
    let range = Swift.min(first, destination)..<Swift.max(last + 1, destination)
    var (before, after): ([Element], [Element]) = ([], [])
    var rest = moving[...]
    for place in range {
      if place == rest.first {
        rest.removeFirst()
      } else if place < destination {
        before.append(elements[place])
      } else {
        after.append(elements[place])
      }
    }
    let moved = moving.map { elements[$0] }
    elements.replaceSubrange(range, with: before + moved + after)
    renumber(range)
  }

  // MARK: - Removing

  /// Removes the element with this identifier, if there is one.
  ///
  /// - Returns: The element.
  /// - Complexity: O(*k*) for the *k* elements behind it, which move up.
  @inlinable
  @discardableResult
  public mutating func remove(id: Element.ID) -> Element? {
    guard let place = places.removeValue(forKey: id) else { return nil }
    let removed = elements.remove(at: place)
    renumber(place..<elements.count)
    return removed
  }

  /// Removes the element at a place.
  ///
  /// - Returns: The element.
  /// - Precondition: There is one.
  /// - Complexity: O(*k*) for the *k* elements behind it, which move up.
  @inlinable
  @discardableResult
  public mutating func remove(at index: Int) -> Element {
    checkPlace(index)
    let removed = elements.remove(at: index)
    places[removed.id] = nil
    renumber(index..<elements.count)
    return removed
  }

  /// Removes the elements at some places, as a list's `onDelete` asks.
  ///
  /// - Parameter offsets: The places, in any order, each once or more often: an `IndexSet`, an array,
  ///   a range.
  /// - Precondition: There is an element at each.
  /// - Complexity: O(*m* log *m*) for *m* offsets, and O(*k*) for the *k* elements from the first of
  ///   them on.
  @inlinable
  public mutating func remove(atOffsets offsets: some Sequence<Int>) {
    let leaving = places(at: offsets)
    guard var free = leaving.first else { return }
    var rest = leaving[...]
    for place in free..<elements.count {
      if place == rest.first {
        rest.removeFirst()
        places[elements[place].id] = nil
      } else {
        elements.swapAt(free, place)
        places[elements[free].id] = free
        free += 1
      }
    }
    elements.removeSubrange(free...)
  }

  /// Removes all elements.
  ///
  /// - Parameter keepCapacity: Whether the memory is kept, for the next ones.
  /// - Complexity: O(*n*).
  @inlinable
  public mutating func removeAll(keepingCapacity keepCapacity: Bool = false) {
    elements.removeAll(keepingCapacity: keepCapacity)
    places.removeAll(keepingCapacity: keepCapacity)
  }

  /// Removes the elements of which something is true.
  ///
  /// - Parameter isLeaving: Asked once for each element, in order. When it throws, all stay.
  /// - Complexity: O(*n*).
  @inlinable
  public mutating func removeAll<Failure: Error>(
    where isLeaving: (Element) throws(Failure) -> Bool
  ) throws(Failure) {
    var leaving: [Int] = []
    for place in elements.indices where try isLeaving(elements[place]) { leaving.append(place) }
    remove(atOffsets: leaving)
  }

  // MARK: - Sorting

  /// Sorts the elements; those of which neither is smaller keep their order.
  ///
  /// - Parameter isSmaller: Whether one is before another. When it throws, the elements are all
  ///   there, in any order.
  /// - Complexity: O(*n* log *n*).
  @inlinable
  public mutating func sort(by isSmaller: (Element, Element) throws -> Bool) rethrows {
    defer { renumber(elements.indices) }
    try elements.sort(by: isSmaller)
  }

  // MARK: - Parts

  /// Places that somebody named, in order, each once.
  @inlinable
  func places(at offsets: some Sequence<Int>) -> [Int] {
    var ordered = Array(offsets)
    // As a rule they come in order.
    if zip(ordered, ordered.dropFirst()).contains(where: { $0 >= $1 }) {
      ordered = Set(ordered).sorted()
    }
    if let first = ordered.first, let last = ordered.last {
      checkPlace(first)
      checkPlace(last)
    }
    return ordered
  }

  @inlinable
  func checkPlace(_ index: Int) {
    precondition(
      index >= 0 && index < elements.count,
      "there are \(elements.count) elements, from 0; got the place \(index)")
  }
}

extension IdentifiedArray where Element: Comparable {
  /// Sorts the elements; those of which neither is smaller keep their order.
  ///
  /// - Complexity: O(*n* log *n*).
  @inlinable
  public mutating func sort() { sort(by: <) }
}
