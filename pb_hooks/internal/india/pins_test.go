package india_test

import (
	"testing"

	"boardcircle/pb_hooks/internal/gst"
	"boardcircle/pb_hooks/internal/india"
)

func TestAPINCodeNamesItsStates(t *testing.T) {
	for _, c := range []struct {
		pin, state string
		want       bool
	}{
		{"400001", "27", true}, {"560001", "29", true}, {"560001", "27", false}, {"403001", "30", true},
		{"403001", "29", false}, {"737101", "11", true}, {"744101", "35", true}, {"605001", "34", true},
		{"248001", "05", true}, {"500001", "36", true}, {"194101", "38", true}, {"793001", "17", true},
		{"682555", "31", true}, {"396230", "26", true}, {"834001", "20", true}, {"160017", "04", true},
		{"900056", "27", true}, {"400001", "97", true}, {"550001", "37", false}, {"4", "27", false}, {"", "", false},
	} {
		if got := india.PINAgrees(c.pin, c.state); got != c.want {
			t.Errorf("PINAgrees(%q, %q) = %t, want %t", c.pin, c.state, got, c.want)
		}
	}
	named := map[string]bool{"97": true}
	for prefix, states := range india.PINStates {
		for _, code := range states {
			if gst.StateOf(code).Name == "" {
				t.Errorf("%s names the unknown state %s", prefix, code)
			}
			named[code] = true
		}
	}
	for _, state := range gst.States {
		if !named[state.Code] {
			t.Errorf("no PIN code names %s", state)
		}
	}
}
