// Inserting, moving, removing and sorting elements.

extension IdentifiedArray {
  // MARK: - Inserting and moving

  /// Inserts an element before the element at the specified index.
  ///
  /// - Parameters:
  ///   - element: The element to insert.
  ///   - index: The new index of the element, 0 to `count`.
  /// - Returns: `false` if the collection already has an element with this identifier. The element
  ///   is then refused.
  /// - Precondition: The index is 0 to `count`.
  /// - Complexity: O(*n*).
  @inlinable
  @discardableResult
  public mutating func insert(_ element: Element, at index: Int) -> Bool {
    precondition(
      index >= 0 && index <= elements.count,
      "an element is inserted at 0 to \(elements.count), got \(index)")
    guard places[element.id] == nil else {
      recordRefusal(element.id)
      return false
    }
    elements.insert(element, at: index)
    renumber(index..<elements.count)
    return true
  }

  /// Moves elements to another position and keeps their order, like the `onMove` action of a list.
  ///
  /// - Parameters:
  ///   - offsets: The indices of the elements to move, in any order, such as an `IndexSet`, an
  ///     array or a range. Repeated indices are ignored.
  ///   - destination: The index before which the elements are inserted, before any of them is
  ///     removed; `count` for the end. To move the first of three elements behind the second, pass
  ///     2.
  /// - Precondition: The offsets are valid indices, and the destination is 0 to `count`.
  /// - Complexity: O(*m* log *m*) for *m* offsets, plus O(*k*) for the *k* elements in the range
  ///   that changes.
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

  /// Removes the element with the specified identifier.
  ///
  /// - Returns: The removed element; `nil` if there is none.
  /// - Complexity: O(*k*) for the *k* elements after it.
  @inlinable
  @discardableResult
  public mutating func remove(id: Element.ID) -> Element? {
    guard let place = places.removeValue(forKey: id) else { return nil }
    let removed = elements.remove(at: place)
    renumber(place..<elements.count)
    return removed
  }

  /// Removes the element at the specified index.
  ///
  /// - Returns: The removed element.
  /// - Precondition: The index is valid.
  /// - Complexity: O(*k*) for the *k* elements after it.
  @inlinable
  @discardableResult
  public mutating func remove(at index: Int) -> Element {
    checkPlace(index)
    let removed = elements.remove(at: index)
    places[removed.id] = nil
    renumber(index..<elements.count)
    return removed
  }

  /// Removes the elements at the specified indices, like the `onDelete` action of a list.
  ///
  /// - Parameter offsets: The indices, in any order, such as an `IndexSet`, an array or a range.
  ///   Repeated indices are ignored.
  /// - Precondition: The offsets are valid indices.
  /// - Complexity: O(*m* log *m*) for *m* offsets, plus O(*k*) for the *k* elements from the first
  ///   of them to the end.
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
  /// - Parameter keepCapacity: Pass `true` to keep the memory for new elements.
  /// - Complexity: O(*n*).
  @inlinable
  public mutating func removeAll(keepingCapacity keepCapacity: Bool = false) {
    elements.removeAll(keepingCapacity: keepCapacity)
    places.removeAll(keepingCapacity: keepCapacity)
  }

  /// Removes the elements that satisfy a predicate.
  ///
  /// - Parameter isLeaving: The predicate, called once for each element in order. If it throws, no
  ///   element is removed.
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

  /// Sorts the elements with a predicate. The sort is stable.
  ///
  /// - Parameter isSmaller: A closure that returns whether its first argument is before its second.
  ///   If it throws, the elements are in an unspecified order.
  /// - Complexity: O(*n* log *n*).
  @inlinable
  public mutating func sort(by isSmaller: (Element, Element) throws -> Bool) rethrows {
    defer { renumber(elements.indices) }
    try elements.sort(by: isSmaller)
  }

  // MARK: - Parts

  /// Returns the indices in ascending order without repetitions.
  @inlinable
  func places(at offsets: some Sequence<Int>) -> [Int] {
    var ordered = Array(offsets)
    // Offsets are usually in order.
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
      "an index must be in 0..<\(elements.count), got \(index)")
  }
}

extension IdentifiedArray where Element: Comparable {
  /// Sorts the elements. The sort is stable.
  ///
  /// - Complexity: O(*n* log *n*).
  @inlinable
  public mutating func sort() { sort(by: <) }
}
