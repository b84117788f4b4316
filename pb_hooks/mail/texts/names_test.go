package texts

import (
	"strings"
	"testing"
)

func TestGreetingNameDropsLinksAddressesAndTelephoneNumbers(t *testing.T) {
	t.Parallel()
	for _, name := range []string{
		"Win at https://evil.example/x", "evil.example", "www.evil", "You won evil.co.in now", "mail evil@evil.example", "a/b",
		"see evil\u200b.example", "evil。example", "ｅｖｉｌ．ｅｘａｍｐｌｅ", "смотри evil.рф", "evil x.com", "evil क.भारत",
		"Call +91 98765 43210", "Call ९८७६५४३२१०", "Winner 2026", "Pay 500", "12 Marine Drive, Mumbai", "You won! Claim: evil", "<b>Asha</b>", "Asha (claims)",
		"A" + strings.Repeat(" very", 20) + " long message in place of a name",
	} {
		if greeting := GreetingName(name); greeting != "" {
			t.Errorf("GreetingName(%q) = %q, want none", name, greeting)
		}
	}
	for _, name := range []string{"Asha Rao", "Dr. A. P. J. Rao", "K.R. Meera", "Anne-Marie D'Souza", "आशा राव", "ശ്രീജ നായര്\u200d", "A"} {
		if greeting := GreetingName(name); greeting != name {
			t.Errorf("GreetingName(%q) = %q, want the name", name, greeting)
		}
	}
	if greeting := GreetingName("ശ്രീജ\u200d നായർ"); greeting != "ശ്രീജ നായർ" {
		t.Errorf("GreetingName with a joiner that joins nothing = %q, want the name without it", greeting)
	}
}

func TestCompanyNameDropsLinksAddressesAndTelephoneNumbers(t *testing.T) {
	t.Parallel()
	for _, name := range []string{
		"Win at https://evil.example/x", "evil.example", "Rao Textiles www.evil", "mail evil@evil.example", "a/b", "see evil\u200b.example",
		"evil。example", "ｅｖｉｌ．ｅｘａｍｐｌｅ", "Rao Textiles, call +91 98765 43210", "Call ९८७६५ ४३२१०", "Call 98-76-54", "Call ①②③④⑤",
		"You won! Claim now", "<b>Rao</b>", "Rao: claim your prize", "Rao\nTextiles evil.in", "A" + strings.Repeat(" very", 20) + " long message in place of a name",
	} {
		if shown := CompanyName(name); shown != "" {
			t.Errorf("CompanyName(%q) = %q, want none", name, shown)
		}
	}
	for _, name := range []string{
		"Rao Textiles", "Rao & Sons (India) Pvt. Ltd.", "3M India Limited", "24-7 Services", "Studio 2020 LLP", "D'Souza, Iyer + Partners", "राव टेक्सटाइल्स", "ശ്രീജന്\u200d ലിമിറ്റഡ്",
	} {
		if shown := CompanyName(name); shown != name {
			t.Errorf("CompanyName(%q) = %q, want the name", name, shown)
		}
	}
}

func TestOneLine(t *testing.T) {
	t.Parallel()
	for given, want := range map[string]string{
		"Asha Rao":               "Asha Rao",
		" Asha \t Rao\n":         "Asha Rao",
		"Asha\r\nBcc: x":         "Asha Bcc: x",
		"A\u202eoaR":             "AoaR",
		"A\u2028B\u0000C\x7f":    "A B C",
		"bad \xff utf":           "bad utf",
		strings.Repeat("ā", 121): strings.Repeat("ā", 119) + "…",
		strings.Repeat("ā", 120): strings.Repeat("ā", 120),
	} {
		if got := OneLine(given, 120); got != want {
			t.Errorf("OneLine(%q) = %q, want %q", given, got, want)
		}
	}
}
