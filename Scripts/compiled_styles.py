"""The styles in which `compiled_app` is written: FlowCore's, and those of the published designs."""

from collections.abc import Callable
from typing import NamedTuple

from compiled_app import (
    APP,
    Part,
    Work,
    case_paths,
    extraction,
    indented,
    no_effect,
    switch_of,
    types_of,
)

# ---- FlowCore ----------------------------------------------------------------------------------


def flow_effect(work: Work, wrap: Callable[[str], str] = lambda action: action) -> list[str]:
    answer = wrap(work.answer)
    return [work.setup, f"return .task {{ {answer} }}" if work.waits else f"return .send({answer})"]


def flow_reducer(name: str, part: Part, switch: list[str]) -> list[str]:
    """Returns a reducer of a part whose body is a switch."""
    head = f"reduce(into state: inout {part.type}State, action: {part.type}Action)"
    return [
        f"struct {name}: Reducer {{",
        f"  func {head} -> Effect<{part.type}Action> {{",
        *indented([*switch, "return .none"], 4),
        "  }\n}",
    ]


def whole(part: Part) -> list[str]:
    """Returns the switch of a part with the switches of all parts below it."""
    state = ".".join(("state", *part.trail))
    return switch_of(part, state, lambda work: flow_effect(work, part.wrap), whole)


def switch(part: Part) -> list[str]:
    return [] if part.trail else flow_reducer("AppReducer", part, whole(part))


def called(child: Part) -> list[str]:
    reducer = f"{child.type}Reducer().reduce(into: &state.{child.name}, action: action)"
    return [f"return {reducer}", f"  .map(.{child.name})"]


def by_hand(part: Part) -> list[str]:
    body = switch_of(part, "state", flow_effect, called)
    return case_paths(part) + flow_reducer(f"{part.type}Reducer", part, body)


def scoped(part: Part) -> list[str]:
    if part.kind:
        return by_hand(part)
    own = switch_of(part, "state", flow_effect, None)
    scopes = [
        f"      {child.type}Reducer{'()' if child.kind else '.whole'}.scoped(\n"
        f"        state: \\{part.type}State.{child.name}, action: .{child.name})"
        for child in part.children
    ]
    return [
        *case_paths(part),
        *flow_reducer(f"{part.type}OwnReducer", part, own),
        f"enum {part.type}Reducer {{",
        f"  static var whole: some Reducer<{part.type}State, {part.type}Action> {{",
        f"    CombineReducers {{\n      {part.type}OwnReducer()",
        *scopes,
        "    }\n  }\n}",
    ]


# ---- Published designs -------------------------------------------------------------------------


def returning(part: Part) -> list[str]:
    """Returns a closure that returns the new state."""

    def below(child: Part) -> list[str]:
        return [f"next.{child.name} = {child.reducer}(state.{child.name}, action)"]

    return [
        f"let {part.reducer}: ReturningReducer<{part.type}State, {part.type}Action> = "
        "{ state, action in",
        "  var next = state",
        *indented(switch_of(part, "next", no_effect, below)),
        "  return next\n}",
    ]


def closure(part: Part, shape: str, body: list[str], embeds: bool) -> list[str]:
    """Returns a closure, which for a part with children is combined with theirs."""
    shape = f"{shape}<{part.type}State, {part.type}Action>"
    if part.kind:
        return [f"let {part.reducer}: {shape} = {{ state, action in", *indented(body), "}"]
    children = [
        line
        for child in part.children
        for line in (
            f"  pullback(\n    {child.reducer}, value: \\{part.type}State.{child.name},",
            f"    action: {extraction(child)}"
            + (f",\n    embed: {{ .{child.name}($0) }})," if embeds else "),"),
        )
    ]
    children[-1] = children[-1].removesuffix(",") + ")"
    own = f"private let own{part.type}Reducer: {shape} = {{ state, action in"
    head = f"let {part.reducer}: {shape} = combine(\n  own{part.type}Reducer,"
    return [own, *indented(body), "}\n", head, *children]


def inout(part: Part) -> list[str]:
    return closure(part, "InoutReducer", switch_of(part, "state", no_effect, None), embeds=False)


def effect(part: Part) -> list[str]:
    def returned(work: Work) -> list[str]:
        sent = f"send({work.answer})"
        return [
            work.setup,
            f"return [{{ send in {f'Task {{ {sent} }}' if work.waits else sent} }}]",
        ]

    body = [*switch_of(part, "state", returned, None), "return []"]
    return closure(part, "EffectReducer", body, embeds=True)


def middleware_body(part: Part) -> list[str]:
    work = part.kind.work
    return [
        f"guard case {work.pattern} = action else {{ return nil }}",
        work.setup.replace("$.", "state."),
        f"return {work.answer}",
    ]


