package normal_test

import (
	"slices"
	"testing"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"boardcircle/pb_hooks/internal/normal"
)

func TestALineHasOneForm(t *testing.T) {
	t.Parallel()
	for typed, want := range map[string]string{
		"":                                       "",
		" Asha  Rao ":                            "Asha Rao",
		"Asha\u00a0\u2003\tRao\u3000":            "Asha Rao",
		"Jose\u0301":                             "Jos\u00e9",
		"\u200bAsha\ufeff":                       "Asha",
		"e\u200b\u0301":                          "\u00e9",
		"\u202aAsha\u202c \u2066Rao\u2069":       "Asha Rao",
		"A\u00adsha\u061c\u180e\u3164":           "Asha",
		"Asha\u200dRao\u200c":                    "AshaRao",
		"\u0906\u0936\u093e\u200d":               "\u0906\u0936\u093e",
		"\u0915\u094d\u200d\u0937":               "\u0915\u094d\u200d\u0937",
		"\u09b0\u200d\u09cd\u09af":               "\u09b0\u200d\u09cd\u09af",
		"\u0c15\u0c4d\u200c":                     "\u0c15\u0c4d\u200c",
		"\u0915\u094d\u200d\u200d\u0937":         "\u0915\u094d\u200d\u0937",
		"\u0645\u06cc\u200c\u0647\u0627":         "\u0645\u06cc\u200c\u0647\u0627",
		"\u0645\u06cc\u200c":                     "\u0645\u06cc",
		"\U0001f469\u200d\U0001f4bc":             "\U0001f469\u200d\U0001f4bc",
		"\U0001f469\U0001f3fd\u200d\u2696\ufe0f": "\U0001f469\U0001f3fd\u200d\u2696\ufe0f",
		"A\ufe0f\u200d\U0001f4bc":                "A\U0001f4bc",
		"Asha\U000e0041":                         "Asha",
		"\u0600":                                 "\u0600",
		"Asha\nRao":                              "Asha\nRao",
		"\u200b\u2060":                           "",
		"\u1112\u1161\u11ab":                     "\ud55c",
	} {
		if got := normal.Line(typed); got != want {
			t.Errorf("Line(%+q) = %+q, want %+q", typed, got, want)
		}
	}
}

func TestATextKeepsItsLines(t *testing.T) {
	t.Parallel()
	if got := normal.Text(" One\u200b  two\r\n\tJose\u0301 \n"); got != "One  two\n\tJos\u00e9" {
		t.Errorf("Text = %+q", got)
	}
	for typed, want := range map[string]string{
		" 400\u00a0001\u200b ": "400001", "\u096a\u0966\u0966 \u0966\u0966\u0967": "400001",
		"\uff14\uff10\uff10\uff10\uff10\uff11": "400001", "\u0bea\u0be6\u0be6\u0be6\u0be6\u0be7": "400001",
	} {
		if got := normal.Code(typed); got != want {
			t.Errorf("Code(%+q) = %+q, want %+q", typed, got, want)
		}
	}
}

func TestADomainInAnyScriptIsStoredInASCII(t *testing.T) {
	t.Parallel()
	for typed, want := range map[string]string{
		" Asha@Example.COM\u200b": "asha@example.com",
		"b@b\u00fccher.example":   "b@xn--bcher-kva.example",
		"b@BU\u0308CHER.example":  "b@xn--bcher-kva.example",
		"b@\u0909\u0926\u093e\u0939\u0930\u0923.\u092d\u093e\u0930\u0924": "b@xn--p1b6ci4b4b3a.xn--h2brj9c",
		"b@udaharan.xn--h2brj9c":              "b@udaharan.xn--h2brj9c",
		"b@udaharan.\u092d\u093e\u0930\u0924": "b@udaharan.xn--h2brj9c",
		"b@stra\u00dfe.example":               "b@xn--strae-oqa.example",
		"b@example\u3002com":                  "b@example.com",
		"\u00e4@example.com":                  "\u00e4@example.com",
		"b@\u00fc b.example":                  "b@\u00fc b.example",
		"\u00fc":                              "\u00fc",
	} {
		if got := normal.Email(typed); got != want {
			t.Errorf("Email(%+q) = %+q, want %+q", typed, got, want)
		}
	}
}

func TestAPasswordMayHaveBeenHashedInEachComposition(t *testing.T) {
	t.Parallel()
	composed, decomposed := "Caf\u00e9 au lait 1", "Cafe\u0301 au lait 1"
	for _, typed := range []string{composed, decomposed} {
		if got := normal.Passwords(typed); !slices.Equal(got, []string{composed, decomposed}) {
			t.Errorf("Passwords(%+q) = %+q", typed, got)
		}
	}
	if got := normal.Passwords("plain"); !slices.Equal(got, []string{"plain"}) {
		t.Errorf("Passwords of ASCII = %q", got)
	}
	if got := normal.Password(" a\u200b  b "); got != " a\u200b  b " {
		t.Errorf("Password = %+q", got)
	}
}

func FuzzANormalFormIsStable(f *testing.F) {
	for _, seed := range []string{"Asha  Rao", "\u0915\u094d\u200d\u0937", "a@b\u00fccher.example", "e\u200b\u0301", "A\ufe0f\u200d\u2696"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, s string) {
		for name, form := range map[string]func(string) string{
			"Line": normal.Line, "Text": normal.Text, "Code": normal.Code, "Email": normal.Email,
		} {
			once := form(s)
			if again := form(once); again != once {
				t.Errorf("%s of %+q is %+q, and again %+q", name, s, once, again)
			}
			if !norm.NFC.IsNormalString(once) {
				t.Errorf("%s of %+q is not composed: %+q", name, s, once)
			}
			for _, r := range once {
				if unicode.Is(unicode.Bidi_Control, r) && r != '\u200c' && r != '\u200d' {
					t.Errorf("%s of %+q has a direction mark", name, s)
				}
			}
		}
	})
}
