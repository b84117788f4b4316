// Package statestest checks that comments list the states of a state machine as its table does.
package statestest

import (
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"boardcircle/pb_hooks/internal/states"
)

// CheckDrawing fails unless a comment of a file, between two empty lines, has a line for each state of a table with the
// states that may follow it. The failure has the lines to paste.
func CheckDrawing[S ~string](t *testing.T, file string, table states.Table[S], first S) {
	t.Helper()
	source, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if want := draw(table, first); !strings.Contains(string(source), "//\n"+want+"//\n") {
		t.Errorf("%s does not draw its states. It should have\n%s", file, want)
	}
}

// draw lists the states in the order in which they are reached from the first, and then all others.
func draw[S ~string](table states.Table[S], first S) string {
	order := []S{first}
	add := func(state S) {
		if !slices.Contains(order, state) {
			order = append(order, state)
		}
	}
	for i := 0; i < len(order); i++ {
		for _, next := range table[order[i]] {
			add(next)
		}
	}
	for _, state := range slices.Sorted(maps.Keys(table)) {
		add(state)
	}
	width := len("(new)")
	for _, state := range order {
		width = max(width, len(state))
	}
	var lines strings.Builder
	for _, state := range order {
		fmt.Fprintf(&lines, "//\t%-*s  %s\n", width, nameOf(state), formatNext(table[state]))
	}
	return lines.String()
}

func nameOf[S ~string](state S) string {
	if state == "" {
		return "(new)"
	}
	return string(state)
}

func formatNext[S ~string](next []S) string {
	if len(next) == 0 {
		return "is final"
	}
	names := make([]string, len(next))
	for i, state := range next {
		names[i] = nameOf(state)
	}
	return "-> " + strings.Join(names, ", ")
}
