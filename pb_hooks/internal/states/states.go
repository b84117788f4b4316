// Package states defines the table type that all state machines use. The comment of a feature lists the states of its
// table, and package statestest checks that list.
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

// Check returns an error if a record may not move from one state to another. It may always stay in its state.
func (t Table[S]) Check(from, to S) error {
	if from != to && !t.Allows(from, to) {
		return fmt.Errorf("cannot move from %q to %q", from, to)
	}
	return nil
}

// Has reports whether the table has a state.
func (t Table[S]) Has(state S) bool {
	_, ok := t[state]
	return ok
}

// IsFinal reports whether the table has a state and no other state may follow it.
func (t Table[S]) IsFinal(state S) bool { return t.Has(state) && len(t[state]) == 0 }

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
