// What is asked of the module in a slot, each as a type: written once, and compiled into the switch
// over the kinds.

public import FlowCore

@usableFromInline protocol SlotQuestion {
  mutating func ask<F: Feature>(_ modules: F, _ state: F.State, slot: Int)
}

@usableFromInline struct DigestOfSlot: SlotQuestion {
  @usableFromInline var digest: Digest

  @inlinable init(digest: Digest) { self.digest = digest }

  @inlinable @inline(__always)
  mutating func ask<F: Feature>(_ modules: F, _ state: F.State, slot: Int) {
    modules.digest(state, slot: slot, into: &digest)
  }
}

@usableFromInline struct DrawnOfSlot: SlotQuestion {
  @usableFromInline var drawn: UInt64 = 0

  @inlinable init() {}

  @inlinable @inline(__always)
  mutating func ask<F: Feature>(_ modules: F, _ state: F.State, slot: Int) {
    drawn = modules.drawn(state, slot: slot)
  }
}

@usableFromInline struct DerivedOfSlot: SlotQuestion {
  @usableFromInline var derived: UInt64 = 0

  @inlinable init() {}

  @inlinable @inline(__always)
  mutating func ask<F: Feature>(_ modules: F, _ state: F.State, slot: Int) {
    derived = modules.derived(state, slot: slot)
  }
}

@usableFromInline struct RegionOfSlot<App: AppOfModules>: AppPartVisitor {
  @usableFromInline let copy: Int
  @usableFromInline var region = StateRegion.nothing

  @inlinable init(copy: Int) { self.copy = copy }

  @inlinable @inline(__always)
  mutating func visit<Part: AppPart>(_ part: Part.Type)
  where
    Part.App == App, Part.Module: LeafFeature, Part.Module.Several == Copies<Part.Module>
  {
    region = Copies<Part.Module>.region(copy: copy).inside(.part(Part.state))
  }
}

@usableFromInline struct SliceOfSlot<App: AppOfModules, V: SliceVisitor>: AppPartVisitor
where V.State == App.State {
  @usableFromInline let copy: Int
  @usableFromInline let visitor: V
  @usableFromInline var result: V.Result?

  @inlinable init(copy: Int, visitor: V) {
    self.copy = copy
    self.visitor = visitor
  }

  @inlinable @inline(__always)
  mutating func visit<Part: AppPart>(_ part: Part.Type)
  where
    Part.App == App, Part.Module: LeafFeature, Part.Module.Several == Copies<Part.Module>
  {
    result = visitor.visit { [copy] in Part.value(of: $0).features[copy] }
  }
}
