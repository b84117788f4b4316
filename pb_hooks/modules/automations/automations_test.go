package automations_test

import (
	"encoding/json"
	"net/http"
	"net/netip"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/demo/fakebrevo"
	"boardcircle/pb_hooks/demo/fakerazorpay"
	"boardcircle/pb_hooks/internal/config"
	"boardcircle/pb_hooks/internal/testapp"
	"boardcircle/pb_hooks/mail/preferences"
	"boardcircle/pb_hooks/mail/texts"
)

type fields = map[string]any

const (
	day    = 24 * time.Hour
	minute = time.Minute
)

// site is an app with an admin.
type site struct {
	*testapp.App
	*testing.T
	admin     *testapp.Visitor
	tier      *core.Record
	addresses int
}

func newSite(t *testing.T) *site {
	t.Helper()
	app := testapp.New(t, testapp.WithConfig(func(c *config.Config) {
		c.TrustedProxies = []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}
	}))
	s := &site{App: app, T: t, admin: app.SignedIn("admins", fields{"username": "office"})}
	s.tier = s.createTier("lifetime", "lifetime")
	return s
}

func (s *site) must(err error) {
	s.Helper()
	if err != nil {
		s.Fatal(err)
	}
}

func (s *site) ok(a testapp.Response) testapp.Response {
	s.Helper()
	if a.Status >= 300 {
		s.Fatalf("status = %d, want 2xx; body: %s", a.Status, a.Body)
	}
	return a
}

func (s *site) createTier(slug, duration string) *core.Record {
	s.Helper()
	collection, err := s.PB.FindCollectionByNameOrId("membership_tiers")
	s.must(err)
	tier := core.NewRecord(collection)
	tier.Load(fields{
		"name":     "The circle, " + slug,
		"slug":     slug,
		"price":    2500000,
		"currency": "INR",
		"duration": duration,
		"isActive": true,
	})
	s.must(s.PB.Save(tier))
	return tier
}

// withOwnAddress sets a new IP address for a visitor, because the number of requests from one address is limited.
func (s *site) withOwnAddress(v *testapp.Visitor) *testapp.Visitor {
	s.addresses++
	v.Header.Set("X-Forwarded-For", "10.0.0."+strconv.Itoa(s.addresses))
	return v
}

func (s *site) member(email string) *testapp.Visitor {
	return s.withOwnAddress(s.SignedIn("users", fields{"email": email, "name": "Asha Rao"}))
}

func (s *site) set(id string, values fields) {
	s.Helper()
	s.ok(s.admin.Send("PUT", "/api/automations/"+id, values))
}

// messages returns the emails of an automation to an address.
func (s *site) messages(id, email string) (got []fakebrevo.Message) {
	for _, m := range s.Brevo.Messages(email) {
		if slices.Contains(m.Tags, id) {
			got = append(got, m)
		}
	}
	return got
}

func (s *site) expect(id, email string, want int) {
	s.Helper()
	s.Drain()
	if got := len(s.messages(id, email)); got != want {
		s.Errorf("%s has %d emails of %s, want %d", email, got, id, want)
	}
}

// advanceTo advances the clock to a time and runs the jobs that are due.
func (s *site) advanceTo(at time.Time) {
	s.Helper()
	if wait := at.Sub(s.Clock.Now()); wait > 0 {
		s.Clock.Advance(wait)
	}
	s.Drain()
}

func (s *site) nominate(email string) (id string) {
	s.Helper()
	return s.ok(s.withOwnAddress(s.Visitor()).Post("/api/registrations", testapp.Nomination(email))).JSON["id"].(string)
}

func (s *site) step(id, name string, more fields) {
	s.Helper()
	body := fields{"step": name, "version": s.ok(s.admin.Get("/api/nominations/" + id)).JSON["version"]}
	for key, value := range more {
		body[key] = value
	}
	s.ok(s.admin.Post("/api/nominations/"+id+"/steps", body))
}

