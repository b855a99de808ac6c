public import FlowCore
public import Workloads

/// Returns the prism from actions of copies to a copy and the module's action.
@inlinable func elementPrism<C: CopiesOfModule>(
  _ copies: C.Type
) -> Prism<C.Action, (Int, C.Base.Action)> {
  Prism(
    embed: { C.embed($0.1, copy: $0.0) },
    extract: {
      let (copy, action) = C.extract($0)
      return (copy, action)
    })
}

/// Returns the prism from actions of the app to those of one kind of module.
@inlinable func partPrism<Part: AppPart>(
  _ part: Part.Type
) -> Prism<Part.App.Action, Copies<Part.Module>.Action> {
  Prism(embed: { Part.embed($0) }, extract: { Part.extract($0) })
}
