"""Compiles the package for macOS and iOS on Linux, without Apple's SDK.

C targets are compiled, and the counting library is linked. Each Swift target and each test target
is type-checked. Nothing is run. docs/macos.md lists what this does not prove.
"""

import argparse
import sys
import time
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path

from .c_targets import check_c_targets
from .packages import Module, modules_of, oldest_platform, ordered
from .sdk import StandInSDK, ToolError

ROOT = Path(__file__).resolve().parents[2]
# The libraries of apps. The whole package cannot be built for iOS, where no process starts another.
APP_LIBRARIES = [
    "FlowCore",
    "FlowCosts",
    "FlowFiles",
    "FlowTestIssues",
    "FlowTesting",
    "FlowTrace",
]
SHOWN_ERRORS = 20


def check(sdk: StandInSDK, modules: list[Module], jobs: int) -> bool:
    """Compiles the modules in this order and prints the errors; returns whether there are none."""
    compiled: dict[str, Future[list[str]]] = {}

    def compile_one(module: Module) -> list[str]:
        # They were submitted earlier, so that they are running or have ended.
        failed = [name for name in module.dependencies if compiled[name].result()]
        if failed:
            return [f"not checked, because {' and '.join(failed)} cannot be compiled"]
        return sdk.compile(module)

    with ThreadPoolExecutor(max_workers=jobs) as pool:
        for module in modules:
            compiled[module.name] = pool.submit(compile_one, module)
        for module in modules:
            errors = compiled[module.name].result()
            for error in errors[:SHOWN_ERRORS]:
                print(f"check-macos: {sdk.platform.name}: {module.name}: {error}", flush=True)
            if len(errors) > SHOWN_ERRORS:
                print(f"check-macos: {module.name}: {len(errors) - SHOWN_ERRORS} more errors")
    own = [module for module in modules if module.is_own and not module.include]
    clean = [module for module in own if not compiled[module.name].result()]
    print(f"check-macos: {len(clean)} of {len(own)} Swift targets for {sdk.platform.triple}")
    return all(not future.result() for future in compiled.values())


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="check-macos", description=__doc__)
    parser.add_argument("targets", nargs="*", help="Swift targets, with their dependencies")
    parser.add_argument("--jobs", type=int, default=2, help="modules compiled at the same time")
    parser.add_argument("--root", type=Path, default=ROOT, help="the folder of the package")
    parser.add_argument("--work", type=Path, help="the folder for work files (.build/macos)")
    options = parser.parse_args(arguments)
    root: Path = options.root.resolve()
    work: Path = options.work or ROOT / ".build" / "macos"
    started = time.monotonic()
    try:
        modules = modules_of(root, ROOT / ".build" / "checkouts", work)
        wanted = options.targets or [name for name, module in modules.items() if module.is_own]
        swift = ordered(modules, wanted)
        is_clean = True if options.targets else check_c_targets(root, work)
        mac = StandInSDK(oldest_platform(root, "macos", work), work, root)
        is_clean = check(mac, swift, options.jobs) and is_clean
        if not options.targets:
            articles = [name for name in modules if name.startswith("Article")]
            libraries = ordered(modules, [*APP_LIBRARIES, *articles])
            phone = StandInSDK(oldest_platform(root, "ios", work), work, root)
            is_clean = check(phone, libraries, options.jobs) and is_clean
    except ToolError as error:
        print(f"check-macos: {error}", file=sys.stderr)
        return 1
    seconds = time.monotonic() - started
    print(f"check-macos: {'no errors' if is_clean else 'failed'} after {seconds:.0f} s")
    return int(not is_clean)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
