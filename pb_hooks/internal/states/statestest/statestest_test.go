package statestest

import (
	"testing"

	"boardcircle/pb_hooks/internal/states"
)

func TestDrawListsEveryState(t *testing.T) {
	t.Parallel()
	type light string
	got := draw(states.Table[light]{"": {"red"}, "red": {"green"}, "green": {"red", "off"}, "off": {},
		"broken": {"red"}}, "")
	want := "//\t(new)   -> red\n" +
		"//\tred     -> green\n" +
		"//\tgreen   -> red, off\n" +
		"//\toff     is final\n" +
		"//\tbroken  -> red\n"
	if got != want {
		t.Errorf("got\n%s", got)
	}
}
