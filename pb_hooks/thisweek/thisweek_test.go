package thisweek_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/india"
	"boardcircle/pb_hooks/internal/testapp"
	"boardcircle/pb_hooks/internal/testapp/queryplan"
)

type fields = map[string]any

const (
	path = "/api/admin/this-week"
	day  = 24 * time.Hour
)

// fixture is an app with an admin of the office.
type fixture struct {
	*testapp.App
	testing.TB
	office *testapp.Visitor
}

func open(t testing.TB) *fixture {
	t.Helper()
	app := testapp.New(t)
	return &fixture{app, t, app.SignedIn("admins", fields{"username": "office", "email": "office@example.com",
		"role": "office"})}
}

func (f *fixture) ok(r testapp.Response) fields {
	f.Helper()
	if r.Status >= 300 {
		f.Fatalf("%d %s", r.Status, r.Body)
	}
	return r.JSON
}

func (f *fixture) expect(what string, got, want any) {
	f.Helper()
	if fmt.Sprint(got) != fmt.Sprint(want) {
		f.Errorf("%s: %v, want %v", what, got, want)
	}
}

// texts returns some fields of each row of a list of the week.
func (f *fixture) texts(list string, names ...string) (rows []string) {
	f.Helper()
	for _, item := range f.ok(f.office.Get(path))[list].([]any) {
		var values []string
		for _, name := range names {
			values = append(values, fmt.Sprint(item.(fields)[name]))
		}
		rows = append(rows, strings.Join(values, " "))
	}
	return rows
}

// session creates a session that starts after a time.
func (f *fixture) session(title string, in time.Duration) fields {
	f.Helper()
	return f.ok(f.office.Post("/api/events", fields{
		"title": title, "host": "Meera Krishnan", "capacity": 20, "meetingUrl": "https://meet.example.com/j/1",
		"startsAt": f.Clock.Now().Add(in + 330*time.Minute).UTC().Format("2006-01-02T15:04"),
	}))
}

func TestTheWeekHasTheSessionsOfTheNextDays(t *testing.T) {
	t.Parallel()
	f := open(t)
	id := f.session("Reading the audit report", 2*day)["id"].(string)
	f.session("The risk committee", 8*day)
	f.ok(f.office.Send(http.MethodPut, "/api/events/"+id+"/tasks", fields{"doneTasks": []string{"meeting-tested"}}))
	f.expect("a draft", f.texts("sessions", "title", "status", "doneTasks"),
		[]string{"Reading the audit report draft [meeting-tested]"})
	f.ok(f.office.Post("/api/events/"+id+"/publish", nil))
	f.expect("published", f.texts("sessions", "status"), []string{"published"})
	f.ok(f.office.Post("/api/events/"+id+"/cancel", fields{"reason": "The speaker is ill"}))
	f.expect("cancelled", len(f.texts("sessions", "title")), 0)
}

func TestTheWeekHasWhatWaitsLongerThanPromised(t *testing.T) {
	t.Parallel()
	f := open(t)
	f.ok(f.Visitor().Post("/api/registrations", testapp.Nomination("shalini@example.com")))
	member := f.SignedInAs(f.CreateMember(nil))
	f.ok(member.Post("/api/board-seats", fields{
		"title": "Independent director", "company": "Sample Industries", "sector": "technology", "city": "Pune",
		"description": "A growing company that makes pumps.", "closesOn": f.Clock.Now().Add(60 * day).Format(time.DateOnly),
	}))
	f.grantAboveTheLimit()
	f.Clock.Advance(47 * time.Hour)
	f.expect("in time", f.texts("waiting", "kind"), []string(nil))
	f.Clock.Advance(2 * time.Hour)
	f.expect("late", f.texts("waiting", "kind"), []string{"approval", "board-seat", "nomination"})
	f.expect("a name", f.texts("waiting", "label")[1], "Independent director")
}

