package campaigns_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/pocketbase/dbx"

	"boardcircle/pb_hooks/demo/fakebrevo"
	"boardcircle/pb_hooks/internal/testapp"
)

type fields = map[string]any

// site is an app with an admin and people.
type site struct {
	*testapp.App
	*testing.T
	admin *testapp.Visitor
}

func newSite(t *testing.T) *site {
	t.Helper()
	h := testapp.New(t)
	return &site{h, t, h.SignedIn("admins", fields{"username": "office"})}
}

// people creates n accounts: reader0@example.com, ...
func (s *site) people(n int) {
	s.Helper()
	for i := range n {
		s.CreateAccount("users", fields{"email": fmt.Sprintf("reader%d@example.com", i), "name": "Reader Rao"})
	}
}

func (s *site) ok(a testapp.Response) testapp.Response {
	s.Helper()
	if a.Status >= 300 {
		s.Fatalf("status = %d, want 2xx; body: %s", a.Status, a.Body)
	}
	return a
}

// draft creates a campaign and returns its path. values override the fields of a valid campaign.
func (s *site) draft(values fields) string {
	s.Helper()
	body := fields{
		"name":    "Monsoon",
		"subject": "News for {{firstName|you}}",
		"content": "Dear {{firstName|friend}},\n\nthe **circle** meets.",
	}
	for name, value := range values {
		body[name] = value
	}
	return "/api/campaigns/" + s.ok(s.admin.Post("/api/campaigns", body)).JSON["id"].(string)
}

func (s *site) start(path string, count int) testapp.Response {
	return s.admin.Post(path+"/start", fields{"count": count, "password": testapp.Password})
}

func (s *site) status(path string) string {
	s.Helper()
	return s.ok(s.admin.Get(path)).JSON["status"].(string)
}

func (s *site) expectStatus(path, want string) {
	s.Helper()
	if got := s.status(path); got != want {
		s.Errorf("status of the campaign = %s, want %s", got, want)
	}
}

func (s *site) result(path, name string) float64 {
	s.Helper()
	return s.ok(s.admin.Get(path)).JSON["results"].(fields)[name].(float64)
}

func TestCampaignSendsOneEmailWithMergeFieldsToEachPerson(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.people(3)
	s.CreateAccount("users", fields{"email": "hostile@example.com", "name": "{{params.t0}} <b>"})
	s.CreateAccount("users", fields{"email": "closed@example.com", "isActive": false})
	// An applicant with an account counts as one person.
	s.ok(s.Visitor().Post("/api/registrations", testapp.Nomination("Reader0@Example.com")))
	path := s.draft(nil)
	s.ok(s.start(path, 4))
	s.Drain()
	s.expectStatus(path, "sent")
	for _, address := range []string{"reader0@example.com", "reader1@example.com", "reader2@example.com", "hostile@example.com"} {
		var got []fakebrevo.Message
		for _, m := range s.Brevo.Messages(address) {
			if slices.Contains(m.Tags, "campaign") {
				got = append(got, m)
			}
		}
		if len(got) != 1 {
			t.Fatalf("%s has %d emails of the campaign, want 1", address, len(got))
		}
		m, name := got[0], "Reader"
		switch address {
		case "hostile@example.com":
			name = "friend"
		case "reader0@example.com":
			name = "Shalini" // the name in the nomination
		}
		if !strings.Contains(m.HTML, "Dear "+name+",") || !strings.Contains(m.Text, "Dear "+name+",") ||
			!strings.Contains(m.HTML, "<strong>circle</strong>") {
			t.Errorf("text to %s = %s, want the name %s", address, m.Text, name)
		}
		if strings.Contains(m.HTML+m.Text+m.Subject, "{{") || strings.Contains(m.HTML, "preferences.invalid") {
			t.Errorf("text to %s = %s, want no placeholder", address, m.Text)
		}
		if !strings.Contains(m.HTML, "http://boardcircle.test/preferences/") ||
			m.Headers["List-Unsubscribe-Post"] != "List-Unsubscribe=One-Click" {
			t.Errorf("headers to %s = %v, want one-click unsubscription", address, m.Headers)
		}
	}
	if got := s.Brevo.Messages("closed@example.com"); len(got) > 0 {
		t.Error("a closed account received the campaign")
	}
	detail := s.ok(s.admin.Get(path)).JSON
	if detail["recipientCount"] != "4" || detail["sentCount"] != "4" || detail["isActive"] != "false" ||
		detail["lastSentAt"] == "" {
		t.Errorf("campaign = %v", detail)
	}
	// A sent campaign cannot be started again.
	if a := s.start(path, 4); a.Status != http.StatusConflict {
		t.Errorf("second start: status = %d, want 409; body: %s", a.Status, a.Body)
	}
}

