public import FlowCore

extension ModularApp {
  /// Those that the module they are for accepts.
  @inlinable public func accepts(_ action: Action) -> Bool { ask(IsAccepted<Self>(), of: action) }

  /// As the action's module says.
  @inlinable public func mayRequest(_ action: Action) -> Bool {
    ask(MayRequest<Self>(), of: action)
  }

  /// The copy of the kind that the action is for.
  @inlinable public func region(of action: Action) -> StateRegion {
    ask(RegionOfAction<Self>(), of: action)
  }

  /// The copy that the action is aimed at.
  @inlinable public func copy(of action: Action) -> Int { ask(CopyOfAction<Self>(), of: action) }

  /// The same action aimed at another copy.
  @inlinable public func aim(_ action: Action, at copy: Int) -> Action {
    ask(AimedAction<Self>(copy: copy), of: action)
  }

  /// Hands an action to the receiver as what it is for its own module, by one switch.
  @inlinable @inline(__always)
  public static func deliver<R: AppActionReceiver>(_ action: Action, to receiver: inout R)
  where R.App == Self {
    switch action {
    case .m0(let local): receiver.receive(local, of: Part0.self)
    case .m1(let local): receiver.receive(local, of: Part1.self)
    case .m2(let local): receiver.receive(local, of: Part2.self)
    case .m3(let local): receiver.receive(local, of: Part3.self)
    case .m4(let local): receiver.receive(local, of: Part4.self)
    case .m5(let local): receiver.receive(local, of: Part5.self)
    case .m6(let local): receiver.receive(local, of: Part6.self)
    case .m7(let local): receiver.receive(local, of: Part7.self)
    }
  }

  // Inlined, so that what is asked is compiled into the switch.
  @inlinable @inline(__always)
  func ask<Q: ActionQuestion>(_ question: Q, of action: Action) -> Q.Answer
  where Q.App == Self {
    switch action {
    case .m0(let local): question.ask(Part0.self, kept.value.m0, local)
    case .m1(let local): question.ask(Part1.self, kept.value.m1, local)
    case .m2(let local): question.ask(Part2.self, kept.value.m2, local)
    case .m3(let local): question.ask(Part3.self, kept.value.m3, local)
    case .m4(let local): question.ask(Part4.self, kept.value.m4, local)
    case .m5(let local): question.ask(Part5.self, kept.value.m5, local)
    case .m6(let local): question.ask(Part6.self, kept.value.m6, local)
    case .m7(let local): question.ask(Part7.self, kept.value.m7, local)
    }
  }
}
