package testdb

import (
	"os"
	"testing"
)

// Long leaves a test out unless npm run test:long runs it: it is the full form of one of which a
// sample runs each time.
func Long(t testing.TB) {
	t.Helper()
	if !IsLong() {
		t.Skip("only in npm run test:long")
	}
}

// IsLong tells a test that has a sample and a full form which of them runs.
func IsLong() bool { return os.Getenv("BOARDCIRCLE_TEST_LONG") != "" }
