extension Feature where Request == Never {
  /// Nothing is ever asked of the world.
  @inlinable public func request(for action: Action, after state: State) -> Never? { nil }

  /// Cannot be called: there is no request.
  @inlinable public func perform(_ request: Never) -> Action? {}
}
