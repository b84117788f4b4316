package events_test

import (
	"fmt"
	"maps"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/testapp"
	"boardcircle/pb_hooks/internal/testapp/testdb"
)

type fields = map[string]any

const secretAddress = "https://meet.example.com/j/928374655?pwd=QuietTamarind"

// fixture is an app with a session of two places that starts in two days, at 12:00 in India.
type fixture struct {
	*testapp.App
	*testing.T
	office *testapp.Visitor
}

func newFixture(t *testing.T) *fixture {
	t.Helper()
	app := testapp.New(t)
	return &fixture{app, t, app.SignedIn("admins", fields{"role": "office"})}
}

// local returns a time as the office types it.
func local(at time.Time) string { return at.Add(330 * time.Minute).UTC().Format("2006-01-02T15:04") }

// create creates a session and returns its path.
func (f *fixture) create(values fields) string {
	f.Helper()
	body := fields{
		"title": "Reading the audit report", "host": "Meera Krishnan", "capacity": 2, "meetingUrl": secretAddress,
		"startsAt": local(f.Clock.Now().Add(48 * time.Hour)), "abstract": "How to **read** it.",
	}
	for name, value := range values {
		body[name] = value
	}
	return "/api/events/" + f.ok(f.office.Post("/api/events", body)).JSON["id"].(string)
}

func (f *fixture) published(values fields) string {
	f.Helper()
	path := f.create(values)
	f.ok(f.office.Post(path+"/publish", nil))
	return path
}

func (f *fixture) ok(r testapp.Response) testapp.Response {
	f.Helper()
	if r.Status >= 300 {
		f.Fatalf("%d %s", r.Status, r.Body)
	}
	return r
}

func (f *fixture) refused(r testapp.Response, status int) {
	f.Helper()
	if r.Status != status {
		f.Errorf("%d %s, want %d", r.Status, r.Body, status)
	}
}

// member returns a signed-in member with a name and an address.
func (f *fixture) member(name string) *testapp.Visitor {
	f.Helper()
	return f.SignedInAs(f.CreateMember(fields{"name": name, "email": strings.ToLower(name) + "@example.com"}))
}

// answers sends a member's answer and returns the resulting state.
func (f *fixture) answers(v *testapp.Visitor, path, answer string) string {
	f.Helper()
	return f.ok(v.Post(path+"/answer", fields{"answer": answer})).JSON["state"].(string)
}

func (f *fixture) expectState(v *testapp.Visitor, path, want string) {
	f.Helper()
	if got := f.ok(v.Get(path)).JSON["state"]; got != want {
		f.Errorf("the state is %v, want %s", got, want)
	}
}

// subjects lists the subjects of the emails that an address has received, newest first.
func (f *fixture) subjects(name string) string {
	f.Helper()
	var list []string
	for _, m := range f.Inbox(strings.ToLower(name) + "@example.com") {
		list = append(list, m.Subject)
	}
	return strings.Join(list, " | ")
}

func (f *fixture) expectSubjects(name, want string) {
	f.Helper()
	if got := f.subjects(name); got != want {
		f.Errorf("%s was sent %q, want %q", name, got, want)
	}
}

func TestAMemberGoesWaitsAndIsPromoted(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	path := f.create(nil)
	asha, bina, chitra, devi := f.member("Asha"), f.member("Bina"), f.member("Chitra"), f.member("Devi")
	f.refused(asha.Get(path), 404)
	f.refused(asha.Post(path+"/answer", fields{"answer": "going"}), 404)
	f.ok(f.office.Post(path+"/publish", nil))
	f.refused(f.office.Post(path+"/publish", nil), 409)

	for _, v := range []*testapp.Visitor{asha, bina} {
		if state := f.answers(v, path, "going"); state != "going" {
			t.Errorf("a member with a free place is %s", state)
		}
	}
	f.answers(chitra, path, "going")
	answer := f.ok(devi.Post(path+"/answer", fields{"answer": "going", "hasConsented": true})).JSON
	if answer["state"] != "waiting" || answer["queuePlace"] != 2.0 || answer["taken"] != 2.0 ||
		answer["capacity"] != 2.0 || answer["waiting"] != 2.0 || answer["hasConsented"] != true {
		t.Errorf("the second of the queue gets %v", answer)
	}
	if state := f.answers(asha, path, "declined"); state != "cancelled" {
		t.Errorf("a member who gives up a place is %s", state)
	}
	f.expectState(chitra, path, "going")
	f.expectSubjects("Chitra", "You have a place: Reading the audit report")
	f.expectSubjects("Devi", "")
	if place := f.ok(devi.Get(path)).JSON["queuePlace"]; place != 1.0 {
		t.Errorf("the first of the queue is at %v", place)
	}
	// A larger capacity promotes, once.
	f.ok(f.office.Send(http.MethodPut, path, fields{"capacity": 3}))
	f.ok(f.office.Send(http.MethodPut, path, fields{"title": "Reading the audit report"}))
	f.expectSubjects("Devi", "You have a place: Reading the audit report")
	// No one declines in vain, and nothing is left to promote.
	f.answers(f.member("Esha"), path, "declined")
	list := f.ok(asha.Get("/api/events")).Body
	if !strings.Contains(list, `"taken":3,"waiting":0,"state":"cancelled"`) {
		t.Errorf("the list has %s", list)
	}
}

