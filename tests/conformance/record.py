#!/usr/bin/env python3
"""Runs every conformance kernel on a GPU and writes what it gave: the expectations that the simulator is held to.

    python3 tests/conformance/record.py [OUT_FOLDER]        (default: tests/conformance/expected)

Needs a GPU, CuPy and the toolkit's headers. Every case is compiled and run in a process of its own, so that one that fails or hangs takes
no other along; what went wrong stands in NAME.error. A case that includes headers of the host's C++ library says `// compiler: nvcc` (NVRTC
has none). Files: inputs.txt (the shared inputs, as bits) and one text file a case: a line for each result column that is not
all zero, `oi 3 : <64 hexadecimal words>`. device.txt says which card, driver and toolkit gave them, and when.

Of programs/ (whole programs with host code, which print by kernels) it writes what each printed: OUT_FOLDER/programs/NAME.txt.
"""
import concurrent.futures
import datetime
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

import cupy as cp
import numpy as np

N = 64
here = pathlib.Path(__file__).resolve().parent


def inputs():
    rng = np.random.default_rng(20261120)
    a = rng.integers(-(2**31), 2**31, N, dtype=np.int64).astype(np.int32)
    a[:12] = [0, 1, -1, 2, -2, 2**31 - 1, -(2**31), 255, 256, -128, 65535, 1000003]
    a[12:28] = rng.integers(-1000, 1000, 16)
    u = rng.integers(0, 2**32, N, dtype=np.uint64).astype(np.uint32)
    u[:10] = [0, 1, 2, 2**32 - 1, 2**31, 255, 256, 65535, 65536, 3000000019]
    f = rng.normal(0, 100, N).astype(np.float32)
    f[:24] = [0.0, -0.0, 1.0, -1.0, 0.5, 1.5, 2.5, -2.5, 300.5, -5.0, 255.99, 1e9, -1e9, 3e9, 5e9, -5e9, 1e19, -1e19, 1e20,
              np.inf, -np.inf, np.nan, 1e-40, 16777217.0]
    d = rng.normal(0, 1000, N)
    d[:22] = [0.0, -0.0, 1.0, -1.0, 0.5, 1.5, 2.5, -2.5, 300.5, -5.0, 4294967295.7, 2147483647.9, -2147483648.9, 1e10, -1e10, 1e19,
              -1e19, 1e300, np.inf, -np.inf, np.nan, 4e-320]
    return a, u, f, d


def hex_words(array):
    kind = {4: np.uint32, 8: np.uint64}[array.dtype.itemsize]
    width = 2 * array.dtype.itemsize
    return " ".join(format(int(word), f"0{width}x") for word in array.view(kind))


def toolkit():
    """The toolkit's folder."""
    nvcc = shutil.which("nvcc") or "/usr/local/cuda/bin/nvcc"
    return pathlib.Path(nvcc).resolve().parent.parent


def cubin_of(code, contract, by_nvcc):
    """The machine code, with exactly these options: CuPy's own compilation would add -ftz=true and lose the subnormal numbers."""
    include = toolkit() / "include"
    options = ["-std=c++17", f"--fmad={'true' if contract else 'false'}", f"-arch=sm_{cp.cuda.Device().compute_capability}",
               f"-I{include}", f"-I{include / 'cccl'}"]
    code = code.replace("__global__ void test_case", 'extern "C" __global__ void test_case')
    if not by_nvcc:
        from cupy.cuda import nvrtc
        program = nvrtc.createProgram(code, "case.cu", [], [])
        try:
            nvrtc.compileProgram(program, options)
        except nvrtc.NVRTCError:
            raise RuntimeError(nvrtc.getProgramLog(program)) from None
        return nvrtc.getCUBIN(program)
    with tempfile.TemporaryDirectory() as folder:
        source, cubin = pathlib.Path(folder) / "case.cu", pathlib.Path(folder) / "case.cubin"
        source.write_text(code)
        result = subprocess.run([toolkit() / "bin/nvcc", "-cubin", *options, "-o", cubin, source], capture_output=True, text=True)
        if result.returncode:
            raise RuntimeError(result.stderr)
        return cubin.read_bytes()


