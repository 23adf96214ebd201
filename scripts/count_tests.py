#!/usr/bin/env python3
"""scripts/count_tests.py JUNIT FOLDER: the result of a run of ctest, counted by single tests.

JUNIT is what `ctest --output-junit` wrote: an entry is a shard of a GoogleTest program, or a separate program.
FOLDER has a report NAME.xml of GoogleTest for each shard. Prints the names of failed tests, and as its last line
`PASSED FAILED SKIPPED`. A shard that failed without a failed test in its report (it crashed, or a sanitizer spoke up
at the end) counts as one failed test.
"""
import sys
import xml.etree.ElementTree as xml
from pathlib import Path


def count_shard(report):
    """(passed, skipped, names of failed tests) of a GoogleTest report."""
    passed, skipped, failed = 0, 0, []
    for case in xml.parse(report).iter("testcase"):
        if case.get("status") != "run":
            continue
        if case.find("failure") is not None:
            failed.append(f"{case.get('classname')}.{case.get('name')}")
        elif case.get("result") == "skipped" or case.find("skipped") is not None:
            skipped += 1
        else:
            passed += 1
    return passed, skipped, failed


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    passed, skipped, failed = 0, 0, []
    for entry in xml.parse(sys.argv[1]).iter("testcase"):
        name, state = entry.get("name"), entry.get("status")
        report = Path(sys.argv[2], f"{name}.xml")
        names = []
        if report.exists():
            more_passed, more_skipped, names = count_shard(report)
            passed, skipped = passed + more_passed, skipped + more_skipped
        elif state == "run":
            passed += 1
        elif state != "fail":
            skipped += 1
        if state == "fail" and not names:
            names = [f"{name} (the program, see its output above)"]
        failed += names
    for name in failed:
        print("failed:", name)
    print(passed, len(failed), skipped)


main()
