#!/usr/bin/env python3
"""Reads the memory counters of this folder's .cu files from a GPU's profiler: the figures that the simulator's must equal.

    python3 tests/fidelity/record.py [OUT_FOLDER]        (default: this folder)
    python3 tests/fidelity/record.py --publish           writes docs/fidelity.md from what is recorded

Needs a GPU, nvcc and ncu (with the right to read counters). Writes counters.csv (a line for each kernel), patterns.txt (a line for each
pattern: load or store, bytes a lane, active lanes, 32 offsets, then wavefronts and conflicts) and device.txt.
"""
import csv
import datetime
import io
import pathlib
import subprocess
import sys
import tempfile

here = pathlib.Path(__file__).resolve().parent
PATTERNS = 2100
CONSTANTS = ("constant_load_replays",)  # of constants.cu alone: loads that are skipped by a predicate count as instructions, and it has none
TEXTURES = {f"{unit}_{what}": [f"l1tex__t_{what}_pipe_tex_mem_{name}.sum"]
            for unit, name in (("texture", "texture"), ("surface_load", "surface_op_ld"), ("surface_store", "surface_op_st")) for what in ("requests", "sectors")}
SOURCES = ("kernels", "courses", "records", "constants", "textures", "surfaces", "sums", "tiles", "forms", "neighbours", "algebra", "grids", "lists", "models", "lectures", "samples", "suites", "networks", "lengths", "labs", "workbook", "uneven", "exercises", "coursework", "handbook", "tutorials", "guards")
COUNTERS = {  # the report's name -> the profiler's metrics, added up; with a minus: taken off
    "global_load_requests": ["l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum"],
    "global_load_sectors": ["l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum"],
    "global_store_requests": ["l1tex__t_requests_pipe_lsu_mem_global_op_st.sum"],
    "global_store_sectors": ["l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum"],
    "shared_load_requests": ["smsp__inst_executed_op_shared_ld_pred_on_any.sum"],
    "shared_load_wavefronts": ["l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum"],
    "shared_load_conflicts": ["l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum"],
    "shared_store_requests": ["smsp__inst_executed_op_shared_st_pred_on_any.sum"],
    "shared_store_wavefronts": ["l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum"],
    "shared_store_conflicts": ["l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_st.sum"],
    "constant_load_replays": ["idc__requests.sum", "-smsp__inst_executed_op_ldc.sum"],
    "atomic_red_requests": ["l1tex__t_requests_pipe_lsu_mem_global_op_red.sum"],
    "atomic_atom_requests": ["l1tex__t_requests_pipe_lsu_mem_global_op_atom.sum"],
    "atomic_sectors": ["l1tex__t_sectors_pipe_lsu_mem_global_op_red.sum", "l1tex__t_sectors_pipe_lsu_mem_global_op_atom.sum"],
    **TEXTURES,
}
READ_OF = {**{counter: "constants" for counter in CONSTANTS}, **{counter: f"{counter.split('_')[0]}s" for counter in TEXTURES}}  # of one file's kernels alone


