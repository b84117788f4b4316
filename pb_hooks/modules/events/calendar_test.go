package events_test

import (
	"net/http"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	ics "github.com/arran4/golang-ical"
	"github.com/emersion/go-ical"

	"boardcircle/pb_hooks/internal/testapp"
)

// parseStrictly checks the rules of RFC 5545 that calendars are strict about, and returns the events. Two libraries
// read the file, because the first one also writes it.
func parseStrictly(t *testing.T, file string) []ical.Event {
	t.Helper()
	if !strings.HasSuffix(file, "\r\n") || strings.Contains(strings.ReplaceAll(file, "\r\n", ""), "\n") ||
		strings.Contains(strings.ReplaceAll(file, "\r\n", ""), "\r") {
		t.Errorf("the lines do not all end with CRLF: %q", file)
	}
	for line := range strings.SplitSeq(strings.TrimSuffix(file, "\r\n"), "\r\n") {
		if len(line) > 75 || !utf8.ValidString(line) || line == "" {
			t.Errorf("a bad line: %q", line)
		}
		if !strings.HasPrefix(line, " ") && !strings.ContainsAny(line, ":") {
			t.Errorf("a line without a name: %q", line)
		}
	}
	calendar, err := ical.NewDecoder(strings.NewReader(file)).Decode()
	if err != nil {
		t.Fatalf("%v: %s", err, file)
	}
	for name, want := range map[string]string{"METHOD": "PUBLISH", "VERSION": "2.0"} {
		if got := calendar.Props.Get(name); got == nil || got.Value != want {
			t.Errorf("%s is %v", name, got)
		}
	}
	for _, unwanted := range []string{"ATTENDEE", "ORGANIZER", "RRULE", "TZID", "VTIMEZONE"} {
		if strings.Contains(file, unwanted) {
			t.Errorf("the file has %s: %s", unwanted, file)
		}
	}
	uids := map[string]bool{}
	for _, event := range calendar.Events() {
		for _, name := range []string{"UID", "DTSTAMP", "DTSTART", "DTEND", "SEQUENCE", "STATUS", "SUMMARY", "URL"} {
			if len(event.Props[name]) != 1 {
				t.Errorf("an event has %d %s", len(event.Props[name]), name)
			}
		}
		for _, name := range []string{"DTSTAMP", "DTSTART", "DTEND"} {
			if _, err := time.Parse("20060102T150405Z", event.Props.Get(name).Value); err != nil {
				t.Errorf("%s is not in UTC: %v", name, err)
			}
		}
		if uid := event.Props.Get("UID").Value; uids[uid] {
			t.Errorf("two events have the UID %s", uid)
		} else {
			uids[uid] = true
		}
	}
	checkOtherReading(t, file, calendar.Events())
	return calendar.Events()
}

// checkOtherReading compares the events with those that a second library reads.
func checkOtherReading(t *testing.T, file string, events []ical.Event) {
	t.Helper()
	other, err := ics.ParseCalendar(strings.NewReader(file))
	if err != nil {
		t.Fatalf("%v: %s", err, file)
	}
	if len(other.Events()) != len(events) {
		t.Fatalf("another library reads %d events of %d", len(other.Events()), len(events))
	}
	for i, event := range other.Events() {
		for _, name := range []ics.ComponentProperty{ics.ComponentPropertyUniqueId, ics.ComponentPropertySequence,
			ics.ComponentPropertyStatus, ics.ComponentPropertyDtStart, ics.ComponentPropertyDtEnd,
			ics.ComponentPropertySummary, ics.ComponentPropertyUrl} {
			want := events[i].Props.Get(string(name)).Value
			if name == ics.ComponentPropertySummary {
				want, err = events[i].Props.Text(ical.PropSummary)
			}
			if got := event.GetProperty(name); err != nil || got == nil || got.Value != want {
				t.Errorf("another library reads %s as %v, want %s (%v)", name, got, want, err)
			}
		}
	}
}

// summary returns the facts of an event that change.
func summary(e ical.Event) string {
	return strings.Join([]string{e.Props.Get("SUMMARY").Value, e.Props.Get("DTSTART").Value,
		e.Props.Get("SEQUENCE").Value, e.Props.Get("STATUS").Value}, " ")
}

func (f *fixture) feedPath(v *testapp.Visitor) string {
	f.Helper()
	address := f.ok(v.Post("/api/calendar-feed", nil)).JSON["url"].(string)
	path, isOurs := strings.CutPrefix(address, "http://boardcircle.test")
	if !isOurs {
		f.Fatalf("the address is %s", address)
	}
	return path
}