func TestPromotionStopsTwoHoursBeforeTheStart(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	path := f.published(nil)
	asha, bina, chitra, devi := f.member("Asha"), f.member("Bina"), f.member("Chitra"), f.member("Devi")
	f.answers(asha, path, "going")
	f.answers(bina, path, "going")
	f.answers(chitra, path, "going")
	f.Clock.Advance(46 * time.Hour)
	f.answers(bina, path, "cancelled")
	f.expectState(chitra, path, "waiting")
	// Now the free place goes to the next member who asks, also from the waiting list.
	if state := f.answers(chitra, path, "going"); state != "going" {
		t.Errorf("a waiting member who asks for the free place is %s", state)
	}
	if state := f.answers(devi, path, "going"); state != "waiting" {
		t.Errorf("a member without a free place is %s", state)
	}
	f.Clock.Advance(4 * time.Hour)
	f.refused(devi.Post(path+"/answer", fields{"answer": "declined"}), 409)
}

// TestTwoHundredMembersAnswerAtOnce also cancels many answers at once.
func TestTwoHundredMembersAnswerAtOnce(t *testing.T) {
	testdb.SkipUnderRace(t)
	t.Parallel()
	f := newFixture(t)
	path := f.published(fields{"capacity": 50})
	const members = 200
	visitors, accounts := make([]*testapp.Visitor, members), make([]*core.Record, members)
	for i := range visitors {
		accounts[i] = f.CreateMember(fields{"name": "Member", "email": fmt.Sprintf("m%03d@example.com", i)})
		visitors[i] = f.SignedInAs(accounts[i])
	}
	f.atOnce(visitors, path, "going")
	f.expectCounts(path, 50, 150)
	rows := f.rows(path)
	for i, row := range rows {
		if (row.GetString("state") == "going") != (i < 50) {
			t.Fatalf("answer %d of %d is %s", i, members, row.GetString("state"))
		}
	}
	// Everyone who is going cancels at once, together with twenty who wait.
	var leaving []*testapp.Visitor
	next := map[string]bool{}
	for i, row := range rows {
		userID := row.GetString("userId")
		if i < 50 || i >= 180 {
			for j, account := range accounts {
				if account.Id == userID {
					leaving = append(leaving, visitors[j])
				}
			}
		}
		if i >= 50 && i < 100 {
			next[userID] = true
		}
	}
	f.atOnce(leaving, path, "cancelled")
	f.expectCounts(path, 50, 80)
	for _, row := range f.rows(path) {
		if row.GetString("state") == "going" && !next[row.GetString("userId")] {
			t.Errorf("a member was promoted before an older answer")
		}
	}
	f.Drain()
	promoted, err := f.PB.CountRecords("email_logs", dbx.HashExp{"kind": "session-promoted"})
	if err != nil || promoted != 50 {
		t.Errorf("%d emails about 50 promotions, %v", promoted, err)
	}
}

func (f *fixture) atOnce(visitors []*testapp.Visitor, path, answer string) {
	f.Helper()
	var wg sync.WaitGroup
	for _, v := range visitors {
		wg.Go(func() {
			if r := v.Post(path+"/answer", fields{"answer": answer}); r.Status != http.StatusOK {
				f.Errorf("%d %s", r.Status, r.Body)
			}
		})
	}
	wg.Wait()
}

// rows lists the answers to a session in their order.
func (f *fixture) rows(path string) []*core.Record {
	f.Helper()
	var rows []*core.Record
	id := path[strings.LastIndex(path, "/")+1:]
	err := f.PB.RecordQuery("event_answers").AndWhere(dbx.HashExp{"event": id}).OrderBy("queue").All(&rows)
	if err != nil {
		f.Fatal(err)
	}
	return rows
}

// list returns all records of a collection.
func (f *fixture) list(collection string) []*core.Record {
	f.Helper()
	records, err := f.PB.FindAllRecords(collection)
	if err != nil {
		f.Fatal(err)
	}
	return records
}

