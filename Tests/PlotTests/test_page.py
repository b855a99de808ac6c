"""The page in a browser: it draws, filters, and fits the screen, in both schemes."""

import os
import shutil
from collections.abc import Iterator

import pytest
from conftest import ROOT, make_rich_run, run_maker, sample_row, summary_row
from load_rows import searched_load, steady_load
from playwright.sync_api import Browser, Page, sync_playwright
from plot.__main__ import LOAD_NAMES, NAMES, main
from test_orders import PROGRAM, flowbench

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")

pytestmark = pytest.mark.skipif(
    CHROMIUM is None and "CI" not in os.environ,
    reason="there is no chromium; make deps WITH_PLOT=1 installs it",
)

SCREENS = [(*size, scheme) for size in ((1280, 900), (390, 844)) for scheme in ("light", "dark")]


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Returns the installed chromium, headless."""
    assert CHROMIUM, "CI needs chromium: make deps WITH_PLOT=1"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Returns a page with all figures."""
    make_run = run_maker(tmp_path_factory.mktemp("page"))
    rich_run = make_rich_run(make_run)
    rows = [
        summary_row(10, design="floor", ratio_to_floor=1),
        summary_row(30, ratio_to_floor=3),
    ]
    samples = [sample_row(30 + place, place) for place in range(3)]
    other = make_run(rows, samples, "run-b", started_utc="20261122T000000Z", commit="other")
    assert main(["--run", str(rich_run), "--with", str(other)]) == 0
    return (rich_run / "plots" / "index.html").as_uri()


class Opened:
    """Opens a page in a window; yields it with its errors."""

    def __init__(self, browser: Browser, address: str, width: int, height: int, scheme: str):
        self.faults: list[str] = []
        context = browser.new_context(
            viewport={"width": width, "height": height}, color_scheme=scheme, offline=True
        )
        self.page: Page = context.new_page()
        self.page.on("pageerror", lambda error: self.faults.append(str(error)))
        self.page.on("console", lambda message: self.faults.append(message.text))
        self.page.on("requestfailed", lambda request: self.faults.append(request.url))
        self.page.goto(address)
        self.wait()

    def wait(self) -> None:
        self.page.wait_for_selector("body[data-drawn=yes]", timeout=60_000)

    def marks(self) -> dict[str, int]:
        return self.page.evaluate(
            """() => Object.fromEntries([...document.querySelectorAll('.figure')].map(figure => [
                 figure.id,
                 figure.querySelector('.chart').hidden ? 0 :
                   [...figure.querySelectorAll('.chart svg .mark-symbol path, .mark-rect path')]
                     .filter(path => path.getBoundingClientRect().width > 0).length]))"""
        )

    def rows(self) -> int:
        script = "document.querySelectorAll('.numbers tbody tr:not([hidden])').length"
        return self.page.evaluate(script)


