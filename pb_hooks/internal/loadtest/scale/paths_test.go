package scale

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"net/netip"
	"regexp"
	"testing"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/demo/fakebrevo"
	"boardcircle/pb_hooks/demo/fakerazorpay"
	"boardcircle/pb_hooks/internal/config"
	"boardcircle/pb_hooks/internal/loadtest"
	"boardcircle/pb_hooks/internal/testapp"
	"boardcircle/pb_hooks/internal/testapp/queryplan"
	"boardcircle/pb_hooks/internal/testapp/testdb"
)

// smallTables are tables whose size does not depend on the number of people: those with settings of admins, and the
// settlements, one for each working day.
var smallTables = []string{
	"settings", "closed_months", "exchange_rates", "ledger_checks", "settlements", "email_texts",
	"email_text_drafts", "email_sent_texts", "membership_tiers", "texts", "text_versions", "content_sections",
	"email_campaigns", "automations", "segments",
	"admins", "provider_states",
	"_params", "_collections", "_migrations", "_superusers", "_externalAuths", "_mfas", "_otps", "_authOrigins",
	"sqlite_master", "legacy_imports",
	"asked", // a table expression with the addresses of a query
	// the parts of the view content_sections
	"t", "g", "s", "b", "l", "i",
}

// No request of a visitor, member, provider or worker scans a table that grows with the number of people. This must
// hold with SQLite's statistics and in a new database without them.
func TestNoPathOfVisitorsMembersProvidersAndWorkersScansALargeTable(t *testing.T) {
	testdb.SkipUnderRace(t)
	t.Parallel()
	for name, people := range map[string]int{"new": 0, "filled": 300} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := newWalk(t)
			if people > 0 {
				if err := loadtest.Fill(w.PB, people, true); err != nil {
					t.Fatal(err)
				}
				if _, err := w.PB.NonconcurrentDB().NewQuery("ANALYZE").Execute(); err != nil {
					t.Fatal(err)
				}
			}
			seen := map[string]bool{}
			for _, statement := range queryplan.Capture(w.PB, w.run) {
				if shape := literals.ReplaceAllString(statement, "?"); seen[shape] ||
					!explainable.MatchString(statement) || ofOneRecord.MatchString(statement) {
					continue
				} else {
					seen[shape] = true
				}
				if scans := queryplan.Walks(t, w.PB, statement, smallTables...); len(scans) > 0 {
					t.Errorf("%v in\n%.600s", scans, statement)
				}
			}
			if len(seen) < 100 {
				t.Errorf("only %d statements ran, want at least 100", len(seen))
			}
			t.Logf("%d statements", len(seen))
		})
	}
}

var (
	literals    = regexp.MustCompile(`'(?:[^']|'')*'|\b\d+\b`)
	ofOneRecord = regexp.MustCompile("(?s)^UPDATE `\\w+` SET .* WHERE `id`='[a-z0-9-]+'$")
	// An INSERT with values searches nothing.
	explainable = regexp.MustCompile(`(?is)^\s*(SELECT|UPDATE|DELETE|WITH)\b|^\s*INSERT\b.*\bSELECT\b`)
)

// walk makes each request of visitors, members and providers once, and runs the jobs.
type walk struct {
	*testapp.App
	t      *testing.T
	tier   *core.Record
	serial int
}

func newWalk(t *testing.T) *walk {
	t.Helper()
	w := &walk{t: t, App: testapp.New(t, testapp.WithConfig(func(c *config.Config) {
		c.TrustedProxies = []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}
	}))}
	tiers, err := w.PB.FindCollectionByNameOrId("membership_tiers")
	w.must(err)
	w.tier = core.NewRecord(tiers)
	w.tier.Load(map[string]any{
		"name":     "Founding Circle",
		"slug":     "founding",
		"price":    2500000,
		"currency": "INR",
		"duration": "annual",
		"isActive": true,
	})
	w.must(w.PB.Save(w.tier))
	return w
}