func (f *fixture) expectCounts(path string, taken, waiting float64) {
	f.Helper()
	session := f.ok(f.office.Get(strings.Replace(path, "/api/", "/api/admin/", 1))).JSON
	if session["taken"] != taken || session["waiting"] != waiting {
		f.Errorf("%v are going and %v wait, want %v and %v", session["taken"], session["waiting"], taken, waiting)
	}
}

func TestMembersWhoGoAreRemindedAndToldOfAMove(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	path := f.published(nil)
	asha, bina, chitra := f.member("Asha"), f.member("Bina"), f.member("Chitra")
	f.answers(asha, path, "going")
	f.answers(bina, path, "going")
	f.answers(chitra, path, "going")
	f.Clock.Advance(24 * time.Hour)
	f.expectSubjects("Asha", "Tomorrow: Reading the audit report")
	f.expectSubjects("Chitra", "") // waits
	// A corrected title tells no one, a move tells everyone who goes or waits.
	f.ok(f.office.Send(http.MethodPut, path, fields{"abstract": "Corrected.", "title": "Reading an audit report"}))
	f.expectSubjects("Asha", "Tomorrow: Reading the audit report")
	f.ok(f.office.Send(http.MethodPut, path, fields{"startsAt": local(f.Clock.Now().Add(72 * time.Hour))}))
	f.ok(f.office.Send(http.MethodPut, path, fields{"place": "Taj Mahal Palace, Mumbai"}))
	f.expectSubjects("Chitra", "Changed: Reading an audit report") // one email with the final facts
	f.Clock.Advance(48 * time.Hour)
	f.expectSubjects("Bina", "Tomorrow: Reading an audit report | Changed: Reading an audit report | "+
		"Tomorrow: Reading the audit report")
	f.answers(bina, path, "cancelled")
	f.Drain()
	f.Clock.Advance(23 * time.Hour)
	f.expectSubjects("Chitra", "In one hour: Reading an audit report | You have a place: Reading an audit report | "+
		"Changed: Reading an audit report")
	if strings.Contains(f.subjects("Bina"), "In one hour") {
		t.Error("a member who has cancelled is reminded")
	}
	f.refused(f.office.Send(http.MethodPut, path, fields{"startsAt": local(f.Clock.Now().Add(-time.Hour))}), 400)
}

func TestTheEmailAboutAMoveSaysWhoHasAPlace(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	path := f.published(nil)
	asha, bina, chitra := f.member("Asha"), f.member("Bina"), f.member("Chitra")
	f.answers(asha, path, "going")
	f.answers(bina, path, "going")
	f.answers(chitra, path, "going")
	f.answers(f.member("Devi"), path, "going")
	f.answers(asha, path, "cancelled")
	// The promotion of Chitra has not been sent yet, and its place is wrong now.
	f.ok(f.office.Send(http.MethodPut, path, fields{"place": "Taj Mahal Palace, Mumbai"}))
	f.expectSubjects("Asha", "")
	for name, want := range map[string]string{
		"Bina": "You have a place.", "Chitra": "You have a place.", "Devi": "You are on the waiting list.",
	} {
		f.expectSubjects(name, "Changed: Reading the audit report")
		if text := f.Inbox(strings.ToLower(name) + "@example.com")[0].Text; !strings.Contains(text, want) {
			t.Errorf("%s was sent %s", name, text)
		}
	}
	// A member who is promoted by the same change gets both emails.
	f.ok(f.office.Send(http.MethodPut, path, fields{"place": "Online", "capacity": 3}))
	for _, mail := range f.Inbox("devi@example.com")[:2] {
		if !strings.Contains(strings.ToLower(mail.Text), "you have a place") {
			t.Errorf("Devi was sent %s", mail.Text)
		}
	}
}

func TestARunningSessionCanBeExtendedAndItsPlaceCorrected(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	path := f.published(nil)
	f.answers(f.member("Asha"), path, "going")
	f.Clock.Advance(48*time.Hour + 30*time.Minute)
	f.refused(f.office.Send(http.MethodPut, path, fields{"startsAt": local(f.Clock.Now().Add(-time.Minute))}), 400)
	f.ok(f.office.Send(http.MethodPut, path, fields{"minutes": 120}))
	session := f.ok(f.office.Send(http.MethodPut, path, fields{"place": "Taj Mahal Palace, Mumbai"})).JSON
	if session["endsAt"] != "2026-08-05T08:30:00.000Z" || session["place"] != "Taj Mahal Palace, Mumbai" {
		t.Errorf("the session is %v", session)
	}
	f.expectSubjects("Asha", "Changed: Reading the audit report")
	// After the end, a correction tells no one.
	f.Clock.Advance(2 * time.Hour)
	f.ok(f.office.Send(http.MethodPut, path, fields{"place": "Online"}))
	f.expectSubjects("Asha", "Changed: Reading the audit report")
}

