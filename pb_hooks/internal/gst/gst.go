// Package gst lists the states of India with their GST codes, validates GSTINs and splits the tax of a supply.
package gst

import (
	"regexp"
	"slices"
	"strings"
)

// State is a state or union territory of India with its GST code. The zero State means none.
type State struct {
	Code string `json:"code"`
	Name string `json:"name"`
}

// String returns the state as documents show it: "27 Maharashtra".
func (s State) String() string { return strings.TrimSpace(s.Code + " " + s.Name) }

// States lists the states and union territories in alphabetical order.
var States = []State{
	{"35", "Andaman and Nicobar Islands"}, {"37", "Andhra Pradesh"}, {"12", "Arunachal Pradesh"}, {"18", "Assam"},
	{"10", "Bihar"}, {"04", "Chandigarh"}, {"22", "Chhattisgarh"},
	{"26", "Dadra and Nagar Haveli and Daman and Diu"}, {"07", "Delhi"}, {"30", "Goa"}, {"24", "Gujarat"},
	{"06", "Haryana"}, {"02", "Himachal Pradesh"}, {"01", "Jammu and Kashmir"}, {"20", "Jharkhand"},
	{"29", "Karnataka"}, {"32", "Kerala"}, {"38", "Ladakh"}, {"31", "Lakshadweep"}, {"23", "Madhya Pradesh"},
	{"27", "Maharashtra"}, {"14", "Manipur"}, {"17", "Meghalaya"}, {"15", "Mizoram"}, {"13", "Nagaland"},
	{"21", "Odisha"}, {"97", "Other Territory"}, {"34", "Puducherry"}, {"03", "Punjab"}, {"08", "Rajasthan"},
	{"11", "Sikkim"}, {"33", "Tamil Nadu"}, {"36", "Telangana"}, {"16", "Tripura"}, {"09", "Uttar Pradesh"},
	{"05", "Uttarakhand"}, {"19", "West Bengal"},
}

// StateOf returns the state with a code. The name is empty for an unknown code.
func StateOf(code string) State {
	i := slices.IndexFunc(States, func(s State) bool { return s.Code == code })
	if i < 0 {
		return State{Code: code}
	}
	return States[i]
}

// stateAliases maps other names in use to codes.
var stateAliases = map[string]string{"new delhi": "07", "orissa": "21", "pondicherry": "34"}

// StateCode returns the GST code of a state by its name in any case, or "" for an unknown name.
func StateCode(name string) string {
	name = strings.Join(strings.Fields(strings.ReplaceAll(strings.ToLower(name), "&", " and ")), " ")
	if code := stateAliases[name]; code != "" {
		return code
	}
	// 97 ("Other Territory") is not a place of residence.
	i := slices.IndexFunc(States, func(s State) bool { return s.Code != "97" && strings.ToLower(s.Name) == name })
	if i < 0 {
		return ""
	}
	return States[i].Code
}

// PINPattern is the format of a PIN code of India's post.
const PINPattern = `^[1-9][0-9]{5}$`

var pinRegexp = regexp.MustCompile(PINPattern)

// ValidPIN reports whether a text has the format of a PIN code.
func ValidPIN(text string) bool { return pinRegexp.MatchString(text) }

// GSTINPattern is the format of a GSTIN: state code, PAN of the holder, number of the registration, Z and check
// character.
const GSTINPattern = `^[0-9]{2}[A-Z]{5}[0-9]{4}[A-Z][1-9A-Z]Z[0-9A-Z]$`

var gstinRegexp = regexp.MustCompile(GSTINPattern)

const gstinAlphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"

// ValidGSTIN reports whether a text has the format of a GSTIN, an existing state and the right check character (Luhn
// algorithm modulo 36).
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
