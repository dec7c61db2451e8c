# shellcheck shell=bash
# What a cluster changes on the machine itself, remembered before and put back after. To be sourced after common.sh.
# shellcheck disable=SC2034,SC2154  # common.sh gives names to this, and this gives some to others

readonly remembered="$state_folder/machine"

# The receive buffer that the transport udp asks for (docs/METHOD.md), for sending as well: nodes cannot raise these for
# themselves.
readonly socket_buffer_bytes=26214400
readonly socket_buffers=(net.core.rmem_max net.core.wmem_max)

# A node's systemd sets the first two lines for its host, a kubelet the others, and what is not of a namespace is the
# machine's.
readonly changed_by_nodes=(fs.file-max fs.nr_open fs.protected_fifos fs.protected_hardlinks fs.protected_regular
  fs.protected_symlinks kernel.core_uses_pid kernel.pid_max kernel.sysrq
  kernel.keys.root_maxbytes kernel.keys.root_maxkeys kernel.panic kernel.panic_on_oops vm.overcommit_memory)

readonly changed_by_engine=(net.ipv4.ip_forward)

sysctl_file() {
  printf '/proc/sys/%s\n' "${1//.//}"
}

# write_sysctl NAME VALUE: whoever may use an engine may do so through it, without being root.
write_sysctl() {
  local file
  file=$(sysctl_file "$1")
  if [ -w "$file" ]; then
    printf '%s\n' "$2" >"$file"
  else
    docker run --rm --privileged --network host --entrypoint /bin/sh "$(cat "$state_folder/node-image")" \
      -c "echo $2 >$file"
  fi
}

# Only the first 'up' sees the machine as it was.
remember_machine() {
  local name
  [ ! -e "$remembered" ] || return 0
  for name in "${socket_buffers[@]}" "${changed_by_nodes[@]}" "${changed_by_engine[@]}"; do
    # not every kernel has every one
    [ ! -r "$(sysctl_file "$name")" ] || printf '%s %s\n' "$name" "$(cat "$(sysctl_file "$name")")"
  done >"$remembered.new"
  mv "$remembered.new" "$remembered"
}

# restore_machine NAME…
restore_machine() {
  local name before
  [ -e "$remembered" ] || return 0
  for name in "$@"; do
    before=$(awk -v name="$name" '$1 == name { print $2 }' "$remembered")
    if [ -n "$before" ] && [ "$(cat "$(sysctl_file "$name")")" != "$before" ]; then write_sysctl "$name" "$before"; fi
  done
}
