# Writes a dump with 'print' to places that are no plain new file, and looks at
# what is there afterwards. Called by output-targets.test.

import os
import resource
import signal
import stat
import subprocess
import sys
import time

tool, dump, folder = sys.argv[1:]
os.makedirs(folder, exist_ok=True)
os.chdir(folder)
with open(dump, "rb") as file:
    text = file.read()


def run(*arguments, **keywords):
    command = [tool, "-passes=peak,print", *arguments]
    return subprocess.run(command, stderr=subprocess.PIPE, **keywords)


def fresh(name):
    if os.path.lexists(name):
        os.remove(name)
    return name


def read(name):
    with open(name, "rb") as file:
        return file.read()


def check(what, condition):
    if not condition:
        sys.exit("failed: " + what)


# A pipe is written, not replaced.
os.mkfifo(fresh("pipe"))
reader = os.open("pipe", os.O_RDONLY | os.O_NONBLOCK)
check("pipe: exit code", run(dump, "-o", "pipe").returncode == 0)
check("pipe: contents", os.read(reader, 1 << 20) == text)
check("pipe: still one", stat.S_ISFIFO(os.stat("pipe").st_mode))

# A link stays one.
with open(fresh("target"), "wb") as file:
    file.write(b"old")
os.symlink("target", fresh("link"))
check("link: exit code", run(dump, "-o", "link").returncode == 0)
check("link: still one", os.path.islink("link"))
check("link: contents", read("target") == text)

# So does one to what is not there yet, whichever way it names it.
os.makedirs("place", exist_ok=True)
for to in "new", os.path.abspath("place/new"):
    fresh("place/new")
    os.symlink(to, fresh("place/dangling"))
    os.symlink("place/dangling", fresh("dangling"))
    check("dangling: exit code", run(dump, "-o", "dangling").returncode == 0)
    check("dangling: still one", os.path.islink("dangling") and os.path.islink("place/dangling"))
    check("dangling: contents", read("place/new") == text)

# While a file is written that replaces another one, nobody else reads it.
os.umask(0)
with open(fresh("secret"), "wb") as file:
    os.fchmod(file.fileno(), 0o640)
before = set(os.listdir("."))
program = subprocess.Popen([tool, "-passes=print", "-o", "secret", "-"], stdin=subprocess.PIPE)
while set(os.listdir(".")) == before and program.poll() is None:
    time.sleep(0.01)
unfinished = (set(os.listdir(".")) - before).pop()
check("secret: unfinished", stat.S_IMODE(os.stat(unfinished).st_mode) == 0o600)
program.communicate(text)
check("secret: exit code", program.returncode == 0)
check("secret: mode", stat.S_IMODE(os.stat("secret").st_mode) == 0o640)
check("secret: contents", read("secret") == text)
# A new one is for whom the umask says.
os.umask(0o027)
check("new: exit code", run(dump, "-o", fresh("new")).returncode == 0)
check("new: mode", stat.S_IMODE(os.stat("new").st_mode) == 0o640)
os.umask(0o022)

# What the shell opened is written where the shell stands in it, and stays the
# file that it is.
for name in "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1", "-":
    with open(fresh("shell"), "wb") as file:
        file.write(b"old")
    before = os.stat("shell").st_ino
    with open("shell", "ab") as file:
        check(name + ": exit code", run(dump, "-o", name, stdout=file).returncode == 0)
    check(name + ": contents", read("shell") == b"old" + text)
    check(name + ": same file", os.stat("shell").st_ino == before)
with open(fresh("shell"), "ab") as file:
    file.write(b"old")
    file.flush()
    number = file.fileno()
    result = run(dump, "-o", "/dev/fd/%d" % number, pass_fds=[number])
check("descriptor: exit code", result.returncode == 0)
check("descriptor: contents", read("shell") == b"old" + text)
check("no descriptor", run(dump, "-o", "/dev/fd/999").returncode == 1)

# A name as long as a name can be.
name = fresh("n" * 255)
check("long name: exit code", run(dump, "-o", name).returncode == 0)
check("long name: contents", read(name) == text)

# What is replaced keeps its permissions.
with open(fresh("private"), "wb") as file:
    file.write(b"old")
os.chmod("private", 0o600)
check("private: exit code", run(dump, "-o", "private").returncode == 0)
check("private: contents", read("private") == text)
check("private: mode", stat.S_IMODE(os.stat("private").st_mode) == 0o600)

# No part of a path is taken for anything else.
os.makedirs("100%%", exist_ok=True)
check("percent: exit code", run(dump, "-o", "100%%/new%").returncode == 0)
check("percent: contents", read("100%%/new%") == text)

# The input itself.
with open(fresh("same"), "wb") as file:
    file.write(text)
check("input: exit code", run("same", "-o", "same").returncode == 0)
check("input: contents", read("same") == text)

# Without a standard output, remarks do not go into the document. That they are
# lost is an error.
os.set_inheritable(1, True)
close = {"preexec_fn": lambda: os.close(1)}
result = run(dump, "-o", fresh("file"), **close)
check("closed: exit code", result.returncode == 74)
check("closed: message", b"'standard output': Bad file descriptor" in result.stderr)
check("closed: contents", read("file") == text)
result = run(dump, "-o", fresh("file"), "-remarks-filter=^nothing$", **close)
check("closed, nothing to print", result.returncode == 0)
check("closed, document", run(dump, **close).returncode == 74)

# What the system does not let grow is an error, not a crash.
def limit():
    resource.setrlimit(resource.RLIMIT_FSIZE, (1024, 1024))


result = run(dump, "-o", fresh("file"), preexec_fn=limit, stdout=subprocess.DEVNULL)
check("limit: exit code", result.returncode == 74)
check("limit: message", result.stderr.count(b"\n") == 1)
check("limit: reason", b"'file': File too large" in result.stderr)
check("limit: nothing", not os.path.lexists("file"))

# One bad input: the file keeps what it held, and there is no other message.
with open("same", "wb") as file:
    file.write(b"old")
result = run(dump, "nowhere", "-o", "same")
check("bad input: exit code", result.returncode == 1)
check("bad input: contents", read("same") == b"old")
check("bad input: message", result.stderr.count(b"\n") == 1)

# A signal leaves nothing behind.
reader, writer = os.pipe()
for number in signal.SIGTERM, signal.SIGQUIT:
    # A shell has what it runs in the background ignore some, and so would the tool.
    signal.signal(number, signal.SIG_DFL)
    process = subprocess.Popen([tool, "-passes=print", "-", "-o", fresh("file")], stdin=reader)
    # The output is opened before the input is read.
    while not [n for n in os.listdir(".") if n.endswith(".temp")]:
        check("signal: runs", process.poll() is None)
    process.send_signal(number)
    check("signal: exit code", process.wait(timeout=60) == -number)
    check("signal: nothing", not os.path.lexists("file"))

check("left behind", not [n for n in os.listdir(".") if "temp" in n])