// unsubscribe stores a member's choice not to get news.
func (s *site) unsubscribe(email string) {
	s.Helper()
	if err := s.Preferences.Set(s.PB, email, "news", false, "account"); err != nil {
		s.Fatal(err)
	}
}

func (s *site) closeAccount(email string) {
	s.Helper()
	account, err := s.PB.FindAuthRecordByEmail("users", email)
	if err != nil {
		s.Fatal(err)
	}
	account.Set("isActive", false)
	if err := s.PB.SaveNoValidate(account); err != nil {
		s.Fatal(err)
	}
}

func TestStartNeedsTheNumberOfRecipientsAndThePassword(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.people(2)
	path := s.draft(nil)
	if a := s.admin.Post(path+"/start", fields{"count": 2}); a.Status < 400 {
		t.Errorf("start without the password: status = %d, want an error", a.Status)
	}
	if a := s.start(path, 3); a.Status != http.StatusConflict || !strings.Contains(a.Message(), "2 people") ||
		a.Field("count") == "" {
		t.Errorf("start with a wrong count: status = %d, body = %s, want 409 with the correct count", a.Status, a.Body)
	}
	if a := s.admin.Post(path+"/start", fields{"password": testapp.Password}); a.Status != 400 ||
		a.Field("count") == "" {
		t.Errorf("start without a count: status = %d, body = %s, want 400 with an error for count", a.Status, a.Body)
	}
	s.expectStatus(path, "draft")
	s.Drain()
	if got := s.Brevo.Messages(""); len(got) != 0 {
		t.Errorf("%d emails, want none", len(got))
	}
}

func TestStartIsRefusedIfSomeoneElseHasChangedTheCampaign(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.people(2)
	s.ok(s.admin.Send("PUT", "/api/admin/settings", fields{"campaignApprovalAbove": "1", "password": testapp.Password}))
	path := s.draft(nil)
	opened := s.ok(s.admin.Get(path)).JSON["version"]
	other := s.SignedIn("admins", fields{"username": "second"})
	changed := s.ok(other.Send("PUT", path, fields{"subject": "Another subject"})).JSON["version"]
	start := func(by *testapp.Visitor, count int, version any) testapp.Response {
		return by.Post(path+"/start", fields{"count": count, "version": version, "password": testapp.Password})
	}
	// The version is compared first: no one should count the people of a campaign that cannot be started.
	for _, count := range []int{2, 3} {
		if a := start(s.admin, count, opened); a.Status != http.StatusConflict || a.Field("version") == "" {
			t.Errorf("start of a changed campaign: status = %d, body = %s, want 409 for the version", a.Status, a.Body)
		}
	}
	s.expectStatus(path, "draft")
	s.ok(start(s.admin, 2, changed))
	s.expectStatus(path, "awaiting")
	// An admin who still sees the draft must not approve the changed campaign.
	if a := start(other, 2, opened); a.Status != http.StatusConflict || a.Field("version") == "" {
		t.Errorf("approval of a changed campaign: status = %d, body = %s, want 409 for the version", a.Status, a.Body)
	}
	s.ok(start(other, 2, changed))
	s.Drain()
	s.expectStatus(path, "sent")
}

func TestLargeCampaignNeedsASecondAdmin(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.people(2)
	s.ok(s.admin.Send("PUT", "/api/admin/settings", fields{"campaignApprovalAbove": "1", "password": testapp.Password}))
	path := s.draft(nil)
	s.ok(s.start(path, 2))
	s.expectStatus(path, "awaiting")
	if a := s.start(path, 2); a.Status != http.StatusConflict ||
		!strings.Contains(a.Message(), "second administrator") {
		t.Errorf("approval by the same admin: status = %d, want 409; body: %s", a.Status, a.Body)
	}
	other := s.SignedIn("admins", fields{"username": "second"})
	s.ok(other.Post(path+"/start", fields{"count": 2, "password": testapp.Password}))
	s.Drain()
	if detail := s.ok(s.admin.Get(path)).JSON; detail["status"] != "sent" || detail["startedBy"] != "office" ||
		detail["approvedBy"] != "second" {
		t.Errorf("campaign = %v", detail)
	}
}

