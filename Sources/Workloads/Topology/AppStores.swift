public import FlowCore

/// The stores of the app, with a type parameter for each kind of module.
///
/// An action reaches the stores of its kind by one `switch` without an indirection, which an array
/// would need.
@usableFromInline
package struct AppStores<
  Timer: SynchronousStore<Copies<TimerFeature>>,
  Primes: SynchronousStore<Copies<PrimesFeature>>,
  Profile: SynchronousStore<Copies<ProfileFeature>>,
  Login: SynchronousStore<Copies<LoginFeature>>,
  Notes: SynchronousStore<Copies<NotesFeature>>,
  Shop: SynchronousStore<Copies<ShopFeature>>,
  Search: SynchronousStore<Copies<SearchFeature>>
>: SynchronousStore {
  @usableFromInline package typealias F = AppFeature

  @usableFromInline let app: AppFeature
  @usableFromInline var timer: Timer
  @usableFromInline var primes: Primes
  @usableFromInline var profile: Profile
  @usableFromInline var login: Login
  @usableFromInline var notes: Notes
  @usableFromInline var shop: Shop
  @usableFromInline var search: Search
  // The kind of the last action.
  @usableFromInline var last = 0

  /// Creates the app's store from the stores of each kind.
  ///
  /// The types of the stores are erased until here, because a caller that gathers them one by one
  /// would otherwise need a type for each number of them.
  ///
  /// - Precondition: The stores have the types of this type's parameters, in the same order.
  @usableFromInline
  package init(_ app: AppFeature, _ kinds: [Any]) {
    func stores<S>(_ kind: Int) -> S {
      guard kinds.indices.contains(kind), let stores = kinds[kind] as? S else {
        preconditionFailure("the stores of kind \(kind) must be \(S.self)")
      }
      return stores
    }
    self.app = app
    timer = stores(0)
    primes = stores(1)
    profile = stores(2)
    login = stores(3)
    notes = stores(4)
    shop = stores(5)
    search = stores(6)
  }

  /// Sends to the stores of the action's kind.
  @inlinable package mutating func send(_ action: AppFeature.Action) {
    let kind: Int
    switch action {
    case .timer(let own):
      timer.send(own)
      kind = 0
    case .primes(let own):
      primes.send(own)
      kind = 1
    case .profile(let own):
      profile.send(own)
      kind = 2
    case .login(let own):
      login.send(own)
      kind = 3
    case .notes(let own):
      notes.send(own)
      kind = 4
    case .shop(let own):
      shop.send(own)
      kind = 5
    case .search(let own):
      search.send(own)
      kind = 6
    }
    if Self.settles { last = kind }
  }

  // All stores of one app are of the same design.
  @inlinable package static var settles: Bool { Timer.settles }

  // Only the stores of the last action's kind can be busy.
  @inlinable package var isBusy: Bool {
    switch last {
    case 0: timer.isBusy
    case 1: primes.isBusy
    case 2: profile.isBusy
    case 3: login.isBusy
    case 4: notes.isBusy
    case 5: shop.isBusy
    default: search.isBusy
    }
  }

  /// Waits for the stores of the last action's kind.
  @MainActor @inlinable package func settle() async {
    switch last {
    case 0: await timer.settle()
    case 1: await primes.settle()
    case 2: await profile.settle()
    case 3: await login.settle()
    case 4: await notes.settle()
    case 5: await shop.settle()
    default: await search.settle()
    }
  }

  @inlinable package static var notification: NotificationStyle { Timer.notification }
  @inlinable package static var isErased: Bool { Timer.isErased }

  /// Reads a slot in the stores of its kind.
  @usableFromInline
  package func read(_ reading: Reading, slot: Int) -> UInt64 {
    if reading == .structure { return UInt64(app.slotCount) }
    let (kind, copy) = app.place(of: slot)
    return switch kind {
    case 0: timer.read(reading, slot: copy)
    case 1: primes.read(reading, slot: copy)
    case 2: profile.read(reading, slot: copy)
    case 3: login.read(reading, slot: copy)
    case 4: notes.read(reading, slot: copy)
    case 5: shop.read(reading, slot: copy)
    default: search.read(reading, slot: copy)
    }
  }

  /// Subscribes to the stores of each kind that holds one of the slots.
  @usableFromInline
  package func subscribe(
    _ reading: Reading, slots: [Int], _ changed: @escaping () -> Void
  ) -> [ObservationToken] {
    app.subscribe(
      reading, slots: slots, to: [timer, primes, profile, login, notes, shop, search], changed)
  }
}
