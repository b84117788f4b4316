package mail

import (
	"fmt"
	"html"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	xhtml "golang.org/x/net/html"

	"boardcircle/pb_hooks/internal/clock"
	"boardcircle/pb_hooks/internal/testapp/testdb"
	"boardcircle/pb_hooks/mail/brevo"
)

// hostile is what a person may type into a form to write into our letters.
const hostile = `<script>alert(1)</script>"'&{{params.secret}}{%if 1%}{#x#}`

// samples has a letter of each kind, with name as the person's name.
func samples(name string) map[string]Email {
	return map[string]Email{
		KindNominationReceived: NominationReceived{RegistrationID: "reg1", Name: name, Email: "asha@example.com"}.Build(),
		KindNominationNew: NominationNew{
			RegistrationID: "reg1", Name: name, Email: "asha@example.com", Phone: "+919876543210", Company: "Company of " + name,
			Designation: "Independent Director " + name, Location: "Pune, Maharashtra " + name, At: noon,
		}.Build(),
		KindWelcome:          Welcome{UserID: "user1", Name: name, Email: "asha@example.com"}.Build(),
		KindPasswordReset:    PasswordReset{UserID: "user1", Nonce: "n1", Name: name, Email: "asha@example.com"}.Build(),
		KindImportInvitation: ImportInvitation{UserID: "user1", Nonce: "n1", Name: name, Email: "asha@example.com", ExpiresAt: noon}.Build(),
		KindPasswordChanged:  PasswordChanged{UserID: "user1", Event: "n1", Name: name, Email: "asha@example.com", At: noon}.Build(),
		KindNominationQuestion: NominationQuestion{
			StepID: "step1", RegistrationID: "reg1", Name: name, Email: "asha@example.com", Question: "Which committee?\nAsks " + name,
		}.Build(),
		KindNominationDeclined: NominationDeclined{
			RegistrationID: "reg1", Name: name, Email: "asha@example.com", Message: "Please try again.\nSays " + name,
		}.Build(),
		KindInvitation:   Invitation{InvitationID: "inv1", RegistrationID: "reg1", Name: name, Email: "asha@example.com", ExpiresAt: noon}.Build(),
		KindAdminInvited: AdminInvited{AdminID: "admin1", Nonce: "n1", Username: name, Email: "asha@example.com", ExpiresAt: noon}.Build(),
		KindAdminNotice:  AdminNotice{AdminID: "admin1", Event: SecondFactorReset, Username: name, Email: "asha@example.com", At: noon}.Build(),
		"payment-confirmed": {Kind: "payment-confirmed", Params: map[string]string{
			"name": name, "tier": "Founding circle " + name, "amount": "₹29,500", "base": "₹25,000", "gst": "₹4,500", "rate": "18",
			"paymentId": "pay_1", "document": "Tax invoice", "number": "BC/2026/1", "at": noon.Format(time.RFC3339), "until": "for life",
		}},
		KindTest: {Kind: KindTest, Params: map[string]string{"at": noon.Format(time.RFC3339)}},
		"refund-recorded": {Kind: "refund-recorded", Params: map[string]string{
			"name": name, "tier": "Founding circle " + name, "amount": "₹29,500", "refund": "₹1,000", "paymentId": "pay_1", "number": "BC/2026/C1",
		}},
		"payment-attention": {Kind: "payment-attention", Params: map[string]string{
			"what": "late", "note": "Paid twice by " + name, "paymentId": "pay_1", "transactionId": "tx1",
		}},
	}
}

func renderEmail(t *testing.T, l Email) Rendered {
	t.Helper()
	o := New(testdb.New(t), configured(), clock.System, nil)
	if l.Kind == KindPasswordReset || l.Kind == KindInvitation || l.Kind == KindImportInvitation || l.Kind == KindAdminInvited {
		l.Params["token"] = "tok+en/&="
	}
	rendered, err := o.Render(l.Kind, l.Params)
	if err != nil {
		t.Fatal(err)
	}
	return rendered
}

