//go:build race

package payments_test

// underRaceDetector: each step takes several times as long, and some orders of a sale's events
// show a race as well as all of them.
const underRaceDetector = true
