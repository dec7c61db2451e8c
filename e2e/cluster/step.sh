# shellcheck shell=bash
# Runs the steps of 'up' one by one: each a script, with a log of its own. To be sourced after common.sh.
# shellcheck disable=SC2154  # the names that common.sh gives

# step NAME SCRIPT [ARGUMENT…]: shows what the script says, and the end of its log where it fails.
step() {
  local name=$1 status=0 log
  shift
  log="$logs_folder/${name// /-}.log"
  say "$(printf '%3d s  %s' $SECONDS "$name")"
  # without the lock (9), which is over when 'up' is, whatever a step may leave running
  "$@" >"$log" 2>&1 9>&- || status=$?
  sed -n 's/^jgbench cluster: /         /p' "$log" >&2
  [ "$status" = 0 ] || step_failed "$name" "$status" "$log"
}

step_failed() {
  local name=$1 status=$2 log=$3
  show_full_disks
  if [ "$status" = "$explained" ]; then
    say "the step '$name' failed; its log is $log"
  else
    printf '         the end of its log:\n' >&2
    tail -n 15 "$log" | cut -c 1-300 | sed 's/^/         | /' >&2
    say "the step '$name' failed. Its log is $log; './jgbench cluster logs' gathers those of the nodes. When the cause \
is gone, './jgbench cluster up' goes on from here; './jgbench cluster down' removes what there is."
  fi
  exit "$explained"
}

# A full disk fails a step in many guises, so it is looked for whatever the step said.
show_full_disks() {
  local folder free images
  images=$(docker info --format '{{.DockerRootDir}}' 2>/dev/null || true)
  for folder in "${images:-$engine_data}" "$cache_folder" "$state_folder"; do
    [ -d "$folder" ] || continue
    free=$(df -Pm "$folder" | awk 'NR == 2 { print $4 }')
    [ "$free" -ge 200 ] || say "the disk that holds $folder is full ($free MiB are free): make room"
  done
}
