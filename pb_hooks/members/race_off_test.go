//go:build !race

package members_test

const underRaceDetector = false