func TestAMemberWhoGoesChangesTheConsentAndKeepsThePlace(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	path := f.published(fields{"capacity": 1})
	asha, bina := f.member("Asha"), f.member("Bina")
	f.answers(asha, path, "going")
	f.answers(bina, path, "going")
	first := f.rows(path)[0]
	for _, agrees := range []bool{true, false} {
		answer := f.ok(asha.Post(path+"/answer", fields{"answer": "going", "hasConsented": agrees})).JSON
		if answer["state"] != "going" || answer["hasConsented"] != agrees {
			t.Errorf("the answer is %v", answer)
		}
		if row := f.rows(path)[0]; row.Id != first.Id || row.GetInt("queue") != first.GetInt("queue") {
			t.Errorf("the oldest answer is %v", row)
		}
	}
	f.expectCounts(path, 1, 1)
	f.expectSubjects("Bina", "")
}

func TestAMergeOfAccountsKeepsThePlace(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ own, undone string }{
		{"none", "none"}, {"declined", "declined"}, {"waiting", "cancelled"},
	} {
		t.Run(c.own, func(t *testing.T) {
			t.Parallel()
			f := newFixture(t)
			path := f.published(fields{"capacity": 1})
			account := f.CreateMember(fields{"name": "Asha", "email": "asha@example.com"})
			other := f.CreateMember(fields{"name": "Asha Rao", "email": "asha.rao@example.com"})
			asha := f.SignedInAs(account)
			f.ok(f.SignedInAs(other).Post(path+"/answer", fields{"answer": "going", "hasConsented": true}))
			switch c.own {
			case "declined":
				f.answers(asha, path, "declined")
			case "waiting":
				f.answers(asha, path, "going")
			}
			f.expectState(asha, path, c.own)
			merges := "/api/people/" + account.Id + "/merge"
			merged := f.ok(f.office.Post(merges, fields{"otherId": other.Id, "password": testapp.Password})).JSON
			if got := f.ok(asha.Get(path)).JSON; got["state"] != "going" || got["hasConsented"] != true {
				t.Errorf("after the merge the answer is %v", got)
			}
			f.expectCounts(path, 1, 0)
			f.ok(f.office.Post(merges+"s/"+merged["mergeId"].(string)+"/undo", nil))
			f.expectState(asha, path, c.undone)
			reopened, err := f.PB.FindRecordById("users", other.Id)
			if err != nil {
				t.Fatal(err)
			}
			f.expectState(f.SignedInAs(reopened), path, "going")
			f.expectCounts(path, 1, 0)
			for _, row := range f.rows(path) {
				user, err := f.PB.FindRecordById("users", row.GetString("userId"))
				if err != nil || user.GetString("person") != row.GetString("person") {
					t.Errorf("the person of the answer is %s, %v", row.GetString("person"), err)
				}
			}
		})
	}
}

func TestACancelledSessionTellsItsMembersOnce(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	path := f.published(nil)
	asha := f.member("Asha")
	f.answers(asha, path, "going")
	f.ok(f.office.Post(path+"/cancel", fields{"reason": "The speaker is ill."}))
	f.refused(f.office.Post(path+"/cancel", nil), 409)
	f.refused(f.office.Send(http.MethodDelete, path, nil), 409)
	f.refused(asha.Post(path+"/answer", fields{"answer": "going"}), 409)
	f.expectSubjects("Asha", "Cancelled: Reading the audit report")
	f.Clock.Advance(47 * time.Hour)
	f.expectSubjects("Asha", "Cancelled: Reading the audit report")
	if got := f.ok(asha.Get(path)).JSON; got["status"] != "cancelled" || got["cancelReason"] != "The speaker is ill." {
		t.Errorf("the session is %v", got)
	}
	draft := f.create(nil)
	f.ok(f.office.Send(http.MethodDelete, draft, nil))
	f.refused(f.office.Post(draft+"/publish", nil), 404)
}

