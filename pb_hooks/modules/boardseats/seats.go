// Package boardseats helps members with board seats. It has two parts that share no data:
//
// terms.go and package tenure compute when the terms of a member's boards end. The boards and their days are stored in
// the profile of the account (package accounts), and only the member sees the days.
//
// The other files are about openings: open board seats that members or the office post. (The seats of companies, which
// are memberships, are in payments/companyseats.) An opening is in one of these states:
//
//	waiting    -> open, declined, withdrawn
//	open       -> waiting, closed, filled, withdrawn
//	declined   -> waiting, withdrawn
//	withdrawn  is final
//	closed     -> waiting, open, filled
//	filled     is final
//	(new)      -> waiting, open
//
// A member's opening waits until an admin has checked it, also after each edit. An opening of the office is open at
// once. An opening closes at the end of its last day, and is filled when an appointment is recorded.
//
// A member shows interest in an open opening once, with a note:
//
//	sent           -> withdrawn, interviewed, appointed, not-appointed
//	withdrawn      -> sent
//	interviewed    -> withdrawn, appointed, not-appointed
//	appointed      is final
//	not-appointed  -> interviewed, appointed
//	(new)          -> sent
//
// These rules always hold:
//
//   - The handler of an opening is the member who posted it. The office handles its own openings and all confidential
//     openings. Only the handler and the office read who is interested, and only they record the outcome.
//   - Other members never see the company or the poster of a confidential opening, and no search finds them. The poster
//     sees neither the names nor the notes of interested members. Once a member's confidential opening has been open,
//     it stays confidential.
//   - If one of two people has blocked the other, neither sees the openings and the interests of the other.
//     Confidential openings are an exception: they name no one, and a block must not reveal who posted them.
//   - Emails about openings contain neither a member's address nor a note.
//   - When an account is closed, its openings and interests are withdrawn in the same transaction.
//
// Files: openings.go has the life of an opening, interests.go that of an interest, handlers.go the routes of members,
// admin.go the routes of the office, reports.go what a report of an opening copies, and how it closes the opening.
package boardseats

import (
	"time"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/audit"
	"boardcircle/pb_hooks/internal/clock"
	"boardcircle/pb_hooks/internal/modules"
	"boardcircle/pb_hooks/mail/outbox"
	"boardcircle/pb_hooks/mail/preferences"
	"boardcircle/pb_hooks/modules/boardseats/emails"
)

// Outbox queues emails.
type Outbox interface {
	Register(kinds ...outbox.Kind)
	Enqueue(tx core.App, email outbox.Email) error
	EnqueueToOffice(tx core.App, email outbox.Email) error
}

// Deps are the dependencies of the feature.
type Deps struct {
	Outbox Outbox
	Audit  *audit.Log
	Clock  clock.Clock
	// IsMember reports whether a user is a member at a time.
	IsMember func(app core.App, userID string, at time.Time) (bool, error)
	// BlockedWith returns the people whom a person has blocked, and the people who have blocked the person.
	BlockedWith func(app core.App, person string) ([]string, error)
	// AreVisible returns which of the people the viewer sees in the directory.
	AreVisible func(app core.App, viewer string, people []string) (map[string]bool, error)
}

// Seats is the feature. Its methods that return an endpoint are for the route table.
type Seats struct {
	app  core.App
	deps Deps
	now  clock.Clock
}

// New returns the feature and registers its emails.
func New(app core.App, deps Deps) *Seats {
	s := &Seats{app: app, deps: deps, now: deps.Clock}
	deps.Outbox.Register(outbox.In([]modules.ID{modules.BoardSeats},
		outbox.Kind{Name: emails.KindTermEnding, Texts: emails.Texts, Params: requireTerm,
			Topic: preferences.About(preferences.TopicMembership)},
		outbox.Kind{Name: emails.KindWaiting, Texts: emails.Texts, Params: requireWaiting},
		outbox.Kind{Name: emails.KindDecided, Texts: emails.Texts},
		outbox.Kind{Name: emails.KindInterest, Texts: emails.Texts, Params: requireInterest},
		outbox.Kind{Name: emails.KindClosed, Texts: emails.Texts},
	)...)
	return s
}