@pytest.fixture(scope="module")
def load_address(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Returns the page of a search with every figure of a load."""
    run = searched_load(tmp_path_factory.mktemp("load"))
    assert main(["--run", str(run)]) == 0
    return (run / "plots" / "index.html").as_uri()


@pytest.mark.parametrize(
    ("page", "names"), [("address", NAMES), ("load_address", LOAD_NAMES)], ids=["run", "load"]
)
@pytest.mark.parametrize(("width", "height", "scheme"), SCREENS)
def test_every_figure_is_drawn_and_fits(
    browser: Browser,
    request: pytest.FixtureRequest,
    page: str,
    names: list[str],
    width: int,
    height: int,
    scheme: str,
):
    opened = Opened(browser, request.getfixturevalue(page), width, height, scheme)
    marks = opened.marks()
    assert set(marks) == set(names)
    assert min(marks.values()) > 1, marks
    assert opened.page.evaluate("document.documentElement.scrollWidth") <= width
    too_wide = opened.page.evaluate(
        """[...document.querySelectorAll('.chart')]
             .filter(chart => chart.scrollWidth > chart.clientWidth + 24)
             .map(chart => chart.parentNode.id)"""
    )
    assert too_wide == []
    ground = opened.page.evaluate("getComputedStyle(document.body).backgroundColor")
    assert ground == {"light": "rgb(255, 255, 255)", "dark": "rgb(20, 23, 27)"}[scheme]
    assert opened.faults == []


@pytest.fixture(scope="module")
def claims(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Returns the cards that flowbench writes, with a claim that does not hold."""
    if PROGRAM is None:
        pytest.skip("flowbench is not built")
    run = tmp_path_factory.mktemp("cards") / "run"
    shutil.copytree(ROOT / "results" / "reference" / "claims", run)
    assert flowbench("claims", "--run", str(run)).returncode == 0
    text = (run / "claims.html").read_text(encoding="utf-8")
    return text.replace('verdict plain">depends', 'verdict invalid">does not hold', 1)


@pytest.mark.parametrize(("width", "height", "scheme"), SCREENS)
def test_claims_are_badges_with_folded_evidence(
    browser: Browser,
    tmp_path_factory: pytest.TempPathFactory,
    claims: str,
    width: int,
    height: int,
    scheme: str,
):
    run = make_rich_run(run_maker(tmp_path_factory.mktemp("claims")))
    (run / "claims.html").write_text(claims, encoding="utf-8")
    assert main(["--run", str(run)]) == 0
    opened = Opened(browser, (run / "plots" / "index.html").as_uri(), width, height, scheme)
    page = opened.page
    colours = page.evaluate(
        """[...document.querySelectorAll('.verdict')].map(badge => {
             const style = getComputedStyle(badge)
             return [style.color, style.borderTopStyle, style.borderTopLeftRadius]
           })"""
    )
    text = page.evaluate("getComputedStyle(document.body).color")
    assert len({colour for colour, _, _ in colours} | {text}) == 4
    assert all(style == ["solid", "10px"] for _, *style in colours)
    assert len(colours) == 7
    # A phone shows the seven claims on its first one and a half screens.
    assert page.locator(".figure").first.bounding_box()["y"] < (height if width > 1000 else 1500)
    command = page.locator(".claim code").first
    assert not command.is_visible()
    page.locator(".claim summary").first.focus()
    page.keyboard.press("Enter")
    assert command.is_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert opened.faults == []


def test_the_workload_filter_applies_to_figures_sentences_and_table(browser: Browser, address: str):
    opened = Opened(browser, address, 1280, 900, "light")
    page = opened.page
    before, rows = opened.marks(), opened.rows()
    said = page.inner_text("#designs .sentence")
    page.select_option("select[name=workload]", "echo")
    opened.wait()
    after = opened.marks()
    assert after["designs"] * 2 == before["designs"] + page_legend(page, "designs")
    assert 0 < opened.rows() < rows
    assert page.inner_text("#designs .sentence") != said
    assert page.inner_text("#designs .sentence").startswith("echo: the floor takes 5 ns")
    # Views were measured in the other workload only.
    assert after["wasted"] == 0
    assert page.is_visible("#wasted .empty")
    assert page.inner_text("#moved h2") == "Time inside send, and CPU time until quiet: echo"
    assert page.inner_text("#moved .subtitle").startswith("Medians.")
    page.select_option("select[name=workload]", "")
    opened.wait()
    assert opened.marks() == before
    assert opened.rows() == rows
    assert opened.faults == []


def page_legend(page: Page, name: str) -> int:
    return page.locator(f"#{name} .role-legend .mark-symbol path").count()


def test_the_design_filter_shows_the_selected_designs(browser: Browser, address: str):
    opened = Opened(browser, address, 1280, 900, "light")
    page = opened.page
    before = opened.marks()
    page.click("#filter summary")
    page.uncheck("input[value=inout]")
    opened.wait()
    after = opened.marks()
    assert all(0 < after[name] < before[name] for name in ("growth", "designs", "moved"))
    assert page.inner_text("#count") == "3 of 4"
    page.click("#none")
    opened.wait()
    assert set(opened.marks().values()) == {0}
    assert opened.rows() == 0
    page.click("#all")
    opened.wait()
    assert opened.marks() == before
    assert opened.faults == []


@pytest.mark.parametrize("width", [1280, 390])
def test_a_figure_with_fewer_designs_is_smaller(browser: Browser, address: str, width: int):
    opened = Opened(browser, address, width, 844, "light")
    height = "document.querySelector('#designs .chart').getBoundingClientRect().height"
    before = opened.page.evaluate(height)
    opened.page.click("#filter summary")
    for name in ("floor", "inout", "task"):
        opened.page.uncheck(f"input[value={name}]")
        opened.wait()
    assert opened.page.evaluate(height) < before - 30


def test_marks_have_tooltips(browser: Browser, address: str):
    opened = Opened(browser, address, 1280, 900, "light")
    opened.page.locator("#moved .chart svg .mark-symbol path").nth(1).hover(force=True)
    tip = opened.page.locator("#vg-tooltip-element")
    tip.wait_for(state="visible")
    assert "ns inside send" in tip.inner_text()
    assert opened.faults == []


def test_a_window_that_turns_narrow_or_dark_is_drawn_again(browser: Browser, address: str):
    opened = Opened(browser, address, 1280, 900, "light")
    page = opened.page
    wide = page.locator("#growth .chart svg").bounding_box()["width"]
    page.set_viewport_size({"width": 390, "height": 844})
    page.wait_for_function(
        "document.querySelector('#growth .chart svg').getBoundingClientRect().width < 391"
    )
    opened.wait()
    assert wide > 600
    page.emulate_media(color_scheme="dark")
    page.wait_for_function(
        "document.querySelector('#growth .chart svg').outerHTML.includes('#e8eaed')"
    )
    opened.wait()
    assert opened.faults == []


def test_the_design_filter_applies_to_a_load(
    browser: Browser, tmp_path_factory: pytest.TempPathFactory
):
    run = steady_load(tmp_path_factory.mktemp("load"))
    assert main(["--run", str(run)]) == 0
    opened = Opened(browser, (run / "plots" / "index.html").as_uri(), 1280, 900, "light")
    before, rows = opened.marks(), opened.rows()
    opened.page.click("#filter summary")
    opened.page.uncheck("input[value=inout]")
    opened.wait()
    after = opened.marks()
    assert all(0 < after[name] < before[name] for name in ("tails", "percentiles"))
    assert opened.rows() == rows / 2
    opened.page.locator("#tails .chart svg .mark-symbol.role-mark path").first.hover(force=True)
    tip = opened.page.locator("#vg-tooltip-element")
    tip.wait_for(state="visible")
    assert "response p99, ns" in tip.inner_text()
    assert opened.faults == []