func TestAMeetingIsOnAPublicWebsite(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	path := f.create(nil)
	for _, address := range []string{
		"http://meet.example.com/j/1", "https://127.0.0.1/j", "https://127.1/j", "https://10.0.0x1/j", "https://[::ffff:127.0.0.1]/j",
		"https://meet.localhost/j", "https://localhost./j", "https://192.168.1.4:8443/j", "https://meet.internal/j",
		"https://printer.local/j", "https://meet.home.arpa/j",
	} {
		if answer := f.office.Send(http.MethodPut, path, fields{"meetingUrl": address}); answer.Status/100 != 4 ||
			!strings.Contains(answer.Body, "meetingUrl") {
			t.Errorf("%s: %d %s", address, answer.Status, answer.Body)
		}
	}
	f.ok(f.office.Send(http.MethodPut, path, fields{"meetingUrl": "https://meet.example.com:8443/j/1"}))
}

// Earlier releases stored meetings at any address.
func TestAStoredMeetingIsOpenedOnlyOnAPublicWebsite(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	path := f.published(nil)
	join := strings.Replace(path, "/api", "", 1) + "/join"
	asha := f.member("Asha")
	f.answers(asha, path, "going")
	f.Clock.Advance(48*time.Hour - 15*time.Minute)
	for stored, want := range map[string]string{
		"http://meet.example.com/j/1?pwd=a": "https://meet.example.com/j/1?pwd=a",
		"HTTP://meet.example.com:80/j/1":    "https://meet.example.com/j/1",
		"https://meet.example.com/j/1":      "https://meet.example.com/j/1",
		"http://meet.example.com:8080/j/1":  "",
		"http://127.0.0.1/j/1":              "",
		"http://localhost/j/1":              "",
		"https://192.168.1.4:8443/j":        "",
	} {
		if _, err := f.PB.NonconcurrentDB().NewQuery("UPDATE events SET meetingUrl = {:url}").
			Bind(dbx.Params{"url": stored}).Execute(); err != nil {
			t.Fatal(err)
		}
		answer := asha.Get(join)
		if want == "" {
			f.refused(answer, 409)
		} else if answer.Status != http.StatusSeeOther || answer.Header.Get("Location") != want {
			t.Errorf("%s leads to %d %s, not to %s", stored, answer.Status, answer.Header.Get("Location"), want)
		}
		seen := f.ok(f.office.Get("/api/admin" + strings.TrimPrefix(path, "/api"))).JSON
		if seen["hasMeetingUrl"] != (want != "") {
			t.Errorf("%s: the office sees %v", stored, seen["hasMeetingUrl"])
		}
		f.ok(f.office.Send(http.MethodPut, path, fields{"title": "A title after " + stored[:5]}))
	}
}

func TestABrowserThatIsRefusedSeesThePageOfTheSession(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	path := f.published(nil)
	id := strings.TrimPrefix(path, "/api/events/")
	join, page := "/events/"+id+"/join", "/circle/sessions/"+id+"?meeting=closed"
	browser := func(v *testapp.Visitor) *testapp.Visitor {
		v.Header.Set("Accept", "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8")
		return v
	}
	opens := func(what string, v *testapp.Visitor, path, want string) {
		t.Helper()
		answer := v.Get(path)
		if answer.Status != http.StatusSeeOther || answer.Header.Get("Location") != want ||
			answer.Header.Get("Cache-Control") != "no-store" {
			t.Errorf("%s: %d %v, want a redirect to %s", what, answer.Status, answer.Header, want)
		}
	}
	asha, bina := browser(f.member("Asha")), browser(f.member("Bina"))
	f.answers(asha, path, "going")
	opens("a visitor", browser(f.Visitor()), join, page)
	opens("a user whose membership has ended", browser(f.SignedIn("users", nil)), join, page)
	opens("a member who is too early", asha, join, page)
	opens("an unknown session", asha, "/events/%2F%2Fevil.example/join", "/circle/sessions/%2F%2Fevil.example?meeting=closed")
	f.Clock.Advance(48*time.Hour - 15*time.Minute)
	opens("a member who is not going", bina, join, page)
	opens("a member who is going", asha, join, secretAddress)
	f.Clock.Advance(3 * time.Hour)
	opens("a member who is too late", asha, join, page)
}

