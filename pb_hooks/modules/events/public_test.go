package events_test

import (
	"net/http"
	"testing"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/jobs"
	"boardcircle/pb_hooks/mail/outbox"
	"boardcircle/pb_hooks/modules/events"
)

// noOutbox stores nothing.
type noOutbox struct{}

func (noOutbox) Register(...outbox.Kind)              {}
func (noOutbox) Enqueue(core.App, outbox.Email) error { return nil }
func (noOutbox) Throttle(string, string) error        { return nil }

func TestThePublicPagesFollowEverySessionButDrafts(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	reports := 0
	events.New(f.PB, events.Deps{
		Outbox: noOutbox{}, Jobs: jobs.New(f.PB, f.Clock.Now, jobs.Options{}), Clock: f.Clock.Now,
		OnPublicChange: func() { reports++ },
	})
	expect := func(what string, want int) {
		t.Helper()
		if reports != want {
			t.Errorf("%s: %d reports, want %d", what, reports, want)
		}
	}
	path := f.create(nil)
	f.ok(f.office.Send(http.MethodPut, path, fields{"title": "Reading an audit report"}))
	expect("a draft", 0)
	f.ok(f.office.Post(path+"/publish", nil))
	expect("a published session", 1)
	f.ok(f.office.Send(http.MethodPut, path, fields{"isPublic": true}))
	expect("a session with a page", 2)
	f.ok(f.office.Post(path+"/cancel", fields{"reason": ""}))
	expect("a cancelled session", 3)
	f.ok(f.office.Send(http.MethodDelete, f.create(nil), nil))
	expect("a deleted draft", 3)
}
