package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

const unitFile = "../docs/boardcircle.service"

func TestSystemdAcceptsTheUnitAndItsHardening(t *testing.T) {
	if err := exec.Command("systemd-analyze", "--version").Run(); err != nil {
		t.Skip("systemd-analyze is not on this machine")
	}
	// Neither the user nor the program of the unit exists on this machine.
	unit := strings.ReplaceAll(read(t, unitFile), "/usr/local/bin/boardcircle", "/bin/true")
	asRoot := regexp.MustCompile(`(?m)^(User|Group)=.*`).ReplaceAllString(unit, "$1=root")
	file := filepath.Join(t.TempDir(), "boardcircle.service")
	analyze := func(unit string, args ...string) {
		t.Helper()
		if err := os.WriteFile(file, []byte(unit), 0o600); err != nil {
			t.Fatal(err)
		}
		if out, err := exec.Command("systemd-analyze", append(args, file)...).CombinedOutput(); err != nil {
			t.Errorf("systemd-analyze %v: %v\n%s", args, err, out)
		}
	}
	analyze(asRoot, "verify", "--man=no")
	analyze(unit, "security", "--offline=true", "--threshold=25", "--no-pager")
}

func TestSystemdWaitsLongerThanTheServerTakesToStop(t *testing.T) {
	unit := number(t, unitFile, `(?m)^TimeoutStopSec=(\d+)$`)
	if server := number(t, "../pb_hooks/app.go", `shutdownTimeout = (\d+) \* time\.Second`); unit <= server {
		t.Errorf("systemd stops the server after %d seconds, want more than the server's own %d", unit, server)
	}
}

func number(t *testing.T, file, pattern string) int {
	t.Helper()
	found := regexp.MustCompile(pattern).FindStringSubmatch(read(t, file))
	if found == nil {
		t.Fatalf("%s has no %s", file, pattern)
	}
	n, err := strconv.Atoi(found[1])
	if err != nil {
		t.Fatal(err)
	}
	return n
}

func read(t *testing.T, file string) string {
	t.Helper()
	content, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return string(content)
}
