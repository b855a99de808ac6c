// The places of the list, each as a type. Key paths are for designs that compose with them.

extension ModularApp {
  /// The first place of the list, which a module of type `M0` fills, or none.
  public enum Part0: AppPart {
    /// The app in whose list this place is the first.
    public typealias App = ModularApp
    /// The kind of module in the first place; `NoModule` if there is none.
    public typealias Module = M0

    /// 0, since places are numbered from the front of the list.
    @inlinable public static var kind: Int { 0 }

    /// The copies of `M0` that the app is made of.
    @inlinable public static func modules(of app: App) -> M0.Several { app.kept.value.m0 }

    /// The path to what it keeps.
    @inlinable @inline(__always)
    public static var state: any WritableKeyPath<App.State, M0.Several.State> & Sendable { \.m0 }

    /// What the copies of `M0` keep, out of the whole app's state.
    @inlinable public static func value(of state: App.State) -> M0.Several.State { state.m0 }

    /// Replaces what it keeps.
    @inlinable public static func set(_ value: M0.Several.State, in state: inout App.State) {
      state.m0 = value
    }

    /// The app's action.
    @inlinable public static func embed(_ action: M0.Several.Action) -> App.Action {
      .m0(action)
    }

    /// Its action, if it is one.
    @inlinable public static func extract(_ action: App.Action) -> M0.Several.Action? {
      guard case .m0(let local) = action else { return nil }
      return local
    }

    /// Whether it is its action.
    @inlinable public static func isOwn(_ action: App.Action) -> Bool {
      if case .m0 = action { true } else { false }
    }
  }
}

extension ModularApp {
  /// The second place of the list, which a module of type `M1` fills, or none.
  public enum Part1: AppPart {
    /// The app in whose list this place is the second.
    public typealias App = ModularApp
    /// The kind of module in the second place; `NoModule` if there is none.
    public typealias Module = M1

    /// 1, since places are numbered from the front of the list.
    @inlinable public static var kind: Int { 1 }

    /// The copies of `M1` that the app is made of.
    @inlinable public static func modules(of app: App) -> M1.Several { app.kept.value.m1 }

    /// The path to what it keeps.
    @inlinable @inline(__always)
    public static var state: any WritableKeyPath<App.State, M1.Several.State> & Sendable { \.m1 }

    /// What the copies of `M1` keep, out of the whole app's state.
    @inlinable public static func value(of state: App.State) -> M1.Several.State { state.m1 }

    /// Replaces what it keeps.
    @inlinable public static func set(_ value: M1.Several.State, in state: inout App.State) {
      state.m1 = value
    }

    /// The app's action.
    @inlinable public static func embed(_ action: M1.Several.Action) -> App.Action {
      .m1(action)
    }

    /// Its action, if it is one.
    @inlinable public static func extract(_ action: App.Action) -> M1.Several.Action? {
      guard case .m1(let local) = action else { return nil }
      return local
    }

    /// Whether it is its action.
    @inlinable public static func isOwn(_ action: App.Action) -> Bool {
      if case .m1 = action { true } else { false }
    }
  }
}

extension ModularApp {
  /// The third place of the list, which a module of type `M2` fills, or none.
  public enum Part2: AppPart {
    /// The app in whose list this place is the third.
    public typealias App = ModularApp
    /// The kind of module in the third place; `NoModule` if there is none.
    public typealias Module = M2

    /// 2, since places are numbered from the front of the list.
    @inlinable public static var kind: Int { 2 }

    /// The copies of `M2` that the app is made of.
    @inlinable public static func modules(of app: App) -> M2.Several { app.kept.value.m2 }

    /// The path to what it keeps.
    @inlinable @inline(__always)
    public static var state: any WritableKeyPath<App.State, M2.Several.State> & Sendable { \.m2 }

    /// What the copies of `M2` keep, out of the whole app's state.
    @inlinable public static func value(of state: App.State) -> M2.Several.State { state.m2 }

    /// Replaces what it keeps.
    @inlinable public static func set(_ value: M2.Several.State, in state: inout App.State) {
      state.m2 = value
    }

