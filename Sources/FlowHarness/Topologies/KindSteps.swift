public import Workloads

// The types of the stores are found kind by kind, because only `makeStore(with:)` determines the type of
// a design's store. Each step has the types found so far as parameters. The list of types is flat,
// because the compiler would not specialise a type that contains the type of the previous step.

/// One step of finding the types of the app's stores: the step that adds one kind.
@MainActor
@usableFromInline
protocol KindStep<Source, Outer> {
  /// The source of the stores.
  associatedtype Source: ModuleStoreSource
  /// The builder of the app's store.
  associatedtype Outer: StoreBuilder where Outer.F == AppFeature
  /// The kind.
  associatedtype Part: AppPart where Part.App == AppFeature

  /// Continues with the next kind, or creates the app's store after the last one.
  static func add<S: StoreOfCopies<Part.Module>>(
    _ stores: S.Type, to builder: AppStoresBuilder<Source, Outer>
  ) -> Outer.Built?
}

@usableFromInline
typealias StoreOfCopies<Module: LeafFeature> = SynchronousStore<Copies<Module>>

extension AppStoresBuilder {
  @usableFromInline
  enum TimerStep: KindStep {
    @usableFromInline typealias Part = AppFeature.TimerPart

    @inlinable
    static func add<S: StoreOfCopies<TimerFeature>>(
      _ stores: S.Type, to builder: AppStoresBuilder
    ) -> Outer.Built? {
      builder.makeStore(PrimesStep<S>.self)
    }
  }

  @usableFromInline
  enum PrimesStep<Timer: StoreOfCopies<TimerFeature>>: KindStep {
    @usableFromInline typealias Part = AppFeature.PrimesPart

    @inlinable
    static func add<S: StoreOfCopies<PrimesFeature>>(
      _ stores: S.Type, to builder: AppStoresBuilder
    ) -> Outer.Built? {
      builder.makeStore(ProfileStep<Timer, S>.self)
    }
  }

  @usableFromInline
  enum ProfileStep<
    Timer: StoreOfCopies<TimerFeature>, Primes: StoreOfCopies<PrimesFeature>
  >: KindStep {
    @usableFromInline typealias Part = AppFeature.ProfilePart

    @inlinable
    static func add<S: StoreOfCopies<ProfileFeature>>(
      _ stores: S.Type, to builder: AppStoresBuilder
    ) -> Outer.Built? {
      builder.makeStore(LoginStep<Timer, Primes, S>.self)
    }
  }

  @usableFromInline
  enum LoginStep<
    Timer: StoreOfCopies<TimerFeature>, Primes: StoreOfCopies<PrimesFeature>,
    Profile: StoreOfCopies<ProfileFeature>
  >: KindStep {
    @usableFromInline typealias Part = AppFeature.LoginPart

    @inlinable
    static func add<S: StoreOfCopies<LoginFeature>>(
      _ stores: S.Type, to builder: AppStoresBuilder
    ) -> Outer.Built? {
      builder.makeStore(NotesStep<Timer, Primes, Profile, S>.self)
    }
  }

  @usableFromInline
  enum NotesStep<
    Timer: StoreOfCopies<TimerFeature>, Primes: StoreOfCopies<PrimesFeature>,
    Profile: StoreOfCopies<ProfileFeature>, Login: StoreOfCopies<LoginFeature>
  >: KindStep {
    @usableFromInline typealias Part = AppFeature.NotesPart

    @inlinable
    static func add<S: StoreOfCopies<NotesFeature>>(
      _ stores: S.Type, to builder: AppStoresBuilder
    ) -> Outer.Built? {
      builder.makeStore(ShopStep<Timer, Primes, Profile, Login, S>.self)
    }
  }

  @usableFromInline
  enum ShopStep<
    Timer: StoreOfCopies<TimerFeature>, Primes: StoreOfCopies<PrimesFeature>,
    Profile: StoreOfCopies<ProfileFeature>, Login: StoreOfCopies<LoginFeature>,
    Notes: StoreOfCopies<NotesFeature>
  >: KindStep {
    @usableFromInline typealias Part = AppFeature.ShopPart

    @inlinable
    static func add<S: StoreOfCopies<ShopFeature>>(
      _ stores: S.Type, to builder: AppStoresBuilder
    ) -> Outer.Built? {
      builder.makeStore(SearchStep<Timer, Primes, Profile, Login, Notes, S>.self)
    }
  }

  @usableFromInline
  enum SearchStep<
    Timer: StoreOfCopies<TimerFeature>, Primes: StoreOfCopies<PrimesFeature>,
    Profile: StoreOfCopies<ProfileFeature>, Login: StoreOfCopies<LoginFeature>,
    Notes: StoreOfCopies<NotesFeature>, Shop: StoreOfCopies<ShopFeature>
  >: KindStep {
    @usableFromInline typealias Part = AppFeature.SearchPart

    @inlinable
    static func add<S: StoreOfCopies<SearchFeature>>(
      _ stores: S.Type, to builder: AppStoresBuilder
    ) -> Outer.Built? {
      builder.outer.makeStore {
        AppStores<Timer, Primes, Profile, Login, Notes, Shop, S>($0, builder.makers.stores(of: $0))
      }
    }
  }
}