func (w *walk) must(err error) {
	w.t.Helper()
	if err != nil {
		w.t.Fatal(err)
	}
}

func (w *walk) ok(a testapp.Response) testapp.Response {
	w.t.Helper()
	if a.Status >= 400 {
		w.t.Fatalf("status = %d: %s", a.Status, a.Body)
	}
	return a
}

// at gives a visitor their own address.
func (w *walk) at(v *testapp.Visitor) *testapp.Visitor {
	w.serial++
	v.Header.Set("X-Forwarded-For", fmt.Sprintf("10.1.%d.%d", w.serial>>8, w.serial&255))
	return v
}

func (w *walk) run() {
	w.t.Helper()
	for _, part := range []func(){w.site, w.account, w.nomination, w.purchase, w.refund, w.anotherEmail, w.failingEmail, w.emails, w.workers, w.automations} {
		part()
		w.Drain()
	}
}

func (w *walk) site() {
	v := w.at(w.Visitor())
	for _, path := range []string{"/api/config", "/api/site/texts/landing", "/api/membership-tiers", "/api/cms/content"} {
		w.ok(v.Get(path))
	}
}

const memberEmail = "path@example.com"

func (w *walk) account() {
	v := w.at(w.Visitor())
	w.ok(v.Post("/api/register", map[string]any{
		"name":            "Asha Rao",
		"email":           memberEmail,
		"phone":           "+919876543210",
		"location":        "Pune",
		"requestType":     "membership",
		"password":        testapp.Password,
		"confirmPassword": testapp.Password,
	}))
	w.ok(v.Get("/api/user"))
	w.ok(v.Post("/api/logout", nil))
	v.Post("/api/login", map[string]any{"email": memberEmail, "password": "Wrong horse 1"})
	w.ok(v.Post("/api/login", map[string]any{"email": memberEmail, "password": testapp.Password}))
	w.ok(v.Post("/api/user/email", map[string]any{"email": "moved." + memberEmail, "password": testapp.Password}))
	w.ok(v.Post("/api/confirm-email", map[string]any{"token": w.emailedToken("moved."+memberEmail, confirmLink)}))
	w.ok(v.Post("/api/user/email", map[string]any{"email": memberEmail, "password": testapp.Password}))
	w.ok(v.Post("/api/confirm-email", map[string]any{"token": w.emailedToken(memberEmail, confirmLink)}))
	for _, email := range []string{memberEmail, "unknown@example.com"} {
		w.ok(w.at(w.Visitor()).Post("/api/forgot-password", map[string]any{"email": email}))
	}
	w.ok(w.at(w.Visitor()).Post("/api/reset-password",
		map[string]any{"token": w.emailedToken(memberEmail, resetLink), "newPassword": "Another-Horse-2"}))
}

var (
	confirmLink = regexp.MustCompile(`/confirm-email\?token=([^\s"&<]+)`)
	draftLink   = regexp.MustCompile(`/nomination\?draft=([^\s"&<]+)`)
	ownLink     = regexp.MustCompile(`/nomination\?token=([^\s"&<]+)`)
	resetLink   = regexp.MustCompile(`/reset-password\?token=([^\s"&<]+)`)
)

// emailedToken returns the token of the link in the newest email to an address that has one.
func (w *walk) emailedToken(email string, link *regexp.Regexp) string {
	w.t.Helper()
	for _, message := range w.Inbox(email) {
		if found := link.FindStringSubmatch(fmt.Sprint(message)); found != nil {
			return found[1]
		}
	}
	w.t.Fatalf("no email to %s has the link", email)
	return ""
}

var form = testapp.Nomination(memberEmail,
	map[string]any{"name": "Asha Rao", "companyName": "Sea Shipping", "city": "Pune", "industry": "other"})

