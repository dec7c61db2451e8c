# shellcheck shell=bash
# A container engine that 'up' started, where the machine ran none: how it starts, and how it goes without a trace. To
# be sourced after common.sh.
# shellcheck disable=SC2154  # the names that common.sh gives

readonly engine_pid_file="$state_folder/engine.pid"
readonly engine_runtime="$state_folder/engine"
readonly engine_log="$logs_folder/engine-itself.log"
readonly engine_socket=/var/run/docker.sock

# Whether this machine withholds a capability even from root, as many virtual machines do.
lacks_capability() {
  local last bounding
  last=$(cat /proc/sys/kernel/cap_last_cap)
  bounding=$(awk '$1 == "CapBnd:" { print $2 }' /proc/self/status)
  [ $((16#$bounding & ((1 << (last + 1)) - 1))) -ne $(((1 << (last + 1)) - 1)) ]
}

start_engine() {
  local options=()
  if lacks_capability; then
    say "this machine withholds a capability from root, so that the engine's containers are asked to do without it"
    options=(--add-runtime "capfit=$("$cluster_folder/binaries" runc-capfit)/runc-capfit" --default-runtime capfit)
  fi
  mkdir -p "$engine_data" "$engine_runtime"
  remember_firewall
  setsid dockerd --host "unix://$engine_socket" --data-root "$engine_data" --exec-root "$engine_runtime" \
    --pidfile "$engine_pid_file" "${options[@]}" >"$engine_log" 2>&1 </dev/null &
  await 120 engine_answers || {
    tail -n 15 "$engine_log"
    fail "dockerd was started but does not answer at $engine_socket; its log is $engine_log"
  }
}

started_engine() {
  [ -e "$engine_pid_file" ]
}

# Also one that did not start, or has ended: what it had set on this machine is to be put back.
ours() {
  started_engine || { [ -e "$state_folder/forward-policy" ] && ! engine_answers; }
}

# Whether an engine may have containers of the cluster: the image of the nodes is chosen before there is any.
carries_nodes() {
  [ -e "$state_folder/node-image" ]
}

end_engine() {
  local pid
  started_engine || return 0
  pid=$(cat "$engine_pid_file")
  # dockerd ends its own containerd
  if [ -d "/proc/$pid" ] && grep -q dockerd "/proc/$pid/cmdline"; then
    kill "$pid"
    await 120 test ! -d "/proc/$pid" || fail "the engine (process $pid) does not end; end it yourself and try again"
  fi
  rm -f "$engine_pid_file" "$engine_socket"
}

stop_engine() {
  end_engine
  ip link delete docker0 2>/dev/null || true
  restore_firewall
  remove_control_groups
  unmount_below "$engine_runtime"
  unmount_below "$engine_data"
}

unmount_below() {
  local mount
  awk -v folder="$1" '$2 == folder || index($2, folder "/") == 1 { print $2 }' /proc/mounts | sort -r |
    while read -r mount; do umount "$mount"; done
}

# An engine sets the policy of forwarding to DROP and leaves chains of its own behind.
remember_firewall() {
  [ ! -e "$state_folder/forward-policy" ] || return 0
  # in this order, as listing a chain makes its table
  { iptables-save 2>/dev/null || true; } | sed -n 's/^\*//p' >"$state_folder/firewall-tables"
  iptables -S FORWARD | sed -n 's/^-P FORWARD //p' >"$state_folder/forward-policy"
}

# Takes away the engine's rules alone: others may have changed theirs meanwhile.
restore_firewall() {
  local policy table
  [ -e "$state_folder/forward-policy" ] || return 0
  policy=$(cat "$state_folder/forward-policy")
  iptables-save | grep -v -e DOCKER -e docker0 -e "$bridge" |
    sed "s/^:FORWARD [A-Z]*/:FORWARD $policy/" | iptables-restore
  # A table that was not there before goes, where nobody has put a rule into it.
  for table in filter nat; do
    if ! grep -qx "$table" "$state_folder/firewall-tables" &&
      ! iptables -t "$table" -S | grep -q -e '^-A' -e '^-N'; then
      remove_table "$table"
    fi
  done
}

# Where nft is not there the tables are not nft's, or stay behind empty, as iptables cannot take one away.
remove_table() {
  if command -v nft >/dev/null; then nft delete table ip "$1" 2>/dev/null || true; fi
}

remove_control_groups() {
  local folder
  for folder in /sys/fs/cgroup/docker /sys/fs/cgroup/*/docker; do
    if [ -d "$folder" ]; then find "$folder" -depth -type d -exec rmdir {} +; fi
  done
}
