#!/usr/bin/env python3
"""Runs a program in a terminal and types Ctrl-C.

    scripts/terminal.py PATTERN PROGRAM [WORD...]

Waits until the program has printed PATTERN (spaces of the output are ignored: wine's console moves the cursor
instead), prints the pattern's first group (or the whole match) as a line, and waits
for a line on standard input. Then it types Ctrl-C. The exit status is the program's, or 124 if it took minutes.
For scripts/check_windows: wine gives a program a console, and so a Ctrl-C, only in a terminal.
"""

import fcntl
import os
import pty
import re
import select
import signal
import struct
import sys
import termios
import time

PATIENCE = 300  # seconds
ESCAPES = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]|\x1b\][^\x07]*\x07|[ \r]")


def main():
    pattern, words = re.compile(sys.argv[1]), sys.argv[2:]
    process, terminal = pty.fork()
    if process == 0:
        os.execvp(words[0], words)
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 50, 250, 0, 0))  # so that lines aren't broken
    deadline = time.monotonic() + PATIENCE
    shown, found, typed = "", False, False
    while time.monotonic() < deadline:
        watched = [terminal] + ([sys.stdin.fileno()] if found and not typed else [])
        ready = select.select(watched, [], [], 0.1)[0]
        if terminal in ready:
            try:
                portion = os.read(terminal, 1 << 16)
            except OSError:  # Linux: the program has closed its side
                portion = b""
            if not portion:
                break
            shown += portion.decode(errors="replace")
            match = None if found else pattern.search(ESCAPES.sub("", shown))
            if match:
                found = True
                print(match.group(1 if match.groups() else 0), flush=True)
        elif sys.stdin.fileno() in ready:
            sys.stdin.readline()
            os.write(terminal, b"\x03")
            typed = True
    else:
        os.kill(process, signal.SIGKILL)
    sys.stderr.write(ESCAPES.sub("", shown))
    status = os.waitstatus_to_exitcode(os.waitpid(process, 0)[1])
    return 124 if status < 0 else status


if __name__ == "__main__":
    sys.exit(main())