def middleware(part: Part) -> list[str]:
    lines = returning(part)
    if not part.has_work:
        return lines
    shape = f"MiddlewareClosure<{part.type}State, {part.type}Action, Void>"
    name = part.reducer.replace("Reducer", "Middlewares")
    if part.kind:
        return [
            *lines,
            f"let {name}: [{shape}] = [{{ state, action, _ in",
            *indented(middleware_body(part)),
            "}]",
        ]
    children = [
        f"  + {child.reducer.replace('Reducer', 'Middlewares')}.map {{\n"
        f"    pullbackMiddleware(\n      $0, state: {{ (state: {part.type}State) in "
        f"state.{child.name} }},\n      action: {extraction(child)},\n"
        f"      embed: {{ .{child.name}($0) }}, dependencies: {{ (_: Void) in }})\n  }}"
        for child in part.children
        if child.has_work
    ]
    return [*lines, f"let {name}: [{shape}] = []", *children]


def protocol(part: Part) -> list[str]:
    state, action = f"{part.type}State", f"{part.type}Action"
    own = f"{part.type}Reducer" if part.kind else f"{part.type}OwnReducer"
    lines = [
        *case_paths(part),
        f"struct {own}: StateReducer {{",
        f"  func reduce(oldState: {state}, with action: {action}) -> {state} {{",
        "    var next = oldState",
        *indented(switch_of(part, "next", no_effect, None), 4),
        "    return next\n  }\n}",
    ]
    if part.kind:
        if not part.kind.work:
            return lines
        head = f"func process(state: {state}, with action: {action}) async -> {action}?"
        return [
            *lines,
            f"struct {part.type}Middleware: ActionMiddleware {{\n  {head} {{",
            *indented(middleware_body(part), 4),
            "  }\n}",
        ]

    def lifted(value: str, child: Part) -> str:
        return f"{value}.lifted(\n  state: \\{state}.{child.name}, action: .{child.name})"

    reducers = [
        lifted(f"{child.type}Reducer()" if child.kind else child.reducer, child)
        for child in part.children
    ]
    kind = f"any StateReducer<{state}, {action}>"
    lines += [
        f"let {part.reducer}: {kind} = CombinedReducer([",
        *(f"  {one}," for one in [f"{own}() as {kind}", *reducers]),
        "])",
    ]
    kind = f"any ActionMiddleware<{state}, {action}>"
    lines += [f"let {part.reducer.replace('Reducer', 'Middlewares')}: [{kind}] = []"]
    for child in part.children:
        if child.kind and child.kind.work:
            lines += [f"  + [{lifted(f'{child.type}Middleware()', child)}]"]
        elif child.has_work:
            name = child.reducer.replace("Reducer", "Middlewares")
            lines += [f"  + {name}.map {{ {lifted('$0', child)} }}"]
    return lines


# ---- All ---------------------------------------------------------------------------------------


class Style(NamedTuple):
    """A style: its module, the designs that it stands for, its store, and its text of a part."""

    module: str
    designs: str
    # The initial value of the property `store`.
    store: str
    reading: str
    suspends: bool
    source: Callable[[Part], list[str]]


FLOW = ": some StoreView<AppState, AppAction> =\n    Store(initialState: AppState(), reducer: %s)"
PLAIN = " = %sStore(initialState: AppState(), reducer: appReducer)"
ASYNC = (
    " = %sStore(\n    initialState: AppState(), reducer: appReducer, middlewares: appMiddlewares%s)"
)

STYLES = {
    "switch": Style("SwitchApp", "flow", FLOW % "AppReducer()", "current", False, switch),
    "by-hand": Style("ByHandApp", "flow", FLOW % "AppReducer()", "current", False, by_hand),
    "scoped": Style("ScopedApp", "flow", FLOW % "AppReducer.whole", "current", False, scoped),
    "returning": Style(
        "ReturningApp", "returning, observable", PLAIN % "Returning", "state", False, returning
    ),
    "inout": Style("InoutApp", "inout, mutex, actor", PLAIN % "Inout", "state", False, inout),
    "effect": Style("EffectApp", "effect", PLAIN % "Effect", "state", False, effect),
    "middleware": Style(
        "MiddlewareApp",
        "middleware",
        ASYNC % ("Middleware", ", dependencies: ()"),
        "state",
        True,
        middleware,
    ),
    "protocol": Style("ProtocolApp", "protocol", ASYNC % ("Protocol", ""), "state", True, protocol),
}


def source_of(part: Part, style: str) -> str:
    """Returns the file of a part."""
    chosen = STYLES[style]
    library = "FlowCore" if chosen.designs == "flow" else "FlowCore\nimport PublishedStores"
    lines = [f"import {library}\n", *types_of(part), *chosen.source(part)]
    if not part.trail:
        waits = (" async", "await ") if chosen.suspends else ("", "")
        lines.append(APP % (chosen.store, chosen.reading, *waits))
    return "\n".join(lines) + "\n"
