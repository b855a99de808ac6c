/// Writes the getter of a case path.
///
/// ```swift
/// extension CasePath<AppAction, TimerAction> {
///   @Case static var timer: Self
/// }
/// ```
///
/// The property has the name of the case. In an extension of `CasePath<ListAction, (Int, RowAction)>`,
/// the case has a key and an action.
@attached(accessor)
public macro Case() = #externalMacro(module: "CasePathMacro", type: "CaseMacro")
