public import FlowCore
public import Workloads

/// The actions of one copy, among those of all.
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

/// The actions of one kind of module, among those of the app.
@inlinable func partPrism<Part: AppPart>(
  _ part: Part.Type
) -> Prism<Part.App.Action, Copies<Part.Module>.Action> {
  Prism(embed: { Part.embed($0) }, extract: { Part.extract($0) })
}
