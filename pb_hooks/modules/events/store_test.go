package events_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/pocketbase/dbx"

	"boardcircle/pb_hooks/internal/testapp"
	"boardcircle/pb_hooks/internal/testapp/queryplan"
	"boardcircle/pb_hooks/internal/testapp/testdb"
	"boardcircle/pb_hooks/modules/events"
)

func TestSessionsAreReadByIndexes(t *testing.T) {
	testdb.SkipUnderRace(t)
	t.Parallel()
	f := newFixture(t)
	path, guests := f.openSession(nil)
	asha := f.listed("Asha")
	f.answers(asha, path, "going")
	feed := f.feedPath(asha)
	token := f.guestLink(guests, "Vasudha Kelkar", guestAddress)
	queryplan.Fill(t, f.PB, "events", 500, func(i int) dbx.Params {
		return dbx.Params{
			"title": fmt.Sprintf("Session %d", i), "host": "Meera", "speakers": "[]", "capacity": 50, "place": "Online",
			"state":    []string{"published", "draft", "cancelled"}[i%3],
			"startsAt": fmt.Sprintf("2026-%02d-10 12:00:00.000Z", i%12+1),
			"endsAt":   fmt.Sprintf("2026-%02d-10 13:30:00.000Z", i%12+1),
		}
	})
	queryplan.Fill(t, f.PB, "event_answers", 2000, func(i int) dbx.Params {
		return dbx.Params{
			"event": fmt.Sprintf("id%013d", i%500), "userId": fmt.Sprintf("user%011d", i), "queue": i,
			"state": []string{"going", "waiting", "declined"}[i%3], "answeredAt": "2026-08-01 12:00:00.000Z",
		}
	})
	queryplan.Fill(t, f.PB, "event_guests", 2000, func(i int) dbx.Params {
		return dbx.Params{
			"event": fmt.Sprintf("id%013d", i%500), "email": fmt.Sprintf("guest%d@example.com", i), "name": "A guest",
			"state": []string{"asked", "going", "waiting"}[i%3], "queue": i, "askedAt": "2026-08-01 12:00:00.000Z",
		}
	})
	userID := f.ok(asha.Get("/api/user")).JSON["id"].(string)
	get := func(v *testapp.Visitor, path string) func() error {
		return func() error {
			if r := v.Get(path); r.Status != http.StatusOK {
				return fmt.Errorf("%d %s", r.Status, r.Body)
			}
			return nil
		}
	}
	queryplan.RequireIndexes(t, f.PB, map[string]func() error{
		"the agenda":    get(asha, "/api/events?from=2026-08-01T00:00:00Z"),
		"the past":      get(asha, "/api/events?to=2026-08-01T00:00:00Z&sort=-startsAt"),
		"the session":   get(asha, path),
		"the calendar":  get(asha, path+"/calendar"),
		"the feed":      get(f.Visitor(), feed),
		"the console":   get(f.office, "/api/admin/events?state=published"),
		"the attendees": get(f.office, path+"/attendees"),
		"the export":    get(f.office, path+"/attendees/export"),
		"the site":      get(f.Visitor(), "/api/config"),
		"who is going": func() error {
			_, err := f.Events.Attendees(f.PB, userID, "", strings.TrimPrefix(path, "/api/events/"))
			return err
		},
		"the sitemap": func() error { _, err := events.ListPublicChanges(f.PB, 100); return err },
		"the pages":   func() error { _, err := events.ListPublicIDs(f.PB, 100); return err },
		"a merge": func() error {
			ids, err := events.RecordsOfUser(f.PB, "user00000000003")
			if err == nil {
				err = events.MoveRecords(f.PB, ids, "user00000000003", "user00000000004")
			}
			return err
		},
		"the guests": get(f.office, path+"/guests"),
		"a guest asks": func() error {
			f.Clock.Advance(2 * time.Minute) // an address gets a link a minute
			f.ok(f.Visitor().Post(guests, fields{"name": "Bina Shah", "email": "bina@example.com"}))
			return nil
		},
		"a guest answers": func() error { f.ok(f.answerAsGuest(token, "going")); return nil },
		"old guests":      f.Events.PurgeGuests,
		"an answer":       func() error { asha.Post(path+"/answer", fields{"answer": "going"}); return nil },
		"a larger number": func() error { f.office.Send(http.MethodPut, path, fields{"capacity": 9}); return nil },
	}, "json_each", "idx_events_public")
}

func TestTheConsoleShowsTheNextSessionFirst(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	for title, days := range map[string]int{"later": 40, "soon": 3, "next": 2, "past": 1} {
		f.published(fields{"title": title, "startsAt": local(f.Clock.Now().AddDate(0, 0, days))})
	}
	f.Clock.Advance(36 * time.Hour)
	var rows []struct{ Title string }
	body := f.ok(f.SignedIn("admins", nil).Get("/api/admin/events")).Body
	if err := json.Unmarshal([]byte(body), &rows); err != nil {
		t.Fatal(err)
	}
	var titles []string
	for _, row := range rows {
		titles = append(titles, row.Title)
	}
	if got := strings.Join(titles, " "); got != "next soon later past" {
		t.Errorf("got %s", got)
	}
}

func TestTheConsoleSortsSessionsByTitle(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.published(fields{"title": "budget"})
	f.published(fields{"title": "Audit"})
	body := f.ok(f.office.Get("/api/admin/events?sort=title")).Body
	if audit, budget := strings.Index(body, "Audit"), strings.Index(body, "budget"); audit < 0 || budget < audit {
		t.Errorf("got %s, want Audit before budget", body)
	}
}
