package testdb

import (
	"os"
	"testing"
)

// Long leaves a test out unless npm run test:long runs it: it is the full form of one of which a
// sample runs each time.
func Long(t testing.TB) {
	t.Helper()
	if os.Getenv("BOARDCIRCLE_TEST_LONG") == "" {
		t.Skip("only in npm run test:long")
	}
}
