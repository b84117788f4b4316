//go:build race

package apptest

const watched = true
