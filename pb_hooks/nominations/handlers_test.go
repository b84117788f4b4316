package nominations_test

import (
	"encoding/json"
	"errors"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/config"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/rules"
	"boardcircle/pb_hooks/internal/testapp"
	"boardcircle/pb_hooks/internal/testapp/testdb"
	"boardcircle/pb_hooks/mail/outbox"
	"boardcircle/pb_hooks/nominations"
)

const (
	validationError = "Please fill in all required fields correctly."
	taken           = "A registration with this email already exists."
)

func TestConfirmationAnnouncesTheLaunchEventUntilItEnds(t *testing.T) {
	t.Parallel()
	s := newApp(t)
	expect(t, newVisitor(s).Post("/api/registrations", nomination(form{"email": "early@example.com"})),
		http.StatusCreated)
	if text := s.Inbox("early@example.com")[0].Text; !strings.Contains(text,
		"3. You receive an invitation to our launch event on September 16th.") {
		t.Errorf("text = %s", text)
	}
	s.Clock.Advance(time.Date(2026, 9, 16, 18, 30, 0, 0, time.UTC).Sub(s.Clock.Now()))
	expect(t, newVisitor(s).Post("/api/registrations", nomination(form{"email": "late@example.com"})),
		http.StatusCreated)
	text := s.Inbox("late@example.com")[0].Text
	if strings.Contains(text, "launch event") ||
		!strings.Contains(text, "3. You gain access to the benefits of a founding member.") {
		t.Errorf("text = %s", text)
	}
}

func TestCreateStoresTheNominationAndSendsBothEmails(t *testing.T) {
	t.Parallel()
	s := newApp(t)
	a := newVisitor(s).Post("/api/registrations",
		nomination(form{"email": "  Shalini@Example.COM ", "linkedinUrl": "linkedin.com/in/shalini"}))
	expect(t, a, http.StatusCreated)
	for key := range a.JSON {
		if !slices.Contains([]string{"id", "name", "email", "createdAt"}, key) {
			t.Errorf("the response has the unexpected field %s", key)
		}
	}
	stored := records(t, s, "registrations")
	if len(stored) != 1 || stored[0].Id != a.JSON["id"] {
		t.Fatalf("%d nominations, response = %v, want one with the same id", len(stored), a.JSON)
	}
	want := nomination(form{"email": "shalini@example.com", "phone": "+912240009876",
		"linkedinUrl": "https://linkedin.com/in/shalini"})
	for name, value := range want {
		have, _ := json.Marshal(stored[0].Get(name))
		wanted, _ := json.Marshal(value)
		if string(have) != string(wanted) {
			t.Errorf("%s is stored as %s, want %s", name, have, wanted)
		}
	}
	if stored[0].GetString("userId") != "" {
		t.Error("the nomination of a visitor belongs to an account")
	}
	received, notice := s.Inbox("shalini@example.com"), s.Inbox(testapp.AdminEmail)
	if len(received) != 1 || len(notice) != 1 {
		t.Fatalf("%d emails to the applicant and %d to the admins, want one each", len(received), len(notice))
	}
	if !strings.Contains(received[0].Text, "48 hours") {
		t.Errorf("confirmation = %s, want the time of the answer", received[0].Text)
	}
	if !strings.Contains(notice[0].Text, "Shalini Verma") ||
		!strings.Contains(notice[0].Text, "Arabian Sea Shipping Ltd") {
		t.Errorf("notice = %s, want the name and company of the applicant", notice[0].Text)
	}
	for _, email := range records(t, s, "email_logs") {
		if email.GetString("registrationId") != stored[0].Id ||
			!strings.HasSuffix(email.GetString("dedupeKey"), ":"+stored[0].Id) {
			t.Errorf("the email %s does not refer to its nomination", email.GetString("kind"))
		}
	}
}

// Extensions of the site may rely on these hooks.
func TestCreateRunsPocketBaseHooks(t *testing.T) {
	t.Parallel()
	s := newApp(t)
	var created []string
	s.PB.OnRecordAfterCreateSuccess("registrations").BindFunc(func(e *core.RecordEvent) error {
		created = append(created, e.Record.Email())
		return e.Next()
	})
	expect(t, newVisitor(s).Post("/api/registrations", nomination()), http.StatusCreated)
	if !slices.Equal(created, []string{"shalini@example.com"}) {
		t.Errorf("emails of the hook = %q, want one", created)
	}
}

