# shellcheck shell=bash
# What all scripts of the cluster share: how they speak, how they fail, and where things lie. To be sourced.
# shellcheck disable=SC2034  # what stands here is used by those that source it

cluster_folder=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
readonly cluster_folder

# shellcheck source=versions
. "$cluster_folder/versions"

# Outside of the checkout, as it is costly to make and serves every checkout of the same versions.
readonly cache_folder="${XDG_CACHE_HOME:-${HOME:-/root}/.cache}/jgbench/kubernetes/$KUBERNETES_VERSION"

# Standard output is kept for what a caller reads (a path, a table); everything else goes to standard error.
say() {
  printf 'jgbench cluster: %s\n' "$1" >&2
}

# fail MESSAGE: one message that says what was expected, what was found and what to do.
fail() {
  say "$1"
  exit 1
}

# need PROGRAM PACKAGE PURPOSE
need() {
  command -v "$1" >/dev/null ||
    fail "the program '$1' was not found on PATH; it is needed to $3. Install it (Debian: apt-get install $2)."
}
