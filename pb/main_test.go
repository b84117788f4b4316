package main

import (
	"os"
	"os/exec"
	"strings"
	"testing"
)

// runsMain is the environment variable that makes the test binary run main instead of the tests.
const runsMain = "BOARDCIRCLE_TEST_RUNS_MAIN"

func TestMain(m *testing.M) {
	// The program starts workers without its environment, but no test run without flags. Otherwise each worker of a
	// server that a test starts would run the tests, and start more servers.
	isWorker := len(os.Args) == 2 && !strings.HasPrefix(os.Args[1], "-")
	if isWorker || os.Getenv(runsMain) != "" {
		main()
		return
	}
	os.Exit(m.Run())
}

func TestAnInvalidCommandFailsWithAReason(t *testing.T) {
	t.Parallel()
	for args, reason := range map[string]string{
		"nonsense": "unknown command", "admin create": "arg(s)", "backup extra": "extra", "admin nonsense": "nonsense", "doctor extra": "extra",
		"serve --nonsense": "unknown flag", "payments reconcile --days=many": "invalid argument",
		"serve https://boardcircle.example": "is not a domain", "serve --demo boardcircle.example": "can't serve a domain", "superuser upsert one": "email",
	} {
		program := exec.Command(os.Args[0], append(strings.Fields(args), "--dir="+t.TempDir())...)
		program.Env = []string{runsMain + "=1", "HOME=" + t.TempDir()}
		out, err := program.CombinedOutput()
		if err == nil || !strings.Contains(string(out), reason) ||
			strings.Count(strings.TrimSpace(string(out)), "\n") > 2 {
			t.Errorf("%s: %v\n%s", args, err, out)
		}
	}
}

func TestHelpAndVersionSucceed(t *testing.T) {
	t.Parallel()
	for _, args := range []string{"--help", "serve --help", "--version", "", "admin"} {
		program := exec.Command(os.Args[0], strings.Fields(args)...)
		program.Env, program.Dir = []string{runsMain + "=1", "HOME=" + t.TempDir()}, t.TempDir()
		if out, err := program.CombinedOutput(); err != nil || len(out) == 0 {
			t.Errorf("%s: %v\n%s", args, err, out)
		}
	}
}