    /// The app's action.
    @inlinable public static func embed(_ action: M2.Several.Action) -> App.Action {
      .m2(action)
    }

    /// Its action, if it is one.
    @inlinable public static func extract(_ action: App.Action) -> M2.Several.Action? {
      guard case .m2(let local) = action else { return nil }
      return local
    }

    /// Whether it is its action.
    @inlinable public static func isOwn(_ action: App.Action) -> Bool {
      if case .m2 = action { true } else { false }
    }
  }
}

extension ModularApp {
  /// The fourth place of the list, which a module of type `M3` fills, or none.
  public enum Part3: AppPart {
    /// The app in whose list this place is the fourth.
    public typealias App = ModularApp
    /// The kind of module in the fourth place; `NoModule` if there is none.
    public typealias Module = M3

    /// 3, since places are numbered from the front of the list.
    @inlinable public static var kind: Int { 3 }

    /// The copies of `M3` that the app is made of.
    @inlinable public static func modules(of app: App) -> M3.Several { app.kept.value.m3 }

    /// The path to what it keeps.
    @inlinable @inline(__always)
    public static var state: any WritableKeyPath<App.State, M3.Several.State> & Sendable { \.m3 }

    /// What the copies of `M3` keep, out of the whole app's state.
    @inlinable public static func value(of state: App.State) -> M3.Several.State { state.m3 }

    /// Replaces what it keeps.
    @inlinable public static func set(_ value: M3.Several.State, in state: inout App.State) {
      state.m3 = value
    }

    /// The app's action.
    @inlinable public static func embed(_ action: M3.Several.Action) -> App.Action {
      .m3(action)
    }

    /// Its action, if it is one.
    @inlinable public static func extract(_ action: App.Action) -> M3.Several.Action? {
      guard case .m3(let local) = action else { return nil }
      return local
    }

    /// Whether it is its action.
    @inlinable public static func isOwn(_ action: App.Action) -> Bool {
      if case .m3 = action { true } else { false }
    }
  }
}

extension ModularApp {
  /// The fifth place of the list, which a module of type `M4` fills, or none.
  public enum Part4: AppPart {
    /// The app in whose list this place is the fifth.
    public typealias App = ModularApp
    /// The kind of module in the fifth place; `NoModule` if there is none.
    public typealias Module = M4

    /// 4, since places are numbered from the front of the list.
    @inlinable public static var kind: Int { 4 }

    /// The copies of `M4` that the app is made of.
    @inlinable public static func modules(of app: App) -> M4.Several { app.kept.value.m4 }

    /// The path to what it keeps.
    @inlinable @inline(__always)
    public static var state: any WritableKeyPath<App.State, M4.Several.State> & Sendable { \.m4 }

    /// What the copies of `M4` keep, out of the whole app's state.
    @inlinable public static func value(of state: App.State) -> M4.Several.State { state.m4 }

    /// Replaces what it keeps.
    @inlinable public static func set(_ value: M4.Several.State, in state: inout App.State) {
      state.m4 = value
    }

    /// The app's action.
    @inlinable public static func embed(_ action: M4.Several.Action) -> App.Action {
      .m4(action)
    }

    /// Its action, if it is one.
    @inlinable public static func extract(_ action: App.Action) -> M4.Several.Action? {
      guard case .m4(let local) = action else { return nil }
      return local
    }

    /// Whether it is its action.
    @inlinable public static func isOwn(_ action: App.Action) -> Bool {
      if case .m4 = action { true } else { false }
    }
  }
}

extension ModularApp {
  /// The sixth place of the list, which a module of type `M5` fills, or none.
  public enum Part5: AppPart {
    /// The app in whose list this place is the sixth.
    public typealias App = ModularApp
    /// The kind of module in the sixth place; `NoModule` if there is none.
    public typealias Module = M5

    /// 5, since places are numbered from the front of the list.
    @inlinable public static var kind: Int { 5 }

    /// The copies of `M5` that the app is made of.
    @inlinable public static func modules(of app: App) -> M5.Several { app.kept.value.m5 }

