package mail

import (
	"fmt"
	"html"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	xhtml "golang.org/x/net/html"

	"boardcircle/pb_hooks/mail/brevo"
)

// hostile is input that a person may type into a form to manipulate an email.
const hostile = `<script>alert(1)</script>"'&{{params.secret}}{%if 1%}{#x#}`

func (r *testOutbox) render(e Email) Rendered {
	r.t.Helper()
	rendered, err := r.Render(e.Kind, e.Params)
	if err != nil {
		r.t.Fatal(err)
	}
	return rendered
}

func TestEscapedTextIsShownAsTyped(t *testing.T) {
	t.Parallel()
	r := newTestOutbox(t)
	r.enqueue(noticeEmail(hostile, "{{company}} {"))
	r.drain()
	mail := r.provider.Messages("")[0]
	if shown := visibleText(t, mail.HTML); !strings.Contains(shown, hostile) || !strings.Contains(shown, "{{company}}") {
		t.Error("the HTML doesn't show what was typed")
	}
	if plain := strings.ReplaceAll(mail.Text, wordJoiner, ""); !strings.Contains(plain, hostile) {
		t.Errorf("the text doesn't show what was typed: %s", plain)
	}
	if !strings.Contains(strings.ReplaceAll(mail.Subject, wordJoiner, ""), hostile) {
		t.Errorf("the subject reads %q", mail.Subject)
	}
}

func TestGreetingNameDropsLinksAddressesAndTelephoneNumbers(t *testing.T) {
	t.Parallel()
	r := newTestOutbox(t)
	for _, name := range []string{
		"Win at https://evil.example/x", "evil.example", "www.evil", "You won evil.co.in now", "mail evil@evil.example", "a/b",
		"see evil\u200b.example", "evil。example", "ｅｖｉｌ．ｅｘａｍｐｌｅ", "смотри evil.рф", "evil x.com",
		"Call +91 98765 43210", "Call ९८७६५४३२१०", "Winner 2026", "Pay 500", "12 Marine Drive, Mumbai", "You won! Claim: evil", "<b>Asha</b>", "Asha (claims)",
		"A" + strings.Repeat(" very", 20) + " long message in place of a name",
	} {
		if greeting := GreetingName(name); greeting != "" {
			t.Errorf("%q is repeated", greeting)
		}
	}
	for _, name := range []string{"Asha Rao", "Dr. A. P. J. Rao", "K.R. Meera", "Anne-Marie D'Souza", "आशा राव", "ശ്രീജ\u200d നായർ", "A"} {
		email := Email{Kind: kindWelcome, Params: map[string]string{"name": GreetingName(name), "email": asha}}
		if words := r.render(email); !strings.Contains(words.Text, "Dear "+name+",") {
			t.Errorf("%q is not greeted by name", name)
		}
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
			t.Errorf("%q is repeated", shown)
		}
	}
	for _, name := range []string{
		"Rao Textiles", "Rao & Sons (India) Pvt. Ltd.", "3M India Limited", "24-7 Services", "Studio 2020 LLP", "D'Souza, Iyer + Partners", "राव टेक्सटाइल्स", "ശ്രീജ\u200d ലിമിറ്റഡ്",
	} {
		if shown := CompanyName(name); shown != name {
			t.Errorf("%q is shown as %q", name, shown)
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
		if got := oneLine(given, 120); got != want {
			t.Errorf("%q becomes %q, not %q", given, got, want)
		}
	}
}

func FuzzEscapeTemplate(f *testing.F) {
	for _, seed := range []string{"", "{", "{{", "{{{{", "{{x}}", "{%%}", "{#{#", "a{{b", "é{{", hostile, "{\u2060{"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, s string) {
		text, code := escapeTemplateText(s), escapeTemplateHTML(s)
		if containsAny(text, templateOpeners) || containsAny(code, templateOpeners) {
			t.Fatalf("%q is still live", s)
		}
		if strings.ReplaceAll(text, wordJoiner, "") != strings.ReplaceAll(s, wordJoiner, "") {
			t.Fatalf("%q reads %q", s, text)
		}
		if utf8.ValidString(s) && html.UnescapeString(escapeTemplateHTML(html.EscapeString(s))) != s {
			t.Fatalf("%q shows %q", s, escapeTemplateHTML(html.EscapeString(s)))
		}
	})
}

// visibleText returns the visible text of an HTML email, with the URLs of its links.
func visibleText(t *testing.T, html string) string {
	t.Helper()
	root, err := xhtml.Parse(strings.NewReader(html))
	if err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	for n := range root.Descendants() {
		if n.Type == xhtml.TextNode && n.Parent.Data != "style" {
			out.WriteString(n.Data)
		}
		for _, a := range n.Attr {
			if a.Key == "href" {
				fmt.Fprintf(&out, " %s ", a.Val)
			}
		}
	}
	return out.String()
}

var _ Sender = (*brevo.Client)(nil)

func TestTheTestEmailStatesItsFacts(t *testing.T) {
	t.Parallel()
	r := newTestOutbox(t)
	rendered := r.render(Email{Kind: KindTest, Params: map[string]string{"at": noon.Format(time.RFC3339)}})
	for _, fact := range []string{"test email", "1 September 2026, 5:30 pm IST", "nothing to do"} {
		if !strings.Contains(visibleText(t, rendered.HTML), fact) || !strings.Contains(rendered.Text, fact) {
			t.Errorf("it does not contain %q", fact)
		}
	}
	if rendered.Subject == "" || strings.Contains(rendered.HTML+rendered.Text, "<no value>") {
		t.Error("a value is missing")
	}
}
