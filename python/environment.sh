#!/usr/bin/env bash
# Makes the virtual environment in which the package is built and tested; for the long check (HYAKUMAN_LONG=1) with JAX and Ray, where pip can install them.
#
#   python/environment.sh FOLDER
set -euo pipefail
cd "$(dirname "$0")/.."
scripts/venv.sh "$1" python/requirements.txt
[[ ${HYAKUMAN_LONG:-} == 1 ]] || exit 0
exec 9>"$1.lock"
! command -v flock >/dev/null || flock 9
optional() {
    local installed=$1/${2}.installed
    [[ -e $installed ]] || ! timeout 300 "$1/bin/pip" install --quiet --disable-pip-version-check "${@:2}" || touch "$installed"
}
optional "$1" ray==2.60.0
optional "$1" jax==0.10.2 optax==0.2.8
