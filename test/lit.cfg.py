# Configuration of the regression tests: lit scripts that FileCheck the output.

import importlib.util
import os
import pty
import re
import shutil
import sys

import lit.formats
from lit.llvm import llvm_config

config.name = "HloMem"
# lit's own shell: it has not, diff and pipes, and starts no shell per test.
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".test", ".td"]
config.excludes = ["Inputs", "Plugins", "CMakeLists.txt"]
config.test_source_root = os.path.dirname(__file__)
config.test_exec_root = os.path.join(config.hlomem_obj_root, "test")

# No short names here: lit would rewrite such a word in every RUN line.
llvm_config.use_default_substitutions()
llvm_config.add_tool_substitutions(
    ["hlo-mem-opt", "hlo-mem-pack", "gen-dump", "hlo-mem-tblgen", "split-file"],
    [os.path.join(config.hlomem_obj_root, "bin"), config.llvm_tools_dir],
)
config.substitutions.append(("%inputs", os.path.join(config.test_source_root, "Inputs")))
config.substitutions.append(("%src_root", config.hlomem_src_root))
config.substitutions.append(("%obj_root", config.hlomem_obj_root))
config.substitutions.append(("%python", '"%s"' % sys.executable))
utils = os.path.join(config.test_source_root, "Utils")
config.substitutions.append(
    ("%expand-dump", '"%s" %s' % (sys.executable, os.path.join(utils, "expand_dump.py")))
)
# What scripts import from Utils.
config.environment["PYTHONPATH"] = utils
config.environment["PYTHONDONTWRITEBYTECODE"] = "1"

# What the tests load lies in the build tree, one file for each target of
# Plugin/Plugins/CMakeLists.txt.
config.substitutions.append(
    ("%plugins", os.path.join(config.test_exec_root, "Plugin", "Plugins"))
)
# The interpreter that the Python package in the build tree was built for.
config.substitutions.append(("%package_python", '"%s"' % config.package_python))
if config.package_python and not config.hlomem_sanitizers:
    config.available_features.add("python-package")
# An installed tree, without archives.
config.substitutions.append(("%prefix", os.path.join(config.test_exec_root, "prefix")))
if config.hlomem_dev != "ON" and not config.hlomem_sanitizers:
    config.available_features.add("installed-tree")
config.substitutions.append(("%host_cxx", '"%s"' % config.host_cxx))
config.substitutions.append(("%llvm_major", str(config.llvm_version_major)))

# utils/check.sh --all asks for what takes long and rarely fails.
if os.environ.get("HLOMEM_ALL_TESTS"):
    config.available_features.add("slow-tests")
else:
    config.environment["CMAKE_TOOLCHAIN_FILE"] = os.path.join(
        config.test_source_root, "Utils", "quick-plugins.cmake"
    )

# Headers of another LLVM that the project supports, to build a plugin with.
for major in (19, 22):
    include = "/usr/lib/llvm-%d/include" % major
    if major != config.llvm_version_major and os.path.isdir(include):
        config.available_features.add("other-llvm")
        config.substitutions.append(("%other_llvm_include", include))
        config.substitutions.append(("%other_llvm_major", str(major)))

# The collection of public dumps beside a developer's checkout; not part of the
# repository.
shared = os.path.join(config.hlomem_src_root, os.pardir, "shared", "dumps")
if os.path.isdir(shared):
    config.available_features.add("shared-dumps")
    config.substitutions.append(("%shared_dumps", os.path.normpath(shared)))

# The same of packing problems.
packing = os.path.join(config.hlomem_src_root, os.pardir, "shared", "packing")
if os.path.isdir(packing):
    config.available_features.add("shared-packing")
    config.substitutions.append(("%shared_packing", os.path.normpath(packing)))

# The same of dumps that showed a fault.
repro = os.path.join(config.hlomem_src_root, os.pardir, "shared", "repro", "tpu")
if os.path.isdir(repro):
    config.available_features.add("shared-repro")
    config.substitutions.append(("%shared_repro", os.path.normpath(repro)))

# Makes manual pages.
if shutil.which("help2man"):
    config.available_features.add("help2man")

# LLVM's own readers of remark files.
for version in ("19", "22"):
    name = "llvm-remarkutil"
    tool = shutil.which(name, path="/usr/lib/llvm-%s/bin" % version)
    tool = tool or shutil.which("%s-%s" % (name, version))
    if tool:
        config.available_features.add("remarkutil-" + version)
        config.substitutions.append(("%remarkutil_" + version, tool))
viewer = "/usr/lib/llvm-19/share/opt-viewer/opt-viewer.py"
has_yaml = importlib.util.find_spec("yaml")
if has_yaml:
    config.available_features.add("python-yaml")
if (
    has_yaml
    and importlib.util.find_spec("pygments")
    and os.path.isfile(viewer)
    and shutil.which("c++filt")
):
    config.available_features.add("opt-viewer")
    config.substitutions.append(("%opt_viewer", viewer))

# An LLVM may bring archives of zlib and zstd; a package then depends on neither.
if not re.search(r"\.a\b|_static", config.compression_libraries):
    config.available_features.add("shared-compression")

# The page's functions run without a browser too; utils/install-deps.sh --web installs
# what drives one, and what checks types.
if shutil.which("node"):
    config.available_features.add("node")
web_tools = os.path.expanduser("~/.cache/hlo-mem-opt/web")
if "node" in config.available_features and os.path.isdir(
    os.path.join(web_tools, "node_modules", "playwright-core")
):
    config.available_features.add("web-tools")
    config.substitutions.append(("%web_tools", web_tools))
    chromium = shutil.which("chromium")
    if chromium:
        config.available_features.add("browser")
        config.substitutions.append(("%chromium", chromium))

if config.hlomem_sanitizers:
    config.available_features.add("sanitizers")
    # LLVM's allocators poison the memory that they have not given out. The
    # headers do, in this build; the LLVM libraries, built without, never take it
    # back, so that what they allocate in the same place is reported.
    config.environment["ASAN_OPTIONS"] = ":".join(
        filter(None, [os.environ.get("ASAN_OPTIONS"), "allow_user_poisoning=0"])
    )
if shutil.which("dpkg-shlibdeps") and shutil.which("file"):
    config.available_features.add("dpkg-dev")

# A bare container may have no terminals to give.
try:
    for descriptor in pty.openpty():
        os.close(descriptor)
    config.available_features.add("terminals")
except OSError:
    pass

optional = {
    "browser": "utils/install-deps.sh --web",
    "node": "nodejs",
    "web-tools": "utils/install-deps.sh --web",
    "dpkg-dev": "dpkg-dev and file",
    "help2man": "help2man",
    "installed-tree": "a build without HLOMEM_DEV and without sanitizers",
    "opt-viewer": "python3-yaml and python3-pygments",
    "other-llvm": "llvm-22-dev",
    "python-package": "utils/install-deps.sh --python",
    "remarkutil-22": "llvm-22",
    "shared-dumps": "the public dumps in ../shared/dumps",
    "shared-packing": "the packing problems in ../shared/packing",
    "shared-repro": "the dumps of public models in ../shared/repro/tpu",
    "slow-tests": "utils/check.sh --all",
    "terminals": "a terminal device",
}
missing = [optional[name] for name in optional if name not in config.available_features]
if missing:
    lit_config.note(
        "some tests do not run for lack of %d things: %s"
        % (len(missing), ", ".join(missing))
    )
