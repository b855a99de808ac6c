public import Workloads

/// Takes a store of many copies and a child of it, and plugs in a child for each copy.
@usableFromInline
struct CopiesChildSocket<Outer: StoreSocket, Base: LeafFeature>: ChildSocket
where Outer.F == Copies<Base> {
  @usableFromInline typealias Whole = Copies<Base>
  @usableFromInline typealias Module = Base

  @usableFromInline let outer: Outer
  @usableFromInline let depth: Int

  @inlinable
  init(_ outer: Outer, depth: Int) {
    self.outer = outer
    self.depth = depth
  }

  @inlinable
  func plug<P, C: SynchronousStore>(
    parent: @escaping @MainActor (Whole) -> P,
    child: @escaping @MainActor (P, ChildPart<Whole, Base>) -> C
  ) -> Outer.Plugged where C.F == Base {
    outer.plug { [depth] whole in
      let owner = parent(whole)
      let children = (0..<whole.count).map { child(owner, whole.part($0, depth: depth)) }
      return PerFeature(children, owner: owner)
    }
  }

  @inlinable
  func plug<P, C: SuspendingStore>(
    parent: @escaping @MainActor (Whole) -> P,
    child: @escaping @MainActor (P, ChildPart<Whole, Base>) -> C
  ) -> Outer.Plugged where C.F == Base {
    outer.plug { [depth] whole in
      let owner = parent(whole)
      let children = (0..<whole.count).map { child(owner, whole.part($0, depth: depth)) }
      return SuspendingPerFeature(children)
    }
  }
}

extension Copies {
  /// Where one copy lies.
  @inlinable
  func part(_ copy: Int, depth: Int) -> ChildPart<Self, Base> {
    ChildPart(
      module: base, copy: copy, depth: depth, copies: nil, state: { $0.features[copy] },
      embedCopy: { $0 })
  }
}
