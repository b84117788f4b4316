package gst_test

import (
	"testing"

	"boardcircle/pb_hooks/internal/gst"
)

// A valid number must not be valid with any other check character.
func FuzzValidGSTIN(f *testing.F) {
	for _, seed := range []string{"27AAPFU0939F1ZV", "29AAGCB7383J1Z4", "", "27aapfu0939f1zv", "00AAAAA0000A1Z0", "27AAPFU0939F1Z\x00", "२७AAPFU0939F1ZV"} {
		f.Add(seed, byte('A'))
	}
	f.Fuzz(func(t *testing.T, text string, check byte) {
		if !gst.ValidGSTIN(text) {
			return
		}
		if len(text) != 15 || gst.StateOf(text[:2]).Name == "" {
			t.Errorf("ValidGSTIN(%q) = true, want false", text)
		}
		if other := text[:14] + string(rune(check)); other != text && gst.ValidGSTIN(other) {
			t.Errorf("%q and %q are both valid", text, other)
		}
	})
}