func TestOnlyMembersWhoGoJoinAndAttend(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	path := f.published(nil)
	join := strings.Replace(path, "/api", "", 1) + "/join"
	asha, bina := f.member("Asha"), f.member("Bina")
	f.answers(asha, path, "going")
	f.refused(f.Visitor().Get(join), 401)
	f.refused(asha.Get(join), 409)
	// No one has attended a session that has not begun.
	f.refused(f.office.Post(path+"/attendance", fields{"content": "Email\nasha@example.com\n"}), 409)
	answered := path + "/attendees/" + f.rows(path)[0].Id
	f.refused(f.office.Send(http.MethodPut, answered, fields{"attendance": "attended"}), 409)
	f.refused(f.office.Send(http.MethodPut, answered, fields{"attendance": "absent"}), 409)
	f.Clock.Advance(48*time.Hour - 15*time.Minute)
	f.refused(bina.Get(join), 403)
	for name, header := range map[string][2]string{
		"HEAD": {}, "a link on another site": {"Sec-Fetch-Site", "cross-site"}, "a prefetch": {"Sec-Purpose", "prefetch"},
		"an image": {"Sec-Fetch-Dest", "image"},
	} {
		method := http.MethodGet
		if name == "HEAD" {
			method = http.MethodHead
		} else {
			asha.Header.Set(header[0], header[1])
		}
		f.refused(asha.Send(method, join, nil), 403)
		asha.Header.Del(header[0])
		if row := f.rows(path)[0]; !row.GetDateTime("joinedAt").IsZero() {
			t.Errorf("%s records that the member joined", name)
		}
	}
	answer := asha.Get(join)
	if answer.Status != http.StatusSeeOther || answer.Header.Get("Location") != secretAddress ||
		answer.Header.Get("Cache-Control") != "no-store" {
		t.Errorf("%d %v", answer.Status, answer.Header)
	}
	asha.Get(join)
	f.Clock.Advance(15*time.Minute + 90*time.Minute + time.Second)
	f.refused(asha.Get(join), 409)

	// The office corrects and imports the attendance.
	attendees := f.ok(f.office.Get(path + "/attendees")).Body
	if !strings.Contains(attendees, `"joinedAt":"2026-08-05T06:15:00.000Z","attendance":"as-joined","hasAttended":true`) {
		t.Errorf("the attendees are %s", attendees)
	}
	row := f.rows(path)[0]
	corrected := f.ok(f.office.Send(http.MethodPut, path+"/attendees/"+row.Id, fields{"attendance": "absent"})).JSON
	if corrected["hasAttended"] != false {
		t.Errorf("corrected: %v", corrected)
	}
	result := f.ok(f.office.Post(path+"/attendance", fields{
		"content": "Meeting report\nName (Original Name),User Email,Minutes\nAsha,ASHA@example.com,80\n" +
			"Bina,bina@example.com,2\n,,3\n",
	}))
	if result.Body != `{"matched":1,"guests":0,"unknown":["bina@example.com"],"withoutAddress":1}`+"\n" {
		t.Errorf("the import gives %s", result.Body)
	}
	f.refused(f.office.Post(path+"/attendance", fields{"content": "Name\nAsha\n"}), 400)
	export := f.ok(f.office.Get(path + "/attendees/export")).Body
	if !strings.Contains(export, "Asha,asha@example.com,going,2026-08-03 12:00,no,2026-08-05 11:45,yes") {
		t.Errorf("the export is %s", export)
	}
}

func TestRecordingsAreForMembersAfterTheSession(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	path := f.published(nil)
	asha := f.member("Asha")
	f.ok(f.office.Send(http.MethodPut, path, fields{
		"recordingUrl": "https://video.example.com/1", "slidesUrl": "https://files.example.com/1.pdf",
		"notes": "# What we *said*\n<script>alert(1)</script>![x](https://tracker.example/x.png)",
	}))
	if got := f.ok(asha.Get(path)).JSON; got["recordingUrl"] != "" || got["notes"] != "" {
		t.Errorf("before the end: %v", got)
	}
	f.Clock.Advance(50 * time.Hour)
	got := f.ok(asha.Get(path)).JSON
	if got["recordingUrl"] != "https://video.example.com/1" || got["slidesUrl"] != "https://files.example.com/1.pdf" ||
		!strings.HasPrefix(got["notes"].(string), "<h3>What we <em>said</em></h3>") ||
		strings.Contains(got["notes"].(string), "script>") || strings.Contains(got["notes"].(string), "<img") {
		t.Errorf("after the end: %v", got)
	}
	f.refused(f.SignedIn("users", nil).Get(path), 403)
}

