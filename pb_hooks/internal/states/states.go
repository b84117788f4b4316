// Package states has the one form of the state machines: a table of the states that may follow each state. The file that
// owns a state declares its table, and its comment draws it (package statestest holds that the two agree).
package states

import (
	"fmt"
	"maps"
	"slices"
)

// Table lists the states that may follow each state. The empty state is that of a new record.
type Table[S ~string] map[S][]S

// Allows reports whether a record may move from one state to another.
func (t Table[S]) Allows(from, to S) bool { return slices.Contains(t[from], to) }

// Check returns an error if a record in one state may not get another one. It may always keep its own.
func (t Table[S]) Check(from, to S) error {
	if from != to && !t.Allows(from, to) {
		return fmt.Errorf("cannot move from %q to %q", from, to)
	}
	return nil
}

// Knows reports whether the table has a state.
func (t Table[S]) Knows(state S) bool {
	_, is := t[state]
	return is
}

// IsFinal reports whether a state is known and none may follow it.
func (t Table[S]) IsFinal(state S) bool { return t.Knows(state) && len(t[state]) == 0 }

// Origins returns the states that a state may follow, in alphabetical order.
func (t Table[S]) Origins(to S) []S {
	var origins []S
	for _, from := range slices.Sorted(maps.Keys(t)) {
		if t.Allows(from, to) {
			origins = append(origins, from)
		}
	}
	return origins
}
