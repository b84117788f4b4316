//go:build !race

package apptest

const watched = false