func TestAPlaceIsReleasedWhenTheMembershipEnds(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	path := f.published(fields{"capacity": 1})
	account := f.CreateAccount("users", fields{"name": "Asha", "email": "asha@example.com"})
	f.GrantTerm(account.Id, f.Clock.Now().Add(-time.Hour), f.Clock.Now().Add(time.Hour))
	asha, bina, chitra := f.SignedInAs(account), f.CreateMember(fields{"email": "bina@example.com"}), f.member("Chitra")
	f.answers(asha, path, "going")
	f.answers(f.SignedInAs(bina), path, "going")
	f.answers(chitra, path, "going")
	bina.Set("isActive", false)
	if err := f.PB.Save(bina); err != nil {
		t.Fatal(err)
	}
	f.Clock.Advance(2 * time.Hour)
	f.refused(asha.Get(path), 403)
	f.Clock.Advance(23 * time.Hour)
	f.expectSubjects("Asha", "")
	f.expectSubjects("Bina", "")
	got := f.subjects("Chitra")
	for _, want := range []string{"Tomorrow: Reading the audit report", "You have a place: Reading the audit report"} {
		if strings.Count(got, want) != 1 {
			t.Errorf("the member who is promoted was sent %q", got)
		}
	}
}

// TestTheMeetingAddressAppearsNowhere searches every answer, email, file, log and audit entry.
func TestTheMeetingAddressAppearsNowhere(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	path := f.published(fields{"isPublic": true})
	asha := f.member("Asha")
	f.answers(asha, path, "going")
	feed := f.ok(asha.Post("/api/calendar-feed", nil)).JSON["url"].(string)
	f.ok(f.office.Send(http.MethodPut, path, fields{"startsAt": local(f.Clock.Now().Add(49 * time.Hour))}))
	f.Clock.Advance(48 * time.Hour)
	adminPath := strings.Replace(path, "/api/", "/api/admin/", 1)
	seen := map[string]string{
		"the list": asha.Get("/api/events").Body, "the session": asha.Get(path).Body,
		"the answer":        asha.Post(path+"/answer", fields{"answer": "going"}).Body,
		"the calendar file": asha.Get(path + "/calendar").Body,
		"the feed":          f.Visitor().Get(feed[len("http://boardcircle.test"):]).Body,
		"the console":       f.office.Get(adminPath).Body, "the console's list": f.office.Get("/api/admin/events").Body,
		"the attendees": f.office.Get(path + "/attendees").Body, "the export": f.office.Get(path + "/attendees/export").Body,
		"the audit log": f.SignedIn("admins", nil).Get("/api/audit?perPage=500").Body,
	}
	f.Drain()
	for i, m := range f.Brevo.Messages("asha@example.com") {
		seen[fmt.Sprintf("email %d", i)] = fmt.Sprint(m)
	}
	if len(seen) < 12 {
		t.Errorf("only %d places were searched", len(seen))
	}
	// Every table except the one with the address.
	collections, err := f.PB.FindAllCollections()
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range collections {
		var rows []dbx.NullStringMap
		if err := f.PB.DB().Select("*").From(c.Name).All(&rows); err != nil {
			t.Fatal(err)
		}
		if c.Name != "events" {
			seen["the table "+c.Name] = fmt.Sprint(rows)
		}
	}
	var logs []dbx.NullStringMap
	if err := f.PB.AuxDB().Select("*").From("_logs").All(&logs); err != nil {
		t.Fatal(err)
	}
	seen["the log"] = fmt.Sprint(logs)
	for place, text := range seen {
		isThere := strings.Contains(text, "928374655") || strings.Contains(text, "QuietTamarind")
		if isThere || strings.Contains(text, "meet.example.com") {
			t.Errorf("%s contains the address of the meeting: %s", place, text)
		}
	}
	// An empty address keeps the stored one, and another replaces it.
	session := f.ok(f.office.Send(http.MethodPut, path, fields{"meetingUrl": ""})).JSON
	if session["hasMeetingUrl"] != true {
		t.Error("the address is lost")
	}
}

func TestASessionRepeatsOnTheSameWeekdayOfTheMonth(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	// Monday, 31 August 2026 is the fifth Monday of its month.
	path := f.create(fields{"startsAt": "2026-08-31T18:30", "minutes": 60})
	drafts := f.ok(f.office.Post(path+"/repeat", fields{"count": 3})).Body
	for _, want := range []string{"2026-09-28T13:00:00.000Z", "2026-10-26T13:00:00.000Z", "2026-11-30T13:00:00.000Z"} {
		if !strings.Contains(drafts, want) {
			t.Errorf("no copy at %s: %s", want, drafts)
		}
	}
	if strings.Count(drafts, `"status":"draft"`) != 3 {
		t.Errorf("the copies are %s", drafts)
	}
}

