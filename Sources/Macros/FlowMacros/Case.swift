/// Generates the getter of a case path for the enum case with the property's name.
///
/// ```swift
/// extension CasePath<AppAction, TimerAction> {
///   @Case static var timer: Self
/// }
/// ```
///
/// In an extension of `CasePath<ListAction, (Int, RowAction)>`, the case has a key and an action.
/// In one of `CasePath<AppAction, Void>`, it has no values.
@attached(accessor)
public macro Case() = #externalMacro(module: "CasePathMacro", type: "CaseMacro")
