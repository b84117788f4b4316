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

func TestATableAllowsOnlyTheListedTransitions(t *testing.T) {
	t.Parallel()
	for from := range lights {
		for to := range lights {
			allowed := slices.Contains(lights[from], to)
			if lights.Allows(from, to) != allowed {
				t.Errorf("Allows(%q, %q) = %t, want %t", from, to, !allowed, allowed)
			}
			if err := lights.Check(from, to); (err == nil) != (allowed || from == to) {
				t.Errorf("Check(%q, %q) = %v", from, to, err)
			}
		}
	}
	if err := lights.Check("red", "off"); err == nil || err.Error() != `cannot move from "red" to "off"` {
		t.Errorf("Check(\"red\", \"off\") = %v", err)
	}
	if lights.Allows("blue", "red") || lights.Has("blue") || lights.IsFinal("blue") {
		t.Error("the table knows the state blue, which it does not list")
	}
	if !lights.IsFinal("off") || lights.IsFinal("red") {
		t.Error("IsFinal is wrong: only off is final")
	}
	if got := lights.Origins("off"); !slices.Equal(got, []light{"amber", "green"}) {
		t.Errorf("Origins(\"off\") = %q, want amber and green", got)
	}
}