func TestTheWeekRemindsOfTheEndOfTheLetterOfUndertaking(t *testing.T) {
	t.Parallel()
	f := open(t)
	site, err := f.PB.FindFirstRecordByData("settings", "key", "site")
	if err != nil {
		t.Fatal(err)
	}
	site.Load(fields{
		"gstRate": 18, "taxStatus": "registered", "taxAdviser": "S. Iyer, FCA", "taxSettledOn": "2026-04-01",
		"supplierGstin": "27AAPFU0939F1ZV", "supplierState": "27", "lutNumber": "AD270426000001X", "lutYear": "2026-27",
	})
	if err := f.PB.Save(site); err != nil {
		t.Fatal(err)
	}
	at := func(day string) []string {
		now, err := india.ParseDay(day)
		if err != nil {
			t.Fatal(err)
		}
		f.Clock.Advance(now.Add(10 * time.Hour).Sub(f.Clock.Now()))
		f.office = f.SignedIn("admins", nil)
		return f.texts("waiting", "label")
	}
	reminder := []string{"The letter of undertaking for exports ends on 31 Mar 2027"}
	f.expect("in February", at("2027-02-28"), []string(nil))
	f.expect("in March", at("2027-03-01"), reminder)
	f.expect("in April", at("2027-04-05"), reminder)
	site.Set("lutYear", "2027-28")
	if err := f.PB.Save(site); err != nil {
		t.Fatal(err)
	}
	f.expect("after the next letter was entered", at("2027-04-06"), []string(nil))
}

func TestTheWeekHasTheOverdueReportsExceptThoseAboutTheReader(t *testing.T) {
	t.Parallel()
	f := open(t)
	poll := f.ok(f.office.Post("/api/polls", fields{
		"title": "The draft", "text": "We propose a limit.", "question": "Shall we?", "options": []string{"Yes", "No"},
		"ballot": "open", "quorum": 0, "discussionEndsAt": f.Clock.Now().Add(20 * day).Format(time.RFC3339),
	}))["id"].(string)
	f.ok(f.office.Post("/api/polls/"+poll+"/publish", nil))
	admin := f.SignedInAs(f.CreateMember(fields{"name": "Meera Iyer", "isAdmin": true}))
	comment := f.ok(admin.Post("/api/polls/"+poll+"/comments", fields{"paragraph": 1, "text": "No."}))["id"]
	f.ok(f.SignedInAs(f.CreateMember(nil)).Post("/api/reports",
		fields{"subject": "comment", "subjectId": comment, "reason": "spam", "details": "Please look at it."}))
	f.expect("in time", len(f.texts("waiting", "kind")), 0)
	f.Clock.Advance(8 * day)
	f.expect("late", f.texts("waiting", "kind", "label"), []string{"report Report of a comment: spam"})
	f.expect("for the author of the comment", len(f.ok(admin.Get(path))["waiting"].([]any)), 0)
}

// grantAboveTheLimit requests a grant that waits for a second admin.
func (f *fixture) grantAboveTheLimit() {
	f.Helper()
	c, err := f.PB.FindCollectionByNameOrId("membership_tiers")
	if err != nil {
		f.Fatal(err)
	}
	tier := core.NewRecord(c)
	tier.Load(fields{"name": "Circle", "slug": "circle", "price": 9000000, "currency": "INR", "duration": "annual",
		"isActive": true})
	if err := f.PB.Save(tier); err != nil {
		f.Fatal(err)
	}
	asha := f.CreateAccount("users", fields{"name": "Asha Rao"}).Id
	f.ok(f.office.Post("/api/members/"+asha+"/memberships", fields{"membershipTierId": tier.Id, "reason": "A speaker"}))
}

