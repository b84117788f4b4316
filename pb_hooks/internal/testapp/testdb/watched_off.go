//go:build !race

package testdb

const watched = false
