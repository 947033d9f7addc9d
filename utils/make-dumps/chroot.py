# ===- chroot.py - A Debian with a newer Python ------------------------------===#
#
# Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===
"""A Debian beside the machine's own, for a JAX that needs a newer Python.

Everything runs in a mount namespace of its own, so that whatever is mounted is
gone with the last process, however that ended.
"""

import os
import shutil
import subprocess

from report import MakeError, one_line

RELEASE = "trixie"  # Debian 13, with Python 3.13
PYTHON_MINOR = 13
PACKAGES = "python3,python3-venv,python3-pip,ca-certificates"
CERTIFICATES = "/etc/ssl/certs/ca-certificates.crt"

# libtpu needs /sys; what is mounted on /tmp keeps mount points out of the folder.
ENTER = """
set -e
root=$1
shift
mount -t proc proc "$root/proc"
mount --rbind /dev "$root/dev"
mount --rbind /sys "$root/sys"
mount -t tmpfs tmpfs "$root/tmp"
while [ "$1" != -- ]; do
  mkdir -p "$root$1"
  mount --bind "$1" "$root$1"
  shift
done
shift
exec chroot "$root" "$@"
"""
NAMESPACE = ["unshare", "--mount", "--propagation", "private"]


def folder_in(cache: str, release: str = RELEASE) -> str:
    return os.path.join(cache, release)


def command(root: str, folders: list[str]) -> list[str]:
    """What to put before a command that is to see the Debian and these folders."""
    return [*NAMESPACE, "sh", "-c", ENTER, "sh", root, *folders, "--"]


def missing() -> str:
    """Why there can be no chroot here, or nothing."""
    tools = ("debootstrap", "unshare", "chroot")
    absent = [tool for tool in tools if not shutil.which(tool)]
    if absent:
        return "no %s on PATH" % " or ".join(absent)
    process = subprocess.run([*NAMESPACE, "true"], stderr=subprocess.PIPE, check=False)
    if process.returncode:
        return "it takes root: %s" % one_line(process.stderr.decode("utf-8", "replace"))
    return ""


def make(cache: str, release: str = RELEASE, packages: str = PACKAGES) -> str:
    """The folder of the Debian, which is made if there is none."""
    root = folder_in(cache, release)
    if os.path.isdir(root):
        return root
    partial = root + ".partial"
    shutil.rmtree(partial, ignore_errors=True)
    log = root + ".log"
    arguments = ["--variant=minbase", "--include=" + packages, release, partial]
    with open(log, "wb") as file:
        process = subprocess.run(
            [*NAMESPACE, "debootstrap", *arguments],
            stdin=subprocess.DEVNULL,
            stdout=file,
            stderr=subprocess.STDOUT,
            check=False,
        )
    if process.returncode:
        raise MakeError("debootstrap failed; its messages are in %s" % log)
    # As the machine resolves names, trusts servers and finds packages.
    for path in ("/etc/resolv.conf", "/etc/hosts", "/etc/pip.conf", CERTIFICATES):
        if os.path.isfile(path):
            shutil.copyfile(path, partial + path)
    os.rename(partial, root)
    return root
