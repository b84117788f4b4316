//go:build !race

package payments_test

const underRaceDetector = false
