#!/usr/bin/env bash
# Makes a virtual environment with these libraries, again when the list changes. Needs python3 (3.11 or later) with venv, and the network.
# Of several that are called for one folder at once the others wait.
#
#   scripts/venv.sh FOLDER REQUIREMENTS
set -euo pipefail
folder=$1 list=$2
missing() {
    echo "$1; or set HYAKUMAN_SKIP_PYTHON=1 to skip this check" >&2
    exit 1
}

mkdir -p "$(dirname "$folder")"
exec 9>"$folder.lock"
! command -v flock >/dev/null || flock 9
cmp --silent "$list" "$folder/requirements.txt" && exit
command -v python3 >/dev/null || missing "no python3: install Python 3.11 or later"
python3 -c 'import sys; sys.exit(sys.version_info < (3, 11))' || missing "python3 is older than 3.11"
python3 -m venv --clear "$folder" || missing "python3 has no venv (on Debian: apt install python3-venv)"
"$folder/bin/pip" install --quiet --disable-pip-version-check -r "$list" ||
    missing "pip cannot install the libraries in $list: is there a network connection?"
cp "$list" "$folder/"
