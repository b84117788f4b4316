// Package events manages the sessions of the circle: their places, the answers of members, reminders, attendance and
// calendars. Screens, their addresses and Go code say session. The API and the tables say event.
//
// The places of a session are what members get, as many as its capacity. Its place, in the singular, is where it
// happens, such as "Online" or a hotel.
//
//	(new)      -> draft
//	draft      -> published
//	published  -> cancelled
//	cancelled  is final
//
// Members see a session once it is published, and can answer it. Only a draft can be deleted. Visitors can attend a
// session that has a page for visitors (guests.go). Their places count as those of members do.
//
// One function without side effects, places.Next, decides who has a place. It runs in the transaction that stores an
// answer or a larger capacity, so concurrent answers never fill more places than there are, and each free place is
// given once. The email to a promoted member is stored in the same transaction.
//
// The meeting link is secret. Only Join reveals it, by a redirect, to members who are going, and JoinAsGuest to guests
// who are, from 15 minutes before the start until the end. No other answer, no email, file or log contains it.
//
// Who is told by email:
//
//	promoted from the waiting list     the member
//	24 hours and 1 hour before         members who are going (reminders.go)
//	time or place changed              members who are going or waiting
//	cancelled                          members who are going or waiting
//
// Guests who are going or waiting are told the same, and have no other emails.
//
// A change of the title changes calendars, but no one is told. A membership may end after the answer. A day before the
// start, the places of people who are no longer members go to the waiting list.
package events

import (
	"database/sql"
	"errors"
	"fmt"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/audit"
	"boardcircle/pb_hooks/internal/apperr"
	"boardcircle/pb_hooks/internal/clock"
	"boardcircle/pb_hooks/internal/database"
	"boardcircle/pb_hooks/internal/identity"
	"boardcircle/pb_hooks/internal/jobs"
	"boardcircle/pb_hooks/internal/keys"
	"boardcircle/pb_hooks/internal/modules"
	"boardcircle/pb_hooks/mail/outbox"
	"boardcircle/pb_hooks/modules/directory"
	"boardcircle/pb_hooks/modules/events/emails"
	"boardcircle/pb_hooks/modules/events/places"
)

// Outbox stores emails.
type Outbox interface {
	Register(kinds ...outbox.Kind)
	Enqueue(tx core.App, email outbox.Email) error
	Throttle(kind, email string) error
}

// Directory decides which members a member sees.
type Directory interface {
	AreVisible(app core.App, viewer string, people []string) (map[string]bool, error)
	FirstVisible(app core.App, viewer string, people []string, limit int) ([]directory.Card, error)
}

// Deps are the dependencies of the feature.
type Deps struct {
	Outbox  Outbox
	Jobs    *jobs.Runner
	Audit   *audit.Log
	Clock   clock.Clock
	SiteURL string
	// Key derives the tokens of the links of guests.
	Key keys.Key
	// IsMember reports whether a user is a member at a time whose plan opens the sessions. SeesDirectory reports the same
	// of the directory.
	IsMember, SeesDirectory func(app core.App, userID string, now time.Time) (bool, error)
	Directory               Directory
	// OnPublicChange is called after a change of a session, because the public pages may show it. It may be nil.
	OnPublicChange func()
}

// Events is the feature. Its methods are the handlers of the route table.
type Events struct {
	app  core.App
	deps Deps
	now  clock.Clock
}

// New returns the feature.
func New(app core.App, deps Deps) *Events {
	ev := &Events{app: app, deps: deps, now: deps.Clock}
	deps.Outbox.Register(outbox.In([]modules.ID{modules.Sessions}, ev.emailKinds()...)...)
	deps.Jobs.Register(ev.reminderJob())
	ev.bindPublicHooks()
	return ev
}

// bindPublicHooks reports each change of a session, also in PocketBase's dashboard, because visitors may see it. They
// see no drafts.
func (ev *Events) bindPublicHooks() {
	if ev.deps.OnPublicChange == nil {
		return
	}
	report := func(e *core.RecordEvent) error {
		s := database.As[Session](e.Record)
		if s.State() != Draft {
			ev.deps.OnPublicChange()
		}
		return e.Next()
	}
	ev.app.OnRecordAfterCreateSuccess(collection).BindFunc(report)
	ev.app.OnRecordAfterUpdateSuccess(collection).BindFunc(report)
	ev.app.OnRecordAfterDeleteSuccess(collection).BindFunc(report)
}

