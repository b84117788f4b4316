package boardseats

import (
	"database/sql"
	"errors"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/apperr"
	"boardcircle/pb_hooks/internal/clock"
	"boardcircle/pb_hooks/internal/database"
	"boardcircle/pb_hooks/internal/identity"
	"boardcircle/pb_hooks/internal/india"
	"boardcircle/pb_hooks/internal/rules"
	"boardcircle/pb_hooks/mail/outbox"
	"boardcircle/pb_hooks/modules/boardseats/emails"
	"boardcircle/pb_hooks/nominations"
)

const (
	// maxPending is how many openings of one member may wait or be open.
	maxPending = 5
	// maxDays is how far ahead the last day may be.
	maxDays = 366
)

var (
	errNotFound = apperr.NotFound("opening-not-found", "This board seat was not found.")
	errNotOpen  = apperr.Conflict("opening-not-open", "This board seat is no longer open.")
	errState    = apperr.Conflict("opening-state",
		"This board seat has changed in the meantime. Please reload the page.")
	errTooMany = apperr.Conflict("too-many-openings",
		"You have five board seats that are open or wait for the office. Please withdraw one first.")
	errNotPoster  = apperr.Forbidden("not-poster", "Only the member who posted this board seat can do that.")
	errConfidence = apperr.Forbidden("confidential", "The office handles this board seat, because it is confidential.")
	// errStaysConfidential protects the notes that members have sent to the office.
	errStaysConfidential = apperr.Conflict("stays-confidential",
		"This board seat was open as confidential, so it stays confidential. To show the company, please post a new "+
			"one.")
)

const readFailed = "The board seats could not be read. Please try again."

// Form is what a member or an admin enters for an opening.
type Form struct {
	_ struct{} `wire:"boardSeat"`
	// Title is the role, such as "Independent director".
	Title          string    `json:"title"`
	Company        string    `json:"company"`
	IsConfidential bool      `json:"isConfidential"`
	Sector         string    `json:"sector"`
	City           string    `json:"city"`
	Committee      Committee `json:"committee"`
	IsListed       bool      `json:"isListed"`
	IsIndependent  bool      `json:"isIndependent"`
	// ClosesOn is the last day on which members can show interest.
	ClosesOn    string `json:"closesOn"`
	Description string `json:"description"`
}

// Rules returns the rules of the form.
func (Form) Rules() rules.Form { return formRules }

// sectors are the industries of a nomination.
var sectors = nominations.Form.Field("industry").Options

var formRules = rules.Form{
	{Name: "title", Label: "Role", Kind: rules.Line, Required: true, Min: 3, Max: 160},
	{Name: "company", Label: "Company", Kind: rules.Line, Required: true, Max: 200},
	{Name: "isConfidential", Label: "Keep the company confidential", Kind: rules.Flag, Default: "false"},
	{Name: "sector", Label: "Sector", Kind: rules.Choice, Required: true, Options: sectors},
	{Name: "city", Label: "City", Kind: rules.Line, Required: true, Max: 80},
	{Name: "committee", Label: "Committee", Kind: rules.Choice, Options: Committee("").Values()},
	{Name: "isListed", Label: "Listed company", Kind: rules.Flag, Default: "false"},
	{Name: "isIndependent", Label: "Independent director", Kind: rules.Flag, Default: "false"},
	{Name: "closesOn", Label: "Last day", Kind: rules.Day, Required: true,
		Messages: rules.Messages{Required: "Please enter the last day on which members can show interest"}},
	{Name: "description", Label: "Description", Kind: rules.Text, Required: true, Min: 20, Max: 4000},
}

// closesAt returns the end of the form's last day.
func (f Form) closesAt(now time.Time) (time.Time, error) {
	at, err := india.ParseEnd(f.ClosesOn)
	switch {
	case err != nil:
		return at, apperr.Invalid("invalid", "closesOn", india.NoSuchDay)
	case at.Before(now):
		return at, apperr.Invalid("past", "closesOn", "The last day must be today or later")
	case at.After(now.AddDate(0, 0, maxDays)):
		return at, apperr.Invalid("far", "closesOn", "The last day must be within a year")
	}
	return at, nil
}

// isHandledBy reports whether a person handles the interests in an opening. The office handles all other openings.
func (o *opening) isHandledBy(person string) bool {
	return person != "" && o.personID() == person && !o.isConfidential()
}

// isPostedBy reports whether a person has posted an opening.
func (o *opening) isPostedBy(person string) bool { return person != "" && o.personID() == person }

// transition moves an opening to a state. A move that its state does not allow is a conflict.
func (s *Seats) transition(o *opening, to State) error {
	if !Transitions.Allows(o.state(), to) {
		return errState
	}
	return o.setState(to, s.now())
}

// emailPoster queues an email to the member who posted an opening, unless the account is closed.
func (s *Seats) emailPoster(tx core.App, o *opening, build func(to emails.Reader) outbox.Email) error {
	user, err := identity.FindUser(tx, o.userID())
	if err != nil || !user.IsActive() {
		return database.IgnoreMissing(err)
	}
	return s.deps.Outbox.Enqueue(tx, build(emails.Reader{Name: user.Name(), Email: user.Email()}))
}

