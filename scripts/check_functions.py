#!/usr/bin/env python3
"""scripts/check_functions.py [FOLDER]: functions of src/ (or FOLDER) that are longer than 80 lines.

Lines are counted from the one with the opening brace to the closing one. Tables (functions whose body only lists
rows) and Worker::search, which is a list of named steps, are exempt by name. Exit status: 0 none, 1 some.
"""
import pathlib
import re
import sys

LONGEST = 80
EXEMPT = {
    "Worker::search": "the steps of the search, each a function",
    "make_options": "the table of UCI options",
    "make_fields": "the table of the service's settings",
    "data_copy_commands": "a table of commands",
}
CONTROL = re.compile(r"^(if|for|while|switch|else|do|catch|try|return|namespace|class|struct|enum|union|extern)\b")
NAME = re.compile(r"([A-Za-z_~][\w:~]*(?:operator[^\s(]+)?)\s*\(")


def without_noise(text):
    """The same text with comments and literals replaced by blanks, so that braces in them don't count."""
    pattern = re.compile(
        r'//[^\n]*|/\*.*?\*/|R"([^(\s]*)\(.*?\)\1"|"(?:\\.|[^"\\\n])*"|(?<![0-9A-Fa-f])\'(?:\\.|[^\'\\\n])\'', re.S)
    blank = lambda match: re.sub(r"[^\n]", " ", match.group(0))
    text = pattern.sub(blank, text)
    # Preprocessor lines, with their continuations.
    return re.sub(r"^[ \t]*#(?:[^\n]*\\\n)*[^\n]*", blank, text, flags=re.M)


def functions(text):
    """(name, first line, number of lines) of every function with a body."""
    stack, header, line = [], "", 1
    for char in text:
        if char == "\n":
            line += 1
        if char == "{":
            stack.append((header.strip(), line))
            header = ""
        elif char == "}":
            if stack:
                opening, start = stack.pop()
                name = NAME.search(opening)
                if name and not CONTROL.match(opening) and "[" not in opening.split("(")[0] and "=" not in opening.split("(")[0]:
                    yield name.group(1), start, line - start + 1
            header = ""
        elif char == ";":
            header = ""
        else:
            header += char


def main():
    root = pathlib.Path(__file__).resolve().parent.parent
    folder = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else root / "src"
    found = 0
    for path in sorted(folder.rglob("*")):
        if path.suffix not in (".cpp", ".h"):
            continue
        for name, line, length in functions(without_noise(path.read_text())):
            if length > LONGEST and name not in EXEMPT:
                print(f"{path.relative_to(root) if path.is_relative_to(root) else path}:{line}: {name}() has {length} lines, expected at most {LONGEST}")
                found += 1
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
