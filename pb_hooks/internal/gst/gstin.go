package gst

import (
	"regexp"
	"strings"
)

// GSTINPattern is a GSTIN's shape: the state's code, the holder's PAN, the number of the
// registration, a Z and the check character.
const GSTINPattern = `^[0-9]{2}[A-Z]{5}[0-9]{4}[A-Z][1-9A-Z]Z[0-9A-Z]$`

var gstinRegexp = regexp.MustCompile(GSTINPattern)

const gstinAlphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"

// ValidGSTIN tells whether a text has a GSTIN's shape, names a state that exists and ends with the
// character that its others ask for (the Luhn algorithm modulo 36).
func ValidGSTIN(text string) bool {
	if !gstinRegexp.MatchString(text) || StateOf(text[:2]).Name == "" {
		return false
	}
	sum := 0
	for i := range len(text) - 1 {
		value := strings.IndexByte(gstinAlphabet, text[i]) * (1 + i%2)
		sum += value/len(gstinAlphabet) + value%len(gstinAlphabet)
	}
	return text[len(text)-1] == gstinAlphabet[(len(gstinAlphabet)-sum%len(gstinAlphabet))%len(gstinAlphabet)]
}
