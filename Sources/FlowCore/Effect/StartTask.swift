/// Starts `body` on an actor, from code that runs there already: it runs until it first suspends
/// before this returns. On systems that cannot do that, it starts soon.
@inlinable
func startTask(
  on actor: (any Actor)?, _ body: nonisolated(nonsending) @escaping () async -> Void
) -> Task<Void, Never> {
  actor?.assertIsolated("a store is used on the actor it was made on")
  // The caller is on the actor, which its type cannot say: a store is confined to the actor it was
  // made on by not being Sendable. `assumeIsolated` would ask the runtime and cost a fifth of a task.
  typealias OnActor =
    (isolated (any Actor)?, nonisolated(nonsending) @escaping () async -> Void) -> Task<
      Void, Never
    >
  typealias Anywhere =
    ((any Actor)?, nonisolated(nonsending) @escaping () async -> Void) -> Task<Void, Never>
  return unsafeBitCast(startHere as OnActor, to: Anywhere.self)(actor, body)
}

@inlinable
func startHere(
  on actor: isolated (any Actor)?, _ body: nonisolated(nonsending) @escaping () async -> Void
) -> Task<Void, Never> {
  // Unsafe: sent to a task on the same actor, where it stays.
  nonisolated(unsafe) let body = body
  if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
    return Task.immediate {
      _ = actor
      await body()
    }
  }
  return Task {
    _ = actor
    await body()
  }
}