func TestCreateSendsNoAdminEmailWithoutAnAddress(t *testing.T) {
	t.Parallel()
	s := testapp.New(t, testapp.WithConfig(func(c *config.Config) { c.Mail.AdminEmail = "" }))
	expect(t, s.Visitor().Post("/api/registrations", nomination()), http.StatusCreated)
	s.Drain()
	if emails := records(t, s, "email_logs"); len(emails) != 1 || emails[0].GetString("kind") != "nomination-received" {
		t.Errorf("%d emails, want only the one to the applicant", len(emails))
	}
}

func TestCreateValidatesTheForm(t *testing.T) {
	t.Parallel()
	s := newApp(t)
	refused := func(t *testing.T, body form, field string) {
		t.Helper()
		a := newVisitor(s).Post("/api/registrations", body)
		expect(t, a, http.StatusBadRequest)
		data, _ := a.JSON["data"].(map[string]any)
		if a.Message() != validationError || len(data) != 1 || a.Field(field) == "" {
			t.Errorf("%s: body = %s, want an error for this field only", field, a.Body)
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
				expect(t, newVisitor(s).Post("/api/registrations", optional), http.StatusCreated)
			}
			switch field.Kind {
			case rules.Choice:
				refused(t, nomination(form{field.Name: "an unknown value"}), field.Name)
				refused(t, nomination(form{field.Name: field.Options[0] + "x"}), field.Name)
			case rules.Choices:
				refused(t, nomination(form{field.Name: []string{field.Options[0], "an unknown value"}}), field.Name)
				refused(t, nomination(form{field.Name: field.Options[0]}), field.Name)
			case rules.Consent:
				refused(t, nomination(form{field.Name: false}), field.Name)
			default:
				refused(t, nomination(form{field.Name: strings.Repeat("x", field.Max+1)}), field.Name)
				refused(t, nomination(form{field.Name: 7}), field.Name)
			}
		})
	}
	t.Run("an empty form", func(t *testing.T) {
		a := newVisitor(s).Post("/api/registrations", form{})
		expect(t, a, http.StatusBadRequest)
		for _, field := range nominations.Form {
			if (a.Field(field.Name) != "") != field.Required {
				t.Errorf("%s: error = %q, required = %t", field.Name, a.Field(field.Name), field.Required)
			}
		}
	})
	for _, link := range []string{"javascript:alert(1)", "ftp://example.com/x", "https://a b.example", "nonsense", "https://name:secret@example.com", "https://x..y"} {
		t.Run("the link "+link, func(t *testing.T) { refused(t, nomination(form{"linkedinUrl": link}), "linkedinUrl") })
	}
	s.Drain()
	if emails := records(t, s, "email_logs"); len(emails) != 2*len(records(t, s, "registrations")) {
		t.Error("a refused nomination sent an email")
	}
}

func TestCreateUsesTheEmailOfTheAccount(t *testing.T) {
	t.Parallel()
	s := newApp(t)
	v, account := newMember(t, s, "kavita@example.com", false)
	a := v.Post("/api/registrations", nomination(form{"email": "other@example.com"}))
	expect(t, a, http.StatusCreated)
	stored := records(t, s, "registrations")[0]
	if stored.Email() != "kavita@example.com" || stored.GetString("userId") != account.Id {
		t.Errorf("email = %s, account = %q, want those of the signed-in account", stored.Email(),
			stored.GetString("userId"))
	}
	if len(s.Inbox("other@example.com")) != 0 || len(s.Inbox("kavita@example.com")) != 1 {
		t.Error("the confirmation was sent to the email in the request")
	}
	other, _ := newMember(t, s, "second@example.com", false)
	expect(t, other.Post("/api/registrations", nomination(form{"email": nil})), http.StatusCreated)
}

func TestCreateIgnoresOtherFields(t *testing.T) {
	t.Parallel()
	s := newApp(t)
	_, account := newMember(t, s, "kavita@example.com", false)
	a := newVisitor(s).Post("/api/registrations", nomination(form{
		"id":        "11111111-1111-4111-8111-111111111111",
		"userId":    account.Id,
		"createdAt": "2001-01-01 00:00:00.000Z",
		"isAdmin":   true,
	}))
	expect(t, a, http.StatusCreated)
	stored := records(t, s, "registrations")[0]
	if stored.Id == "11111111-1111-4111-8111-111111111111" || stored.GetString("userId") != "" ||
		stored.GetDateTime("createdAt").Time().Year() == 2001 {
		t.Errorf("stored fields = %v, want the sent ones ignored", stored.FieldsData())
	}
}