def record(case, out):
    """Compiles and runs one case and writes its columns."""
    arrays = inputs()
    text = case.read_text()
    code = text.replace('#include "../case.h"', (here / "case.h").read_text())
    contract = re.search(r"^// contract: on", text, re.M) is not None
    by_nvcc = re.search(r"^// compiler: nvcc", text, re.M) is not None
    from cupy.cuda import function
    cp.cuda.runtime.deviceSetLimit(0, 1 << 14)  # cudaLimitStackSize: room for recursion; taken for every thread that may reside
    module = function.Module()
    module.load(cubin_of(code, contract, by_nvcc))
    device_inputs = [cp.asarray(x) for x in arrays]
    outputs = [cp.zeros(8 * N, dtype=t) for t in (np.int64, np.float32, np.float64)]
    module.get_function("test_case")((1,), (N,), tuple(device_inputs + outputs))
    cp.cuda.runtime.deviceSynchronize()
    lines = []
    for name, result in zip(("oi", "of", "od"), outputs):
        table = result.get().reshape(N, 8)
        for column in range(8):
            words = np.ascontiguousarray(table[:, column])
            if words.view(np.uint8).any():
                lines.append(f"{name} {column} : {hex_words(words)}\n")
    (out / f"{case.stem}.txt").write_text("".join(lines))
    return f"{case.stem}: {len(lines)} columns"


def record_apart(case, out):
    """record() in a process of its own."""
    try:
        result = subprocess.run([sys.executable, __file__, "--one", case, out], capture_output=True, text=True, timeout=120)
        problem = result.stderr if result.returncode else ""
    except subprocess.TimeoutExpired:
        problem = "it did not end within two minutes\n"
    (out / f"{case.stem}.error").unlink(missing_ok=True)
    if not problem:
        return result.stdout.strip()
    (out / f"{case.stem}.error").write_text(problem)
    return f"{case.stem}: FAILED, see {case.stem}.error"


def record_program(program, out):
    """Compiles and runs one whole program and keeps what it prints."""
    options = re.search(r"^// compile with: (.*)", program.read_text(), re.M)
    with tempfile.TemporaryDirectory() as folder:
        binary = pathlib.Path(folder) / "program"
        arch = f"-arch=sm_{cp.cuda.Device().compute_capability}"
        subprocess.run([toolkit() / "bin/nvcc", "-std=c++17", arch, *(options.group(1).split() if options else []), "-o", binary, program], check=True)
        (out / f"{program.stem}.txt").write_bytes(subprocess.run([binary], check=True, capture_output=True, timeout=60).stdout)
    return f"{program.stem}: printed"


def main():
    if sys.argv[1:2] == ["--one"]:
        print(record(pathlib.Path(sys.argv[2]), pathlib.Path(sys.argv[3])))
        return
    out = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else here / "expected"
    out.mkdir(parents=True, exist_ok=True)
    (out / "inputs.txt").write_text("".join(f"{name} : {hex_words(x)}\n" for name, x in zip("aufd", inputs())))
    properties = cp.cuda.runtime.getDeviceProperties(0)
    (out / "device.txt").write_text(
        f"device {properties['name'].decode()}\ndate {datetime.date.today()}\n"
        f"driver {cp.cuda.runtime.driverGetVersion()}\nnvrtc {'.'.join(map(str, cp.cuda.nvrtc.getVersion()))}\n")
    cases = sorted((here / "cases").glob("*.cu"))
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for line in pool.map(lambda case: record_apart(case, out), cases):
            print(line)
        (out / "programs").mkdir(exist_ok=True)
        for line in pool.map(lambda program: record_program(program, out / "programs"), sorted((here / "programs").glob("*.cu"))):
            print(line)


main()
