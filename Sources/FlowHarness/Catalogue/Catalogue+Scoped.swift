import FlowCore
import Workloads

// The `scoped` topology, for designs that have children of their own.

extension Catalogue {
  /// Adds the `scoped` topology of a design.
  mutating func registerScoped<
    C: ScopedModuleStore,
    T: ScopedModuleStore,
    P: ScopedModuleStore,
    R: ScopedModuleStore,
    L: ScopedModuleStore,
    N: ScopedModuleStore,
    H: ScopedModuleStore,
    E: ScopedModuleStore
  >(
    _ design: DesignDescription,
    _ counter: C.Type, _ timer: T.Type, _ primes: P.Type, _ profile: R.Type,
    _ login:
      L.Type, _ notes: N.Type, _ shop: H.Type, _ search: E.Type
  )
  where
    C.F == CounterFeature,
    T.F == TimerFeature,
    P.F == PrimesFeature,
    R.F == ProfileFeature,
    L.F == LoginFeature,
    N.F == NotesFeature,
    H.F == ShopFeature,
    E.F == SearchFeature,
    P.Whole == T.Whole,
    R.Whole == T.Whole,
    L.Whole == T.Whole,
    N.Whole == T.Whole,
    H.Whole == T.Whole,
    E.Whole == T.Whole
  {
    registerScoped(counter, design: design, workload: .counter)
    registerScoped(timer, design: design, workload: .timer)
    registerScoped(primes, design: design, workload: .primes)
    registerScoped(profile, design: design, workload: .profile)
    registerScoped(login, design: design, workload: .login)
    registerScoped(notes, design: design, workload: .notes)
    registerScoped(shop, design: design, workload: .shop)
    registerScoped(search, design: design, workload: .search)
    add(design, .app, .scoped, T.notification) { context in
      context.appParts { input in
        let (app, depth) = (input.feature, context.depth)
        let parent = T.Whole(app)
        let stores = AppStores(
          app,
          timer: children(T.self, of: parent, app.timers, .timer, depth: depth),
          primes: children(P.self, of: parent, app.primes, .primes, depth: depth),
          profile: children(R.self, of: parent, app.profiles, .profile, depth: depth),
          login: children(L.self, of: parent, app.logins, .login, depth: depth),
          notes: children(N.self, of: parent, app.notes, .notes, depth: depth),
          shop: children(H.self, of: parent, app.shops, .shop, depth: depth),
          search: children(E.self, of: parent, app.searches, .search, depth: depth))
        return TrialSubject.driving(input, store: stores)
      }
    }
  }

  /// Adds the `scoped` topology of a design whose `send` suspends.
  mutating func registerScoped<
    C: SuspendingScopedModuleStore,
    T: SuspendingScopedModuleStore,
    P: SuspendingScopedModuleStore,
    R: SuspendingScopedModuleStore,
    L: SuspendingScopedModuleStore,
    N: SuspendingScopedModuleStore,
    H: SuspendingScopedModuleStore,
    E: SuspendingScopedModuleStore
  >(
    _ design: DesignDescription,
    _ counter: C.Type, _ timer: T.Type, _ primes: P.Type, _ profile: R.Type,
    _ login:
      L.Type, _ notes: N.Type, _ shop: H.Type, _ search: E.Type
  )
  where
    C.F == CounterFeature,
    T.F == TimerFeature,
    P.F == PrimesFeature,
    R.F == ProfileFeature,
    L.F == LoginFeature,
    N.F == NotesFeature,
    H.F == ShopFeature,
    E.F == SearchFeature,
    P.Whole == T.Whole,
    R.Whole == T.Whole,
    L.Whole == T.Whole,
    N.Whole == T.Whole,
    H.Whole == T.Whole,
    E.Whole == T.Whole
  {
    registerScoped(counter, design: design, workload: .counter)
    registerScoped(timer, design: design, workload: .timer)
    registerScoped(primes, design: design, workload: .primes)
    registerScoped(profile, design: design, workload: .profile)
    registerScoped(login, design: design, workload: .login)
    registerScoped(notes, design: design, workload: .notes)
    registerScoped(shop, design: design, workload: .shop)
    registerScoped(search, design: design, workload: .search)
    add(design, .app, .scoped, T.notification) { context in
      context.appParts { input in
        let (app, depth) = (input.feature, context.depth)
        let parent = T.Whole(app)
        let stores = SuspendingAppStores(
          app,
          timer: children(T.self, of: parent, app.timers, .timer, depth: depth),
          primes: children(P.self, of: parent, app.primes, .primes, depth: depth),
          profile: children(R.self, of: parent, app.profiles, .profile, depth: depth),
          login: children(L.self, of: parent, app.logins, .login, depth: depth),
          notes: children(N.self, of: parent, app.notes, .notes, depth: depth),
          shop: children(H.self, of: parent, app.shops, .shop, depth: depth),
          search: children(E.self, of: parent, app.searches, .search, depth: depth))
        return TrialSubject.driving(input, store: stores)
      }
    }
  }
}

/// A child for each copy of one kind of module.
@MainActor
private func children<S: ScopedModuleStore>(
  _ type: S.Type, of parent: S.Whole, _ modules: Copies<S.F>, _ part: AppPart<S.F>, depth: Int
) -> PerFeature<S.ChildOfWhole> {
  var children: [S.ChildOfWhole] = []
  for copy in 0..<modules.count {
    children.append(S.scoped(to: parent, modules.base, part, copy: copy, depth: depth))
  }
  return PerFeature(children, owner: parent)
}

/// A child for each copy of one kind of module, of a store that suspends.
@MainActor
private func children<S: SuspendingScopedModuleStore>(
  _ type: S.Type, of parent: S.Whole, _ modules: Copies<S.F>, _ part: AppPart<S.F>, depth: Int
) -> SuspendingPerFeature<S> {
  var children: [S] = []
  for copy in 0..<modules.count {
    children.append(S.scoped(to: parent, modules.base, part, copy: copy, depth: depth))
  }
  return SuspendingPerFeature(children)
}

extension AppPart where F == TimerFeature {
  static var timer: Self { Self(state: \.timers, embed: AppFeature.Action.timer) }
}
extension AppPart where F == PrimesFeature {
  static var primes: Self { Self(state: \.primes, embed: AppFeature.Action.primes) }
}
extension AppPart where F == ProfileFeature {
  static var profile: Self { Self(state: \.profiles, embed: AppFeature.Action.profile) }
}
extension AppPart where F == LoginFeature {
  static var login: Self { Self(state: \.logins, embed: AppFeature.Action.login) }
}
extension AppPart where F == NotesFeature {
  static var notes: Self { Self(state: \.notes, embed: AppFeature.Action.notes) }
}
extension AppPart where F == ShopFeature {
  static var shop: Self { Self(state: \.shops, embed: AppFeature.Action.shop) }
}
extension AppPart where F == SearchFeature {
  static var search: Self { Self(state: \.searches, embed: AppFeature.Action.search) }
}
