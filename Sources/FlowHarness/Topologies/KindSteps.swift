public import Workloads

// The types of the stores are found kind by kind, because a design says only in `plug(into:)` of which
// type its store of a module is. Each step has the types found so far as parameters. The list of types
// is flat: the compiler would not specialise a type that contains the one of the previous step.

/// One step of finding the types of the app's stores: the step that adds one kind.
@MainActor
@usableFromInline
protocol KindStep<Source, Outer> {
  /// What provides the stores.
  associatedtype Source: ModuleStoreSource
  /// The socket that takes the app's store.
  associatedtype Outer: StoreSocket where Outer.F == AppFeature
  /// The kind.
  associatedtype Part: AppPart where Part.App == AppFeature

  /// Continues with the next kind, or plugs in the app's store after the last one.
  static func add<S: SynchronousStore<Copies<Part.Module>>>(
    _ stores: S.Type, to builder: AppStoresBuilder<Source, Outer>
  ) -> Outer.Plugged?
}

/// The step that adds the stores of `TimerFeature`.
@usableFromInline
enum TimerStep<Source: ModuleStoreSource, Outer: StoreSocket<AppFeature>>: KindStep {
  @usableFromInline typealias Part = AppFeature.TimerPart

  @inlinable
  static func add<S: SynchronousStore<Copies<TimerFeature>>>(
    _ stores: S.Type, to builder: AppStoresBuilder<Source, Outer>
  ) -> Outer.Plugged? {
    builder.ask(PrimesStep<Source, Outer, S>.self)
  }
}

/// The step that adds the stores of `PrimesFeature`.
@usableFromInline
enum PrimesStep<
  Source: ModuleStoreSource, Outer: StoreSocket<AppFeature>,
  Timer: SynchronousStore<Copies<TimerFeature>>
>: KindStep {
  @usableFromInline typealias Part = AppFeature.PrimesPart

  @inlinable
  static func add<S: SynchronousStore<Copies<PrimesFeature>>>(
    _ stores: S.Type, to builder: AppStoresBuilder<Source, Outer>
  ) -> Outer.Plugged? {
    builder.ask(ProfileStep<Source, Outer, Timer, S>.self)
  }
}

/// The step that adds the stores of `ProfileFeature`.
@usableFromInline
enum ProfileStep<
  Source: ModuleStoreSource, Outer: StoreSocket<AppFeature>,
  Timer: SynchronousStore<Copies<TimerFeature>>, Primes: SynchronousStore<Copies<PrimesFeature>>
>: KindStep {
  @usableFromInline typealias Part = AppFeature.ProfilePart

  @inlinable
  static func add<S: SynchronousStore<Copies<ProfileFeature>>>(
    _ stores: S.Type, to builder: AppStoresBuilder<Source, Outer>
  ) -> Outer.Plugged? {
    builder.ask(LoginStep<Source, Outer, Timer, Primes, S>.self)
  }
}

/// The step that adds the stores of `LoginFeature`.
@usableFromInline
enum LoginStep<
  Source: ModuleStoreSource, Outer: StoreSocket<AppFeature>,
  Timer: SynchronousStore<Copies<TimerFeature>>, Primes: SynchronousStore<Copies<PrimesFeature>>,
  Profile: SynchronousStore<Copies<ProfileFeature>>
>: KindStep {
  @usableFromInline typealias Part = AppFeature.LoginPart

  @inlinable
  static func add<S: SynchronousStore<Copies<LoginFeature>>>(
    _ stores: S.Type, to builder: AppStoresBuilder<Source, Outer>
  ) -> Outer.Plugged? {
    builder.ask(NotesStep<Source, Outer, Timer, Primes, Profile, S>.self)
  }
}

/// The step that adds the stores of `NotesFeature`.
@usableFromInline
enum NotesStep<
  Source: ModuleStoreSource, Outer: StoreSocket<AppFeature>,
  Timer: SynchronousStore<Copies<TimerFeature>>, Primes: SynchronousStore<Copies<PrimesFeature>>,
  Profile: SynchronousStore<Copies<ProfileFeature>>, Login: SynchronousStore<Copies<LoginFeature>>
>: KindStep {
  @usableFromInline typealias Part = AppFeature.NotesPart

  @inlinable
  static func add<S: SynchronousStore<Copies<NotesFeature>>>(
    _ stores: S.Type, to builder: AppStoresBuilder<Source, Outer>
  ) -> Outer.Plugged? {
    builder.ask(ShopStep<Source, Outer, Timer, Primes, Profile, Login, S>.self)
  }
}

/// The step that adds the stores of `ShopFeature`.
@usableFromInline
enum ShopStep<
  Source: ModuleStoreSource, Outer: StoreSocket<AppFeature>,
  Timer: SynchronousStore<Copies<TimerFeature>>, Primes: SynchronousStore<Copies<PrimesFeature>>,
  Profile: SynchronousStore<Copies<ProfileFeature>>, Login: SynchronousStore<Copies<LoginFeature>>,
  Notes: SynchronousStore<Copies<NotesFeature>>
>: KindStep {
  @usableFromInline typealias Part = AppFeature.ShopPart

  @inlinable
  static func add<S: SynchronousStore<Copies<ShopFeature>>>(
    _ stores: S.Type, to builder: AppStoresBuilder<Source, Outer>
  ) -> Outer.Plugged? {
    builder.ask(SearchStep<Source, Outer, Timer, Primes, Profile, Login, Notes, S>.self)
  }
}

/// The last step, which adds the stores of `SearchFeature`.
@usableFromInline
enum SearchStep<
  Source: ModuleStoreSource, Outer: StoreSocket<AppFeature>,
  Timer: SynchronousStore<Copies<TimerFeature>>, Primes: SynchronousStore<Copies<PrimesFeature>>,
  Profile: SynchronousStore<Copies<ProfileFeature>>, Login: SynchronousStore<Copies<LoginFeature>>,
  Notes: SynchronousStore<Copies<NotesFeature>>, Shop: SynchronousStore<Copies<ShopFeature>>
>: KindStep {
  @usableFromInline typealias Part = AppFeature.SearchPart

  @inlinable
  static func add<S: SynchronousStore<Copies<SearchFeature>>>(
    _ stores: S.Type, to builder: AppStoresBuilder<Source, Outer>
  ) -> Outer.Plugged? {
    builder.outer.plug { app in
      AppStores<Timer, Primes, Profile, Login, Notes, Shop, S>(app, builder.makers.stores(of: app))
    }
  }
}