func TestHostileTextIsStoredUnchangedOrRefused(t *testing.T) {
	t.Parallel()
	s := newApp(t)
	stored := map[string]form{
		"html":   {"name": `<script>alert(1)</script>`, "companyName": `"><img src=x onerror=alert(1)>`},
		"braces": {"name": "{{params.token}} {% if x %}", "whyInterested": "{{contact.EMAIL}}"},
		"formula": {
			"companyName":   `=HYPERLINK("http://evil.example","x")`,
			"currentBoards": "@SUM(1+1)*cmd|' /C calc'!A0",
		},
		"sql":       {"name": `'; DROP TABLE registrations; --`},
		"unicode":   {"name": "श्रीमती लक्ष्मी 🪷", "city": "München"},
		"backslash": {"name": `\r\nBcc: victim@example.com`},
	}
	for name, changes := range stored {
		email := name + "@example.com"
		expect(t, newVisitor(s).Post("/api/registrations", nomination(form{"email": email}, changes)),
			http.StatusCreated)
		record, err := s.PB.FindFirstRecordByData("registrations", "email", email)
		if err != nil {
			t.Fatal(err)
		}
		for field, value := range changes {
			if record.GetString(field) != value {
				t.Errorf("%s: %s = %q, want %q", name, field, record.GetString(field), value)
			}
		}
	}
	for _, value := range []string{"A\r\nBcc: victim@example.com", "A\nB", "A\x00B", "A\x1b[31m"} {
		for _, field := range []string{"name", "companyName", "phone"} {
			a := newVisitor(s).Post("/api/registrations", nomination(form{"email": "line@example.com", field: value}))
			expect(t, a, http.StatusBadRequest)
			if a.Field(field) == "" {
				t.Errorf("%q in %s: body = %s, want an error for the field", value, field, a.Body)
			}
		}
	}
	a := newVisitor(s).Post("/api/registrations", nomination(form{"email": "text@example.com",
		"name": "Asha\u202e Rao", "companyName": "\u2067Acme\u2069", "currentBoards": "One\r\nTwo\u202e"}))
	expect(t, a, http.StatusCreated)
	record, err := s.PB.FindFirstRecordByData("registrations", "email", "text@example.com")
	if err != nil {
		t.Fatal(err)
	}
	// Direction characters are dropped, and lines end with \n.
	for field, want := range map[string]string{"name": "Asha Rao", "companyName": "Acme", "currentBoards": "One\nTwo"} {
		if record.GetString(field) != want {
			t.Errorf("%s = %q, want %q", field, record.GetString(field), want)
		}
	}
	for _, mail := range s.Inbox("") {
		if strings.Contains(mail.HTML, "<script>alert") || strings.Contains(mail.HTML, "<img src=x") ||
			strings.ContainsAny(mail.Subject, "\r\n") {
			t.Errorf("the email %q contains unescaped text of an applicant", mail.Subject)
		}
	}
}

func TestAnEmailIsUniqueInAnyCase(t *testing.T) {
	t.Parallel()
	s := newApp(t)
	expect(t, newVisitor(s).Post("/api/registrations", nomination()), http.StatusCreated)
	for _, email := range []string{"shalini@example.com", "SHALINI@EXAMPLE.COM", " Shalini@example.com"} {
		a := newVisitor(s).Post("/api/registrations", nomination(form{"email": email}))
		expect(t, a, http.StatusConflict)
		if a.Message() != taken {
			t.Errorf("message = %q", a.Message())
		}
	}
	s.Drain()
	if len(records(t, s, "email_logs")) != 2 {
		t.Error("a refused nomination sent an email")
	}
}

func TestConcurrentPostsCreateOneNomination(t *testing.T) {
	t.Parallel()
	s := newApp(t)
	const posts = 10
	statuses := make([]int, posts)
	var requests sync.WaitGroup
	for i := range posts {
		v := newVisitor(s)
		requests.Go(func() { statuses[i] = v.Post("/api/registrations", nomination()).Status })
	}
	requests.Wait()
	slices.Sort(statuses)
	if statuses[0] != http.StatusCreated || statuses[1] != http.StatusConflict ||
		statuses[posts-1] != http.StatusConflict {
		t.Errorf("statuses = %v, want one 201 and nine 409", statuses)
	}
	s.Drain()
	if len(records(t, s, "registrations")) != 1 || len(records(t, s, "email_logs")) != 2 {
		t.Error("want one nomination and its two emails")
	}
}