func TestEachLetterSaysTheSameInHTMLAndText(t *testing.T) {
	t.Parallel()
	facts := map[string][]string{
		KindNominationReceived: {"Dear Asha Rao", "48 hours", "verify your current board positions", "launch event on September 16th", "founding member", "+91 22 4000 1234"},
		KindNominationNew:      {"Asha Rao", "Company of Asha Rao", "Independent Director", "asha@example.com", "+919876543210", "1 September 2026, 5:30 pm IST", "https://boardcircle.example/admin"},
		KindWelcome:            {"Dear Asha Rao", "asha@example.com", "https://boardcircle.example/#register"},
		KindTest:               {"test letter", "1 September 2026, 5:30 pm IST", "nothing to do"},
		KindPasswordReset:      {"expires in 1 hour", "https://boardcircle.example/reset-password?token=tok%2Ben%2F%26%3D"},
		KindImportInvitation:   {"Dear Asha Rao", "1 September 2026, 5:30 pm IST", "https://boardcircle.example/reset-password?token=tok%2Ben%2F%26%3D"},
		KindPasswordChanged:    {"1 September 2026, 5:30 pm IST", "https://boardcircle.example/forgot-password", "info@boardcircle.example"},
		KindNominationQuestion: {"Dear Asha Rao", "Which committee?\nAsks Asha Rao", "reply to this letter"},
		KindNominationDeclined: {"Dear Asha Rao", "not to take it up this time", "Please try again.\nSays Asha Rao"},
		KindInvitation:         {"Dear Asha Rao", "https://boardcircle.example/auth?invitation=tok%2Ben%2F%26%3D", "1 September 2026, 5:30 pm IST", "membership plans"},
		KindAdminInvited:       {"Asha Rao", "72 hours", "https://boardcircle.example/admin/welcome?token=tok%2Ben%2F%26%3D"},
		KindAdminNotice:        {"Asha Rao", "1 September 2026, 5:30 pm IST", "set two-step sign-in up again"},
		"payment-confirmed":    {"Dear Asha Rao", "₹29,500", "₹4,500", "GST 18 %", "BC/2026/1", "for life", "Tax invoice", "Your tax invoice is attached", "https://boardcircle.example/account"},
		"refund-recorded":      {"Dear Asha Rao", "₹1,000", "₹29,500", "BC/2026/C1"},
		"payment-attention":    {"pay_1", "tx1", "Paid twice by Asha Rao", "https://boardcircle.example/admin"},
	}
	for kind, letter := range samples("Asha Rao") {
		words := renderEmail(t, letter)
		shown := visibleText(t, words.HTML)
		for _, fact := range facts[kind] {
			if !strings.Contains(shown, fact) {
				t.Errorf("%s: the HTML doesn't say %q", kind, fact)
			}
			if !strings.Contains(words.Text, fact) {
				t.Errorf("%s: the text doesn't say %q", kind, fact)
			}
		}
		if words.Subject == "" || strings.Contains(words.HTML+words.Text, "<no value>") {
			t.Errorf("%s has a hole in it", kind)
		}
	}
	if len(Kinds()) != len(facts) {
		t.Errorf("kinds without a test: %v", Kinds())
	}
}

func TestPeoplesTextIsInert(t *testing.T) {
	t.Parallel()
	for kind, letter := range samples(hostile) {
		words := renderEmail(t, letter)
		for part, s := range map[string]string{"subject": words.Subject, "html": words.HTML, "text": words.Text} {
			if containsAny(s, templateOpeners) {
				t.Errorf("%s: the provider would act on its %s", kind, part)
			}
		}
		if strings.Contains(words.HTML, "<script>alert") {
			t.Errorf("%s: the HTML holds a script", kind)
		}
	}
	words := renderEmail(t, samples("Asha\r\nBcc: spy@example.com")[KindNominationNew])
	if strings.ContainsAny(words.Subject, "\r\n") {
		t.Errorf("the subject has two lines: %q", words.Subject)
	}
}

func TestPeoplesTextSurvivesTheProvidersTemplateLanguage(t *testing.T) {
	t.Parallel()
	r := newTestOutbox(t)
	n := NominationNew{RegistrationID: "reg1", Name: hostile, Email: asha, Company: "{{company}} {", Designation: "{ x", At: noon}.Build()
	n.To.Email = "staff@boardcircle.example"
	r.enqueue(n)
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

func TestANameThatIsALinkIsNotRepeatedToStrangers(t *testing.T) {
	t.Parallel()
	for _, name := range []string{
		"Win at https://evil.example/x", "evil.example", "www.evil", "You won evil.co.in now", "mail evil@evil.example", "a/b",
		"see evil\u200b.example", "evil。example", "ｅｖｉｌ．ｅｘａｍｐｌｅ", "смотри evil.рф", "evil x.com",
	} {
		letter := NominationReceived{RegistrationID: "r", Name: name, Email: asha}.Build()
		if words := renderEmail(t, letter); strings.Contains(words.HTML+words.Text+letter.To.Name, "evil") || strings.Contains(words.Text, "a/b") {
			t.Errorf("%q is repeated", name)
		}
	}
	for _, name := range []string{"Asha Rao", "Dr. A. P. J. Rao", "K.R. Meera", "Anne-Marie D'Souza", "आशा राव", "ശ്രീജ\u200d നായർ", "A"} {
		letter := NominationReceived{RegistrationID: "r", Name: name, Email: asha}.Build()
		if words := renderEmail(t, letter); !strings.Contains(words.Text, "Dear "+name+",") {
			t.Errorf("%q is not greeted by name", name)
		}
	}
}

func TestAHeaderLineIsOneLine(t *testing.T) {
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

func FuzzTheBreakerOfBraces(f *testing.F) {
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

// visibleText is what an HTML letter shows, and where its links lead.
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
