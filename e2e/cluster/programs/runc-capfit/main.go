// Command runc-capfit stands before runc on machines whose bounding set lacks a capability, as many virtual machines' and
// containers' does. An engine asks for every capability that the kernel knows when a container is privileged, and runc then
// refuses: "unable to apply caps: operation not permitted". This program takes out of the request what cannot be given, adds
// nothing, and becomes runc.
package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
)

// In the order of their numbers, from linux/capability.h.
var capabilities = []string{
	"CHOWN", "DAC_OVERRIDE", "DAC_READ_SEARCH", "FOWNER", "FSETID", "KILL", "SETGID", "SETUID", "SETPCAP", "LINUX_IMMUTABLE",
	"NET_BIND_SERVICE", "NET_BROADCAST", "NET_ADMIN", "NET_RAW", "IPC_LOCK", "IPC_OWNER", "SYS_MODULE", "SYS_RAWIO",
	"SYS_CHROOT", "SYS_PTRACE", "SYS_PACCT", "SYS_ADMIN", "SYS_BOOT", "SYS_NICE", "SYS_RESOURCE", "SYS_TIME",
	"SYS_TTY_CONFIG", "MKNOD", "LEASE", "AUDIT_WRITE", "AUDIT_CONTROL", "SETFCAP", "MAC_OVERRIDE", "MAC_ADMIN", "SYSLOG",
	"WAKE_ALARM", "BLOCK_SUSPEND", "AUDIT_READ", "PERFMON", "BPF", "CHECKPOINT_RESTORE",
}

func main() {
	arguments := os.Args[1:]
	if err := fitRequest(arguments); err != nil {
		fmt.Fprintln(os.Stderr, "runc-capfit:", err)
		os.Exit(1)
	}
	runc := os.Getenv("RUNC")
	if runc == "" {
		runc = "/usr/sbin/runc"
		if found, err := exec.LookPath("runc"); err == nil {
			runc = found
		}
	}
	err := syscall.Exec(runc, append([]string{runc}, arguments...), os.Environ())
	fmt.Fprintf(os.Stderr, "runc-capfit: expected runc at %s (set RUNC to where it is): %v\n", runc, err)
	os.Exit(1)
}

// fitRequest finds the file that names the capabilities: the bundle's of a new container, the process's of an exec.
func fitRequest(arguments []string) error {
	switch {
	case slices.Contains(arguments, "create"), slices.Contains(arguments, "run"):
		// an empty bundle is the working folder
		return fit(filepath.Join(option(arguments, "bundle", "b"), "config.json"), "process")
	case slices.Contains(arguments, "exec"):
		if file := option(arguments, "process", "p"); file != "" {
			return fit(file)
		}
	}
	return nil
}

func option(arguments []string, long, short string) string {
	for i, argument := range arguments {
		if (argument == "--"+long || argument == "-"+short) && i+1 < len(arguments) {
			return arguments[i+1]
		}
		if value, ok := strings.CutPrefix(argument, "--"+long+"="); ok {
			return value
		}
	}
	return ""
}

// fit rewrites the capabilities that stand in a JSON file under path.
func fit(file string, path ...string) error {
	content, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	// large numbers must come out as they went in
	decoder := json.NewDecoder(bytes.NewReader(content))
	decoder.UseNumber()
	var document map[string]any
	if err := decoder.Decode(&document); err != nil {
		return fmt.Errorf("%s is not JSON: %w", file, err)
	}
	process := document
	for _, name := range path {
		process, _ = process[name].(map[string]any)
	}
	sets, _ := process["capabilities"].(map[string]any)
	given, err := boundingSet()
	if err != nil {
		return err
	}
	for name, set := range sets {
		wanted, _ := set.([]any)
		sets[name] = slices.DeleteFunc(wanted, func(capability any) bool {
			s, _ := capability.(string)
			return !given[s]
		})
	}
	fitted, err := json.Marshal(document)
	if err != nil {
		return err
	}
	return os.WriteFile(file, fitted, 0o600)
}

func boundingSet() (map[string]bool, error) {
	status, err := os.ReadFile("/proc/self/status")
	if err != nil {
		return nil, err
	}
	given := map[string]bool{}
	for line := range strings.Lines(string(status)) {
		mask, ok := strings.CutPrefix(line, "CapBnd:")
		if !ok {
			continue
		}
		bits, err := strconv.ParseUint(strings.TrimSpace(mask), 16, 64)
		if err != nil {
			return nil, fmt.Errorf("CapBnd of /proc/self/status: %w", err)
		}
		for number, name := range capabilities {
			if bits&(1<<number) != 0 {
				given["CAP_"+name] = true
			}
		}
	}
	return given, nil
}
