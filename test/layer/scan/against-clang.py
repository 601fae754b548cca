#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""against-clang.py CLGROUP-SCAN-TEST CLANG [CASES [SEED]]: random texts of what scanners stumble over.

A name that is a token after clang's preprocessor must be one that the scan finds, unless the scan says that it does not know."""
import os
import random
import re
import subprocess
import sys
import tempfile

PIECES = [
    "/*", "*/", "//", '"', "'", "\\", "\\\n", "\\ \n", "\\\r\n", "\n", "\n", "\n", "\r", " ", "\t",
    "work_group_all", "work_group_any", "work_group_reduce_add", "work_group_", "reduce_add", "_group_any", "work",
    "CAT(work_group_reduce_,add)", "CAT(work,_group_any)", "CAT(work_,group_all)", "work_gr", "oup_all", "#", "##",
    "#define X", "#define Y(a) a##", "X", "Y(x)", "CAT(", "PRE(max)", ")", ",", "(", "1", "1'0", "L'a'", '"a"',
    "u8", "R", "x", "#if 0\n", "#endif\n", "#else\n", "#error x", "#error don't", "#pragma y", "/", "*", "%", "%:",
    "?", "??/", "\xff", "\0", '\\"', "\\'", ";", "\n#undef X\n", "_", '"\\"', "defined",
]
HEAD = "#define CAT(a, b) a##b\n#define PRE(op) work_group_scan_exclusive_##op\n"
STANDARDS = ["CL1.2", "CL2.0", "CL3.0", "CLC++2021"]
NAME = re.compile(r"work_group_(all|any|broadcast|(reduce|scan_inclusive|scan_exclusive)_"
                  r"(add|min|max|mul|and|or|xor|logical_(and|or|xor)))$")


def clang_names(clang, standard, text, folder):
    path = os.path.join(folder, "text.cl")
    with open(path, "wb") as file:
        file.write(text)
    run = subprocess.run([clang, "-cc1", "-x", "cl", "-triple", "spir64", "-cl-std=" + standard, "-dump-tokens", path],
                         capture_output=True)
    tokens = re.findall(r"^identifier '([^']*)'", run.stderr.decode("latin1"), re.M)
    return {token[len("work_group_"):] for token in tokens if NAME.match(token)}


def is_found(name, words):
    return "*" in words or "UNKNOWN" in words or any(
        name.startswith(word[:-1]) if word.endswith("*") else word == name for word in words)


def main():
    scanner, clang = sys.argv[1:3]
    cases = int(sys.argv[3]) if len(sys.argv) > 3 else 300
    random.seed(sys.argv[4] if len(sys.argv) > 4 else "1")
    failed = named = 0
    with tempfile.TemporaryDirectory() as folder:
        for _ in range(cases):
            text = "".join(random.choice(PIECES) for _ in range(random.randint(1, 25)))
            text = ((HEAD if random.random() < 0.4 else "") + text).encode("latin1")
            standard = random.choice(STANDARDS)
            run = subprocess.run([scanner, "--print", "-cl-std=" + standard], input=text, capture_output=True)
            words = run.stdout.decode().split()
            wanted = clang_names(clang, standard, text, folder)
            named += bool(wanted)
            missed = {name for name in wanted if not is_found(name, words)}
            if run.returncode or missed:
                failed += 1
                print("fail: %s: %r: missed %s, found %s" % (standard, text, sorted(missed), words))
    if not named:
        print("fail: clang found no name in any text")
        failed += 1
    print("%d passed, %d failed, 0 skipped" % (cases - failed, failed))
    return failed != 0


sys.exit(main())