func TestAdminCannotApproveTheirOwnCampaignAfterChangingTheirEmail(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.people(2)
	s.ok(s.admin.Send("PUT", "/api/admin/settings", fields{"campaignApprovalAbove": "1", "password": testapp.Password}))
	path := s.draft(nil)
	member := s.SignedIn("users", fields{"isAdmin": true, "email": "kavita@example.com"})
	s.ok(member.Post(path+"/start", fields{"count": 3, "password": testapp.Password}))
	account, err := s.PB.FindAuthRecordByEmail("users", "kavita@example.com")
	if err != nil {
		t.Fatal(err)
	}
	account.SetEmail("kavita.rao@example.com")
	if err := s.PB.Save(account); err != nil {
		t.Fatal(err)
	}
	member = s.SignedInAs(account)
	if a := member.Post(
		path+"/start", fields{"count": 3, "password": testapp.Password},
	); a.Status != http.StatusConflict || !strings.Contains(a.Message(), "second administrator") {
		t.Errorf("approval by the same admin: status = %d, want 409; body: %s", a.Status, a.Body)
	}
	s.expectStatus(path, "awaiting")
}

func TestPausesSuppressionsAndClosedAccountsApplyFromTheNextBatch(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.people(4)
	path := s.draft(nil)
	s.ok(s.start(path, 4))
	s.Brevo.SetSwitches(fakebrevo.Switches{Fault: fakebrevo.TooMany, Reset: 60})
	s.Drain() // stores the recipients; Brevo refuses the first call
	s.expectStatus(path, "sending")
	s.ok(s.admin.Post(path+"/pause", nil))
	s.Brevo.SetSwitches(fakebrevo.Switches{})
	s.Clock.Advance(5 * time.Minute)
	s.Drain()
	if got := len(s.Brevo.Messages("")); got != 0 {
		t.Errorf("%d emails were sent during the pause, want none", got)
	}
	s.expectStatus(path, "paused")

	s.unsubscribe("Reader1@example.com")
	s.closeAccount("reader2@example.com")
	s.ok(s.admin.Post(path+"/resume", nil))
	s.Drain()
	s.expectStatus(path, "sent")
	if s.result(path, "sent") != 2 || s.result(path, "suppressed") != 1 || s.result(path, "cancelled") != 1 {
		t.Errorf("results = %v", s.ok(s.admin.Get(path)).JSON["results"])
	}
	for address, want := range map[string]int{"reader0@example.com": 1, "reader1@example.com": 0, "reader2@example.com": 0, "reader3@example.com": 1} {
		if got := len(s.Brevo.Messages(address)); got != want {
			t.Errorf("%s has %d emails, want %d", address, got, want)
		}
	}
}

func TestCampaignListsItsPossibleSteps(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.people(2)
	path := s.draft(nil)
	expectSteps := func(status, want string) {
		t.Helper()
		s.expectStatus(path, status)
		if got := fmt.Sprint(s.ok(s.admin.Get(path)).JSON["nextSteps"]); got != want {
			t.Errorf("next steps of a campaign with status %s = %s, want %s", status, got, want)
		}
		for _, step := range []string{"pause", "resume", "cancel", "retry"} {
			if strings.Contains(want, step) {
				continue
			}
			if a := s.admin.Post(path+"/"+step, nil); a.Status != http.StatusConflict {
				t.Errorf("%s of a campaign with status %s: status code = %d, want 409", step, status, a.Status)
			}
		}
	}
	expectSteps("draft", "[]")
	s.Brevo.SetSwitches(fakebrevo.Switches{Fault: fakebrevo.TooMany, Reset: 60})
	s.ok(s.start(path, 2))
	expectSteps("preparing", "[cancel]")
	s.Drain() // stores the recipients; Brevo refuses the first call
	expectSteps("sending", "[pause cancel]")
	s.ok(s.admin.Post(path+"/pause", nil))
	expectSteps("paused", "[resume cancel]")
	s.ok(s.admin.Post(path+"/cancel", nil))
	expectSteps("cancelled", "[]")
}

