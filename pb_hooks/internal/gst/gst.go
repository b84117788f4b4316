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

// States lists the states and union territories by code.
var States = []State{
	{"01", "Jammu and Kashmir"}, {"02", "Himachal Pradesh"}, {"03", "Punjab"}, {"04", "Chandigarh"},
	{"05", "Uttarakhand"}, {"06", "Haryana"}, {"07", "Delhi"}, {"08", "Rajasthan"}, {"09", "Uttar Pradesh"},
	{"10", "Bihar"}, {"11", "Sikkim"}, {"12", "Arunachal Pradesh"}, {"13", "Nagaland"}, {"14", "Manipur"},
	{"15", "Mizoram"}, {"16", "Tripura"}, {"17", "Meghalaya"}, {"18", "Assam"}, {"19", "West Bengal"},
	{"20", "Jharkhand"}, {"21", "Odisha"}, {"22", "Chhattisgarh"}, {"23", "Madhya Pradesh"}, {"24", "Gujarat"},
	{"26", "Dadra and Nagar Haveli and Daman and Diu"}, {"27", "Maharashtra"}, {"29", "Karnataka"}, {"30", "Goa"},
	{"31", "Lakshadweep"}, {"32", "Kerala"}, {"33", "Tamil Nadu"}, {"34", "Puducherry"},
	{"35", "Andaman and Nicobar Islands"}, {"36", "Telangana"}, {"37", "Andhra Pradesh"}, {"38", "Ladakh"},
	{"97", "Other Territory"},
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
