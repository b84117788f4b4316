package routetest

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"boardcircle/pb_hooks/internal/testapp"
	"boardcircle/pb_hooks/mail/texts"
)

// secretPlaces has bodies with a secret link in places where another site could get it, or where it does not work.
var secretPlaces = map[string]string{
	"a query of another site":     "[Go](https://elsewhere.example/?t={{LINK}})",
	"a path of another site":      "[Go](https://elsewhere.example/{{LINK}} \"button\")",
	"spaces in the braces":        "[Go](https://elsewhere.example/?t={{ LINK }})",
	"angle brackets":              "[Go](<https://elsewhere.example/?t={{LINK}}>)",
	"a reference":                 "[Go][1]\n\n[1]: https://elsewhere.example/?t={{LINK}}",
	"an unused reference":         "[1]: {{LINK}}",
	"an email address":            "[Go](mailto:a@elsewhere.example?body={{LINK}})",
	"a telephone number":          "[Go](tel:1{{LINK}})",
	"a user of another host":      "[Go]({{LINK}}@elsewhere.example)",
	"a longer host":               "[Go]({{LINK}}.elsewhere.example)",
	"two links in one":            "[Go]({{LINK}}{{LINK}})",
	"the site before the link":    "[Go]({{siteURL}}{{LINK}})",
	"a condition before the link": "[Go]({{if siteName}}https://elsewhere.example/?t={{end}}{{LINK}})",
	"an else before the link":     "[Go]({{if eventDay}}x{{else}}https://elsewhere.example/{{end}}{{LINK}})",
	"an automatic link":           "<https://elsewhere.example/?t={{LINK}}>",
	"a plain address":             "https://elsewhere.example/?t={{LINK}}",
	"plain text":                  "Your link: {{LINK}}",
	"code":                        "`{{LINK}}`",
	"a block of code":             "```\n{{LINK}}\n```",
	"a heading":                   "# {{LINK}}",
	"a quotation":                 "> {{LINK}}",
	"a list":                      "- {{LINK}}",
	"the words of a link":         "[{{LINK}}](https://elsewhere.example)",
	"the title of a link":         "[Go](https://elsewhere.example \"{{LINK}}\")",
	"an address and a title":      "[Go](https://elsewhere.example '{{LINK}}')",
	"a picture":                   "![x](https://elsewhere.example/{{LINK}})",
	"the words of a picture":      "![{{LINK}}](https://elsewhere.example/x.png)",
	"a picture in a link":         "[![x](https://elsewhere.example/{{LINK}})](https://elsewhere.example)",
	"HTML":                        "<a href=\"https://elsewhere.example/{{LINK}}\">Go</a>",
	"a comment":                   "<!-- {{LINK}} -->",
}

type secretText struct{ id, link string }

// secretDetail has the fields of a text that these tests read.
type secretDetail struct {
	ID            string
	HasSecretLink bool
	BuiltIn       texts.Wording
	Fields        []texts.FieldInfo
}

// secretTexts returns the built-in texts that have a secret link.
func secretTexts(t *testing.T, owner *testapp.Visitor) (found []secretText) {
	t.Helper()
	for _, listed := range listTexts(t, owner) {
		if !listed.HasSecretLink {
			continue
		}
		for _, field := range decode[secretDetail](t, owner.Get("/api/email-texts/"+listed.ID)).Fields {
			if field.IsSecret {
				found = append(found, secretText{listed.ID, field.Name})
			}
		}
	}
	if len(found) < 15 {
		t.Fatalf("texts with a secret link = %v, want at least 15", found)
	}
	return found
}

func TestSecretLinkMayOnlyBeTheWholeAddressOfALink(t *testing.T) {
	t.Parallel()
	h := testapp.New(t)
	owner := h.SignedIn("admins", nil)
	for _, secret := range secretTexts(t, owner) {
		h.Clock.Advance(time.Minute) // reset the rate limits
		path := "/api/email-texts/" + secret.id
		detail := decode[secretDetail](t, owner.Get(path))
		expectProblem := func(place, field string, w texts.Wording) {
			t.Helper()
			preview := decode[texts.Preview](t, owner.Post(path+"/preview", change(w, 0)))
			for _, problem := range preview.Problems {
				if problem.Field == field && (strings.Contains(problem.Message, "secret") || field == "subject") {
					return
				}
			}
			t.Errorf("%s with its link in %s: problems = %v, want one about the link", secret.id, place, preview.Problems)
		}
		for place, body := range secretPlaces {
			w := detail.BuiltIn
			w.Body += "\n\n" + strings.ReplaceAll(body, "LINK", secret.link)
			expectProblem(place, "body", w)
		}
		field := " {{" + secret.link + "}}"
		w := detail.BuiltIn
		w.Subject += field
		expectProblem("the subject", "subject", w)
		w = detail.BuiltIn
		w.Preview += field
		expectProblem("the preview", "preview", w)
		w = detail.BuiltIn
		w.Footnote += field
		expectProblem("the footnote", "footnote", w)

		w = detail.BuiltIn
		w.Body += "\n\n[A link]({{" + secret.link + "}}) or [a reference][r].\n\n[r]: {{" + secret.link + "}}"
		if preview := decode[texts.Preview](t, owner.Post(path+"/preview", change(w, 0))); len(preview.Problems) > 0 {
			t.Errorf("%s with its link as a whole address: problems = %v, want none", secret.id, preview.Problems)
		}
	}
}