func TestCancelledCampaignSendsNothing(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.people(2)
	path := s.draft(nil)
	s.ok(s.admin.Post(path+"/start", fields{
		"count":       "2",
		"password":    testapp.Password,
		"scheduledAt": s.Clock.Now().Add(time.Hour).Format(time.RFC3339),
	}))
	s.Drain()
	s.expectStatus(path, "scheduled")
	s.ok(s.admin.Post(path+"/cancel", nil))
	s.Clock.Advance(2 * time.Hour)
	s.Drain()
	s.expectStatus(path, "cancelled")
	if a := s.admin.Post(path+"/resume", nil); a.Status != http.StatusConflict {
		t.Errorf("resume: status = %d, want 409", a.Status)
	}
	if got := len(s.Brevo.Messages("")); got != 0 {
		t.Errorf("%d emails, want none", got)
	}
}

func TestScheduledCampaignStartsAtItsTimeInIndia(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.people(1)
	path := s.draft(nil)
	// It is 06:30 UTC, noon in India. So 12:30 in India is half an hour away.
	s.ok(s.admin.Post(path+"/start",
		fields{"count": 1, "password": testapp.Password, "scheduledAt": "2026-08-03T12:30"}))
	s.Drain()
	s.Clock.Advance(29 * time.Minute)
	s.Drain()
	s.expectStatus(path, "scheduled")
	s.Clock.Advance(time.Minute)
	s.Drain()
	s.expectStatus(path, "sent")
}

func TestRefusedAddressDoesNotStopTheOthersAndCanBeRetried(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.people(5)
	path := s.draft(nil)
	s.ok(s.start(path, 5))
	// Brevo rejects the whole batch, then a half of it, then a quarter.
	s.Brevo.SetSwitches(fakebrevo.Switches{Fault: fakebrevo.Invalid, Times: 3})
	s.Drain()
	s.expectStatus(path, "sent")
	failed := s.result(path, "failed")
	if failed < 1 || s.result(path, "sent")+failed != 5 {
		t.Fatalf("results = %v", s.ok(s.admin.Get(path)).JSON["results"])
	}
	s.ok(s.admin.Post(path+"/retry", nil))
	s.Drain()
	s.expectStatus(path, "sent")
	if s.result(path, "sent") != 5 {
		t.Errorf("results = %v", s.ok(s.admin.Get(path)).JSON["results"])
	}
	if a := s.admin.Post(path+"/retry", nil); a.Status != http.StatusConflict {
		t.Errorf("second retry: status = %d, want 409", a.Status)
	}
	s.expectOneEach(5)
}

// expectOneEach checks that this number of people have one email each.
func (s *site) expectOneEach(people int) {
	s.Helper()
	got := map[string]int{}
	for _, m := range s.Brevo.Messages("") {
		got[m.To[0].Email]++
	}
	if len(got) != people {
		s.Errorf("%d people have an email, want %d", len(got), people)
	}
	for email, n := range got {
		if n != 1 {
			s.Errorf("%s has %d emails, want 1", email, n)
		}
	}
}

func TestBatchIsNotSentTwiceIfTheResponseWasLost(t *testing.T) {
	t.Parallel()
	for _, fault := range []fakebrevo.Fault{fakebrevo.AcceptThenDrop, fakebrevo.AcceptThenError, fakebrevo.AcceptThenText, fakebrevo.Drop, fakebrevo.BadGateway} {
		t.Run(string(fault), func(t *testing.T) {
			t.Parallel()
			s := newSite(t)
			s.people(3)
			path := s.draft(nil)
			s.ok(s.start(path, 3))
			s.Brevo.SetSwitches(fakebrevo.Switches{Fault: fault, Times: 2})
			for range 5 {
				s.Drain()
				s.Clock.Advance(time.Minute)
			}
			s.expectStatus(path, "sent")
			s.expectOneEach(3)
		})
	}
}

func TestBatchWithoutAResponseIsUncertainAfterTenMinutes(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.people(2)
	path := s.draft(nil)
	s.ok(s.start(path, 2))
	s.Brevo.SetSwitches(fakebrevo.Switches{Fault: fakebrevo.ServerError})
	for range 14 {
		s.Drain()
		s.Clock.Advance(time.Minute)
	}
	s.Drain()
	s.expectStatus(path, "sent")
	if s.result(path, "uncertain") != 2 {
		t.Errorf("results = %v", s.ok(s.admin.Get(path)).JSON["results"])
	}
}