func (w *walk) nomination() {
	v := w.at(w.Visitor())
	w.ok(v.Post("/api/drafts", map[string]any{"email": memberEmail, "formData": form}))
	w.ok(v.Post("/api/drafts", map[string]any{"email": memberEmail, "formData": form}))
	w.ok(v.Get("/api/drafts/mine"))
	id := w.ok(v.Post("/api/registrations", form)).JSON["id"].(string)
	if a := v.Post("/api/registrations", form); a.Status != http.StatusConflict {
		w.t.Errorf("a second nomination: status = %d, want 409", a.Status)
	}
	other := w.at(w.Visitor())
	w.ok(other.Post("/api/drafts", map[string]any{"email": memberEmail, "formData": form}))
	w.ok(other.Post("/api/drafts/mine/link", nil))
	w.ok(other.Post("/api/drafts/resume", map[string]any{"token": w.emailedToken(memberEmail, draftLink)}))
	w.ok(other.Send(http.MethodDelete, "/api/drafts/mine", nil))
	w.Drain()
	own := map[string]any{"token": w.emailedToken(memberEmail, ownLink), "version": 0, "words": "Three."}
	for _, step := range []string{"details", "withdraw", "reopen", "amend", "answer"} {
		maps.Copy(own, form)
		a := v.Post("/api/nominations/mine/"+step, own)
		if a.Status != http.StatusOK && step != "answer" {
			w.t.Fatalf("%s: status = %d, want 200: %s", step, a.Status, a.Body)
		}
		own["version"] = a.JSON["version"]
	}

	staff := w.SignedIn("admins", nil)
	for _, step := range []string{"take", "ask", "answer", "approve"} {
		body := map[string]any{
			"step":    step,
			"version": w.ok(staff.Get("/api/nominations/" + id)).JSON["version"],
			"words":   "Which boards?",
			"vote":    "yes",
		}
		if step != "ask" {
			delete(body, "words")
		}
		if step != "approve" {
			delete(body, "vote")
		}
		if a := staff.Post("/api/nominations/"+id+"/steps", body); a.Status >= 400 && step != "answer" {
			w.t.Fatalf("%s: status = %d: %s", step, a.Status, a.Body)
		}
	}
	w.Drain()
	member := w.member()
	w.ok(member.Get("/api/nominations/mine"))
	for _, body := range []map[string]any{{"token": "none"}} {
		member.Post("/api/invitations/look", body)
		member.Post("/api/invitations/accept", body)
	}
}

// member returns a session of the account that signed up.
func (w *walk) member() *testapp.Visitor {
	record, err := w.PB.FindAuthRecordByEmail("users", memberEmail)
	w.must(err)
	return w.at(w.SignedInAs(record))
}

func (w *walk) order(buyer *testapp.Visitor) string {
	w.t.Helper()
	a := w.ok(buyer.Post("/api/payments/create-order", map[string]any{
		"customerName":     "Asha Rao",
		"customerEmail":    memberEmail,
		"customerPhone":    "+919876543210",
		"membershipTierId": w.tier.Id,
	}))
	return a.JSON["orderId"].(string)
}

func (w *walk) purchase() {
	buyer := w.member()
	order := w.order(buyer)
	_, err := w.Razorpay.Fail(order)
	w.must(err)
	result, err := w.Razorpay.Pay(order, fakerazorpay.Success)
	w.must(err)
	w.ok(buyer.Post("/api/payments/verify", result.Fields))
	for _, event := range w.Razorpay.Events(order) {
		if status := w.Deliver(event); status != http.StatusOK {
			w.t.Errorf("%s: status = %d, want 200", event.Event, status)
		}
		w.Drain()
	}
	overview := w.ok(buyer.Get("/api/memberships/mine"))
	if id := regexp.MustCompile(`"transactionId":"([^"]+)"|"id":"([a-z0-9]{15})"`).
		FindStringSubmatch(overview.Body); id != nil {
		buyer.Get("/api/transactions/" + id[1] + id[2] + "/invoice")
	}
}

func (w *walk) refund() {
	buyer := w.member()
	order := w.order(buyer)
	result, err := w.Razorpay.Pay(order, fakerazorpay.Success)
	w.must(err)
	for _, event := range w.Razorpay.Events(order) {
		w.Deliver(event)
	}
	w.Drain()
	_, err = w.Razorpay.Refund(result.PaymentID, 0)
	w.must(err)
	for _, event := range w.Razorpay.Events(order) {
		w.Deliver(event)
	}
}

