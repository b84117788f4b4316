package events_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/pocketbase/dbx"

	"boardcircle/pb_hooks/internal/testapp"
)

const guestAddress = "vasudha@example.com"

// openSession publishes a session with a page for visitors, and returns its path and the path of its guests.
func (f *fixture) openSession(values fields) (path, guests string) {
	f.Helper()
	all := fields{"isPublic": true}
	for name, value := range values {
		all[name] = value
	}
	path = f.published(all)
	return path, "/api/site/sessions/" + strings.TrimPrefix(path, "/api/events/") + "/guests"
}

// guestLink asks for a link and returns its token.
func (f *fixture) guestLink(guests, name, address string) string {
	f.Helper()
	f.Clock.Advance(2 * time.Minute) // an address gets a link a minute
	f.ok(f.Visitor().Post(guests, fields{"name": name, "email": address}))
	return f.guestToken(address)
}

// guestToken returns the token of the link in the last email to a guest.
func (f *fixture) guestToken(address string) string {
	f.Helper()
	inbox := f.Inbox(address)
	_, token, found := strings.Cut(inbox[0].Text, "?token=")
	if !found {
		f.Fatalf("the email has no link: %s", inbox[0].Text)
	}
	token, err := url.QueryUnescape(strings.FieldsFunc(token, func(r rune) bool { return r == '\n' || r == ' ' })[0])
	if err != nil {
		f.Fatal(err)
	}
	return token
}

func (f *fixture) answerAsGuest(token, answer string) testapp.Response {
	f.Helper()
	return f.Visitor().Post("/api/site/guests/answer", fields{"token": token, "answer": answer})
}

func (f *fixture) lastSubject(address string) string {
	f.Helper()
	inbox := f.Inbox(address)
	if len(inbox) == 0 {
		return ""
	}
	return inbox[0].Subject
}

func TestAVisitorAttendsAnOpenSession(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	path, guests := f.openSession(nil)
	token := f.guestLink(guests, "Vasudha Kelkar", guestAddress)
	if session := f.ok(f.office.Get("/api/admin/events/" + path[len("/api/events/"):])).JSON; session["taken"] != 0.0 {
		t.Errorf("a link that is not confirmed takes a place: %v", session["taken"])
	}
	if view := f.ok(f.Visitor().Post("/api/site/guests/look", fields{"token": token})).JSON; view["state"] != "asked" {
		t.Errorf("before the confirmation: %v", view)
	}
	f.refused(f.Visitor().Post("/api/site/guests/look", fields{"token": token + "x"}), http.StatusNotFound)
	if view := f.ok(f.answerAsGuest(token, "going")).JSON; view["state"] != "going" {
		t.Errorf("after the confirmation: %v", view)
	}
	if got := f.lastSubject(guestAddress); got != "You have a place: Reading the audit report" {
		t.Errorf("the last email is %q", got)
	}
	id := path[len("/api/events/"):]
	session := f.ok(f.office.Get("/api/admin/events/" + id)).JSON
	if session["taken"] != 1.0 || session["guests"] != 1.0 {
		t.Errorf("%v taken, %v guests", session["taken"], session["guests"])
	}
	if list := f.ok(f.office.Get(path + "/guests")).Body; !strings.Contains(list, guestAddress) {
		t.Errorf("the office sees %s", list)
	}
	if list := f.ok(f.office.Get(path + "/attendees")).Body; strings.Contains(list, guestAddress) {
		t.Errorf("guests are among the members: %s", list)
	}
	calendar := f.Visitor().Get("/api/site/sessions/" + id + "/calendar")
	if !strings.Contains(calendar.Body, "BEGIN:VEVENT") || strings.Contains(calendar.Body, "meet.example") {
		t.Errorf("the calendar is %s", calendar.Body)
	}
}

