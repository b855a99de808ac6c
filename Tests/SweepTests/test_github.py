"""The example of a workflow is YAML, and its steps work."""

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest
import yaml
from conftest import ROOT, STUB, Program

PLACE = ROOT / "Scripts" / "sweep" / "github.yml"
WORKFLOW = yaml.safe_load(PLACE.read_text())


def step(job: str, name: str) -> str:
    return next(step["run"] for step in WORKFLOW["jobs"][job]["steps"] if step.get("name") == name)


def filled(text: str, values: dict[str, str]) -> str:
    return re.sub(r"\$\{\{ ([\w.-]+) \}\}", lambda found: values[found[1]], text)


def test_every_downloaded_artifact_is_uploaded_before():
    kept, fetched = [], []
    for job in WORKFLOW["jobs"].values():
        for each in job["steps"]:
            if "upload-artifact" in each.get("uses", ""):
                kept.append(each["with"]["name"])
            if "download-artifact" in each.get("uses", ""):
                fetched.append(each["with"].get("name") or each["with"]["pattern"])
    assert sorted(set(fetched)) == ["program", "shard-*"]
    assert kept == ["program", "shard-${{ matrix.shard }}", "merged"]


def test_jobs_have_dependencies_and_start_manually():
    # In YAML 1.1, `on` is true.
    assert WORKFLOW[True] == {"workflow_dispatch": None}
    needs = {name: job.get("needs") for name, job in WORKFLOW["jobs"].items()}
    assert needs == {"build": None, "shard": "build", "merge": "shard"}
    assert WORKFLOW["jobs"]["shard"]["strategy"]["fail-fast"] is False


def test_scripts_pass_shellcheck():
    if not shutil.which("shellcheck"):
        pytest.skip("there is no shellcheck")
    for job in WORKFLOW["jobs"].values():
        for each in job["steps"]:
            if "run" in each:
                text = "export SWEEP\n" + re.sub(r"\$\{\{.*?\}\}", "1", each["run"])
                done = subprocess.run(
                    ["shellcheck", "--shell", "bash", "--exclude", "SC2086", "-"],
                    input=text,
                    capture_output=True,
                    text=True,
                    check=False,
                )
                assert done.returncode == 0, done.stdout


def test_the_steps_measure_and_merge(tmp_path: Path):
    program = Program(STUB, True)
    load = program.load(tmp_path, 0.2)
    shards = [str(shard) for shard in WORKFLOW["jobs"]["shard"]["strategy"]["matrix"]["shard"]]
    total = str(len(shards))
    steps = [(step("shard", "Measure"), shard) for shard in shards]
    for text, shard in [*steps, (step("merge", "Merge"), "")]:
        values = {"matrix.shard": shard, "strategy.job-total": total}
        text = filled(text, values | {"needs.shard.outputs.total": total})
        text = text.replace("/tmp/program/flowbench", str(STUB)).replace("/tmp/", f"{tmp_path}/")
        environment = os.environ | {"SWEEP": " ".join(load)}
        subprocess.run(["bash", "-e", "-c", text], cwd=ROOT, env=environment, check=True)
    merged = (tmp_path / "merged" / "loads.csv").read_bytes()
    assert merged == program.whole(tmp_path, load)