// anotherEmail moves a member's payments to another person and back.
func (w *walk) anotherEmail() {
	account, err := w.PB.FindAuthRecordByEmail("users", memberEmail)
	w.must(err)
	for _, email := range []string{"another@example.com", memberEmail} {
		account.SetEmail(email)
		w.must(w.PB.Save(account))
	}
}

// failingEmail sends an email that the provider delays the first time and refuses permanently the second time.
func (w *walk) failingEmail() {
	for _, fault := range []fakebrevo.Fault{fakebrevo.TooMany, fakebrevo.Invalid} {
		w.Brevo.SetSwitches(fakebrevo.Switches{Fault: fault, Every: 1})
		w.Clock.Advance(2 * time.Minute) // a new link may be requested then
		w.ok(w.at(w.Visitor()).Post("/api/forgot-password", map[string]any{"email": memberEmail}))
		w.Drain()
	}
	w.Brevo.SetSwitches(fakebrevo.Switches{})
}

func (w *walk) emails() {
	v := w.at(w.Visitor())
	v.Header.Set("Authorization", "Bearer "+testapp.WebhookToken)
	var ids []string
	w.must(w.PB.DB().NewQuery("SELECT brevoMessageId FROM email_logs WHERE emailAddress = '" + memberEmail +
		"' AND brevoMessageId != '' LIMIT 3").Column(&ids))
	for i, id := range append(ids, "unknown") {
		for _, event := range []string{"delivered", "opened", "click", "hard_bounce", "unsubscribed"} {
			v.Post("/api/webhooks/brevo",
				fmt.Sprintf(`{"event":%q,"email":%q,"message-id":%q,"ts_event":%d}`, event, memberEmail, id,
					1754200000+i))
		}
	}
}

func (w *walk) workers() {
	_, err := w.Payments.Reconciler.Reconcile(context.Background(), 7)
	w.must(err)
	for _, purge := range []func() error{w.Drafts.Purge, w.Accounts.SignIn.PurgeThrottles, w.Payments.Reconciler.Purge, w.Pictures.Purge, w.Delivery.Purge, w.Providers.Flush} {
		w.must(purge())
	}
	_, err = w.Razorpay.Settle(0)
	w.must(err)
	w.must(w.Books.PullSettlements(context.Background()))
	staff := w.SignedIn("admins", nil)
	var settlements []struct{ ID string }
	w.must(json.Unmarshal([]byte(w.ok(staff.Get("/api/books/settlements")).Body), &settlements))
	w.ok(staff.Get("/api/books/settlements/" + settlements[0].ID))
}

// automations switches on all automations, and creates an abandoned draft, checkout and membership.
func (w *walk) automations() {
	staff := w.SignedIn("admins", nil)
	var list []struct{ ID, IsBuiltIn string }
	w.must(json.Unmarshal([]byte(w.ok(staff.Get("/api/automations")).Body), &list))
	for _, automation := range list {
		if automation.IsBuiltIn == "false" {
			w.ok(staff.Send(http.MethodPut, "/api/automations/"+automation.ID, map[string]any{"isOn": true}))
		}
	}
	w.ok(w.at(w.Visitor()).Post("/api/drafts", map[string]any{"email": "abandoned@example.com", "formData": form}))
	buyer, other := w.at(w.SignedIn("users", nil)), w.at(w.SignedIn("users", nil))
	result, err := w.Razorpay.Pay(w.order(buyer), fakerazorpay.Success)
	w.must(err)
	w.ok(buyer.Post("/api/payments/verify", result.Fields))
	w.order(other)
	for _, wait := range []time.Duration{70 * time.Minute, 23 * time.Hour, (365 + 30) * 24 * time.Hour} {
		w.Clock.Advance(wait)
		w.Drain()
	}
}
