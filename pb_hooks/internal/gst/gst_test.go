package gst_test

import (
	"testing"

	"boardcircle/pb_hooks/internal/gst"
)

func TestAGSTINNeedsItsPatternAStateAndItsCheckCharacter(t *testing.T) {
	t.Parallel()
	for text, valid := range map[string]bool{
		"27AAPFU0939F1ZV": true, "29AAGCB7383J1Z4": true, "37AADCB2230M2ZR": true,
		"27AAPFU0939F1ZW": false, // another check character
		"28AAPFU0939F1ZV": false, // no such state
		"27AAPFU0993F1ZV": false, // two digits swapped
		"27aapfu0939f1zv": false,
		"27AAPFU0939F0ZV": false,
		"":                false,
		"27AAPFU0939F1Z":  false,
	} {
		if gst.ValidGSTIN(text) != valid {
			t.Errorf("ValidGSTIN(%q) = %v, want %v", text, !valid, valid)
		}
	}
}