func TestOnlyAnOwnerWithTheirPasswordChangesATextWithASecretLink(t *testing.T) {
	t.Parallel()
	h := testapp.New(t)
	owner := h.SignedIn("admins", map[string]any{"username": "meera", "email": "meera@example.com"})
	h.CreateAccount("admins", map[string]any{"username": "asha", "email": "asha@example.com"})
	office := h.SignedIn("admins", map[string]any{"username": "ravi", "role": "office"})
	alerts := 0
	for _, secret := range secretTexts(t, owner) {
		h.Clock.Advance(time.Minute) // reset the rate limits
		path := "/api/email-texts/" + secret.id
		w := decode[secretDetail](t, owner.Get(path)).BuiltIn
		w.Subject = "Changed"
		body := change(w, 0)
		if answer := owner.Send("PUT", path, body); answer.Status/100 != 4 {
			t.Errorf("%s: change without a password: status = %d, want an error", secret.id, answer.Status)
		}
		body["password"] = testapp.Password
		restore := map[string]any{"version": 0, "password": testapp.Password}
		for _, answer := range []testapp.Response{office.Send("PUT", path, body), office.Post(path+"/restore", restore)} {
			if answer.Status != http.StatusForbidden {
				t.Errorf("%s: change by the office: status = %d, want 403", secret.id, answer.Status)
			}
		}
		if alerts > 0 {
			continue // It is enough to change one text.
		}
		if answer := owner.Send("PUT", path, body); answer.Status != http.StatusOK {
			t.Fatalf("status = %d, body = %s", answer.Status, answer.Body)
		}
		delete(restore, "password")
		if answer := owner.Post(path+"/restore", restore); answer.Status/100 != 4 {
			t.Errorf("%s: restore without a password: status = %d, want an error", secret.id, answer.Status)
		}
		restore["password"] = testapp.Password
		if answer := owner.Post(path+"/restore", restore); answer.Status != http.StatusOK {
			t.Errorf("status = %d, body = %s", answer.Status, answer.Body)
		}
		for _, message := range h.Inbox("asha@example.com") {
			if strings.Contains(message.Text, secret.id) {
				alerts++
			}
		}
		if alerts != 2 {
			t.Errorf("%d alerts to the other owner, want 2", alerts)
		}
	}
	if answer := office.Send(
		"PUT", "/api/email-texts/welcome", change(texts.Wording{Subject: "Hello", Body: "Hello {{name}}"}, 0),
	); answer.Status != http.StatusOK {
		t.Errorf("change of a text without a secret by the office: status = %d, want 200; body: %s", answer.Status,
			answer.Body)
	}
}

func TestAStoredTextThatWouldLeakItsLinkIsNotSent(t *testing.T) {
	t.Parallel()
	h := testapp.New(t)
	owner := h.SignedIn("admins", nil)
	const path = "/api/email-texts/password-reset"
	body := change(decode[secretDetail](t, owner.Get(path)).BuiltIn, 0)
	body["subject"], body["password"] = "Your link", testapp.Password
	if answer := owner.Send("PUT", path, body); answer.Status != http.StatusOK {
		t.Fatalf("status = %d, body = %s", answer.Status, answer.Body)
	}
	// An earlier version of the program accepted this text.
	for _, table := range []string{"email_texts", "email_text_versions"} {
		row, err := h.PB.FindFirstRecordByData(table, "key", "password-reset")
		if err != nil {
			t.Fatal(err)
		}
		row.Set("body", "[Continue](https://elsewhere.example/?t={{resetLink}}) [x]({{resetLink}})")
		if err := h.PB.Save(row); err != nil {
			t.Fatal(err)
		}
	}
	h.CreateAccount("users", map[string]any{"email": "member@example.com"})
	if answer := h.Visitor().
		Post("/api/forgot-password", map[string]any{"email": "member@example.com"}); answer.Status != http.StatusOK {
		t.Fatalf("status = %d, body = %s", answer.Status, answer.Body)
	}
	got := h.Inbox("member@example.com")
	if len(got) != 1 || strings.Contains(got[0].HTML+got[0].Text, "elsewhere") ||
		!strings.Contains(got[0].Text, "/reset-password?token=") {
		t.Errorf("emails = %+v, want one with the built-in text", got)
	}
	if found := decode[text](t, owner.Get(path)); !strings.Contains(found.Fault, "secret") {
		t.Errorf("text = %+v, want a fault about the secret link", found)
	}
	if answer := owner.Post(
		path+"/restore", map[string]any{"version": 1, "password": testapp.Password},
	); answer.Status != http.StatusBadRequest {
		t.Errorf("restore: status = %d, want 400", answer.Status)
	}
}
