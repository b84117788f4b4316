package testdb

import "testing"

// SkipUnderRace leaves a test out under the race detector: it takes long over what happens in one
// goroutine or in other processes, where there is nothing to see, or looks at memory, where the
// detector's own is in the way. npm test runs what was left out once more, without it.
func SkipUnderRace(t testing.TB) {
	t.Helper()
	if raceEnabled {
		t.Skip("not for the race detector")
	}
}
