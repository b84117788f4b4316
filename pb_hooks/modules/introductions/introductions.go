// Package introductions introduces two members to each other and gives them a conversation. A member asks another
// member with a reason, or the office suggests that two members meet. The introduction opens when both have agreed.
//
// An introduction is in one of these states:
//
//	waiting    -> open, withdrawn
//	open       -> closed
//	withdrawn  is final
//	closed     is final
//	(new)      -> waiting
//
// Each of the two people has an answer. The person who asks has agreed from the start:
//
//	pending   -> agreed, declined
//	agreed    is final
//	declined  is final
//	(new)     -> pending, agreed
//
// These rules always hold:
//
//   - A decline is silent. It changes only the answer of the person who declines: the introduction keeps waiting until
//     it expires, as if there were no answer. What a person sees is a function of the state, the times and their own
//     answer (status), never of the other's answer. The limits of the person who asks do not depend on the answer
//     either.
//   - A request is shown to both people or to neither: while each sees the other in the directory. Otherwise both get
//     the same 404 as for an unknown one. A block withdraws it. Other hidden requests are withdrawn when the member who
//     asked needs their place for another.
//   - Both can read their conversation and report a message of it. While they do not see each other, the conversation
//     is shown to both as closed, with a member who has no name, profile or contacts (HiddenMember). So a member cannot
//     tell a block from a withdrawn profile, an ended membership or a closed account.
//   - A conversation that is shown as closed is hidden a year after its last message. Closed conversations are deleted,
//     and those with a blocked member are not. Because all are hidden, a member cannot tell the two apart.
//   - A member has at most five requests that wait. A request expires after 14 days. The member can then ask the same
//     person again after 90 days, also after withdrawing the request or closing the conversation.
//   - While an introduction is open, both see the contacts that the other shares "after an introduction" (package
//     directory), and only then can they write messages.
//   - Emails go through us. They have neither the address of a member nor what the members have written.
//   - The office does not read a reason or a message of a member, except for a message that one of the two people
//     reports (package reports), and does not see who has declined. If the office removes a message, its text is
//     deleted.
//
// Files: handlers.go has the routes of members, messages.go the conversation, reports.go how members report a message,
// admin.go the routes of the office.
package introductions

import (
	"errors"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/audit"
	"boardcircle/pb_hooks/internal/clock"
	"boardcircle/pb_hooks/internal/database"
	"boardcircle/pb_hooks/internal/identity"
	"boardcircle/pb_hooks/internal/modules"
	"boardcircle/pb_hooks/internal/rules"
	"boardcircle/pb_hooks/internal/states"
	"boardcircle/pb_hooks/mail/outbox"
	"boardcircle/pb_hooks/modules/directory"
	"boardcircle/pb_hooks/modules/introductions/emails"
	"boardcircle/pb_hooks/people"
)

const (
	// maxWaiting is how many requests of a member may wait.
	maxWaiting = 5
	// answerDays is how long a person can answer, and askAgainDays how long a member must wait to ask the same person
	// again.
	answerDays   = 14
	askAgainDays = 90
	// overdueDays is after how many days without an answer the office is told.
	overdueDays = 7
	// closedDays is how long a conversation that is shown as closed can be read after its last message. It is also how
	// long a closed conversation is stored after it was closed.
	closedDays = 365
)

// State is the state of an introduction.
type State string

// The states of an introduction.
const (
	Waiting   State = "waiting"
	Open      State = "open"
	Withdrawn State = "withdrawn"
	Closed    State = "closed"
)

// Values returns all states.
func (State) Values() []string { return rules.Options(Waiting, Open, Withdrawn, Closed) }

// Transitions are documented at the head of the package.
var Transitions = states.Table[State]{
	"":        {Waiting},
	Waiting:   {Open, Withdrawn},
	Open:      {Closed},
	Withdrawn: {},
	Closed:    {},
}

// Answer is what one of the two people has answered.
type Answer string

// The answers.
const (
	Pending  Answer = "pending"
	Agreed   Answer = "agreed"
	Declined Answer = "declined"
)

// Values returns all answers.
func (Answer) Values() []string { return rules.Options(Pending, Agreed, Declined) }

// Answers are documented at the head of the package.
var Answers = states.Table[Answer]{
	"":       {Pending, Agreed},
	Pending:  {Agreed, Declined},
	Agreed:   {},
	Declined: {},
}

// Status is what one of the two people sees of an introduction.
type Status string

// The statuses.
const (
	// StatusAsked means that the person has to answer, and StatusWaiting that the person has agreed.
	StatusAsked   Status = "asked"
	StatusWaiting Status = "waiting"
	// StatusUnanswered means that the time for an answer is over.
	StatusUnanswered Status = "unanswered"
	// StatusDeclined means that the person has declined. The other person does not see this.
	StatusDeclined  Status = "declined"
	StatusWithdrawn Status = "withdrawn"
	StatusOpen      Status = "open"
	StatusClosed    Status = "closed"
)

