# shellcheck shell=bash
# What all scripts of the cluster share: how they speak, how they fail, what things are called and where they lie. To be
# sourced.
# shellcheck disable=SC2034  # what stands here is used by those that source it

cluster_folder=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
readonly cluster_folder

# shellcheck source=versions
. "$cluster_folder/versions"

# Outside of the checkout: the cache is costly to make and serves every checkout of the same versions, and the cluster
# outlives a 'clean' of the checkout that started it.
readonly cache_folder="${XDG_CACHE_HOME:-${HOME:-/root}/.cache}/jgbench/kubernetes/$KUBERNETES_VERSION"
readonly engine_data="${XDG_CACHE_HOME:-${HOME:-/root}/.cache}/jgbench/engine"
readonly state_folder="${XDG_STATE_HOME:-${HOME:-/root}/.local/state}/jgbench/cluster"
readonly logs_folder="$state_folder/logs"
readonly kubeconfig="$state_folder/kubeconfig"

readonly cluster_name=jgbench
readonly control_plane=$cluster_name-control-plane

# A network of our own: other kind clusters of the user stand on 'kind', with an MTU of their own.
readonly network=jgbench
readonly bridge=jgbench0
export KIND_EXPERIMENTAL_DOCKER_NETWORK=$network

# The status of a script that has said all there is to say, so that nobody shows its log as well.
readonly explained=78

# Standard output is kept for what a caller reads (a path, a table); everything else goes to standard error.
say() {
  printf 'jgbench cluster: %s\n' "$1" >&2
}

# fail MESSAGE: one message that says what was expected, what was found and what to do.
fail() {
  say "$1"
  exit $explained
}

# need PROGRAM PACKAGE PURPOSE
need() {
  command -v "$1" >/dev/null ||
    fail "the program '$1' was not found on PATH; it is needed to $3. Install it (Debian: apt-get install $2)."
}

# await SECONDS COMMAND…: tries until the command succeeds; its last output is shown where it never does.
await() {
  local deadline=$((SECONDS + $1)) output
  shift
  until output=$("$@" 2>&1); do
    if [ "$SECONDS" -ge "$deadline" ]; then
      printf '%s\n' "$output" >&2
      return 1
    fi
    sleep 1
  done
}

# Two at once would repair, or remove, what the other is just making.
lock_cluster() {
  mkdir -p "$state_folder"
  if command -v flock >/dev/null; then
    exec 9>"$state_folder/lock"
    if ! flock --nonblock 9; then
      say "another 'up' or 'down' is under way: waiting for it"
      flock 9
    fi
    # 'down' removes the folder with the lock that others wait for
    until [ "$state_folder/lock" -ef /proc/self/fd/9 ]; do
      mkdir -p "$state_folder"
      exec 9>"$state_folder/lock"
      flock 9
    done
  fi
  mkdir -p "$logs_folder"
}

# There once it has been made as a whole; what fails before that is nothing to go on from.
readonly created="$state_folder/created"

engine_answers() {
  command -v docker >/dev/null && docker version --format '{{.Server.Version}}' >/dev/null 2>&1
}

# Whether there is a cluster, or a part of one.
has_nodes() {
  command -v docker >/dev/null && [ -n "$(nodes 2>/dev/null)" ]
}

nodes() {
  docker ps -a --filter "label=io.x-k8s.kind.cluster=$cluster_name" --format '{{.Names}}' | sort
}

# The kubectl of the control plane's node, as a machine with an engine need not have one.
kubectl() {
  docker exec -i "$control_plane" kubectl --kubeconfig /etc/kubernetes/admin.conf "$@"
}

kind_program() {
  local folder
  command -v kind && return
  folder=$("$cluster_folder/binaries" kind) || return
  printf '%s/kind\n' "$folder"
}