func TestAGuestOpensTheMeetingOnlyShortlyBeforeItBegins(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	_, guests := f.openSession(nil)
	token := f.guestLink(guests, "Vasudha Kelkar", guestAddress)
	join := func() testapp.Response { return f.Visitor().Post("/api/site/guests/join", fields{"token": token}) }
	f.refused(join(), http.StatusForbidden)
	f.ok(f.answerAsGuest(token, "going"))
	f.refused(join(), http.StatusConflict)
	f.Clock.Advance(47*time.Hour + 50*time.Minute - 2*time.Minute)
	if r := f.ok(join()); r.JSON["url"] != secretAddress || r.Header.Get("Cache-Control") != "no-store" {
		t.Errorf("%s %s", r.Body, r.Header.Get("Cache-Control"))
	}
	// Only a POST with the token confirms or opens anything.
	for _, method := range []string{http.MethodGet, http.MethodHead} {
		for _, address := range []string{"/api/site/guests/join", "/api/site/guests/answer"} {
			if r := f.Visitor().Send(method, address+"?token="+url.QueryEscape(token), nil); r.Status < 400 {
				t.Errorf("%s %s: %d", method, address, r.Status)
			}
		}
	}
	for _, mail := range f.Inbox(guestAddress) {
		if strings.Contains(mail.Text+mail.HTML, "meet.example") {
			t.Errorf("%q has the address of the meeting", mail.Subject)
		}
	}
}

func TestGuestsCountAgainstThePlacesAndWaitInTheSameQueue(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	path, guests := f.openSession(fields{"capacity": 1})
	token := f.guestLink(guests, "Vasudha Kelkar", guestAddress)
	f.ok(f.answerAsGuest(token, "going"))
	asha := f.member("Asha")
	if d := f.ok(asha.Post(path+"/answer", fields{"answer": "going"})).JSON; d["state"] != "waiting" {
		t.Errorf("the member is %v", d["state"])
	}
	other := f.guestLink(guests, "Leela Menon", "leela@example.com")
	if d := f.ok(f.answerAsGuest(other, "going")).JSON; d["state"] != "waiting" || d["queuePlace"] != 2.0 {
		t.Errorf("the second guest is %v", d)
	}
	f.ok(f.answerAsGuest(token, "cancelled"))
	if d := f.ok(asha.Get(path)).JSON; d["state"] != "going" {
		t.Errorf("the place did not go to the member: %v", d["state"])
	}
	f.ok(asha.Post(path+"/answer", fields{"answer": "cancelled"}))
	if got := f.lastSubject("leela@example.com"); got != "You have a place: Reading the audit report" {
		t.Errorf("the last email of the second guest is %q", got)
	}
}

func TestTheFormAnswersAlikeForMembersAndStrangers(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	_, guests := f.openSession(nil)
	f.member("Asha")
	ask := func(address string) testapp.Response {
		f.Clock.Advance(2 * time.Minute)
		return f.Visitor().Post(guests, fields{"name": "Vasudha Kelkar", "email": address})
	}
	member, stranger, again := ask("ASHA@example.com"), ask(guestAddress), ask(guestAddress)
	if member.Status != http.StatusOK || member.Body != stranger.Body || stranger.Body != again.Body {
		t.Errorf("%s %s %s", member.Body, stranger.Body, again.Body)
	}
	mail := f.Inbox("asha@example.com")[0]
	if !strings.Contains(mail.Text, "/circle/sessions/") || strings.Contains(mail.Text, "token=") {
		t.Errorf("the member reads %s", mail.Text)
	}
	if n, err := f.PB.CountRecords("event_guests", dbx.HashExp{"email": "asha@example.com"}); n != 0 || err != nil {
		t.Errorf("%d guests with the member's address, %v", n, err)
	}
	soon := f.Visitor().Post(guests, fields{"name": "Vasudha Kelkar", "email": guestAddress})
	if f.Visitor().Post(guests, fields{"name": "X Y", "email": guestAddress}); soon.Status != http.StatusTooManyRequests {
		t.Errorf("a link at once: %d", soon.Status)
	}
	f.refused(f.Visitor().Post(guests, fields{"name": "", "email": "no address"}), http.StatusBadRequest)
	closed := "/api/site/sessions/" + f.published(nil)[len("/api/events/"):] + "/guests"
	f.refused(f.Visitor().Post(closed, fields{"name": "Vasudha Kelkar", "email": guestAddress}), http.StatusNotFound)
}