func TestResultsSeparateOpensOfProxiesAndCountClicksByLink(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.people(3)
	s.Brevo.SetWebhook(s.URL+"/api/webhooks/brevo", testapp.WebhookToken)
	s.Brevo.SetSwitches(fakebrevo.Switches{Webhooks: fakebrevo.WebhookFaults{Duplicate: true, Shuffle: true}})
	path := s.draft(fields{"content": "[Join](https://example.com/join \"button\")\n\nand [read](/about)"})
	s.ok(s.start(path, 3))
	s.Drain()
	message := func(i int) fakebrevo.Message { return s.Brevo.Messages(fmt.Sprintf("reader%d@example.com", i))[0] }
	for i, event := range []string{"open", "proxy-open", "click"} {
		link := ""
		if event == "click" {
			link = "https://example.com/join"
		}
		if err := s.Brevo.SimulateEvent(message(i).ID, event, link); err != nil {
			t.Fatal(err)
		}
	}
	if !s.Brevo.WaitForWebhooks(10 * time.Second) {
		t.Fatal("the webhooks did not arrive")
	}
	unsubscribe := regexp.MustCompile(`/unsubscribe/[\w-]+`).FindString(message(0).Headers["List-Unsubscribe"])
	s.ok(s.Visitor().Post(unsubscribe, nil))

	detail := s.ok(s.admin.Get(path)).JSON
	for name, want := range map[string]float64{"sent": 3, "delivered": 3, "opened": 1, "proxyOpened": 1, "clicked": 1, "unsubscribed": 1, "bounced": 0} {
		if got := detail["results"].(fields)[name]; got != want {
			t.Errorf("%s = %v, want %v", name, got, want)
		}
	}
	clicks := detail["clicks"].([]any)
	if len(clicks) != 1 || clicks[0].(fields)["link"] != "https://example.com/join" ||
		clicks[0].(fields)["readers"] != 1.0 {
		t.Errorf("clicks = %v, want one reader of the link", clicks)
	}
	if html := message(0).HTML; !strings.Contains(html, `href="http://boardcircle.test/about"`) ||
		strings.Contains(html, `title="button"`) {
		t.Errorf("HTML = %s, want an absolute link without the title button", html)
	}
	csv := s.ok(s.admin.Get(path + "/export")).Body
	if strings.Count(csv, "@example.com") != 3 {
		t.Errorf("export = %s, want three recipients", csv)
	}
	// People who have unsubscribed from the topic do not count for the next campaign.
	next := s.draft(nil)
	if a := s.start(next, 2); a.Status != 200 {
		t.Errorf("status = %d, body = %s", a.Status, a.Body)
	}
}

func TestTestEmailIsSentToOneAddressAndNotCounted(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.people(1)
	path := s.draft(nil)
	if a := s.admin.Post(path+"/test", fields{"email": "invalid"}); a.Status != 400 || a.Field("email") == "" {
		t.Errorf("status = %d, body = %s", a.Status, a.Body)
	}
	if a := s.admin.Post(
		path+"/test", fields{"email": "office@example.com", "personEmail": "reader0@example.com"},
	); a.Status != 202 {
		t.Fatalf("status = %d, body = %s", a.Status, a.Body)
	}
	got := s.Inbox("office@example.com")
	if len(got) != 1 || got[0].Subject != "[Test] News for Reader" || !strings.Contains(got[0].Text, "Dear Reader,") ||
		strings.Contains(got[0].HTML, "{{") {
		t.Fatalf("emails = %v, want one test with the merge fields of the person", got)
	}
	s.expectStatus(path, "draft")
	if s.result(path, "recipients") != 0 {
		t.Error("the test was counted as a recipient")
	}
}

// Without a limit, an admin could send a campaign as many tests, without the approval of a second admin.
func TestNumberOfTestEmailsIsLimited(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	path, sent := s.draft(nil), 0
	for i := range 40 {
		switch a := s.admin.Post(path+"/test", fields{"email": fmt.Sprintf("stranger%d@example.com", i)}); a.Status {
		case 202:
			sent++
		case 429:
		default:
			t.Fatalf("status = %d, body = %s", a.Status, a.Body)
		}
	}
	if sent == 0 || sent == 40 {
		t.Errorf("%d of 40 tests were sent, want some but not all", sent)
	}
}

