// What is asked of the module that an action is for, each as a type: written once, and compiled into
// the switch over the actions.

public import FlowCore

@usableFromInline protocol ActionQuestion<App> {
  associatedtype App: Feature
  associatedtype Answer

  func ask<Part: AppPart>(
    _ part: Part.Type, _ modules: Part.Module.Several, _ action: Part.Module.Several.Action
  ) -> Answer where Part.App == App
}

@usableFromInline struct IsAccepted<App: Feature>: ActionQuestion {
  @usableFromInline typealias Answer = Bool

  @inlinable init() {}

  @inlinable @inline(__always)
  func ask<Part: AppPart>(
    _ part: Part.Type, _ modules: Part.Module.Several, _ action: Part.Module.Several.Action
  ) -> Bool where Part.App == App { modules.accepts(action) }
}

@usableFromInline struct MayRequest<App: Feature>: ActionQuestion {
  @usableFromInline typealias Answer = Bool

  @inlinable init() {}

  @inlinable @inline(__always)
  func ask<Part: AppPart>(
    _ part: Part.Type, _ modules: Part.Module.Several, _ action: Part.Module.Several.Action
  ) -> Bool where Part.App == App { modules.mayRequest(action) }
}

@usableFromInline struct RegionOfAction<App: Feature>: ActionQuestion {
  @usableFromInline typealias Answer = StateRegion

  @inlinable init() {}

  @inlinable @inline(__always)
  func ask<Part: AppPart>(
    _ part: Part.Type, _ modules: Part.Module.Several, _ action: Part.Module.Several.Action
  ) -> StateRegion where Part.App == App {
    modules.region(of: action).inside(.part(Part.state))
  }
}

@usableFromInline struct CopyOfAction<App: Feature>: ActionQuestion {
  @usableFromInline typealias Answer = Int

  @inlinable init() {}

  @inlinable @inline(__always)
  func ask<Part: AppPart>(
    _ part: Part.Type, _ modules: Part.Module.Several, _ action: Part.Module.Several.Action
  ) -> Int where Part.App == App { modules.copy(of: action) }
}

@usableFromInline struct AimedAction<App: Feature>: ActionQuestion {
  @usableFromInline typealias Answer = App.Action

  @usableFromInline let copy: Int

  @inlinable init(copy: Int) { self.copy = copy }

  @inlinable @inline(__always)
  func ask<Part: AppPart>(
    _ part: Part.Type, _ modules: Part.Module.Several, _ action: Part.Module.Several.Action
  ) -> App.Action where Part.App == App {
    Part.embed(modules.aim(action, at: copy))
  }
}
