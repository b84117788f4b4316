// Package mentors brings members together with mentors. A member offers to mentor up to five others. Another member
// chooses one of three suggestions (suggest.go) and asks; no one is matched automatically.
//
// A mentorship is in one of these states:
//
//	waiting    -> active, withdrawn, released
//	active     -> ended
//	withdrawn  is final
//	released   is final
//	ended      is final
//	(new)      -> waiting
//
// These rules always hold:
//
//   - A mentor never has more active mentorships than the capacity of the offer. This is checked in the transaction
//     that accepts a request. A paused offer, or one without a free place, is not suggested and cannot be asked.
//   - A decline is silent, as in package introductions. It only marks the request, which waits until it is released
//     after 14 days as it is without an answer. What the mentee sees does not depend on the mark. A mentor who has not
//     answered after seven days is reminded once.
//   - A mentee has at most one mentorship that waits or is active. After a request that did not start, the mentee can
//     ask the same mentor again 90 days after it was due.
//   - A request is shown to both people or to neither: while each sees the other in the directory. While they do not,
//     a mentorship is shown to both with a member who has no name, and each of them can only end it. A mentee can then
//     ask another mentor, which ends the mentorship or withdraws the request.
//   - A block ends the mentorship of the two people, or withdraws the request. Neither comes back when the block is
//     lifted. The blocked person reads that the mentorship has ended, as after an end without a block.
//   - Accepting also opens an introduction (package introductions), so the two can write to each other.
//   - Each of the two can end a mentorship at any time, and gives no reason. After 30 and after 90 days both are asked
//     how it goes. Only the office reads the answers.
//
// Files: offers.go has the routes of mentors, requests.go the life of a mentorship, reminders.go the daily job,
// admin.go the route of the office.
package mentors

import (
	"time"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/clock"
	"boardcircle/pb_hooks/internal/database"
	"boardcircle/pb_hooks/internal/identity"
	"boardcircle/pb_hooks/internal/modules"
	"boardcircle/pb_hooks/internal/rules"
	"boardcircle/pb_hooks/internal/states"
	"boardcircle/pb_hooks/mail/outbox"
	"boardcircle/pb_hooks/modules/directory"
	"boardcircle/pb_hooks/modules/mentors/emails"
	"boardcircle/pb_hooks/people"
)

const (
	maxCapacity = 5
	// nudgeDays is when a mentor is reminded of a request, answerDays how long it can be answered, and restDays how
	// long after that a mentee must wait to ask the same mentor again.
	nudgeDays  = 7
	answerDays = 14
	restDays   = 90
	// suggestions is how many mentors are suggested.
	suggestions = 3
)

// State is the state of a mentorship.
type State string

// The states of a mentorship.
const (
	Waiting   State = "waiting"
	Active    State = "active"
	Withdrawn State = "withdrawn"
	// Released means that the request was not accepted in time.
	Released State = "released"
	Ended    State = "ended"
)

// Values returns all states.
func (State) Values() []string { return rules.Options(Waiting, Active, Withdrawn, Released, Ended) }

// Transitions are documented at the head of the package.
var Transitions = states.Table[State]{
	"":        {Waiting},
	Waiting:   {Active, Withdrawn, Released},
	Active:    {Ended},
	Withdrawn: {},
	Released:  {},
	Ended:     {},
}

// Outbox queues emails.
type Outbox interface {
	Register(kinds ...outbox.Kind)
	Enqueue(tx core.App, email outbox.Email) error
}

// Directory decides who sees whom.
type Directory interface {
	Visible(app core.App, viewer string, people []string) (map[string]directory.Card, error)
	VisibleMutually(app core.App, viewer string, people ...string) (map[string]directory.Card, error)
}

// Introductions opens an introduction of two people who have agreed to meet.
type Introductions interface {
	Connect(tx core.App, person, other, reason string) error
}

// Deps are the dependencies of the feature.
type Deps struct {
	Outbox        Outbox
	Directory     Directory
	Introductions Introductions
	Clock         clock.Clock
}

// Mentors is the feature. Its methods that return an endpoint are for the route table.
type Mentors struct {
	app  core.App
	deps Deps
	now  clock.Clock
}

// New returns the feature and registers its emails.
func New(app core.App, deps Deps) *Mentors {
	m := &Mentors{app: app, deps: deps, now: deps.Clock}
	deps.Outbox.Register(outbox.In([]modules.ID{modules.Directory},
		outbox.Kind{Name: emails.KindAsked, Texts: emails.Texts, Params: m.requireAsked},
		outbox.Kind{Name: emails.KindNudge, Texts: emails.Texts, Params: m.requireAsked},
		outbox.Kind{Name: emails.KindStarted, Texts: emails.Texts, Params: m.requireActive},
		outbox.Kind{Name: emails.KindUnanswered, Texts: emails.Texts},
		outbox.Kind{Name: emails.KindCheckIn, Texts: emails.Texts, Params: m.requireActive},
	)...)
	return m
}

// RegisterPeople moves the offers, mentorships and answers when their person changes.
func RegisterPeople(app core.App) { people.RegisterReferences(app, references...) }

// RegisterHooks ends the mentorships of an account when it is closed, and of two people when one blocks the other.
func RegisterHooks(app core.App, now clock.Clock) {
	directory.OnBlocked(app, "boardcircleMentors", func(tx core.App, person, other string) error {
		return endBetween(tx, person, other, now())
	})
	identity.OnClosed(app, "boardcircleMentors", func(tx core.App, user *identity.User) error {
		return endAll(tx, user.PersonID(), now())
	})
}

// endAll pauses the offer of a person, withdraws their request and ends their mentorships.
func endAll(tx core.App, person string, now time.Time) error {
	o, err := findOffer(tx, person)
	if err == nil && !o.IsNew() {
		o.setPaused()
		err = tx.Save(o)
	}
	if err != nil {
		return database.Wrap("pause the offer of a closed account", err)
	}
	list, err := listOf(tx, person)
	if err != nil {
		return err
	}
	for _, s := range list {
		if s.state() == Active || s.state() == Waiting && s.menteeID() == person {
			if err := end(tx, s, now); err != nil {
				return err
			}
		}
	}
	return nil
}

// endBetween ends the mentorships and the requests between two people.
func endBetween(tx core.App, person, other string, now time.Time) error {
	list, err := listOf(tx, person)
	for _, s := range list {
		if err == nil && s.counterpart(person) == other {
			err = end(tx, s, now)
		}
	}
	return err
}

// end ends an active mentorship and withdraws a request that waits.
func end(tx core.App, s *mentorship, now time.Time) error {
	to := Ended
	switch s.state() {
	case Active:
	case Waiting:
		to = Withdrawn
	default:
		return nil
	}
	if err := s.setState(to, now); err != nil {
		return err
	}
	return save(tx, s)
}

const readFailed = "The mentors could not be read. Please try again."