func TestNothingIsStoredIfAnEmailCannotBeQueued(t *testing.T) {
	t.Parallel()
	s := newApp(t)
	v := newVisitor(s)
	draft := v.Post("/api/drafts", form{"email": nil, "formData": form{"name": "Shalini"}})
	expect(t, draft, http.StatusOK)
	body, _ := json.Marshal(nomination())
	for at := 1; at <= 2; at++ {
		feature := nominations.New(nominations.Deps{
			Middleware: httpx.New(config.Config{}, s.Clock.Now),
			Outbox:     &failingOutbox{Outbox: s.Outbox, at: at},
			Drafts:     s.Drafts,
			Clock:      s.Clock.Now,
		})
		event := new(core.RequestEvent)
		event.App = s.PB
		event.Request = httptest.NewRequest(http.MethodPost, "/api/registrations", strings.NewReader(string(body)))
		event.Request.Header.Set("Cookie", strings.Split(draft.Header.Get("Set-Cookie"), ";")[0])
		recorder := httptest.NewRecorder()
		event.Response = recorder
		if err := feature.Create().Handler(event); err == nil {
			t.Fatal("the nomination was stored")
		}
		if len(records(t, s, "registrations")) != 0 || len(records(t, s, "email_logs")) != 0 {
			t.Errorf("email %d fails: a nomination or an email was stored", at)
		}
		if len(records(t, s, "draft_registrations")) != 1 || recorder.Header().Get("Set-Cookie") != "" {
			t.Errorf("email %d fails: the draft was deleted", at)
		}
	}
	expect(t, v.Get("/api/drafts/mine"), http.StatusOK)
}

// failingOutbox refuses the email with the number at and queues the others.
type failingOutbox struct {
	nominations.Outbox
	at, count int
}

func (o *failingOutbox) Register(...outbox.Kind) {}

func (o *failingOutbox) Enqueue(tx core.App, email outbox.Email) error {
	if o.count++; o.count == o.at {
		return errors.New("the outbox is full")
	}
	return o.Outbox.Enqueue(tx, email)
}

func (o *failingOutbox) EnqueueToOffice(tx core.App, email outbox.Email) error {
	if o.count++; o.count == o.at {
		return errors.New("the outbox is full")
	}
	return o.Outbox.EnqueueToOffice(tx, email)
}

func TestADeletedNominationIsNotConfirmed(t *testing.T) {
	t.Parallel()
	s := newApp(t)
	expect(t, newVisitor(s).Post("/api/registrations", nomination()), http.StatusCreated)
	if err := s.PB.Delete(records(t, s, "registrations")[0]); err != nil {
		t.Fatal(err)
	}
	s.Drain()
	if sent := s.Brevo.Messages(""); len(sent) != 0 {
		t.Errorf("%d emails about a deleted nomination, want none", len(sent))
	}
}

func TestDashboardNormalisesEmails(t *testing.T) {
	t.Parallel()
	s := newApp(t)
	expect(t, newVisitor(s).Post("/api/registrations", nomination()), http.StatusCreated)
	expect(t, newVisitor(s).Post("/api/registrations", nomination(form{"email": "second@example.com"})),
		http.StatusCreated)
	record, err := s.PB.FindFirstRecordByData("registrations", "email", "second@example.com")
	if err != nil {
		t.Fatal(err)
	}
	record.Set("email", " Third@Example.com ")
	if err := s.PB.Save(record); err != nil || record.Email() != "third@example.com" {
		t.Errorf("email = %q, want third@example.com; error = %v", record.Email(), err)
	}
	record.Set("email", "SHALINI@example.com")
	if err := s.PB.Save(record); err == nil {
		t.Error("two nominations have the same email")
	}
}

