package nominations_test

import (
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"testing"

	"boardcircle/pb_hooks/internal/config"
	"boardcircle/pb_hooks/internal/rules"
	"boardcircle/pb_hooks/internal/testapp"
	"boardcircle/pb_hooks/nominations"
)

const (
	validationError = "Please fill in all required fields correctly."
	taken           = "A registration with this email already exists."
)

func TestANominationIsStoredAndBothLettersGoOut(t *testing.T) {
	t.Parallel()
	s := house(t)
	a := visitor(s).Post("/api/registrations", nomination(form{"email": "  Shalini@Example.COM ", "linkedinUrl": "linkedin.com/in/shalini"}))
	expect(t, a, http.StatusCreated)
	for key := range a.JSON {
		if !slices.Contains([]string{"id", "name", "email", "createdAt"}, key) {
			t.Errorf("the answer tells %s", key)
		}
	}
	stored := records(t, s, "registrations")
	if len(stored) != 1 || stored[0].Id != a.JSON["id"] {
		t.Fatalf("%d registrations, answered %v", len(stored), a.JSON)
	}
	want := nomination(form{"email": "shalini@example.com", "linkedinUrl": "https://linkedin.com/in/shalini"})
	for name, value := range want {
		have, _ := json.Marshal(stored[0].Get(name))
		wanted, _ := json.Marshal(value)
		if string(have) != string(wanted) {
			t.Errorf("%s is stored as %s, want %s", name, have, wanted)
		}
	}
	if stored[0].GetString("userId") != "" {
		t.Error("a guest's nomination belongs to an account")
	}
	received, notice := s.Inbox("shalini@example.com"), s.Inbox(testapp.AdminEmail)
	if len(received) != 1 || len(notice) != 1 {
		t.Fatalf("%d mails to the applicant and %d to the staff, want one each", len(received), len(notice))
	}
	if !strings.Contains(received[0].Text, "48 hours") {
		t.Errorf("the applicant is not told when she will hear:\n%s", received[0].Text)
	}
	if !strings.Contains(notice[0].Text, "Shalini Verma") || !strings.Contains(notice[0].Text, "Arabian Sea Shipping Ltd") {
		t.Errorf("the staff are not told who it is:\n%s", notice[0].Text)
	}
	for _, letter := range records(t, s, "email_logs") {
		if letter.GetString("registrationId") != stored[0].Id || !strings.HasSuffix(letter.GetString("dedupeKey"), ":"+stored[0].Id) {
			t.Errorf("the letter %s does not name its nomination", letter.GetString("kind"))
		}
	}
}

func TestNobodyIsToldWhenThereIsNoAdminEmail(t *testing.T) {
	t.Parallel()
	s := testapp.New(t, testapp.WithConfig(func(c *config.Config) { c.Mail.AdminEmail = "" }))
	expect(t, s.Visitor().Post("/api/registrations", nomination()), http.StatusCreated)
	if letters := records(t, s, "email_logs"); len(letters) != 1 || letters[0].GetString("kind") != "nomination-received" {
		t.Errorf("%d letters, want the applicant's only", len(letters))
	}
}

func TestTheFormsRulesHoldOnTheServer(t *testing.T) {
	t.Parallel()
	s := house(t)
	refused := func(t *testing.T, body form, field string) {
		t.Helper()
		a := visitor(s).Post("/api/registrations", body)
		expect(t, a, http.StatusBadRequest)
		data, _ := a.JSON["data"].(map[string]any)
		if a.Message() != validationError || len(data) != 1 || a.Field(field) == "" {
			t.Errorf("%s: answered %s", field, a.Body)
		}
	}
	for _, field := range nominations.Form {
		t.Run(field.Name, func(t *testing.T) {
			if field.Required {
				refused(t, nomination(form{field.Name: nil}), field.Name)
				if field.Kind != rules.Consent {
					refused(t, nomination(form{field.Name: "   "}), field.Name)
				}
			} else {
				optional := nomination(form{field.Name: nil, "email": field.Name + "@example.com"})
				expect(t, visitor(s).Post("/api/registrations", optional), http.StatusCreated)
			}
			switch field.Kind {
			case rules.Choice:
				refused(t, nomination(form{field.Name: "a stranger"}), field.Name)
				refused(t, nomination(form{field.Name: field.Options[0] + "x"}), field.Name)
			case rules.Choices:
				refused(t, nomination(form{field.Name: []string{field.Options[0], "a stranger"}}), field.Name)
				refused(t, nomination(form{field.Name: field.Options[0]}), field.Name)
			case rules.Consent:
				refused(t, nomination(form{field.Name: false}), field.Name)
			default:
				refused(t, nomination(form{field.Name: strings.Repeat("x", field.Max+1)}), field.Name)
				refused(t, nomination(form{field.Name: 7}), field.Name)
			}
		})
	}
	t.Run("an empty form names every required field at once", func(t *testing.T) {
		a := visitor(s).Post("/api/registrations", form{})
		expect(t, a, http.StatusBadRequest)
		for _, field := range nominations.Form {
			if (a.Field(field.Name) != "") != field.Required {
				t.Errorf("%s: %q", field.Name, a.Field(field.Name))
			}
		}
	})
	for _, link := range []string{"javascript:alert(1)", "ftp://example.com/x", "https://a b.example", "nonsense", "https://name:secret@example.com", "https://x..y"} {
		t.Run("the link "+link, func(t *testing.T) { refused(t, nomination(form{"linkedinUrl": link}), "linkedinUrl") })
	}
	if letters := records(t, s, "email_logs"); len(letters) != 2*len(records(t, s, "registrations")) {
		t.Error("a refused nomination has brought about a letter")
	}
}

