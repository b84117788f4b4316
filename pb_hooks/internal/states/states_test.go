package states_test

import (
	"slices"
	"testing"

	"boardcircle/pb_hooks/internal/states"
)

type light string

var lights = states.Table[light]{
	"":      {"red"},
	"red":   {"green"},
	"green": {"amber", "off"},
	"amber": {"red", "off"},
	"off":   {},
}

func TestATableAllowsWhatItLists(t *testing.T) {
	t.Parallel()
	for from := range lights {
		for to := range lights {
			allowed := slices.Contains(lights[from], to)
			if lights.Allows(from, to) != allowed {
				t.Errorf("%q to %q: %t", from, to, !allowed)
			}
			if err := lights.Check(from, to); (err == nil) != (allowed || from == to) {
				t.Errorf("%q to %q: %v", from, to, err)
			}
		}
	}
	if err := lights.Check("red", "off"); err == nil || err.Error() != `cannot move from "red" to "off"` {
		t.Error(err)
	}
	if lights.Allows("blue", "red") || lights.Has("blue") || lights.IsFinal("blue") {
		t.Error("a state that is not in the table is known")
	}
	if !lights.IsFinal("off") || lights.IsFinal("red") {
		t.Error("only off is final")
	}
	if got := lights.Origins("off"); !slices.Equal(got, []light{"amber", "green"}) {
		t.Errorf("off follows %q", got)
	}
}