// requireWaiting makes the notice of a new opening obsolete once the office has decided.
func requireWaiting(app core.App, params map[string]string) (map[string]string, error) {
	o, err := findOpening(app, params[emails.ParamOpening])
	if errors.Is(err, sql.ErrNoRows) || err == nil && o.state() != Waiting {
		return nil, outbox.ErrObsolete
	}
	return nil, err
}

// post stores a new opening of a member, which waits for the office.
func (s *Seats) post(tx core.App, user *identity.User, form Form) (*opening, error) {
	o, err := newOpening(tx, user.Id)
	if err != nil {
		return nil, err
	}
	return o, s.submit(tx, o, user, form)
}

// submit stores a member's opening as the form says and lets it wait for the office.
func (s *Seats) submit(tx core.App, o *opening, user *identity.User, form Form) error {
	closesAt, err := form.closesAt(s.now())
	if err != nil {
		return err
	}
	if o.isConfidential() && !form.IsConfidential && !o.openedAt().IsZero() {
		return errStaysConfidential
	}
	wasPending := o.state() == Waiting || o.state() == Open
	if o.state() != Waiting {
		if err := s.transition(o, Waiting); err != nil {
			return err
		}
	}
	if !wasPending {
		pending, err := countPending(tx, user.PersonID())
		if err != nil {
			return err
		}
		if pending >= maxPending {
			return errTooMany
		}
	}
	o.load(form, closesAt)
	if err := tx.Save(o); err != nil {
		return database.Wrap("save opening", err)
	}
	return s.deps.Outbox.EnqueueToOffice(tx, emails.Waiting{
		OpeningID: o.Id, Title: o.title(), Company: o.company(), Poster: user.Name(), At: s.now(),
	}.Build())
}

// CloseOverdue closes the openings whose last day is over. It runs each hour.
func (s *Seats) CloseOverdue() error {
	ids, err := listOverdue(s.app, s.now())
	for _, id := range ids {
		err = errors.Join(err, s.app.RunInTransaction(func(tx core.App) error { return s.closeOverdue(tx, id) }))
	}
	return err
}

func (s *Seats) closeOverdue(tx core.App, id string) error {
	o, err := findOpening(tx, id)
	if err != nil || o.state() != Open || o.closesAt().After(s.now()) {
		return database.IgnoreMissing(err)
	}
	if err := o.setState(Closed, s.now()); err != nil {
		return err
	}
	if err := tx.Save(o); err != nil {
		return database.Wrap("close opening", err)
	}
	return s.askForOutcomes(tx, o)
}

// close closes an opening before its last day and asks for the outcomes. The caller saves it.
func (s *Seats) close(tx core.App, o *opening, reason string) error {
	if err := s.transition(o, Closed); err != nil {
		return err
	}
	o.setReason(reason)
	return s.askForOutcomes(tx, o)
}

// askForOutcomes asks the handler of a closed opening to record the outcomes, if there are interests.
func (s *Seats) askForOutcomes(tx core.App, o *opening) error {
	var blocked []string
	if o.isHandledBy(o.personID()) {
		var err error
		if blocked, err = s.deps.BlockedWith(tx, o.personID()); err != nil {
			return err
		}
	}
	interests, err := listInterests(tx, o.Id, blocked)
	if err != nil || len(interests) == 0 {
		return err
	}
	closed := emails.Closed{OpeningID: o.Id, Title: o.title(), Interests: len(interests), ClosedAt: s.now()}
	if o.isOffices() || o.isConfidential() {
		closed.IsOffice = true
		return s.deps.Outbox.EnqueueToOffice(tx, closed.Build())
	}
	return s.emailPoster(tx, o, func(to emails.Reader) outbox.Email {
		closed.Reader = to
		return closed.Build()
	})
}

// RegisterHooks withdraws the openings and the interests of an account when it is closed.
func RegisterHooks(app core.App, now clock.Clock) {
	identity.OnClosed(app, "boardcircleSeats", func(tx core.App, user *identity.User) error {
		return withdrawAll(tx, user.Id, now())
	})
}

func withdrawAll(tx core.App, userID string, now time.Time) error {
	openings, err := listActiveOf(tx, userID)
	if err != nil {
		return err
	}
	for _, o := range openings {
		if err := errors.Join(o.setState(Withdrawn, now), tx.Save(o)); err != nil {
			return database.Wrap("withdraw the openings of a closed account", err)
		}
	}
	interests, err := listPendingOf(tx, userID)
	if err != nil {
		return err
	}
	for _, i := range interests {
		if err := errors.Join(i.setState(InterestWithdrawn, now), tx.Save(i)); err != nil {
			return database.Wrap("withdraw the interests of a closed account", err)
		}
	}
	return nil
}

// find returns an opening, or errNotFound.
func find(app core.App, id string) (*opening, error) {
	o, err := findOpening(app, id)
	return o, apperr.Fail(readFailed, database.IfMissing(err, errNotFound))
}