func TestASignedInApplicantsAccountEmailWins(t *testing.T) {
	t.Parallel()
	s := house(t)
	v, account := member(t, s, "kavita@example.com", false)
	a := v.Post("/api/registrations", nomination(form{"email": "someone.else@example.com"}))
	expect(t, a, http.StatusCreated)
	stored := records(t, s, "registrations")[0]
	if stored.Email() != "kavita@example.com" || stored.GetString("userId") != account.Id {
		t.Errorf("stored for %s and account %q", stored.Email(), stored.GetString("userId"))
	}
	if len(s.Inbox("someone.else@example.com")) != 0 || len(s.Inbox("kavita@example.com")) != 1 {
		t.Error("the letter went to the address in the body")
	}
	other, _ := member(t, s, "second@example.com", false)
	expect(t, other.Post("/api/registrations", nomination(form{"email": nil})), http.StatusCreated)
}

func TestWhatACallerMayNotSetIsIgnored(t *testing.T) {
	t.Parallel()
	s := house(t)
	_, account := member(t, s, "kavita@example.com", false)
	a := visitor(s).Post("/api/registrations", nomination(form{
		"id": "11111111-1111-4111-8111-111111111111", "userId": account.Id, "createdAt": "2001-01-01 00:00:00.000Z", "isAdmin": true,
	}))
	expect(t, a, http.StatusCreated)
	stored := records(t, s, "registrations")[0]
	if stored.Id == "11111111-1111-4111-8111-111111111111" || stored.GetString("userId") != "" || stored.GetDateTime("createdAt").Time().Year() == 2001 {
		t.Errorf("a field was honoured: %v", stored.FieldsData())
	}
}

func TestHostileTextIsStoredAsItIsOrRefused(t *testing.T) {
	t.Parallel()
	s := house(t)
	stored := map[string]form{
		"html":      {"name": `<script>alert(1)</script>`, "companyName": `"><img src=x onerror=alert(1)>`},
		"braces":    {"name": "{{params.token}} {% if x %}", "whyInterested": "{{contact.EMAIL}}"},
		"formula":   {"companyName": `=HYPERLINK("http://evil.example","x")`, "currentBoards": "@SUM(1+1)*cmd|' /C calc'!A0"},
		"sql":       {"name": `'; DROP TABLE registrations; --`},
		"unicode":   {"name": "श्रीमती लक्ष्मी 🪷", "city": "München"},
		"backslash": {"name": `\r\nBcc: victim@example.com`},
	}
	for name, changes := range stored {
		email := name + "@example.com"
		expect(t, visitor(s).Post("/api/registrations", nomination(form{"email": email}, changes)), http.StatusCreated)
		record, err := s.PB.FindFirstRecordByData("registrations", "email", email)
		if err != nil {
			t.Fatal(err)
		}
		for field, value := range changes {
			if record.GetString(field) != value {
				t.Errorf("%s: %s became %q", name, field, record.GetString(field))
			}
		}
	}
	for _, value := range []string{"A\r\nBcc: victim@example.com", "A\nB", "A\x00B", "A\x1b[31m", "A\u202eoaR"} {
		for _, field := range []string{"name", "companyName", "phone"} {
			a := visitor(s).Post("/api/registrations", nomination(form{"email": "line@example.com", field: value}))
			expect(t, a, http.StatusBadRequest)
			if a.Field(field) == "" {
				t.Errorf("%q in %s: answered %s", value, field, a.Body)
			}
		}
	}
	a := visitor(s).Post("/api/registrations", nomination(form{"email": "text@example.com", "currentBoards": "One\r\nTwo"}))
	expect(t, a, http.StatusCreated)
	record, err := s.PB.FindFirstRecordByData("registrations", "email", "text@example.com")
	if err != nil {
		t.Fatal(err)
	}
	if record.GetString("currentBoards") != "One\nTwo" {
		t.Errorf("line ends became %q", record.GetString("currentBoards"))
	}
	for _, mail := range s.Inbox("") {
		if strings.Contains(mail.HTML, "<script>alert") || strings.Contains(mail.HTML, "<img src=x") || strings.ContainsAny(mail.Subject, "\r\n") {
			t.Errorf("a mail carries what an applicant wrote as code: %q", mail.Subject)
		}
	}
}
