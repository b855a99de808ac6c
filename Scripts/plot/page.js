// Draws the figures for this screen, with one filter for all of them.
const data = JSON.parse(document.getElementById("data").textContent);
const filter = document.getElementById("filter");
const dark = matchMedia("(prefers-color-scheme: dark)");
const narrow = matchMedia("(max-width: 900px)");
const boxes = [...filter.querySelectorAll("input[name=design]")];
const views = new Map();
// The log levels of Vega: none, errors, warnings.
const errorsOnly = 1;
let turn = 0;

const chosenWorkload = () => filter.elements.workload.value;
const chosenDesigns = () => boxes.filter((box) => box.checked).map((box) => box.value);

// Returns the designs of a figure that the filter selects.
function designsOf(figure) {
  const chosen = new Set(chosenDesigns());
  return [...new Set(figure.rows.map((row) => row.design))].filter((name) => chosen.has(name));
}

// Returns whether a figure has rows that the filter selects.
function holds(figure) {
  const workload = chosenWorkload() || figure.own;
  const designs = new Set(designsOf(figure));
  return figure.rows.some(
    (row) => (workload === "" || row.workload === workload) && designs.has(row.design));
}

// Returns the title, unless it is about another workload than the selected one.
function showTitle(section, figure) {
  const chosen = chosenWorkload();
  const other = chosen !== "" && chosen !== figure.own;
  section.querySelector("h2").textContent = other ? `${figure.about}: ${chosen}` : figure.title;
  section.querySelector(".subtitle").textContent =
    other ? figure.subtitle.replace(/^Workload [^.]*\. /, "") : figure.subtitle;
}

// Updates the texts and the chart of a figure; the texts do not wait for the chart.
async function show(name) {
  const figure = data.figures[name];
  const section = document.getElementById(name);
  const chart = section.querySelector(".chart");
  const workload = chosenWorkload() || figure.own;
  showTitle(section, figure);
  section.querySelector(".sentence").textContent =
    figure.sentences[workload] ?? figure.sentences[""] ?? "";
  const empty = !holds(figure);
  let note = section.querySelector(".empty");
  if (!note) {
    note = document.createElement("p");
    note.className = "empty";
    chart.before(note);
  }
  note.hidden = !empty;
  note.textContent = "This figure has nothing of what is chosen.";
  chart.hidden = empty;
  section.querySelector(".sentence").hidden = empty;
  const view = views.get(name);
  if (view && !empty) {
    await view.signal("workload", chosenWorkload()).signal("designs", designsOf(figure)).runAsync();
    // Fewer panels need less space.
    await view.resize().runAsync();
  }
}

async function draw(name, mine) {
  const figure = data.figures[name];
  const look = `${dark.matches ? "dark" : "light"}-${narrow.matches ? "narrow" : "wide"}`;
  const spec = structuredClone(figure.specs[look]);
  // A copy, because Vega changes its input.
  spec.datasets = { rows: structuredClone(figure.rows) };
  const set = { workload: chosenWorkload(), designs: designsOf(figure) };
  for (const param of spec.params) {
    if (param.name in set) param.value = set[param.name];
  }
  const chart = document.getElementById(name).querySelector(".chart");
  const result = await window.vegaEmbed(chart, spec, {
    mode: "vega-lite", renderer: "svg", actions: false, tooltip: { theme: "custom" },
    logLevel: errorsOnly,
  });
  if (mine !== turn) return result.finalize();
  views.get(name)?.finalize();
  views.set(name, result.view);
  await show(name);
}

async function drawAll() {
  const mine = ++turn;
  document.body.dataset.drawn = "no";
  for (const name of Object.keys(data.figures)) {
    await draw(name, mine);
    if (mine !== turn) return;
  }
  document.body.dataset.drawn = "yes";
}

async function filterAll() {
  document.body.dataset.drawn = "no";
  const workload = chosenWorkload();
  const designs = new Set(chosenDesigns());
  const count = designs.size === boxes.length ? "all" : `${designs.size} of ${boxes.length}`;
  document.getElementById("count").textContent = count;
  for (const row of document.querySelectorAll(".numbers tbody tr")) {
    row.hidden = (workload !== "" && row.dataset.workload !== workload)
      || !designs.has(row.dataset.design);
  }
  for (const name of Object.keys(data.figures)) await show(name);
  document.body.dataset.drawn = "yes";
}

function setAll(checked) {
  for (const box of boxes) box.checked = checked;
  filterAll();
}

filter.addEventListener("change", filterAll);
filter.addEventListener("submit", (event) => event.preventDefault());
document.getElementById("all").addEventListener("click", () => setAll(true));
document.getElementById("none").addEventListener("click", () => setAll(false));
dark.addEventListener("change", drawAll);
narrow.addEventListener("change", drawAll);
await drawAll();
await filterAll();