func (s *site) pay(v *testapp.Visitor, order string) {
	s.Helper()
	paid, err := s.Razorpay.Pay(order, fakerazorpay.Success)
	s.must(err)
	s.ok(v.Post("/api/payments/verify", paid.Fields))
}

func (s *site) order(v *testapp.Visitor, tier *core.Record) string {
	s.Helper()
	return s.ok(v.Post("/api/payments/create-order", fields{
		"customerName": "Asha Rao", "customerEmail": "another@example.com", "customerPhone": "+919876543210", "membershipTierId": tier.Id,
	})).JSON["orderId"].(string)
}

func (s *site) termOf(email string) *core.Record {
	s.Helper()
	user, err := s.PB.FindAuthRecordByEmail("users", email)
	s.must(err)
	term, err := s.PB.FindFirstRecordByFilter("memberships", "userId = {:user}", dbx.Params{"user": user.Id})
	s.must(err)
	return term
}

// trigger creates an event. It returns the time of the event, and a function that makes the event invalid.
type trigger func(s *site, email string) (at time.Time, undo func())

func question(s *site, email string) (time.Time, func()) {
	id := s.nominate(email)
	s.step(id, "take", nil)
	s.step(id, "ask", fields{"words": "Which committees?"})
	return s.Clock.Now(), func() { s.step(id, "resume", nil) }
}

var invitationLink = regexp.MustCompile(`invitation=([^\s"&]+)`)

func invitation(s *site, email string) (time.Time, func()) {
	id := s.nominate(email)
	s.step(id, "take", nil)
	s.step(id, "approve", fields{"vote": "yes"})
	return s.Clock.Now(), func() {
		token := ""
		for _, m := range s.Brevo.Messages(email) {
			if found := invitationLink.FindStringSubmatch(m.Text); found != nil {
				token = found[1]
			}
		}
		s.ok(s.member(email).Post("/api/invitations/accept", fields{"token": token}))
	}
}

func draft(s *site, email string) (time.Time, func()) {
	v := s.withOwnAddress(s.Visitor())
	s.ok(v.Post("/api/drafts", fields{"email": email, "formData": fields{"name": "Shalini Verma", "city": "Mumbai"}}))
	return s.Clock.Now(), func() { s.ok(v.Post("/api/registrations", testapp.Nomination(email))) }
}

func checkout(s *site, email string) (time.Time, func()) {
	v := s.member(email)
	order := s.order(v, s.tier)
	return s.Clock.Now(), func() { s.pay(v, order) }
}

func ended(s *site, email string) (time.Time, func()) {
	tier, err := s.PB.FindFirstRecordByFilter("membership_tiers", "slug = 'month'")
	if err != nil {
		tier = s.createTier("month", "monthly")
	}
	v := s.member(email)
	s.pay(v, s.order(v, tier))
	return s.termOf(email).GetDateTime("endsAt").Time(), func() { s.pay(v, s.order(v, tier)) }
}

func birthday(s *site, email string) (time.Time, func()) {
	v := s.member(email)
	s.pay(v, s.order(v, s.tier))
	return s.termOf(email).GetDateTime("startsAt").Time().AddDate(1, 0, 0), func() {
		term := s.termOf(email)
		term.Set("revokedAt", s.Clock.Now())
		s.must(s.PB.Save(term))
	}
}

// cases lists all automations that can be switched on.
var cases = []struct {
	id      string
	trigger trigger
	delay   time.Duration
	consent string
	link    string
}{
	{"question-unanswered", question, 3 * day, "service", "/nomination?token="},
	{"invitation-unused-3", invitation, 3 * day, "opt-out", "/auth?invitation="},
	{"invitation-unused-10", invitation, 10 * day, "opt-out", "/auth?invitation="},
	{"draft-abandoned", draft, day, "opt-out", "/nomination?draft="},
	{"checkout-abandoned-1", checkout, time.Hour, "opt-out", "/membership-plans?tierId="},
	{"checkout-abandoned-24", checkout, day, "opt-out", "/membership-plans?tierId="},
	{"win-back-30", ended, 30 * day, "agreed", "/membership-plans?tierId="},
	{"win-back-90", ended, 90 * day, "agreed", "/membership-plans?tierId="},
	{"membership-birthday", birthday, 2 * time.Hour, "opt-out", "/account"},
}