func TestThePublicSessionIsForVisitorsAndSetsTheLaunchDay(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	visitor := f.Visitor()
	day := func() any { return f.ok(visitor.Get("/api/config")).JSON["eventDay"] }
	if got := day(); got != "September 16th" {
		t.Errorf("without a public session the day is %v", got)
	}
	private, later := f.published(nil), f.published(fields{"isPublic": true, "startsAt": "2026-10-05T18:30", "title": "Later"})
	first := f.create(fields{"isPublic": true, "startsAt": "2026-08-20T18:30", "title": "The launch"})
	public := func(path string) string { return strings.Replace(path, "/api/events/", "/api/site/sessions/", 1) }
	f.refused(visitor.Get(public(private)), 404)
	f.refused(visitor.Get(public(first)), 404)
	if got := day(); got != "October 5th" {
		t.Errorf("with one public session the day is %v", got)
	}
	f.ok(f.office.Post(first+"/publish", nil))
	got := f.ok(visitor.Get(public(first))).JSON
	if got["title"] != "The launch" || got["abstract"] != "<p>How to <strong>read</strong> it.</p>" {
		t.Errorf("visitors see %v", got)
	}
	if got := day(); got != "August 20th" {
		t.Errorf("the day is %v, not that of the first public session", got)
	}
	next := func() any {
		session, _ := f.ok(visitor.Get("/api/config")).JSON["nextSession"].(fields)
		return session["title"]
	}
	if next() != "The launch" {
		t.Errorf("the next session is %v", next())
	}
	f.Clock.Advance(20 * 24 * time.Hour)
	if day() != "" || next() != "Later" {
		t.Errorf("after the launch the site announces the launch on %q and the session %v", day(), next())
	}
	f.ok(f.office.Post(later+"/cancel", nil))
	if next() != nil {
		t.Errorf("a cancelled session is announced: %v", next())
	}
}

func TestAnEmailNamesTheNextSessionOnlyToPeopleWhoCanCome(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.published(nil)
	starts := f.list("events")[0].GetDateTime("startsAt").Time()
	for name, c := range map[string]struct {
		start, end time.Time
		isNamed    bool
	}{
		"a member":                               {f.Clock.Now().Add(-24 * time.Hour), time.Time{}, true},
		"a member whose membership ends earlier": {f.Clock.Now().Add(-24 * time.Hour), starts.Add(-time.Hour), true}, // it may be renewed
		"a membership that starts before it":     {starts.Add(-time.Hour), time.Time{}, true},
		"a membership that starts after it":      {starts.Add(time.Hour), time.Time{}, false},
		"a membership that has ended":            {f.Clock.Now().Add(-48 * time.Hour), f.Clock.Now().Add(-24 * time.Hour), false},
	} {
		account := f.CreateAccount("users", nil)
		f.GrantTerm(account.Id, c.start, c.end)
		params, err := f.Events.NextSessionParams(f.PB, account.Id)
		if isNamed := params["session"] != ""; err != nil || isNamed != c.isNamed {
			t.Errorf("%s: %v, %v", name, params, err)
		}
	}
	params, err := f.Events.NextSessionParams(f.PB, "")
	if err != nil || params["session"] == "" {
		t.Errorf("a person who is invited: %v, %v", params, err)
	}
}

func TestNoTextOfASessionHasTheAddressOfTheMeeting(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	draft := fields{"title": "Reading the audit report", "host": "Meera Krishnan", "meetingUrl": secretAddress,
		"startsAt": local(f.Clock.Now().Add(48 * time.Hour))}
	path := f.published(nil)
	for field, text := range map[string]any{
		"place": secretAddress, "abstract": "Join [here](" + secretAddress + ").", "title": "On meet.example.com/j/928374655",
		"notes": "HTTPS://MEET.EXAMPLE.COM/j/928374655", "recordingUrl": secretAddress,
		"speakers": []fields{{"name": "Asha Rao", "role": "Joins by " + secretAddress}},
	} {
		body := maps.Clone(draft)
		body[field] = text
		for name, answer := range map[string]testapp.Response{
			"create": f.office.Post("/api/events", body),
			"update": f.office.Send(http.MethodPut, path, fields{field: text}),
		} {
			if answer.Status != http.StatusBadRequest || answer.Field(field) == "" {
				t.Errorf("%s with the address in %s: %d %s", name, field, answer.Status, answer.Body)
			}
		}
	}
	answer := f.office.Post(path+"/cancel", fields{"reason": "Next time at " + secretAddress})
	if answer.Field("reason") == "" {
		t.Errorf("a reason with the address: %d %s", answer.Status, answer.Body)
	}
	// A link to another meeting is refused in the place too, before an address is entered.
	f.refused(f.office.Send(http.MethodPut, path, fields{"place": "www.meetings.example/9"}), http.StatusBadRequest)
	f.ok(f.office.Send(http.MethodPut, path, fields{"abstract": "See [the law](https://www.sebi.gov.in/).",
		"place": "Taj Mahal Palace, Mumbai"}))
}