func TestANewMemberIsWelcomedOnce(t *testing.T) {
	t.Parallel()
	f := open(t)
	asha := f.CreateMember(fields{"name": "Asha Rao", "email": "asha@example.com"})
	f.GrantTerm(asha.Id, f.Clock.Now(), f.Clock.Now().Add(365*day)) // a second term makes no new member
	old := f.CreateAccount("users", fields{"name": "Old Member"})
	f.GrantTerm(old.Id, f.Clock.Now().Add(-29*day), time.Time{})
	imported := f.GrantTerm(f.CreateAccount("users", fields{"name": "From the list"}).Id, f.Clock.Now(), time.Time{})
	imported.Set("source", "import")
	if err := f.PB.Save(imported); err != nil {
		t.Fatal(err)
	}
	joined := f.Clock.Now().Add(-time.Hour)
	f.expect("to welcome", f.texts("newMembers", "name", "tierName", "dueAt"),
		[]string{"Asha Rao Circle " + joined.Add(48*time.Hour).UTC().Format("2006-01-02T15:04:05.000Z")})

	welcome := "/api/people/" + asha.GetString("person") + "/welcome"
	f.ok(f.office.Post(welcome, nil))
	f.expect("again", f.office.Post(welcome, nil).Status, http.StatusConflict)
	f.expect("welcomed", f.texts("welcomed", "name", "by"), []string{"Asha Rao office"})
	f.expect("none to welcome", len(f.texts("newMembers", "name")), 0)
	f.ok(f.office.Send(http.MethodDelete, welcome, nil))
	f.expect("undone", f.texts("newMembers", "name"), []string{"Asha Rao"})
	f.expect("undone again", f.office.Send(http.MethodDelete, welcome, nil).Status, http.StatusNotFound)
	f.expect("nobody", f.office.Post("/api/people/nobodysrecord00/welcome", nil).Status, http.StatusNotFound)
}

func TestAMergeKeepsThatAPersonWasWelcomed(t *testing.T) {
	t.Parallel()
	f := open(t)
	owner := f.SignedIn("admins", nil)
	asha, same := f.CreateMember(fields{"name": "Asha Rao"}), f.CreateMember(fields{"name": "Asha R"})
	f.ok(f.office.Post("/api/people/"+same.GetString("person")+"/welcome", nil))
	f.ok(owner.Post("/api/people/"+asha.Id+"/merge",
		fields{"otherId": same.Id, "preview": false, "password": testapp.Password}))
	f.expect("to welcome", len(f.texts("newMembers", "name")), 0)
	f.expect("welcomed", f.texts("welcomed", "name"), []string{"Asha Rao"})
}

func TestTheWeekHasTheMembershipsThatEnd(t *testing.T) {
	t.Parallel()
	f := open(t)
	now := f.Clock.Now()
	term := func(name string, end time.Duration) *core.Record {
		account := f.CreateAccount("users", fields{"name": name})
		f.GrantTerm(account.Id, now.Add(-60*day), now.Add(end))
		return account
	}
	term("Asha", 20*day)
	term("Bina", 31*day)
	term("Chitra", -day)
	f.GrantTerm(term("Devi", 10*day).Id, now.Add(10*day), now.Add(375*day)) // has renewed
	renewing := term("Esha", 5*day)
	c, err := f.PB.FindCollectionByNameOrId("subscriptions")
	if err != nil {
		t.Fatal(err)
	}
	subscription := core.NewRecord(c)
	subscription.Load(fields{"userId": renewing.Id, "state": "active", "transactionId": "sample",
		"razorpayPlanId": "plan_sample", "currency": "INR"})
	if err := f.PB.SaveNoValidate(subscription); err != nil {
		t.Fatal(err)
	}
	f.expect("ending", f.texts("endings", "name"), []string{"Asha"})
	subscription.Set("state", "paused")
	if err := f.PB.SaveNoValidate(subscription); err != nil {
		t.Fatal(err)
	}
	f.expect("with a paused subscription", f.texts("endings", "name"), []string{"Esha", "Asha"})
}

// listedMember returns the account of a new member with a published profile.
func (f *fixture) listedMember(name string) string {
	f.Helper()
	account := f.CreateMember(fields{"name": name})
	member := f.SignedInAs(account)
	saved := f.ok(member.Send(http.MethodPut, "/api/profile", fields{
		"designation": "Director", "city": "Pune", "sectors": []string{"technology"},
		"emailVisibility": "introduced", "phoneVisibility": "nobody", "linkedinVisibility": "members"}))
	f.ok(member.Post("/api/profile/publish", fields{"wording": saved["consent"].(fields)["wording"], "agree": true}))
	return account.Id
}