// unexpectedValues are values that the form never sends.
var unexpectedValues = []any{
	nil, true, false, 0, -1, 1e308, "", " ", "\x00", "\u202e", "\uffff", "{{", "%s%n", "'", `"`, `\`, "\r\n",
	"<script>",
	[]any{}, []any{nil}, []any{[]any{}}, map[string]any{}, map[string]any{"x": map[string]any{}},
	strings.Repeat("é", 5000), strings.Repeat("[", 50), "https://", "https://[::1]/", "https://a.b:99999/",
	"https://%zz.example",
	"a@b", "a@b.c", `"a b"@example.com`, "@", "a@-example.com", "a@" + strings.Repeat("b", 250) + ".example",
	"x@xn--.example", "ü@example.com",
	"http://example.com/\u00a0", "https://例え.テスト", "https://a_b.example", "https://.example", "https://example.",
	"https://a.b/?q=[]#%",
}

// malformedBodies are not JSON objects, or are invalid ones.
var malformedBodies = []string{
	"", "null", "[]", `""`, "0", "{", `{"a":`, "{}{}", "\xff\xfe", `{"name":"\ud800"}`, strings.Repeat("[", 20000),
	`{"formData":{"name":"a","name":"b"}}`,
	`{"formData":` + strings.Repeat(`{"a":`, 5000) + "1" + strings.Repeat("}", 5000) + "}",
	`{"email":{"$ne":null},"formData":{}}`,
}

func TestMalformedBodiesAreRefused(t *testing.T) {
	testdb.SkipUnderRace(t)
	t.Parallel()
	s := newApp(t)
	seed := rand.Uint64()
	random := rand.New(rand.NewPCG(seed, 0))
	t.Logf("seed %d", seed)
	expectHandled := func(path, body string) {
		t.Helper()
		a := newVisitor(s).Post(path, body)
		if a.Status >= 500 || (a.Status >= 300 && a.Message() == "") {
			t.Errorf("%s with %.300q: status = %d, body = %s", path, body, a.Status, a.Body)
		}
		if a.Status == http.StatusBadRequest && a.Message() == validationError &&
			len(a.JSON["data"].(map[string]any)) == 0 {
			t.Errorf("%s with %.300q: body = %s, want an error for a field", path, body, a.Body)
		}
	}
	for _, body := range malformedBodies {
		expectHandled("/api/registrations", body)
		expectHandled("/api/drafts", body)
	}
	for _, field := range nominations.Form {
		for _, value := range unexpectedValues {
			changed := nomination(form{"email": "unexpected@example.com"})
			changed[field.Name] = value
			body, err := json.Marshal(changed)
			if err != nil {
				t.Fatal(err)
			}
			if random.IntN(3) == 0 {
				expectHandled("/api/drafts", `{"email":null,"formData":`+string(body)+`}`)
			}
			expectHandled("/api/registrations", string(body))
		}
	}
	for range 200 {
		body := []byte(
			`{"email":"x@example.com","formData":{"name":"Shalini","areasOfExpertise":["finance"],"agreeTerms":true}}`)
		for range 1 + random.IntN(4) {
			body[random.IntN(len(body))] = byte(random.Uint32())
		}
		expectHandled("/api/drafts", string(body))
	}
}

func TestProbesForKnownEmailsAreLimited(t *testing.T) {
	t.Parallel()
	s := newApp(t)
	expect(t, newVisitor(s).Post("/api/registrations", nomination(form{"email": "known@example.com"})),
		http.StatusCreated)
	expect(t, newVisitor(s).Post("/api/register", signUp("known@example.com", "")), http.StatusCreated)
	v := newVisitor(s)
	request := func(n int) testapp.Response {
		other := s.Visitor()
		other.Header.Set("X-Forwarded-For", v.Header.Get("X-Forwarded-For"))
		if n%2 == 0 {
			return other.Post("/api/register", signUp("known@example.com", ""))
		}
		return other.Post("/api/registrations", nomination(form{"email": "known@example.com"}))
	}
	var known, limited atomic.Int32
	var senders sync.WaitGroup
	for n := range 24 {
		senders.Go(func() {
			switch request(n).Status {
			case http.StatusConflict:
				known.Add(1)
			case http.StatusTooManyRequests:
				limited.Add(1)
			}
		})
	}
	senders.Wait()
	if known.Load() > 10 || known.Load()+limited.Load() != 24 {
		t.Errorf("of 24 requests %d got 409 and %d got 429, want at most 10 of 409 and the rest 429", known.Load(),
			limited.Load())
	}
	for range 10 - known.Load() {
		expect(t, request(1), http.StatusConflict)
	}
	for n, email := range []string{"known@example.com", "new@example.com"} {
		refused := v.Post("/api/register", signUp(email, ""))
		expect(t, refused, http.StatusTooManyRequests)
		if refused.Header.Get("Retry-After") == "" {
			t.Errorf("response %d has no Retry-After", n)
		}
		expect(t, v.Post("/api/registrations", nomination(form{"email": email})), http.StatusTooManyRequests)
	}
	expect(t, newVisitor(s).Post("/api/registrations", nomination(form{"email": "new@example.com"})),
		http.StatusCreated)
	s.Clock.Advance(time.Hour)
	expect(t, v.Post("/api/register", signUp("new@example.com", "")), http.StatusCreated)
}