func TestGuestsAreRemindedAndToldOfChanges(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	path, guests := f.openSession(nil)
	token := f.guestLink(guests, "Vasudha Kelkar", guestAddress)
	f.ok(f.answerAsGuest(token, "going"))
	f.Drain() // the email about the place is older than the reminder
	f.Clock.Advance(25 * time.Hour)
	if got := f.lastSubject(guestAddress); got != "Tomorrow: Reading the audit report" {
		t.Errorf("a day before: %q", got)
	}
	office := f.SignedIn("admins", fields{"role": "office"})
	f.ok(office.Send(http.MethodPut, path, fields{"place": "Fort House, Mumbai"}))
	if got := f.lastSubject(guestAddress); got != "Changed: Reading the audit report" {
		t.Errorf("after a change: %q", got)
	}
	f.refused(office.Send(http.MethodPut, path, fields{"isPublic": false}), http.StatusConflict)
	f.ok(office.Post(path+"/cancel", fields{"reason": "The speaker is ill."}))
	if got := f.lastSubject(guestAddress); got != "Cancelled: Reading the audit report" {
		t.Errorf("after the cancellation: %q", got)
	}
}

func TestAGuestGetsEmailsInTheLanguageOfThePage(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	path, guests := f.openSession(nil)
	for address, want := range map[string]struct{ language, asked string }{
		"hindi@example.com":   {"hi", "कृपया पुष्टि करें: "},
		"marathi@example.com": {"mr", "कृपया पुष्टी करा: "},
		"english@example.com": {"en", "Please confirm: "},
	} {
		visitor := f.Visitor()
		visitor.Header.Set("Content-Language", want.language)
		f.ok(visitor.Post(guests, fields{"name": "Vasudha Kelkar", "email": address}))
		if got := f.lastSubject(address); !strings.HasPrefix(got, want.asked) {
			t.Errorf("%s: the subject is %q, want %s", address, got, want.asked)
		}
	}
	// The later emails to the same guest, too.
	token := f.guestToken("hindi@example.com")
	f.ok(f.answerAsGuest(token, "going"))
	f.ok(f.office.Post(path+"/cancel", fields{"reason": ""}))
	if got := f.lastSubject("hindi@example.com"); !strings.HasPrefix(got, "रद्द: ") {
		t.Errorf("the subject is %q, want it in Hindi", got)
	}
}

func TestTheOfficeReadsTheGuestsInPages(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	path, guests := f.openSession(fields{"capacity": 2})
	for i := range 5 {
		address := fmt.Sprintf("guest%d@example.com", i)
		token := f.guestLink(guests, fmt.Sprintf("Guest %d", i), address)
		if i < 4 {
			f.ok(f.answerAsGuest(token, "going"))
		}
	}
	for query, want := range map[string]string{
		"perPage=2":               "guest4 guest0 of 5",
		"perPage=2&page=3":        "guest3 of 5",
		"perPage=2&page=4":        " of 5",
		"state=asked":             "guest4 of 1",
		"state=going":             "guest0 guest1 of 2",
		"state=waiting&perPage=1": "guest2 of 2",
	} {
		var rows []struct{ Email string }
		r := f.ok(f.office.Get(path + "/guests?" + query))
		if err := json.Unmarshal([]byte(r.Body), &rows); err != nil {
			t.Fatal(err)
		}
		var names []string
		for _, row := range rows {
			names = append(names, strings.TrimSuffix(row.Email, "@example.com"))
		}
		if got := strings.Join(names, " ") + " of " + r.Header.Get("X-Total-Count"); got != want {
			t.Errorf("%s: got %q, want %q", query, got, want)
		}
	}
}

func TestTheReportOfTheMeetingNamesGuests(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	path, guests := f.openSession(nil)
	f.ok(f.answerAsGuest(f.guestLink(guests, "Vasudha Kelkar", guestAddress), "going"))
	f.ok(f.answerAsGuest(f.guestLink(guests, "Leela Menon", "leela@example.com"), "going"))
	f.Clock.Advance(72 * time.Hour)
	report := fields{"content": "Name,Email\nVasudha,Vasudha@Example.com\nBina,bina@example.com\n"}
	result := f.ok(f.office.Post(path+"/attendance", report)).JSON
	if result["matched"] != 0.0 || result["guests"] != 1.0 || len(result["unknown"].([]any)) != 1 {
		t.Errorf("the import gives %v, want one guest apart from the members", result)
	}
	if got := f.guestAttendance(path); got["Vasudha Kelkar"] != "attended true" || got["Leela Menon"] != "as-joined false" {
		t.Errorf("the attendance is %v, want one who attended", got)
	}
}