// Values returns all statuses.
func (Status) Values() []string {
	return rules.Options(StatusAsked, StatusWaiting, StatusUnanswered, StatusDeclined, StatusWithdrawn, StatusOpen,
		StatusClosed)
}

// status returns what a person sees of an introduction. It does not take the answer of the other person, so a decline
// cannot show.
func status(state State, own Answer, expiresAt, now time.Time) Status {
	switch {
	case state == Open:
		return StatusOpen
	case state == Closed:
		return StatusClosed
	case own == Declined:
		return StatusDeclined
	case state == Withdrawn:
		return StatusWithdrawn
	case !now.Before(expiresAt):
		return StatusUnanswered
	case own == Pending:
		return StatusAsked
	}
	return StatusWaiting
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

// Deps are the dependencies of the feature.
type Deps struct {
	Outbox    Outbox
	Audit     *audit.Log
	Directory Directory
	Clock     clock.Clock
}

// Introductions is the feature. Its methods that return an endpoint are for the route table.
type Introductions struct {
	deps Deps
	now  clock.Clock
}

// New returns the feature and registers its emails.
func New(deps Deps) *Introductions {
	n := &Introductions{deps: deps, now: deps.Clock}
	deps.Outbox.Register(outbox.In([]modules.ID{modules.Directory},
		outbox.Kind{Name: emails.KindAsked, Texts: emails.Texts, Params: n.requireAsked},
		outbox.Kind{Name: emails.KindSuggested, Texts: emails.Texts, Params: n.requireAsked},
		outbox.Kind{Name: emails.KindOpened, Texts: emails.Texts, Params: n.requireOpen},
		outbox.Kind{Name: emails.KindMessage, Texts: emails.Texts, Params: n.requireOpen},
	)...)
	return n
}

// RegisterPeople moves the introductions and messages when their person changes.
func RegisterPeople(app core.App) { people.RegisterReferences(app, references...) }

// RegisterHooks ends the introductions of an account when it is closed, and requests when one of the two people blocks
// the other.
func RegisterHooks(app core.App, now clock.Clock) {
	directory.OnBlocked(app, "boardcircleIntroductions", func(tx core.App, person, other string) error {
		return withdrawBetween(tx, person, other, now())
	})
	identity.OnClosed(app, "boardcircleIntroductions", func(tx core.App, user *identity.User) error {
		return endAll(tx, user.PersonID(), now())
	})
}

// endAll withdraws the requests of a person that wait and closes their conversations.
func endAll(tx core.App, person string, now time.Time) error {
	list, err := listActiveOf(tx, person)
	if err != nil {
		return err
	}
	for _, i := range list {
		to := Closed
		switch {
		case i.state() == Waiting && i.isAskedBy(person):
			to = Withdrawn
		case i.state() == Waiting:
			continue // the closed account is hidden from the other person
		}
		if err := errors.Join(i.setState(to, now), tx.Save(i)); err != nil {
			return database.Wrap("end the introductions of a closed account", err)
		}
	}
	return nil
}

// withdrawBetween withdraws the requests between two people that wait. Both can read a conversation after a block.
func withdrawBetween(tx core.App, person, other string, now time.Time) error {
	list, err := listBetween(tx, person, other)
	for _, i := range list {
		if err == nil && i.state() == Waiting {
			err = errors.Join(i.setState(Withdrawn, now), tx.Save(i))
		}
	}
	return database.Wrap("withdraw the requests between two people", err)
}

// AreIntroduced reports whether two people have an open introduction.
func AreIntroduced(app core.App, a, b string) (bool, error) { return areIntroduced(app, a, b) }

// Purge deletes requests that no longer matter and conversations that were closed long ago. It runs once a day.
func (n *Introductions) Purge(app core.App) error {
	now := n.now()
	return purge(app, now.AddDate(0, 0, -askAgainDays), now.AddDate(0, 0, -closedDays))
}

const readFailed = "The introductions could not be read. Please try again."

// Connect opens an introduction of two people who have agreed to meet in another way, unless they have an open one.
func (n *Introductions) Connect(tx core.App, person, other, reason string) error {
	areIntroduced, err := areIntroduced(tx, person, other)
	if err != nil || areIntroduced {
		return err
	}
	i, err := newIntroduction(tx, person, other, reason, false, n.now())
	if err != nil {
		return err
	}
	err = errors.Join(i.setAnswer(person, Agreed), i.setAnswer(other, Agreed), i.setState(Open, n.now()))
	if err != nil {
		return err
	}
	return save(tx, i)
}
