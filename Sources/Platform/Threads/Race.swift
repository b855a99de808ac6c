/// Returns the value of the operation that ends first, and cancels the other.
///
/// Both have ended when it returns.
package func race<T: Sendable>(
  _ first: @escaping @Sendable () async -> T, _ second: @escaping @Sendable () async -> T
) async -> T {
  await withTaskGroup(of: T.self) { group in
    group.addTask(operation: first)
    group.addTask(operation: second)
    let value = await group.next()
    group.cancelAll()
    guard let value else { preconditionFailure("the group has two tasks") }
    return value
  }
}
