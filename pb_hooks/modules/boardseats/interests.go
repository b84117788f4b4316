package boardseats

import (
	"database/sql"
	"errors"
	"slices"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/apperr"
	"boardcircle/pb_hooks/internal/database"
	"boardcircle/pb_hooks/internal/identity"
	"boardcircle/pb_hooks/internal/rules"
	"boardcircle/pb_hooks/mail/outbox"
	"boardcircle/pb_hooks/modules/boardseats/emails"
)

var (
	errOwn            = apperr.Conflict("own-opening", "You have posted this board seat yourself.")
	errAlready        = apperr.Conflict("already-interested", "You have already shown interest in this board seat.")
	errNoInterest     = apperr.NotFound("no-interest", "You have not shown interest in this board seat.")
	errDecided        = apperr.Conflict("interest-decided", "An outcome is already recorded.")
	errUnknownMember  = apperr.NotFound("interest-not-found", "This member's interest was not found.")
	errInterestsState = apperr.Conflict("interest-state", "This outcome is not possible after the recorded one.")
)

// InterestForm is the body of POST /api/board-seats/{id}/interest.
type InterestForm struct {
	_    struct{} `wire:"boardSeatInterest"`
	Note string   `json:"note"`
}

// Rules returns the rules of the form.
func (InterestForm) Rules() rules.Form { return interestRules }

var interestRules = rules.Form{{Name: "note", Label: "Note", Kind: rules.Text, Max: 1000, NoLinks: true}}

// Outcome is what a handler records about an interest.
type Outcome string

// The outcomes. Each is also a state of an interest.
const (
	OutcomeInterviewed  = Outcome(Interviewed)
	OutcomeAppointed    = Outcome(Appointed)
	OutcomeNotAppointed = Outcome(NotAppointed)
)

// Values returns all outcomes.
func (Outcome) Values() []string {
	return rules.Options(OutcomeInterviewed, OutcomeAppointed, OutcomeNotAppointed)
}

// OutcomeForm is the body of POST /api/board-seats/{id}/outcome.
type OutcomeForm struct {
	_ struct{} `wire:"-"`
	// InterestID is the id of the interest.
	InterestID string  `json:"interestId"`
	Outcome    Outcome `json:"outcome"`
}

// Rules returns the rules of the form.
func (OutcomeForm) Rules() rules.Form { return outcomeRules }

var outcomeRules = rules.Form{
	{Name: "interestId", Label: "Interest", Kind: rules.Line, Required: true, Max: 15},
	{Name: "outcome", Label: "Outcome", Kind: rules.Choice, Required: true, Options: Outcome("").Values()},
}

// showInterest stores a member's interest and tells the handler of the opening.
func (s *Seats) showInterest(tx core.App, o *opening, user *identity.User, note string) error {
	if o.state() != Open || !o.closesAt().After(s.now()) {
		return errNotOpen
	}
	if o.isPostedBy(user.PersonID()) {
		return errOwn
	}
	i, err := findOwnInterest(tx, o.Id, user.PersonID())
	if errors.Is(err, sql.ErrNoRows) {
		i, err = newInterest(tx, o.Id, user.Id)
	}
	if err != nil {
		return err
	}
	if !InterestTransitions.Allows(i.state(), Sent) {
		return errAlready
	}
	if err := i.send(note, s.now()); err != nil {
		return err
	}
	if err := tx.Save(i); err != nil {
		return database.Wrap("save interest", err)
	}
	email := emails.Interest{InterestID: i.Id, OpeningID: o.Id, Title: o.title(), Member: user.Name(), At: s.now()}
	if o.isOffices() || o.isConfidential() {
		email.IsOffice = true
		return s.deps.Outbox.EnqueueToOffice(tx, email.Build())
	}
	return s.emailPoster(tx, o, func(to emails.Reader) outbox.Email {
		email.Reader = to
		return email.Build()
	})
}

// withdrawInterest withdraws a person's interest, unless its outcome is recorded.
func (s *Seats) withdrawInterest(tx core.App, o *opening, person string) error {
	i, err := findOwnInterest(tx, o.Id, person)
	if errors.Is(err, sql.ErrNoRows) || err == nil && i.state() == InterestWithdrawn {
		return errNoInterest
	}
	if err != nil {
		return err
	}
	if !InterestTransitions.Allows(i.state(), InterestWithdrawn) {
		return errDecided
	}
	if err := i.setState(InterestWithdrawn, s.now()); err != nil {
		return err
	}
	return database.Wrap("save interest", tx.Save(i))
}

// recordOutcome records the outcome of an interest with save. An appointment fills the opening. The handler does not
// see the interests of the blocked people.
func (s *Seats) recordOutcome(tx core.App, o *opening, form OutcomeForm, blocked []string,
	save func(record *core.Record) error) error {
	if state := o.state(); state != Open && state != Closed && state != Filled {
		return errNotOpen
	}
	i, err := findInterest(tx, o.Id, form.InterestID)
	if errors.Is(err, sql.ErrNoRows) || err == nil && slices.Contains(blocked, i.personID()) {
		return errUnknownMember
	}
	if err != nil {
		return err
	}
	to := InterestState(form.Outcome)
	if i.state() == InterestWithdrawn || !InterestTransitions.Allows(i.state(), to) {
		return errInterestsState
	}
	if to == Appointed && o.state() == Filled {
		return errState
	}
	if err := i.setState(to, s.now()); err != nil {
		return err
	}
	if err := save(i.Record); err != nil {
		return err
	}
	if to != Appointed {
		return nil
	}
	if err := o.setState(Filled, s.now()); err != nil {
		return err
	}
	return save(o.Record)
}

// requireInterest makes the email about an interest obsolete once it is withdrawn or decided.
func requireInterest(app core.App, params map[string]string) (map[string]string, error) {
	i, err := findInterest(app, params[emails.ParamOpening], params[emails.ParamInterest])
	if errors.Is(err, sql.ErrNoRows) || err == nil && i.state() != Sent {
		return nil, outbox.ErrObsolete
	}
	return nil, err
}
