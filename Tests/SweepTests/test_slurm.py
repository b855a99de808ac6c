"""Slurm, with its two daemons in a folder."""

import os
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from conftest import STUB, Program, call, end, missing, processes, session_of, until

absent = missing("slurmctld", "slurmd", "sbatch") or (
    "Slurm's daemons are tried by root" if os.geteuid() else None
)
pytestmark = pytest.mark.skipif(absent is not None, reason=str(absent))

CONFIGURATION = """\
ClusterName=tried
SlurmctldHost={host}
SlurmUser=root
SlurmdUser=root
AuthType=auth/none
CredType=cred/none
StateSaveLocation={place}/state
SlurmdSpoolDir={place}/spool
SlurmctldPidFile={place}/slurmctld.pid
SlurmdPidFile={place}/slurmd.pid
SlurmctldLogFile={place}/slurmctld.log
SlurmdLogFile={place}/slurmd.log
SlurmctldPort={ports[0]}
SlurmdPort={ports[1]}
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
MpiDefault=none
ReturnToService=2
SlurmdTimeout=5
KillWait=2
NodeName={host} CPUs=1 State=UNKNOWN
PartitionName=all Nodes={host} Default=YES MaxTime=INFINITE State=UP
"""


def free_ports(count: int) -> list[int]:
    """Returns free ports."""
    sockets = [socket.socket() for _ in range(count)]
    for made in sockets:
        made.bind(("127.0.0.1", 0))
    ports = [made.getsockname()[1] for made in sockets]
    for made in sockets:
        made.close()
    return ports


class Cluster:
    """One controller, and one node, which is this machine."""

    def __init__(self, place: Path) -> None:
        """Starts both."""
        self.place = place
        for name in ("state", "spool"):
            (place / name).mkdir(parents=True)
        host = socket.gethostname().partition(".")[0]
        text = CONFIGURATION.format(host=host, place=place, ports=free_ports(2))
        (place / "slurm.conf").write_text(text)
        self.environment = {"SLURM_CONF": str(place / "slurm.conf")}
        self.controller = self.daemon("slurmctld")
        self.node = self.daemon("slurmd")
        until(lambda: self.ask("sinfo", "--noheader", "--format", "%T") == "idle", "the node", 60)

    def daemon(self, name: str) -> subprocess.Popen[bytes]:
        """Starts a daemon in a session of its own."""
        with (self.place / f"{name}.out").open("ab") as said:
            return subprocess.Popen(
                [shutil.which(name) or name, "-D"],
                env=os.environ | self.environment,
                stdout=said,
                stderr=said,
                start_new_session=True,
            )

    def ask(self, *words: str) -> str:
        return subprocess.run(
            words, env=os.environ | self.environment, capture_output=True, text=True, check=False
        ).stdout.strip()

    def jobs(self) -> set[int]:
        """Returns the sessions of the shards on the node; Slurm has a process in each."""
        found = set()
        for process in processes():
            try:
                words = Path(f"/proc/{process}/cmdline").read_bytes()
            except OSError:
                continue
            if f"{self.place.parent}/out/sweep-".encode() in words and b"/program/" in words:
                found.add(session_of(process))
        return found - {None, os.getsid(0)}

    def fail(self) -> None:
        """Ends the daemon of the node and its jobs, as without power, and starts it again."""
        end({self.node.pid} | self.jobs())
        self.node.wait()
        self.node = self.daemon("slurmd")

    def stop(self) -> None:
        end({self.node.pid, self.controller.pid} | self.jobs())
        self.node.wait()
        self.controller.wait()


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[Cluster]:
    """Returns a cluster of one node."""
    made = Cluster(tmp_path / "slurm")
    yield made
    made.stop()


def submit(
    cluster: Cluster, program: Program, place: Path, load: list[str]
) -> subprocess.CompletedProcess[str]:
    """Calls the script with two shards."""
    words = ["-m", "2", "--out", place / "out", "--", *load]
    return call("slurm", words, program, **cluster.environment)


def queue(cluster: Cluster) -> list[list[str]]:
    """Returns id, state and reason of each job in the queue."""
    lines = cluster.ask("squeue", "--noheader", "--array", "--format", "%i %T %r").splitlines()
    return [line.split(maxsplit=2) for line in lines]


def logs(place: Path) -> str:
    return "\n".join(path.read_text() for path in sorted(place.glob("out/logs/*.log")))


def test_an_array_is_merged(program: Program, cluster: Cluster, tmp_path: Path):
    load = program.load(tmp_path)
    done = submit(cluster, program, tmp_path, load)
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("shards: job 1, 1 to 2; merge: job 2\nprogress: squeue")
    again = submit(cluster, program, tmp_path, load)
    assert again.returncode == 1
    assert again.stderr.startswith("sweep: is in the queue already, as job 1 2")
    until(lambda: not queue(cluster), "the jobs")
    assert (tmp_path / "out" / "merged" / "loads.csv").read_bytes() == program.whole(
        tmp_path, load
    ), logs(tmp_path)


def test_a_shard_of_a_failed_node_continues(program: Program, cluster: Cluster, tmp_path: Path):
    load = program.load(tmp_path, 6)
    assert submit(cluster, program, tmp_path, load).returncode == 0
    until(lambda: list(tmp_path.glob("out/sweep-*/1-of-2/plan.json")), "a shard")
    if program.is_stub:
        until(lambda: program.done(tmp_path), "a job of it")
    cluster.fail()
    merged = tmp_path / "out" / "merged" / "loads.csv"
    limit = time.monotonic() + 300
    while not merged.is_file() or queue(cluster):
        assert time.monotonic() < limit, f"{queue(cluster)}\n{logs(tmp_path)}"
        # Slurm waits for two minutes before it starts a requeued job.
        for job, _, reason in queue(cluster):
            if reason == "BeginTime":
                cluster.ask("scontrol", "update", f"JobId={job}", "StartTime=now")
        time.sleep(0.5)
    assert merged.read_bytes() == program.whole(tmp_path, load)
    log = (cluster.place / "slurmctld.log").read_text()
    assert "due to node failure" in log
    if program.is_stub:
        assert program.done(tmp_path) == [f"job-{number}" for number in range(8)]


def test_nothing_is_merged_after_a_failed_shard_and_the_same_call_continues(
    cluster: Cluster, tmp_path: Path
):
    program = Program(STUB, True)
    load = program.load(tmp_path, 0.4)
    assert submit(cluster, program, tmp_path, [*load, "--crash", "job-3"]).returncode == 0
    until(lambda: not queue(cluster), "the jobs")
    assert program.done(tmp_path) == ["job-0", "job-1", "job-2", "job-4", "job-6"]
    assert not (tmp_path / "out" / "merged").exists()
    for plan in tmp_path.glob("out/sweep-*/*-of-2/plan.json"):
        plan.write_text(plan.read_text().replace('"crash": "job-3"', '"crash": ""'))
    assert submit(cluster, program, tmp_path, [*load, "--crash", "job-3"]).returncode == 0
    until(lambda: not queue(cluster), "the jobs")
    assert (tmp_path / "out" / "merged" / "loads.csv").read_bytes() == program.whole(
        tmp_path, load
    ), logs(tmp_path)
    assert program.done(tmp_path) == [f"job-{number}" for number in range(8)]
