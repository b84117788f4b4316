// Package statestest holds that the comment of a state machine draws its table.
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

// CheckDrawing fails unless a comment of a file has the drawing of a table: a line for each state and those that may follow
// it, beginning with the first state. The drawing to paste is in the failure.
func CheckDrawing[S ~string](t *testing.T, file string, table states.Table[S], first S) {
	t.Helper()
	source, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if want := draw(table, first); !strings.Contains(string(source), want) {
		t.Errorf("%s does not draw its states. It should have\n%s", file, want)
	}
}

// draw lists the states in the order in which they are reached, and then those that nothing leads to.
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
		fmt.Fprintf(&lines, "//\t%-*s  %s\n", width, nameOf(state), follow(table[state]))
	}
	return lines.String()
}

func nameOf[S ~string](state S) string {
	if state == "" {
		return "(new)"
	}
	return string(state)
}

func follow[S ~string](next []S) string {
	if len(next) == 0 {
		return "is final"
	}
	names := make([]string, len(next))
	for i, state := range next {
		names[i] = nameOf(state)
	}
	return "-> " + strings.Join(names, ", ")
}
