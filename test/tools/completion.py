"""Completes command lines in a bash with the completion of hlo-mem-opt.

Usage: completion.py TOOL SCRIPT LINE...

Each LINE is typed into an interactive bash on a terminal, behind the name of TOOL
and with a tab for <TAB>; what has become of it is printed.
"""

import os
import pty
import re
import select
import subprocess
import sys
import time

DONE = "line="


def read_until(descriptor, pattern):
    """What the terminal shows, up to the pattern."""
    text = ""
    deadline = time.time() + 60
    while not re.search(pattern, text):
        if not select.select([descriptor], [], [], deadline - time.time())[0]:
            sys.exit("no answer from bash: " + repr(text))
        text += os.read(descriptor, 65536).decode("utf-8", "replace")
    return text


def main():
    tool, script, lines = sys.argv[1], sys.argv[2], sys.argv[3:]
    main_end, child_end = pty.openpty()
    folders = os.path.dirname(os.path.abspath(tool)) + os.pathsep + os.environ["PATH"]
    bash = subprocess.Popen(
        ["bash", "--norc", "--noprofile", "-i"],
        stdin=child_end,
        stdout=child_end,
        stderr=child_end,
        env=dict(os.environ, TERM="dumb", INPUTRC="/dev/null", PATH=folders),
        start_new_session=True,
    )
    os.close(child_end)

    def send(text):
        os.write(main_end, text.encode("utf-8"))

    # What the line has become is told by a function bound to a key: nothing is
    # run, and the terminal's own echo does not matter.
    send(
        "PS1= PS2= HISTFILE=; bind 'set bell-style none'; "
        "bind 'set completion-query-items 0'; bind 'set page-completions off'; "
        "source '%s'; " % script
        + "show() { printf '\\n%s%%s|\\n' \"$READLINE_LINE\"; "
        "READLINE_LINE=; READLINE_POINT=0; }; "
        % DONE
        + "bind -x '\"\\C-t\": show'; echo rea''dy\n"
    )
    read_until(main_end, "\nready")
    for line in lines:
        line = line.replace("<TAB>", "\t")
        send(os.path.basename(tool) + " " + line + "\x14")
        shown = read_until(main_end, r"\n%s[^\n]*\|\r?\n" % DONE)
        print(re.search(r"\n%s\S+ ([^\n]*)\|" % DONE, shown).group(1))
    send("\x04")
    bash.wait(timeout=60)


if __name__ == "__main__":
    sys.exit(main())
