import FlowCore
import Workloads

// A design in all workloads at once. The app's stores are of seven types, so seven are named.

extension Catalogue {
  /// Adds a design whose `send` returns when the action is reduced.
  mutating func register<
    C: SynchronousModuleStore,
    T: SynchronousModuleStore,
    P: SynchronousModuleStore,
    R: SynchronousModuleStore,
    L: SynchronousModuleStore,
    N: SynchronousModuleStore,
    H: SynchronousModuleStore,
    E: SynchronousModuleStore,
    A: SynchronousStore & NewStore
  >(
    _ design: DesignDescription,
    _ counter: C.Type, _ timer: T.Type, _ primes: P.Type, _ profile: R.Type,
    _ login:
      L.Type, _ notes: N.Type, _ shop: H.Type, _ search: E.Type, _ app: A.Type
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
    A.F == AppFeature
  {
    register(counter, design: design, workload: .counter)
    register(timer, design: design, workload: .timer)
    register(primes, design: design, workload: .primes)
    register(profile, design: design, workload: .profile)
    register(login, design: design, workload: .login)
    register(notes, design: design, workload: .notes)
    register(shop, design: design, workload: .shop)
    register(search, design: design, workload: .search)
    add(design, .app, .single, A.notification) { context in
      context.appParts { TrialSubject.driving($0, store: A($0.feature)) }
    }
    add(design, .app, .grouped, A.notification) { context in
      context.appParts { input in
        let store = Grouped(
          input.feature, groups: context.scenario.groups, make: { A($0) })
        return TrialSubject.driving(input, store: store)
      }
    }
    add(design, .app, .perFeature, T.notification) { context in
      context.appParts { input in
        let app = input.feature
        let copies = 0..<app.copyCount
        let stores = AppStores(
          app,
          timer: PerFeature(copies.map { _ in T(app.timers.base) }),
          primes: PerFeature(copies.map { _ in P(app.primes.base) }),
          profile: PerFeature(copies.map { _ in R(app.profiles.base) }),
          login: PerFeature(copies.map { _ in L(app.logins.base) }),
          notes: PerFeature(copies.map { _ in N(app.notes.base) }),
          shop: PerFeature(copies.map { _ in H(app.shops.base) }),
          search: PerFeature(copies.map { _ in E(app.searches.base) }))
        return TrialSubject.driving(input, store: stores)
      }
    }
  }

  /// Adds a design whose `send` suspends.
  mutating func register<
    C: SuspendingModuleStore,
    T: SuspendingModuleStore,
    P: SuspendingModuleStore,
    R: SuspendingModuleStore,
    L: SuspendingModuleStore,
    N: SuspendingModuleStore,
    H: SuspendingModuleStore,
    E: SuspendingModuleStore,
    A: SuspendingStore & NewStore
  >(
    _ design: DesignDescription,
    _ counter: C.Type, _ timer: T.Type, _ primes: P.Type, _ profile: R.Type,
    _ login:
      L.Type, _ notes: N.Type, _ shop: H.Type, _ search: E.Type, _ app: A.Type
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
    A.F == AppFeature
  {
    register(counter, design: design, workload: .counter)
    register(timer, design: design, workload: .timer)
    register(primes, design: design, workload: .primes)
    register(profile, design: design, workload: .profile)
    register(login, design: design, workload: .login)
    register(notes, design: design, workload: .notes)
    register(shop, design: design, workload: .shop)
    register(search, design: design, workload: .search)
    add(design, .app, .single, A.notification) { context in
      context.appParts { TrialSubject.driving($0, store: A($0.feature)) }
    }
    add(design, .app, .grouped, A.notification) { context in
      context.appParts { input in
        let store = SuspendingGrouped(
          input.feature, groups: context.scenario.groups, make: { A($0) })
        return TrialSubject.driving(input, store: store)
      }
    }
    add(design, .app, .perFeature, T.notification) { context in
      context.appParts { input in
        let app = input.feature
        let copies = 0..<app.copyCount
        let stores = SuspendingAppStores(
          app,
          timer: SuspendingPerFeature(copies.map { _ in T(app.timers.base) }),
          primes: SuspendingPerFeature(copies.map { _ in P(app.primes.base) }),
          profile: SuspendingPerFeature(copies.map { _ in R(app.profiles.base) }),
          login: SuspendingPerFeature(copies.map { _ in L(app.logins.base) }),
          notes: SuspendingPerFeature(copies.map { _ in N(app.notes.base) }),
          shop: SuspendingPerFeature(copies.map { _ in H(app.shops.base) }),
          search: SuspendingPerFeature(copies.map { _ in E(app.searches.base) }))
        return TrialSubject.driving(input, store: stores)
      }
    }
  }

  /// Adds a suspending design that is driven away from the main actor.
  mutating func registerConcurrent<
    C: SuspendingModuleStore & ConcurrentStore,
    T: SuspendingModuleStore & ConcurrentStore,
    P: SuspendingModuleStore & ConcurrentStore,
    R: SuspendingModuleStore & ConcurrentStore,
    L: SuspendingModuleStore & ConcurrentStore,
    N: SuspendingModuleStore & ConcurrentStore,
    H: SuspendingModuleStore & ConcurrentStore,
    E: SuspendingModuleStore & ConcurrentStore,
    A: NewStore & ConcurrentStore
  >(
    _ design: DesignDescription,
    _ counter: C.Type, _ timer: T.Type, _ primes: P.Type, _ profile: R.Type,
    _ login:
      L.Type, _ notes: N.Type, _ shop: H.Type, _ search: E.Type, _ app: A.Type
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
    A.F == AppFeature,
    C.Many: ConcurrentStore,
    T.Many: ConcurrentStore,
    P.Many: ConcurrentStore,
    R.Many: ConcurrentStore,
    L.Many: ConcurrentStore,
    N.Many: ConcurrentStore,
    H.Many: ConcurrentStore,
    E.Many: ConcurrentStore
  {
    registerConcurrent(counter, design: design, workload: .counter)
    registerConcurrent(timer, design: design, workload: .timer)
    registerConcurrent(primes, design: design, workload: .primes)
    registerConcurrent(profile, design: design, workload: .profile)
    registerConcurrent(login, design: design, workload: .login)
    registerConcurrent(notes, design: design, workload: .notes)
    registerConcurrent(shop, design: design, workload: .shop)
    registerConcurrent(search, design: design, workload: .search)
    add(design, .app, .single, .none) { context in
      context.appParts { TrialSubject.drivingConcurrently($0, store: A($0.feature)) }
    }
    add(design, .app, .grouped, .none) { context in
      context.appParts { input in
        let store = SuspendingGrouped(
          input.feature, groups: context.scenario.groups, make: { A($0) })
        return TrialSubject.drivingConcurrently(input, store: store)
      }
    }
    add(design, .app, .perFeature, .none) { context in
      context.appParts { input in
        let app = input.feature
        let copies = 0..<app.copyCount
        let stores = SuspendingAppStores(
          app,
          timer: SuspendingPerFeature(copies.map { _ in T(app.timers.base) }),
          primes: SuspendingPerFeature(copies.map { _ in P(app.primes.base) }),
          profile: SuspendingPerFeature(copies.map { _ in R(app.profiles.base) }),
          login: SuspendingPerFeature(copies.map { _ in L(app.logins.base) }),
          notes: SuspendingPerFeature(copies.map { _ in N(app.notes.base) }),
          shop: SuspendingPerFeature(copies.map { _ in H(app.shops.base) }),
          search: SuspendingPerFeature(copies.map { _ in E(app.searches.base) }))
        return TrialSubject.drivingConcurrently(input, store: stores)
      }
    }
  }

}