func TestTheWeekIsEmailedToThoseWhoSwitchItOn(t *testing.T) {
	t.Parallel()
	f := open(t)
	const subject = "Your week at Boardcircle"
	send := func() (n int) {
		f.Helper()
		if err := f.ThisWeek.SendSummaries(); err != nil {
			t.Fatal(err)
		}
		for _, email := range f.Inbox("office@example.com") {
			if email.Subject == subject {
				n++
			}
		}
		return n
	}
	f.expect("off by default", f.ok(f.office.Get(path))["isEmailed"], false)
	f.ok(f.office.Send(http.MethodPut, path+"/email", fields{"isOn": true}))
	f.expect("on", f.ok(f.office.Get(path))["isEmailed"], true)
	f.expect("nothing to do", send(), 0)
	f.CreateMember(fields{"name": "Asha Rao"})
	f.session("Reading the audit report", 2*day)
	f.expect("on Monday", send(), 1)
	f.expect("twice on the same day", send(), 1)
	for _, email := range f.Inbox("office@example.com") {
		if email.Subject == subject && (!strings.Contains(email.Text, "Asha Rao, joined on") ||
			!strings.Contains(email.Text, "Reading the audit report, 5 Aug 2026")) {
			t.Error(email.Text)
		}
	}
	f.ok(f.office.Post("/api/admin/introductions", fields{
		"userId": f.listedMember("Asha Bose"), "otherId": f.listedMember("Bina Shah"),
		"reason": "You both chair an audit committee.",
	}))
	f.Clock.Advance(8 * day)
	f.expect("in the next week", send(), 2)
	if newest := f.Inbox("office@example.com")[0]; !strings.Contains(newest.Text, "Introduction: Asha Bose, since ") {
		t.Error(newest.Text)
	}
	f.ok(f.office.Send(http.MethodPut, path+"/email", fields{"isOn": false}))
	f.Clock.Advance(7 * day)
	f.expect("switched off", send(), 2)

	nameless := f.SignedInAs(f.CreateAccount("admins", fields{"role": "office", "email": ""}))
	f.expect("without an address", nameless.Send(http.MethodPut, path+"/email", fields{"isOn": true}).Status,
		http.StatusConflict)
}

func TestTheWeekIsReadByIndexes(t *testing.T) {
	t.Parallel()
	f := open(t)
	f.ok(f.office.Post("/api/people/"+f.CreateMember(nil).GetString("person")+"/welcome", nil))
	f.CreateMember(nil)
	at := func(i int) string {
		return f.Clock.Now().Add(-time.Duration(i+2000) * time.Hour).UTC().Format("2006-01-02 15:04:05.000Z")
	}
	queryplan.Fill(t, f.PB, "events", 2000, func(i int) dbx.Params {
		return dbx.Params{"title": "Past", "state": "published", "startsAt": at(i), "endsAt": at(i), "capacity": 10}
	})
	queryplan.Fill(t, f.PB, "memberships", 2000, func(i int) dbx.Params {
		return dbx.Params{"userId": fmt.Sprintf("u%014d", i), "person": fmt.Sprintf("p%014d", i), "startsAt": at(i),
			"endsAt": at(i), "state": "lapsed"}
	})
	queryplan.Fill(t, f.PB, "reports", 2000, func(i int) dbx.Params {
		return dbx.Params{"person": fmt.Sprintf("p%014d", i), "other": fmt.Sprintf("q%014d", i), "state": "decided",
			"subject": "comment", "subjectId": fmt.Sprintf("c%014d", i), "decideBy": at(i)}
	})
	queryplan.Fill(t, f.PB, "welcomes", 2000, func(i int) dbx.Params {
		return dbx.Params{"person": fmt.Sprintf("p%014d", i), "by": "office", "at": at(i)}
	})
	queryplan.RequireIndexes(t, f.PB, map[string]func() error{
		"the week": func() error { f.ok(f.office.Get(path)); return nil },
	}, "SCAN json_each", "idx_approvals_waiting")
}