func TestSegmentCombinesConditions(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.people(2)
	s.CreateAccount("users", fields{"email": "enquirer@example.com", "requestType": "enquiry"})
	s.ok(s.Visitor().Post("/api/registrations", testapp.Nomination("nominee@example.com")))
	is := func(field, value string) fields { return fields{"field": field, "value": value} }
	isNot := func(field, value string) fields { return fields{"field": field, "op": "isNot", "value": value} }
	segment := func(match string, conditions ...fields) fields {
		return fields{"match": match, "conditions": conditions}
	}
	if err := s.Preferences.Set(s.PB, "reader0@example.com", "events", false, "account"); err != nil {
		t.Fatal(err)
	}
	s.Clock.Advance(time.Second)
	if err := s.Preferences.Set(s.PB, "reader0@example.com", "events", true, "account"); err != nil {
		t.Fatal(err)
	}
	for name, test := range map[string]struct {
		segment fields
		want    string
	}{
		"everyone":         {segment("all"), "enquirer@example.com nominee@example.com reader0@example.com reader1@example.com"},
		"accounts":         {segment("all", is("account", "any")), "enquirer@example.com reader0@example.com reader1@example.com"},
		"enquiries":        {segment("all", is("account", "enquiry")), "enquirer@example.com"},
		"nominees":         {segment("all", is("nomination", "any")), "nominee@example.com"},
		"withdrawn":        {segment("all", is("nomination", "withdrawn")), ""},
		"a city":           {segment("all", is("city", "mumbai"), is("state", "Maharashtra")), "nominee@example.com"},
		"neither":          {segment("all", isNot("account", "any"), isNot("nomination", "any")), ""},
		"either":           {segment("any", is("account", "enquiry"), is("state", "Maharashtra")), "enquirer@example.com nominee@example.com"},
		"leads":            {segment("all", is("list", "leads")), "enquirer@example.com nominee@example.com"},
		"members":          {segment("any", is("membership", "active"), is("membership", "lapsed"), is("list", "paid"), is("tier", "x")), ""},
		"joined today":     {segment("all", is("joinedFrom", "2020-01-01")), "enquirer@example.com reader0@example.com reader1@example.com"},
		"a topic":          {segment("all", is("agreed", "events")), "reader0@example.com"},
		"a nested group":   {segment("all", is("account", "any"), fields{"op": "isNot", "group": segment("any", is("account", "enquiry"), is("agreed", "events"))}), "reader1@example.com"},
		"an end date":      {segment("all", is("endsFrom", "2026-01-01"), is("endsBefore", "2027-01-01")), ""},
		"an unknown state": {segment("all", is("state", "O'Goa")), ""},
	} {
		a := s.ok(s.admin.Post("/api/segments/count", fields{"segment": test.segment}))
		var got []string
		for _, example := range a.JSON["examples"].([]any) {
			got = append(got, example.(fields)["email"].(string))
		}
		if strings.Join(got, " ") != test.want || a.JSON["count"] != float64(len(got)) {
			t.Errorf("%s: people = %v, want %s", name, got, test.want)
		}
	}
	for name, bad := range map[string]fields{
		"an unknown field":    segment("all", is("password", "x")),
		"an unknown value":    segment("all", is("account", "x' OR 1=1")),
		"an invalid date":     segment("all", is("joinedFrom", "yesterday")),
		"an unknown match":    segment("xor"),
		"an unknown operator": segment("all", fields{"field": "city", "op": "like", "value": "x"}),
	} {
		if a := s.admin.Post("/api/segments/count", fields{"segment": bad}); a.Status != 400 ||
			a.Field("segment") == "" {
			t.Errorf("%s: status = %d, body = %s, want 400", name, a.Status, a.Body)
		}
	}
}

func TestInvalidTextsCannotBeSent(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.people(1)
	for name, test := range map[string]struct {
		values  fields
		field   string
		message string
	}{
		"no subject":         {fields{"subject": ""}, "subject", "subject"},
		"no text":            {fields{"content": " "}, "content", "write"},
		"an unknown field":   {fields{"content": "Dear {{salary|x}}"}, "content", "salary"},
		"no fallback":        {fields{"subject": "{{name}}"}, "subject", "fallback"},
		"a field in a link":  {fields{"content": "[x](https://example.com/{{city|x}})"}, "content", "link"},
		"an invalid link":    {fields{"content": "[x](somewhere)"}, "content", "does not work"},
		"a script as a link": {fields{"content": "[x](javascript:alert(1))"}, "content", "does not work"},
	} {
		path := s.draft(test.values)
		if a := s.start(path, 1); a.Status != 400 || !strings.Contains(a.Field(test.field), test.message) {
			t.Errorf("%s: status = %d, body = %s, want 400", name, a.Status, a.Body)
		}
		if problems := s.ok(s.admin.Get(path)).JSON["problems"].([]any); len(problems) == 0 {
			t.Errorf("%s: the campaign has no problems, want some", name)
		}
	}
}