    /// The path to what it keeps.
    @inlinable @inline(__always)
    public static var state: any WritableKeyPath<App.State, M5.Several.State> & Sendable { \.m5 }

    /// What the copies of `M5` keep, out of the whole app's state.
    @inlinable public static func value(of state: App.State) -> M5.Several.State { state.m5 }

    /// Replaces what it keeps.
    @inlinable public static func set(_ value: M5.Several.State, in state: inout App.State) {
      state.m5 = value
    }

    /// The app's action.
    @inlinable public static func embed(_ action: M5.Several.Action) -> App.Action {
      .m5(action)
    }

    /// Its action, if it is one.
    @inlinable public static func extract(_ action: App.Action) -> M5.Several.Action? {
      guard case .m5(let local) = action else { return nil }
      return local
    }

    /// Whether it is its action.
    @inlinable public static func isOwn(_ action: App.Action) -> Bool {
      if case .m5 = action { true } else { false }
    }
  }
}

extension ModularApp {
  /// The seventh place of the list, which a module of type `M6` fills, or none.
  public enum Part6: AppPart {
    /// The app in whose list this place is the seventh.
    public typealias App = ModularApp
    /// The kind of module in the seventh place; `NoModule` if there is none.
    public typealias Module = M6

    /// 6, since places are numbered from the front of the list.
    @inlinable public static var kind: Int { 6 }

    /// The copies of `M6` that the app is made of.
    @inlinable public static func modules(of app: App) -> M6.Several { app.kept.value.m6 }

    /// The path to what it keeps.
    @inlinable @inline(__always)
    public static var state: any WritableKeyPath<App.State, M6.Several.State> & Sendable { \.m6 }

    /// What the copies of `M6` keep, out of the whole app's state.
    @inlinable public static func value(of state: App.State) -> M6.Several.State { state.m6 }

    /// Replaces what it keeps.
    @inlinable public static func set(_ value: M6.Several.State, in state: inout App.State) {
      state.m6 = value
    }

    /// The app's action.
    @inlinable public static func embed(_ action: M6.Several.Action) -> App.Action {
      .m6(action)
    }

    /// Its action, if it is one.
    @inlinable public static func extract(_ action: App.Action) -> M6.Several.Action? {
      guard case .m6(let local) = action else { return nil }
      return local
    }

    /// Whether it is its action.
    @inlinable public static func isOwn(_ action: App.Action) -> Bool {
      if case .m6 = action { true } else { false }
    }
  }
}

extension ModularApp {
  /// The eighth place of the list, which a module of type `M7` fills, or none.
  public enum Part7: AppPart {
    /// The app in whose list this place is the eighth.
    public typealias App = ModularApp
    /// The kind of module in the eighth place; `NoModule` if there is none.
    public typealias Module = M7

    /// 7, since places are numbered from the front of the list.
    @inlinable public static var kind: Int { 7 }

    /// The copies of `M7` that the app is made of.
    @inlinable public static func modules(of app: App) -> M7.Several { app.kept.value.m7 }

    /// The path to what it keeps.
    @inlinable @inline(__always)
    public static var state: any WritableKeyPath<App.State, M7.Several.State> & Sendable { \.m7 }

    /// What the copies of `M7` keep, out of the whole app's state.
    @inlinable public static func value(of state: App.State) -> M7.Several.State { state.m7 }

    /// Replaces what it keeps.
    @inlinable public static func set(_ value: M7.Several.State, in state: inout App.State) {
      state.m7 = value
    }

    /// The app's action.
    @inlinable public static func embed(_ action: M7.Several.Action) -> App.Action {
      .m7(action)
    }

    /// Its action, if it is one.
    @inlinable public static func extract(_ action: App.Action) -> M7.Several.Action? {
      guard case .m7(let local) = action else { return nil }
      return local
    }

    /// Whether it is its action.
    @inlinable public static func isOwn(_ action: App.Action) -> Bool {
      if case .m7 = action { true } else { false }
    }
  }
}
