package normal_test

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"testing"
	"unicode"

	"boardcircle/pb_hooks/internal/normal"
)

func TestTextsThatAReaderWouldCallTheSameFoldAlike(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"":                                     "",
		"Lalita  Devi":                         "lalita devi",
		"\u00c9lodie \u00c5NGSTR\u00d6M":       "elodie angstrom",
		"Jose\u0301fine Dupre\u0301":           "josefine dupre",
		"STRASSE Stra\u00dfe":                  "strasse strasse",
		"\u0391\u03b8\u03ae\u03bd\u03b1\u03c2": "\u03b1\u03b8\u03b7\u03bd\u03b1\u03c3",
		"\u0419\u043e\u0433\u0430":             "\u0438\u043e\u0433\u0430",
		"\uff21sha":                            "asha",
		"A\u200bsha\u00a0Rao":                  "asha rao",
		"\u091a\u093f\u0924\u094d\u0930\u093e": "\u091a\u093f\u0924\u094d\u0930\u093e",
		"\u0ba4\u0bae\u0bbf\u0bb4\u0bcd":       "\u0ba4\u0bae\u0bbf\u0bb4\u0bcd",
		"\u0958":                               "\u0915\u093c",
		"One\nTwo":                             "one\ntwo",
		"pay_Q7X9M2":                           "pay_q7x9m2",
	} {
		got := normal.Fold(text)
		if got != want {
			t.Errorf("Fold(%+q) = %+q, want %+q", text, got, want)
		}
		if again := normal.Fold(got); again != got {
			t.Errorf("Fold(%+q) = %+q, and again %+q", text, got, again)
		}
	}
}

func TestTheOrderIsThatOfReadersAndTotal(t *testing.T) {
	t.Parallel()
	want := []string{"", "Elan", "\u00c9lan", "\u00e9lan", "\u00c9lodie", "Emma", "zoya",
		"\u091a\u093f\u0924\u094d\u0930\u093e"}
	for i, a := range want {
		for j, b := range want {
			if got := normal.Compare(a, b); got != cmp.Compare(i, j) {
				t.Errorf("Compare(%+q, %+q) = %d, want %d", a, b, got, cmp.Compare(i, j))
			}
		}
	}
}

// Stored indexes depend on the results. If this test fails, write the migration that the comment of Fold describes, and
// change the hash.
func TestFoldKeepsItsResults(t *testing.T) {
	t.Parallel()
	hash := sha256.New()
	for r := range unicode.MaxRune + 1 {
		fmt.Fprintln(hash, normal.Fold(string(r)+"a"+string(r)))
	}
	const want = "0536778fb33d0e9772ed700bb181785cf6db5b3de5dd2e6e3e8673e014d22abd"
	if got := hex.EncodeToString(hash.Sum(nil)); got != want {
		t.Errorf("the hash of all results is %s, want %s", got, want)
	}
}
