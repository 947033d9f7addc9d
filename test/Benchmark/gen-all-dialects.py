"""Makes a dump in every form that print can write, and reads it.

Usage: gen-all-dialects.py GEN-DUMP HLO-MEM-OPT FOLDER

The names of the forms are those in print's own message. Each dump must be sound,
and in its form, as test/Export/Print/check_form.py knows it.
"""

import os
import re
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
CHECK_FORM = os.path.join(HERE, os.pardir, "Export", "Print", "check_form.py")


def output(*command):
    return subprocess.run(command, capture_output=True, check=False, text=True)


def main():
    generator, tool, folder = sys.argv[1:]
    message = output(tool, "-passes=print<dialect=?>", os.devnull).stderr
    names = re.findall(r"(?:xla|jaxlib)-[0-9][0-9.-]*[0-9]", message.split(" or ")[0])
    failures = 0
    for name in names:
        path = os.path.join(folder, name + ".txt")
        made = output(generator, "-size=30KiB", "-dialect=" + name, "-o", path)
        verified = output(tool, "-fatal-warnings=verify", "-passes=verify", path)
        form = output(sys.executable, CHECK_FORM, name, path)
        is_sound = ": remark: sound," in verified.stdout
        if made.returncode or form.returncode or not is_sound:
            failures += 1
            print("%s: %s%s%s" % (name, made.stderr, verified.stdout, form.stdout))
    print("%d forms, %d failures" % (len(names), failures))


if __name__ == "__main__":
    main()