var errNotFound = apperr.NotFound("session-not-found", "This session was not found.")

// findVisible returns a session that members may see.
func findVisible(app core.App, id string) (*Session, error) {
	s, err := Find(app, id)
	if errors.Is(err, sql.ErrNoRows) || err == nil && s.State() == Draft {
		return nil, errNotFound
	}
	return s, apperr.Fail("The session could not be read. Please try again.", err)
}

// applyChange decides the places of a session after a change, in the transaction that makes the change. It stores the
// changed answers and the emails to promoted members and guests, and returns the answer of the change, or nil.
func (ev *Events) applyChange(tx core.App, s *Session, c places.Change) (holder, error) {
	if s.State() != Published {
		return nil, errNotOpen
	}
	records, err := listHolders(tx, s.Id)
	if err != nil {
		return nil, err
	}
	stored := map[string]holder{}
	for _, a := range records {
		stored[a.key()] = a
	}
	if c.UserID != "" && stored[c.UserID] == nil {
		own, err := findHolder(tx, s.Id, c.UserID)
		if err != nil {
			return nil, err
		}
		records, stored[c.UserID] = append(records, own), own
	}
	p := places.Places{Capacity: s.capacity(), StartsAt: s.StartsAt(), EndsAt: s.EndsAt()}
	for _, a := range records {
		p.Answers = append(p.Answers, places.Answer{UserID: a.key(), State: a.State(), Order: a.queue()})
	}
	if p.Last, err = lastOrder(tx, s.Id); err != nil {
		return nil, err
	}
	_, changed, err := places.Next(p, c)
	if err != nil {
		return nil, err
	}
	var promoted []*Answer
	var guests []*guest
	for _, to := range changed {
		a := stored[to.UserID]
		if err := a.setState(to.State, to.Order, c.At); err != nil {
			return nil, err
		}
		if err := a.save(tx); err != nil {
			return nil, err
		}
		if to.UserID == c.UserID || to.State != places.Going {
			continue
		}
		switch a := a.(type) {
		case *Answer:
			promoted = append(promoted, a)
		case *guest:
			guests = append(guests, a)
		}
	}
	for _, g := range guests {
		email := emails.Guest{What: emails.GuestHasPlace, Key: c.At.UTC().Format(time.RFC3339Nano)}
		if err := ev.emailGuest(tx, s, g, email); err != nil {
			return nil, err
		}
	}
	return stored[c.UserID], ev.emailPromoted(tx, s, promoted)
}

// emailPromoted queues the email to members who have a place now.
func (ev *Events) emailPromoted(tx core.App, s *Session, promoted []*Answer) error {
	return ev.emailAll(tx, promoted, func(a *Answer, user *identity.User) outbox.Email {
		return emails.Promoted{
			SessionID: s.Id, UserID: user.Id, Name: user.Name(), Email: user.Email(), Title: s.Title(),
			StartsAt: s.StartsAt(), Place: s.Place(), At: a.answeredAt(),
		}.Build()
	})
}

// emailActive queues an email to each member who is going or waiting.
func (ev *Events) emailActive(tx core.App, s *Session, email func(*Answer, *identity.User) outbox.Email) error {
	answers, err := listActive(tx, s.Id)
	if err != nil {
		return err
	}
	return ev.emailAll(tx, answers, email)
}

// emailAll queues an email to the member of each answer. Members whose account is closed get none.
func (ev *Events) emailAll(tx core.App, answers []*Answer, email func(*Answer, *identity.User) outbox.Email) error {
	if len(answers) == 0 {
		return nil
	}
	ids := make([]string, len(answers))
	for i, a := range answers {
		ids[i] = a.UserID()
	}
	users, err := identity.FindUsers(tx, ids)
	if err != nil {
		return err
	}
	for _, a := range answers {
		user := users[a.UserID()]
		if user == nil || !user.IsActive() {
			continue
		}
		if err := ev.deps.Outbox.Enqueue(tx, email(a, user)); err != nil {
			return fmt.Errorf("tell the member of answer %s: %w", a.Id, err)
		}
	}
	return nil
}