def run(command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def profiled(program, arguments, metrics):
    """The program's own lines, and for each launch in order its kernel's name and the metrics."""
    text = run(["ncu", "--csv", "--page", "raw", "--cache-control", "none", "--clock-control", "none", "--metrics", ",".join(metrics), program, *arguments])
    lines = text.splitlines()
    begin = next(i for i, line in enumerate(lines) if line.startswith('"ID"'))
    own = [line for line in lines[:begin] if not line.startswith("==")]
    rows = list(csv.DictReader(io.StringIO("\n".join(line for line in lines[begin:] if line.startswith('"')))))
    return own, rows[1:]  # the first row has the units


def number(text):
    return int(float(text.replace(",", "")))


def figure(row, metrics):
    return sum(-number(row[m[1:]]) if m.startswith("-") else number(row[m]) for m in metrics)


def publish(folder):
    """docs/fidelity.md: the table, as a page to read."""
    rows = list(csv.reader(open(folder / "counters.csv")))
    patterns = sum(1 for _ in open(folder / "patterns.txt"))
    device, compiler, profiler, date = (folder / "device.txt").read_text().splitlines()
    short = {"global": "g", "shared": "s", "load": "ld", "store": "st", "requests": "req", "sectors": "sect", "wavefronts": "wave", "conflicts": "confl", "constant": "c", "replays": "repl", "atomic": "atomics", "texture": "t", "surface": "sf"}
    head = ["kernel"] + [" ".join(short.get(w, w) for w in name.split("_")) for name in rows[0][1:]]
    lines = ["# Counters, as the hardware has them", "",
             f"Read on an {device.replace(', ', ', driver ')} ({profiler}; {compiler.split(' ')[-1]}), {date}, by `tests/fidelity/record.py`; each kernel stands in a `.cu` file of",
             "[tests/fidelity](../tests/fidelity). The simulator's counters are equal (`./test.sh -R fidelity`); of figures with a star they are so with what the accesses say of the",
             f"compiler: values that it keeps, loads and stores that it joins ([counters.md](counters.md#kept-values)). Of those below it, or the profiler, made something else. The rule of wavefronts and bank conflicts is equal on all of {patterns:,} accesses of random lanes and addresses, of 1 to 16 bytes.", "",
             "g: global, s: shared; req: requests (warp-level instructions), sect: sectors of 32 bytes, wave: wavefronts, confl: bank conflicts; c: constant, repl: loads made again for lanes with another address; t: textures, sf: surfaces (req: groups of lanes that the texture unit takes together).", "",
             "| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
    foreseen = {tuple(line.split()) for line in open(folder / "foreseen.txt")}
    cells = lambda row: [(f"{int(v):,}" if v not in ("", "0") else "0" if v and (row[0], name) in foreseen else "") + ("*" if (row[0], name) in foreseen else "") for name, v in zip(rows[0][1:], row[1:])]
    lines += ["| " + " | ".join([f"`{row[0]}`"] + cells(row)) + " |" for row in rows[1:]]
    exceptions = [line.split(" ", 2) for line in open(folder / "exceptions.txt").read().splitlines()]
    lines += ["", f"Of {sum(v != '' for row in rows[1:] for v in row[1:]):,} figures {len(foreseen)} have a star, and {len(exceptions)} differ:", ""] + [f"- `{kernel}`, {counter.replace('_', ' ')}: {why}" for kernel, counter, why in exceptions]
    (here.parent.parent / "docs" / "fidelity.md").write_text("\n".join(lines) + "\n")


def main():
    if sys.argv[1:] == ["--publish"]:
        return publish(here)
    out = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else here
    out.mkdir(parents=True, exist_ok=True)
    capability = run(["nvidia-smi", "--query-gpu=compute_cap", "--format=csv,noheader"]).split()[0].replace(".", "")
    with tempfile.TemporaryDirectory() as folder:
        programs = {}
        for name in SOURCES + ("patterns",):
            programs[name] = f"{folder}/{name}"
            run(["nvcc", "-std=c++17", f"-arch=sm_{capability}", "-o", programs[name], str(here / f"{name}.cu")])
        metrics = [m.lstrip("-") for names in COUNTERS.values() for m in names]
        rows = [(name, row) for name in SOURCES for row in profiled(programs[name], [], metrics)[1]]
        with open(out / "counters.csv", "w") as file:
            file.write("kernel," + ",".join(COUNTERS) + "\n")
            for source, row in rows:
                is_read = {counter: READ_OF.get(counter, source) == source for counter in COUNTERS}
                figures = [str(figure(row, names)) if is_read[counter] else "" for counter, names in COUNTERS.items()]
                file.write(",".join([row["Kernel Name"].split("(")[0].removeprefix("void ").split("<")[0], *figures]) + "\n")
        shared = {kind: [COUNTERS[f"shared_{kind}_wavefronts"][0], COUNTERS[f"shared_{kind}_conflicts"][0]] for kind in ("load", "store")}
        own, rows = profiled(programs["patterns"], [str(PATTERNS)], shared["load"] + shared["store"])
        patterns = [line for line in own if line.split(" ")[0] in shared]
        assert len(patterns) == len(rows) == PATTERNS, (len(patterns), len(rows))
        with open(out / "patterns.txt", "w") as file:
            for pattern, row in zip(patterns, rows):
                file.write(pattern + " : " + " ".join(str(number(row[m])) for m in shared[pattern.split(" ")[0]]) + "\n")
    device = run(["nvidia-smi", "--query-gpu=name,driver_version", "--format=csv,noheader"]).strip()
    tools = {tool: run([tool, "--version"]).strip().splitlines()[-1] for tool in ("nvcc", "ncu")}
    (out / "device.txt").write_text(f"{device}\n{tools['nvcc']}\nncu: {tools['ncu']}\nrecorded {datetime.date.today()}\n")
    print(f"{out}: counters.csv, patterns.txt, device.txt")


main()