// guestAttendance returns, by the name of the guest, what the office has recorded and the result.
func (f *fixture) guestAttendance(path string) map[string]string {
	f.Helper()
	var guests []struct {
		Name, Attendance string
		HasAttended      bool
	}
	if err := json.Unmarshal([]byte(f.ok(f.office.Get(path+"/guests")).Body), &guests); err != nil {
		f.Fatal(err)
	}
	attendance := map[string]string{}
	for _, g := range guests {
		attendance[g.Name] = fmt.Sprint(g.Attendance, " ", g.HasAttended)
	}
	return attendance
}

func TestTheOfficeCorrectsTheAttendanceOfAGuest(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	path, guests := f.openSession(nil)
	token := f.guestLink(guests, "Vasudha Kelkar", guestAddress)
	f.ok(f.answerAsGuest(token, "going"))
	g, err := f.PB.FindFirstRecordByData("event_guests", "email", guestAddress)
	if err != nil {
		t.Fatal(err)
	}
	correct := func(attendance string) testapp.Response {
		return f.office.Send(http.MethodPut, path+"/guests/"+g.Id, fields{"attendance": attendance})
	}
	f.refused(correct("attended"), http.StatusConflict)
	f.refused(correct("absent"), http.StatusConflict)
	f.Clock.Advance(47*time.Hour + 50*time.Minute)
	f.ok(f.Visitor().Post("/api/site/guests/join", fields{"token": token}))
	f.Clock.Advance(time.Hour)
	attended := func() any {
		return f.ok(f.office.Get("/api/admin/events/" + strings.TrimPrefix(path, "/api/events/"))).JSON["attended"]
	}
	if got := f.guestAttendance(path)["Vasudha Kelkar"]; got != "as-joined true" || attended() != 1.0 {
		t.Errorf("after the join: %s, %v attended", got, attended())
	}
	for _, to := range []struct {
		attendance string
		attended   bool
		count      float64
	}{{"absent", false, 0}, {"attended", true, 1}, {"absent", false, 0}, {"as-joined", true, 1}} {
		g := f.ok(correct(to.attendance)).JSON
		if g["attendance"] != to.attendance || g["hasAttended"] != to.attended || g["email"] != guestAddress {
			t.Errorf("corrected to %s: %v", to.attendance, g)
		}
		if got := attended(); got != to.count {
			t.Errorf("%v attended after %s, want %v", got, to.attendance, to.count)
		}
	}
	// The report of the meeting is newer than the correction.
	f.ok(correct("absent"))
	f.ok(f.office.Post(path+"/attendance", fields{"content": "Email\n" + guestAddress + "\n"}))
	if got := f.guestAttendance(path)["Vasudha Kelkar"]; got != "attended true" {
		t.Errorf("after the import: %s", got)
	}
	f.refused(correct("perhaps"), http.StatusBadRequest)
	other, _ := f.openSession(nil)
	f.refused(f.office.Send(http.MethodPut, other+"/guests/"+g.Id, fields{"attendance": "as-joined"}), http.StatusNotFound)
}

func TestGuestsArePurged(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	_, guests := f.openSession(fields{"startsAt": local(f.Clock.Now().AddDate(0, 1, 0))})
	confirmed := f.guestLink(guests, "Vasudha Kelkar", guestAddress)
	f.ok(f.answerAsGuest(confirmed, "going"))
	f.guestLink(guests, "Leela Menon", "leela@example.com")
	count := func(want int64) {
		t.Helper()
		if err := f.Events.PurgeGuests(); err != nil {
			t.Fatal(err)
		}
		if n, err := f.PB.CountRecords("event_guests"); n != want || err != nil {
			t.Errorf("%d guests, %v; want %d", n, err, want)
		}
	}
	count(2)
	f.Clock.Advance(8 * 24 * time.Hour)
	count(1)
	f.Clock.Advance(400 * 24 * time.Hour)
	count(0)
}
