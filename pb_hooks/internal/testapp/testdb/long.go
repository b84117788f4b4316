package testdb

import (
	"math/rand/v2"
	"os"
	"strconv"
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

// Number reads a number from the environment: BOARDCIRCLE_TEST_STEPS shortens or lengthens a generated test.
func Number(t testing.TB, name string, otherwise uint64) uint64 {
	t.Helper()
	text := os.Getenv(name)
	if text == "" {
		return otherwise
	}
	number, err := strconv.ParseUint(text, 10, 64)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return number
}

// Random is the generator of a generated test. BOARDCIRCLE_TEST_SEED takes the place of the seed, which is logged if the
// test fails.
func Random(t testing.TB, seed uint64) *rand.Rand {
	t.Helper()
	seed = Number(t, "BOARDCIRCLE_TEST_SEED", seed)
	t.Cleanup(func() {
		if t.Failed() {
			t.Logf("BOARDCIRCLE_TEST_SEED=%d repeats this run", seed)
		}
	})
	return rand.New(rand.NewPCG(seed, 1))
}