func TestTextOfAnAdminIsEscapedInTheEmail(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.people(1)
	// {{ params.secret }} is text, not a merge field.
	s.draft(fields{
		"subject": "{{ params.secret }} {% if x %}",
		"content": "<script>alert(1)</script>\n\n<img src=x onerror=alert(1)>\n\n{{ contact.EMAIL }} {% for x in y %}\n\n![a](javascript:alert(1))",
	})

	a := s.ok(s.admin.Post("/api/campaigns/preview", fields{
		"subject": "A {% b %}",
		"content": "<script>alert(1)</script>\n\nHello {% c %} {# d #}\n\n> quoted\n\n---\n\n1. one",
	}))
	page := s.ok(s.admin.Get(a.JSON["light"].(string))).Body
	for _, bad := range []string{"<script", "{%", "{#", "onerror"} {
		if strings.Contains(page, bad) {
			t.Errorf("the preview contains %s", bad)
		}
	}
	if !strings.Contains(page, "Hello") || !strings.Contains(page, "<blockquote") {
		t.Errorf("preview = %s, want the text and the quote", page)
	}
	if dark := s.ok(s.admin.Get(a.JSON["dark"].(string))).Body; !strings.Contains(dark, "@media all") {
		t.Error("the dark preview does not use the dark colours")
	}
}

func TestDraftIsChangedDuplicatedAndDeleted(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	path := s.draft(fields{"segment": fields{"match": "any",
		"conditions": []fields{{"field": "city", "value": "Pune"}}}})
	changed := s.ok(s.admin.Send("PUT", path, fields{"name": "Winter", "status": "sent", "sentCount": "99"})).JSON
	if changed["name"] != "Winter" || changed["status"] != "draft" || changed["sentCount"] != "0" ||
		changed["subject"] != "News for {{firstName|you}}" {
		t.Errorf("changed campaign = %v", changed)
	}
	if a := s.admin.Send("PUT", path, fields{"name": "", "topic": "weather"}); a.Status != 400 ||
		a.Field("name") == "" || a.Field("topic") == "" {
		t.Errorf("status = %d, body = %s", a.Status, a.Body)
	}
	copied := s.ok(s.admin.Post(path+"/duplicate", nil)).JSON
	if copied["name"] != "Copy of Winter" || copied["segment"].(fields)["match"] != "any" {
		t.Errorf("copy = %v", copied)
	}
	if a := s.admin.Send("DELETE", path, nil); a.Status != 204 {
		t.Errorf("status = %d, body = %s", a.Status, a.Body)
	}
	if a := s.admin.Get(path); a.Status != 404 {
		t.Errorf("status of a deleted campaign = %d, want 404", a.Status)
	}
	var list []fields
	if err := json.Unmarshal([]byte(s.ok(s.admin.Get("/api/campaigns")).Body), &list); err != nil || len(list) != 1 {
		t.Errorf("campaigns = %v, error = %v, want only the copy", list, err)
	}
}

func TestPasswordResetDoesNotWaitForACampaign(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.people(3)
	path := s.draft(nil)
	s.ok(s.start(path, 3))
	s.Brevo.SetSwitches(fakebrevo.Switches{Fault: fakebrevo.TooMany, Times: 1, Reset: 600})
	s.Drain() // The campaign has to wait for ten minutes.
	s.ok(s.Visitor().Post("/api/forgot-password", fields{"email": "reader1@example.com"}))
	if got := s.Inbox("reader1@example.com"); len(got) != 1 {
		t.Errorf("%d emails, want the reset link", len(got))
	}
	n, err := s.PB.CountRecords("email_logs", dbx.HashExp{"status": "queued"})
	if err != nil || n != 3 {
		t.Errorf("%d emails of the campaign are queued, want 3; error = %v", n, err)
	}
}