func TestAFeedCorrectsItself(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	asha := f.member("Asha")
	feed := f.feedPath(asha)
	reader := f.Visitor()
	if events := parseStrictly(t, f.ok(reader.Get(feed)).Body); len(events) != 0 {
		t.Errorf("an empty feed has %d events", len(events))
	}
	path := f.published(fields{"capacity": 1,
		"title": "Vergütung, Ausschüsse; und बोर्ड की बैठक: a very long title of a session, with — dashes \\ slashes"})
	other := f.member("Bina")
	f.answers(other, path, "going")
	f.answers(asha, path, "going")
	file := f.ok(reader.Get(feed))
	if file.Header.Get("Content-Type") != "text/calendar; charset=utf-8" {
		t.Errorf("the type is %s", file.Header.Get("Content-Type"))
	}
	events := parseStrictly(t, file.Body)
	if len(events) != 1 || events[0].Props.Get("STATUS").Value != "TENTATIVE" {
		t.Fatalf("a waiting member's feed is %s", file.Body)
	}
	uid := events[0].Props.Get("UID").Value

	// The feed is sent again only if it has changed.
	reader.Header.Set("If-None-Match", file.Header.Get("ETag"))
	f.refused(reader.Get(feed), http.StatusNotModified)
	f.answers(other, path, "cancelled")
	f.ok(f.office.Send(http.MethodPut, path, fields{"title": "Pay", "startsAt": "2026-08-10T18:30"}))
	events = parseStrictly(t, f.ok(reader.Get(feed)).Body)
	if got := summary(events[0]); got != "Pay 20260810T130000Z 2 CONFIRMED" || events[0].Props.Get("UID").Value != uid {
		t.Errorf("a moved session is %s", got)
	}
	f.ok(f.office.Post(path+"/cancel", nil))
	if got := summary(parseStrictly(t, f.ok(reader.Get(feed)).Body)[0]); got != "Pay 20260810T130000Z 3 CANCELLED" {
		t.Errorf("a cancelled session is %s", got)
	}
	f.Clock.Advance(31 * 24 * time.Hour)
	if events := parseStrictly(t, f.ok(reader.Get(feed)).Body); len(events) != 0 {
		t.Error("a session stays for more than 30 days after it was cancelled")
	}
}

func TestAFeedEndsWithItsAddressOrTheMembership(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	account := f.CreateAccount("users", fields{"email": "asha@example.com"})
	f.GrantTerm(account.Id, f.Clock.Now().Add(-time.Hour), f.Clock.Now().Add(48*time.Hour))
	asha, reader := f.SignedInAs(account), f.Visitor()
	if got := f.ok(asha.Get("/api/calendar-feed")).JSON; got["isIssued"] != false {
		t.Errorf("before: %v", got)
	}
	first := f.feedPath(asha)
	second := f.feedPath(asha)
	f.refused(reader.Get(first), 404)
	f.ok(reader.Get(second))
	if got := f.ok(asha.Get("/api/calendar-feed")).JSON; got["isIssued"] != true || got["url"] != "" {
		t.Errorf("the address is shown again: %v", got)
	}
	token := strings.TrimSuffix(strings.TrimPrefix(second, "/cal/"), ".ics")
	if len(token) != 43 {
		t.Errorf("the token has %d characters", len(token))
	}
	var logs []string
	if err := f.PB.AuxDB().Select("data").From("_logs").Column(&logs); err != nil {
		t.Fatal(err)
	}
	if strings.Contains(strings.Join(logs, " "), token) {
		t.Error("the log has the token")
	}
	stored := f.list("calendar_feeds")[0]
	if stored.GetString("tokenHash") == token || stored.GetString("person") == "" {
		t.Errorf("stored is %v", stored)
	}
	for _, wrong := range []string{"/cal/" + token, "/cal/" + token[1:] + ".ics", "/cal/.ics"} {
		f.refused(reader.Get(wrong), 404)
	}
	f.ok(asha.Send(http.MethodDelete, "/api/calendar-feed", nil))
	f.refused(reader.Get(second), 404)
	third := f.feedPath(asha)
	f.Clock.Advance(49 * time.Hour)
	f.refused(reader.Get(third), 404)
}

func TestASessionIsACalendarFile(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	path := f.published(nil)
	asha := f.member("Asha")
	f.answers(asha, path, "going")
	file := f.ok(asha.Get(path + "/calendar"))
	events := parseStrictly(t, file.Body)
	if len(events) != 1 || summary(events[0]) != "Reading the audit report 20260805T063000Z 1 CONFIRMED" {
		t.Errorf("the file is %s", file.Body)
	}
	want := "http://boardcircle.test" + strings.Replace(path, "/api/events", "/circle/sessions", 1)
	if url := events[0].Props.Get("URL").Value; url != want {
		t.Errorf("the URL is %s", url)
	}
	if file.Header.Get("Cache-Control") != "private, no-store" {
		t.Errorf("the cache may keep it: %v", file.Header)
	}
}
