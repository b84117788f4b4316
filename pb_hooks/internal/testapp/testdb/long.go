package testdb

import (
	"math/rand/v2"
	"os"
	"strconv"
	"testing"
)

// Long skips a test unless npm run test:long runs it. Such a test is the full form of a test that otherwise runs on a
// sample.
func Long(t testing.TB) {
	t.Helper()
	if !IsLong() {
		t.Skip("only in npm run test:long")
	}
}

// IsLong reports whether a test should run its full form instead of a sample.
func IsLong() bool { return os.Getenv("BOARDCIRCLE_TEST_LONG") != "" }

// Number reads a number from the environment. For example, BOARDCIRCLE_TEST_STEPS sets the length of a generated test.
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

// Random returns the generator of a generated test. BOARDCIRCLE_TEST_SEED replaces the seed. The seed is logged if the
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