// choosePreferences stores a reader's choices for the topics of the automations.
func (s *site) choosePreferences(email string, wanted ...bool) {
	s.Helper()
	for _, choice := range wanted {
		s.Clock.Advance(time.Second)
		for _, topic := range []preferences.Topic{preferences.TopicMembership, preferences.TopicOffers} {
			s.must(s.Preferences.Set(s.PB, email, topic, choice, preferences.FromAccount))
		}
	}
}

func TestEachAutomationSendsOneEmailForEachValidEvent(t *testing.T) {
	t.Parallel()
	for _, c := range cases {
		t.Run(c.id, func(t *testing.T) {
			t.Parallel()
			s := newSite(t)
			// An event from before the automation was switched on does not trigger it.
			at, _ := c.trigger(s, "past@example.com")
			s.choosePreferences("past@example.com", false, true)
			s.advanceTo(at.Add(minute))
			s.set(c.id, fields{"isOn": true, "delayHours": strconv.Itoa(int(c.delay.Hours()))})

			var undo = map[string]func(){}
			var last time.Time
			for _, name := range []string{"valid", "unsubscribed", "undecided", "invalid", "late", "closed"} {
				email := name + "@example.com"
				last, undo[name] = c.trigger(s, email)
				if name != "undecided" {
					s.choosePreferences(email, false, true)
				}
			}
			s.choosePreferences("unsubscribed@example.com", false)
			s.expect(c.id, "valid@example.com", 0)
			s.advanceTo(last)
			s.advanceTo(last.Add(c.delay - 30*minute))
			s.expect(c.id, "valid@example.com", 0)
			undo["invalid"]()
			closed := 1 // People without an account still get the email.
			if user, err := s.PB.FindAuthRecordByEmail("users", "closed@example.com"); err == nil {
				closed = 0
				user.Set("isActive", false)
				s.must(s.PB.Save(user))
			}
			// The automation finds the event while Brevo accepts no email. The event is invalid when Brevo accepts
			// emails again.
			s.Brevo.SetSwitches(fakebrevo.Switches{Fault: fakebrevo.TooMany, Reset: 60})
			s.advanceTo(last.Add(c.delay + 10*minute))
			undo["late"]()
			s.Brevo.SetSwitches(fakebrevo.Switches{})
			s.Clock.Advance(5 * minute)
			s.expect(c.id, "valid@example.com", 1)
			s.expect(c.id, "late@example.com", 0)
			s.expect(c.id, "invalid@example.com", 0)
			past := 0
			if c.id == "membership-birthday" {
				past = 1 // the email of the second year
			}
			s.expect(c.id, "past@example.com", past)
			undecided, unsubscribed := 1, 0
			switch c.consent {
			case "service":
				unsubscribed = 1
			case "agreed":
				undecided = 0
			}
			s.expect(c.id, "undecided@example.com", undecided)
			s.expect(c.id, "unsubscribed@example.com", unsubscribed)
			s.expect(c.id, "closed@example.com", closed)

			m := s.messages(c.id, "valid@example.com")[0]
			if !strings.Contains(m.Text, "http://boardcircle.test"+c.link) ||
				!strings.Contains(m.HTML, `href="http://boardcircle.test`+c.link) {
				t.Errorf("text = %s, want a link to %s", m.Text, c.link)
			}
			if strings.Contains(m.HTML+m.Text+m.Subject, "{{") || strings.Contains(m.HTML+m.Text, "link.invalid") ||
				strings.Contains(m.HTML+m.Text, "preferences.invalid") {
				t.Errorf("text = %s, want no placeholder", m.Text)
			}
			mayUnsubscribe := m.Headers["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click" &&
				strings.Contains(m.HTML, "/preferences/")
			if mayUnsubscribe == (c.consent == "service") ||
				strings.Contains(m.HTML, "unsubscribe") == (c.consent == "service") {
				t.Errorf("can unsubscribe = %t, consent = %s; headers: %v, text: %s", mayUnsubscribe, c.consent, m.Headers, m.Text)
			}

			// If the cursor is reset, the email is not sent again, because the outbox has the key of the event.
			_, err := s.PB.DB().NewQuery("UPDATE automations SET cursorAt = enabledAt, cursorId = ''").Execute()
			s.must(err)
			for range 3 {
				s.Clock.Advance(6 * time.Hour)
				s.expect(c.id, "valid@example.com", 1)
			}
			log := s.admin.Get("/api/automations/" + c.id + "/log")
			if !strings.Contains(s.ok(log).Body, "valid@example.com") ||
				strings.Contains(log.Body, "past@example.com") != (past == 1) {
				t.Errorf("log = %s", log.Body)
			}
		})
	}
}

func TestAutomationSendsNothingAboutEventsWhileItIsOff(t *testing.T) {
	t.Parallel()
	for _, c := range cases {
		t.Run(c.id, func(t *testing.T) {
			t.Parallel()
			s := newSite(t)
			at, _ := c.trigger(s, "off@example.com")
			s.choosePreferences("off@example.com", false, true)
			s.advanceTo(at.Add(c.delay + 10*minute))
			s.expect(c.id, "off@example.com", 0)
			s.set(c.id, fields{"isOn": true, "delayHours": strconv.Itoa(int(c.delay.Hours()))})
			s.Clock.Advance(10 * minute)
			s.expect(c.id, "off@example.com", 0)

			// The automation is switched off after it finds an event and before it sends the email.
			at, _ = c.trigger(s, "between@example.com")
			s.choosePreferences("between@example.com", false, true)
			s.advanceTo(at.Add(c.delay - 5*minute))
			s.Brevo.SetSwitches(fakebrevo.Switches{Fault: fakebrevo.TooMany, Reset: 60})
			s.advanceTo(at.Add(c.delay + 10*minute))
			s.set(c.id, fields{"isOn": false})
			s.Brevo.SetSwitches(fakebrevo.Switches{})
			s.Clock.Advance(5 * minute)
			s.expect(c.id, "between@example.com", 0)
			log := s.ok(s.admin.Get("/api/automations/" + c.id + "/log"))
			if !strings.Contains(log.Body, "cancelled") {
				t.Errorf("log = %s, want a cancelled email", log.Body)
			}
		})
	}
}

func TestManyDraftsWithOneAddressGetOneEmail(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.set("draft-abandoned", fields{"isOn": true})
	for range 4 {
		draft(s, "victim@example.com")
		s.Clock.Advance(7 * time.Hour)
	}
	for range 10 {
		s.Clock.Advance(6 * time.Hour)
		s.expect("draft-abandoned", "victim@example.com", 1)
	}
}

func TestOneReminderIsSentForTheNewestOfSeveralCheckouts(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	other := s.createTier("other", "lifetime")
	s.set("checkout-abandoned-1", fields{"isOn": true})
	v := s.member("asha@example.com")
	s.order(v, s.tier)
	s.Clock.Advance(20 * minute)
	s.order(v, other)
	s.Clock.Advance(50 * minute)
	s.expect("checkout-abandoned-1", "asha@example.com", 0)
	s.Clock.Advance(20 * minute)
	s.expect("checkout-abandoned-1", "asha@example.com", 1)
	if m := s.messages("checkout-abandoned-1", "asha@example.com")[0]; !strings.Contains(m.Text, "other") {
		t.Errorf("text = %s, want the plan of the newest checkout", m.Text)
	}
	// The email goes to the address of the account, not to the one entered in the checkout.
	s.expect("checkout-abandoned-1", "another@example.com", 0)
}

func TestEventsOfSeveralTransactionsEachGetOneEmail(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.set("draft-abandoned", fields{"isOn": true})
	collection, err := s.PB.FindCollectionByNameOrId("draft_registrations")
	s.must(err)
	for i := range 120 { // all of them in the same millisecond
		record := core.NewRecord(collection)
		record.Load(fields{
			"email":     "left" + strconv.Itoa(i) + "@example.com",
			"tokenHash": "hash" + strconv.Itoa(i),
			"formData":  fields{},
			"lastSaved": s.Clock.Now(),
		})
		s.must(s.PB.SaveNoValidate(record))
	}
	s.Clock.Advance(day + 10*minute)
	s.Drain()
	got := 0
	for i := range 120 {
		got += len(s.messages("draft-abandoned", "left"+strconv.Itoa(i)+"@example.com"))
	}
	if got != 120 {
		t.Errorf("%d emails, want 120", got)
	}
}

func TestNoInvitationReminderAfterAPurchaseWithoutTheInvitation(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.set("invitation-unused-3", fields{"isOn": true})
	for _, email := range []string{"bought@example.com", "notbought@example.com"} {
		invitation(s, email)
	}
	v := s.member("bought@example.com")
	s.pay(v, s.order(v, s.tier))
	s.advanceTo(s.Clock.Now().Add(3*day - 10*minute))
	s.advanceTo(s.Clock.Now().Add(20 * minute))
	s.expect("invitation-unused-3", "bought@example.com", 0)
	s.expect("invitation-unused-3", "notbought@example.com", 1)
}

func TestAfterALongOutageNoOldEmailsAreSent(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.set("checkout-abandoned-1", fields{"isOn": true})
	s.Drain()
	checkout(s, "asha@example.com")
	s.Clock.Advance(3 * day)
	s.expect("checkout-abandoned-1", "asha@example.com", 0)
}

func TestTextOfAnAutomationIsPreviewedTestedAndSent(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.admin = s.SignedIn("admins", fields{"username": "meera", "email": "office@example.com"})
	path, gallery := "/api/automations/draft-abandoned", "/api/email-texts/draft-abandoned"
	if a := s.admin.Send("PUT", path, fields{"delayHours": 0}); a.Status != 400 || a.Field("delayHours") == "" {
		t.Errorf("status = %d, body = %s, want 400 with an error for delayHours", a.Status, a.Body)
	}
	s.set("draft-abandoned", fields{"isOn": true, "delayHours": 2})
	built := s.ok(s.admin.Get(gallery)).JSON
	names := ""
	for _, field := range built["fields"].([]any) {
		names += field.(fields)["name"].(string) + " "
	}
	if !strings.Contains(names, "firstName ") || !strings.Contains(names, "link ") || strings.Contains(names, "path ") {
		t.Errorf("merge fields = %s, want firstName and link without path", names)
	}
	text := fields{
		"subject":  "Dear {{if firstName}}{{firstName}}{{else}}friend{{end}}",
		"preview":  "For {{firstName}}",
		"footnote": "You have begun.",
		"body":     "**Hello** {{if firstName}}{{firstName}}{{else}}friend{{end}}\n\n[Go on]({{link}} \"button\")",
		"version":  0,
		"password": testapp.Password,
	}
	for field, values := range map[string]fields{
		"subject": {"subject": "See {{link}}", "body": "Hello", "password": testapp.Password},
		"body":    {"subject": "Hello", "body": "Dear {{unknown}}", "password": testapp.Password},
	} {
		if a := s.admin.Send("PUT", gallery, values); a.Status != 400 || a.Field(field) == "" {
			t.Errorf("%v: status = %d, body = %s, want 400 with an error for %s", values, a.Status, a.Body, field)
		}
	}
	preview := s.ok(s.admin.Post(gallery+"/preview", text)).JSON
	page := s.ok(s.admin.Get(preview["light"].(string))).Body
	if preview["subject"] != "Dear Asha" || !strings.Contains(page, "Hello</strong> Asha") ||
		!strings.Contains(page, `href="http://boardcircle.test/`) {
		t.Errorf("preview: subject = %v, page = %s", preview["subject"], page)
	}
	s.ok(s.admin.Post(gallery+"/test", text))
	if a := s.admin.Post(gallery+"/test", text); a.Status != http.StatusTooManyRequests {
		t.Errorf("second test: status = %d, want 429", a.Status)
	}
	s.expect(texts.KindSample, "office@example.com", 1)
	if m := s.messages(texts.KindSample, "office@example.com")[0]; m.Subject != "[Test] Dear Asha" {
		t.Errorf("subject of the test = %q, want [Test] Dear Asha", m.Subject)
	}
	if log := s.ok(s.admin.Get(path + "/log")); strings.Contains(log.Body, "office@example.com") {
		t.Error("the log of the automation lists the test")
	}
	s.ok(s.admin.Send("PUT", gallery, text))
	// Placeholders and links in a name that a visitor entered are not used.
	v := s.withOwnAddress(s.Visitor())
	s.ok(v.Post("/api/drafts", fields{"email": "hostile@example.com",
		"formData": fields{"name": "{{link}} http://evil.example <b>"}}))
	s.Clock.Advance(2*time.Hour + 10*minute)
	s.expect("draft-abandoned", "hostile@example.com", 1)
	if m := s.messages("draft-abandoned", "hostile@example.com")[0]; m.Subject != "Dear friend" ||
		strings.Contains(m.HTML+m.Text, "evil") {
		t.Errorf("subject = %s, text = %s, want no part of the entered name", m.Subject, m.Text)
	}
	if view := s.ok(s.admin.Get(path)).JSON; view["sentCount"] != 1.0 || view["lastSentAt"] == "" {
		t.Errorf("sentCount = %v, lastSentAt = %v, want 1 and a time", view["sentCount"], view["lastSentAt"])
	}
}

func TestTextsOfAutomationsHaveVersions(t *testing.T) {
	t.Parallel()
	for _, c := range cases {
		t.Run(c.id, func(t *testing.T) {
			t.Parallel()
			s := newSite(t)
			s.admin = s.SignedIn("admins", fields{"username": "meera"})
			path := "/api/email-texts/" + c.id
			built := s.ok(s.admin.Get(path)).JSON
			saveText := func(text string, version int) {
				t.Helper()
				s.ok(s.admin.Send("PUT", path, fields{
					"subject":  text,
					"body":     text + " [Go on]({{link}})",
					"version":  version,
					"password": testapp.Password,
				}))
			}
			saveText("First", 0)
			saveText("Second", 1)
			if a := s.admin.Send(
				"PUT", path, fields{"subject": "Late", "body": "Late", "version": 1, "password": testapp.Password},
			); a.Status != http.StatusConflict {
				t.Errorf("save over a newer version: status = %d, want 409", a.Status)
			}
			if restored := s.ok(s.admin.Post(path+"/restore",
				fields{"version": 1, "password": testapp.Password})).JSON; restored["subject"] != "First" ||
				restored["version"] != 3.0 {
				t.Errorf("restored text = %v, want First as version 3", restored)
			}
			if builtIn := s.ok(s.admin.Post(path+"/restore",
				fields{"version": 0, "password": testapp.Password})).JSON; builtIn["isChanged"] != false ||
				builtIn["subject"] != built["subject"] {
				t.Errorf("text after the built-in one was restored = %v", builtIn)
			}
			var versions []struct {
				Wording   texts.Wording
				ChangedBy string
				IsBuiltIn bool
			}
			s.must(json.Unmarshal([]byte(s.ok(s.admin.Get(path+"/versions")).Body), &versions))
			got := []string{}
			for _, v := range versions {
				got = append(got, v.Wording.Subject+" "+v.ChangedBy)
			}
			want := []string{built["wording"].(fields)["subject"].(string) + " meera", "First meera", "Second meera",
				"First meera"}
			if !slices.Equal(got, want) || !versions[0].IsBuiltIn {
				t.Errorf("versions = %q, want %q", got, want)
			}
			rows, err := s.PB.FindRecordsByFilter("audit_log", "action ~ 'email-text.'", "@rowid", 0, 0)
			if err != nil || len(rows) != 4 {
				t.Errorf("%d entries in the audit log, want 4; error = %v", len(rows), err)
			}
		})
	}
}

func TestAutomaticEmailsHaveALogAndCannotBeSwitchedOff(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.nominate("shalini@example.com")
	s.Drain()
	list := s.ok(s.admin.Get("/api/automations"))
	if !strings.Contains(list.Body, `"nomination-received"`) {
		t.Errorf("automations = %s, want nomination-received among them", list.Body)
	}
	if log := s.ok(s.admin.Get("/api/automations/nomination-received/log")); !strings.Contains(log.Body,
		"shalini@example.com") {
		t.Errorf("log = %s, want the email to shalini@example.com", log.Body)
	}
	for path, want := range map[string]int{"nomination-received": http.StatusConflict, "unknown": http.StatusNotFound} {
		if a := s.admin.Send("PUT", "/api/automations/"+path, fields{"isOn": false}); a.Status != want {
			t.Errorf("%s: status = %d, want %d; body: %s", path, a.Status, want, a.Body)
		}
	}
	// No automation is on by default.
	if strings.Contains(regexp.MustCompile(`"isBuiltIn":"false","isOn":"true"`).FindString(list.Body), "true") {
		t.Error("an automation is on by default")
	}
}

func TestRetriedEmailKeepsTheTextOfItsFirstAttempt(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	path := "/api/automations/draft-abandoned"
	s.set("draft-abandoned", fields{"isOn": true, "delayHours": 2})
	saveText := func(subject, body string, version int) {
		t.Helper()
		s.ok(s.admin.Send("PUT", "/api/email-texts/draft-abandoned", fields{
			"subject":  subject,
			"body":     body + " [Go on]({{link}})",
			"version":  version,
			"password": testapp.Password,
		}))
	}
	saveText("First words", "Of the first day.", 0)
	draft := func(email string) {
		t.Helper()
		s.ok(s.withOwnAddress(s.Visitor()).Post("/api/drafts", fields{"email": email, "formData": fields{"name": "Asha Rao"}}))
		s.Clock.Advance(2*time.Hour + 10*minute)
	}
	shown := func(email string) (subject, text string) {
		t.Helper()
		var list []struct{ ID, EmailAddress string }
		s.must(json.Unmarshal([]byte(s.ok(s.admin.Get(path+"/log")).Body), &list))
		for _, row := range list {
			if row.EmailAddress == email {
				detail := s.ok(s.admin.Get("/api/emails/" + row.ID)).JSON
				return detail["subject"].(string), detail["text"].(string)
			}
		}
		t.Fatalf("no email to %s", email)
		return "", ""
	}
	draft("early@example.com")
	s.expect("draft-abandoned", "early@example.com", 1)
	// Brevo refuses the first call. Each further call has the same text, although an admin changes it meanwhile.
	s.Brevo.SetSwitches(fakebrevo.Switches{Fault: fakebrevo.TooMany, Reset: 60})
	draft("waiting@example.com")
	s.expect("draft-abandoned", "waiting@example.com", 0)
	saveText("Second words", "Of the second day.", 1)
	s.Brevo.SetSwitches(fakebrevo.Switches{})
	s.Clock.Advance(5 * minute)
	s.expect("draft-abandoned", "waiting@example.com", 1)
	draft("later@example.com")
	s.expect("draft-abandoned", "later@example.com", 1)

	for email, want := range map[string][2]string{
		"early@example.com": {"First words", "Of the first day."}, "waiting@example.com": {"First words", "Of the first day."},
		"later@example.com": {"Second words", "Of the second day."},
	} {
		sent := s.messages("draft-abandoned", email)[0]
		subject, text := shown(email)
		if sent.Subject != want[0] || subject != want[0] || !strings.Contains(sent.Text, want[1]) ||
			!strings.Contains(text, want[1]) {
			t.Errorf("%s: sent %q, %q; shown %q, %q; want %q", email, sent.Subject, sent.Text, subject, text, want)
		}
		if strings.Contains(text, "draft=") && !strings.Contains(text, "hidden") {
			t.Errorf("text = %s, want the secret link hidden", text)
		}
	}
}
