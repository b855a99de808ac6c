// The places of the list, each as a type. Key paths are for designs that compose with them.

extension ModularApp {
  /// The first place.
  public enum Part0: AppPart {
    /// The app.
    public typealias App = ModularApp
    /// The first kind.
    public typealias Module = M0

    /// The first one.
    @inlinable public static var kind: Int { 0 }

    /// Its copies.
    @inlinable public static func modules(of app: App) -> M0.Several { app.kept.value.m0 }

    /// The path to what it keeps.
    @inlinable @inline(__always)
    public static var state: any WritableKeyPath<App.State, M0.Several.State> & Sendable { \.m0 }

    /// What it keeps.
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
  /// The second place.
  public enum Part1: AppPart {
    /// The app.
    public typealias App = ModularApp
    /// The second kind.
    public typealias Module = M1

    /// The second one.
    @inlinable public static var kind: Int { 1 }

    /// Its copies.
    @inlinable public static func modules(of app: App) -> M1.Several { app.kept.value.m1 }

    /// The path to what it keeps.
    @inlinable @inline(__always)
    public static var state: any WritableKeyPath<App.State, M1.Several.State> & Sendable { \.m1 }

    /// What it keeps.
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
  /// The third place.
  public enum Part2: AppPart {
    /// The app.
    public typealias App = ModularApp
    /// The third kind.
    public typealias Module = M2

    /// The third one.
    @inlinable public static var kind: Int { 2 }

    /// Its copies.
    @inlinable public static func modules(of app: App) -> M2.Several { app.kept.value.m2 }

    /// The path to what it keeps.
    @inlinable @inline(__always)
    public static var state: any WritableKeyPath<App.State, M2.Several.State> & Sendable { \.m2 }

    /// What it keeps.
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
  /// The fourth place.
  public enum Part3: AppPart {
    /// The app.
    public typealias App = ModularApp
    /// The fourth kind.
    public typealias Module = M3

    /// The fourth one.
    @inlinable public static var kind: Int { 3 }

    /// Its copies.
    @inlinable public static func modules(of app: App) -> M3.Several { app.kept.value.m3 }

    /// The path to what it keeps.
    @inlinable @inline(__always)
    public static var state: any WritableKeyPath<App.State, M3.Several.State> & Sendable { \.m3 }

    /// What it keeps.
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
  /// The fifth place.
  public enum Part4: AppPart {
    /// The app.
    public typealias App = ModularApp
    /// The fifth kind.
    public typealias Module = M4

    /// The fifth one.
    @inlinable public static var kind: Int { 4 }

    /// Its copies.
    @inlinable public static func modules(of app: App) -> M4.Several { app.kept.value.m4 }

    /// The path to what it keeps.
    @inlinable @inline(__always)
    public static var state: any WritableKeyPath<App.State, M4.Several.State> & Sendable { \.m4 }

    /// What it keeps.
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
  /// The sixth place.
  public enum Part5: AppPart {
    /// The app.
    public typealias App = ModularApp
    /// The sixth kind.
    public typealias Module = M5

    /// The sixth one.
    @inlinable public static var kind: Int { 5 }

    /// Its copies.
    @inlinable public static func modules(of app: App) -> M5.Several { app.kept.value.m5 }

    /// The path to what it keeps.
    @inlinable @inline(__always)
    public static var state: any WritableKeyPath<App.State, M5.Several.State> & Sendable { \.m5 }

    /// What it keeps.
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
  /// The seventh place.
  public enum Part6: AppPart {
    /// The app.
    public typealias App = ModularApp
    /// The seventh kind.
    public typealias Module = M6

    /// The seventh one.
    @inlinable public static var kind: Int { 6 }

    /// Its copies.
    @inlinable public static func modules(of app: App) -> M6.Several { app.kept.value.m6 }

    /// The path to what it keeps.
    @inlinable @inline(__always)
    public static var state: any WritableKeyPath<App.State, M6.Several.State> & Sendable { \.m6 }

    /// What it keeps.
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
  /// The eighth place.
  public enum Part7: AppPart {
    /// The app.
    public typealias App = ModularApp
    /// The eighth kind.
    public typealias Module = M7

    /// The eighth one.
    @inlinable public static var kind: Int { 7 }

    /// Its copies.
    @inlinable public static func modules(of app: App) -> M7.Several { app.kept.value.m7 }

    /// The path to what it keeps.
    @inlinable @inline(__always)
    public static var state: any WritableKeyPath<App.State, M7.Several.State> & Sendable { \.m7 }

    /// What it keeps.
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
