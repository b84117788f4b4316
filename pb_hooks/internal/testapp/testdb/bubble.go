package testdb

import (
	"testing"
	"testing/synctest"
)

// Bubble runs a test in a bubble of testing/synctest, whose time advances when all its goroutines wait. The test must
// open its app in the bubble.
func Bubble(t *testing.T, f func(*testing.T)) {
	t.Helper()
	if _, err := migratedFiles(); err != nil { // outside the bubble, because all tests share them
		t.Fatal(err)
	}
	synctest.Test(t, f)
}
