// Package reports lets a member report a profile, a comment, a board seat or a message to the office. A report is in
// one of these states:
//
//	open      -> decided
//	decided   -> reversed
//	reversed  is final
//	(new)     -> open
//
// A decision that has suspended a profile can be reversed.
//
// These rules always hold:
//
//   - A member can report only what they can see, and people whom they have blocked. A message can be reported only by
//     the two people of its conversation. A report has a copy of what the reporter saw, because the owner of the
//     content can change or remove it.
//   - Only the office sees a report. The reported person does not learn who reported, and the reporter does not learn
//     what was decided about the person.
//   - An admin who is the reported person gets the same 404 as for an unknown report, and the audit log has neither the
//     copy nor the texts of a report.
//   - The reporter gets an acknowledgement at once, and an email once the office has decided. The office decides within
//     the time that the reason allows (timeToDecide). Overdue reports come first, and the office gets an email about
//     them each day.
//   - The settings can name two admins who get the emails about reports, as long as both may decide. No one gets an
//     email about a report that concerns them. If neither of the two gets an email, all admins who may decide get one.
//     If none of these admins gets one either, the office's address does.
//   - A decision that removes the content does so in its transaction.
//
// Each feature whose content can be reported provides a Subject, which reads, removes and restores the content. Files:
// reports.go has the life of a report, handlers.go the route of members, admin.go the routes of the office.
package reports

import (
	"database/sql"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/audit"
	"boardcircle/pb_hooks/internal/apperr"
	"boardcircle/pb_hooks/internal/clock"
	"boardcircle/pb_hooks/internal/database"
	"boardcircle/pb_hooks/internal/identity"
	"boardcircle/pb_hooks/internal/modules"
	"boardcircle/pb_hooks/internal/rules"
	"boardcircle/pb_hooks/internal/states"
	"boardcircle/pb_hooks/mail/outbox"
	"boardcircle/pb_hooks/modules/reports/emails"
	"boardcircle/pb_hooks/people"
	"boardcircle/pb_hooks/settings"
)

// Kind is what a report is about.
type Kind string

// The kinds.
const (
	Profile   Kind = "profile"
	Comment   Kind = "comment"
	BoardSeat Kind = "board-seat"
	Message   Kind = "message"
)

// Values returns all kinds.
func (Kind) Values() []string { return rules.Options(Profile, Comment, BoardSeat, Message) }

// noun returns the kind in words, such as "board seat".
func (k Kind) noun() string { return strings.ReplaceAll(string(k), "-", " ") }

// Reason is why a member reports something.
type Reason string

// The reasons.
const (
	FalseInformation Reason = "false-information"
	Impersonation    Reason = "impersonation"
	Spam             Reason = "spam"
	Harassment       Reason = "harassment"
	Danger           Reason = "danger"
	IntimateImage    Reason = "intimate-image"
	Other            Reason = "other"
)

// Values returns all reasons.
func (Reason) Values() []string {
	return rules.Options(FalseInformation, Impersonation, Spam, Harassment, Danger, IntimateImage, Other)
}

// words returns the reason as emails name it.
func (r Reason) words() string {
	if r == Other {
		return "another reason"
	}
	return strings.ReplaceAll(string(r), "-", " ")
}

// timeToDecide returns how long the office may take to decide. The intermediary rules of the Information Technology Act
// name these times; we apply them to the circle.
func (r Reason) timeToDecide() time.Duration {
	switch r {
	case IntimateImage:
		return 2 * time.Hour
	case Harassment, Danger, Impersonation:
		return 36 * time.Hour
	}
	return 7 * 24 * time.Hour
}

// State is the state of a report.
type State string

// The states.
const (
	Open    State = "open"
	Decided State = "decided"
	// Reversed means that the office has lifted the suspension of a profile.
	Reversed State = "reversed"
)

// Values returns all states.
func (State) Values() []string { return rules.Options(Open, Decided, Reversed) }

// Transitions are documented at the head of the package.
var Transitions = states.Table[State]{
	"":       {Open},
	Open:     {Decided},
	Decided:  {Reversed},
	Reversed: {},
}

// Decision is what the office does about a report.
type Decision string

// The decisions.
const (
	NoAction         Decision = "none"
	ContentRemoved   Decision = "content-removed"
	PersonWarned     Decision = "person-warned"
	MembershipReview Decision = "membership-review"
)

// Values returns all decisions.
func (Decision) Values() []string {
	return rules.Options(NoAction, ContentRemoved, PersonWarned, MembershipReview)
}

// tellsPerson reports whether the reported person gets a message about the decision.
func (d Decision) tellsPerson() bool { return d == ContentRemoved || d == PersonWarned }

// Snapshot is a copy of what a member can see.
type Snapshot struct {
	// Person is the id of the person who wrote the content or whom the profile describes. It is "" for the office.
	Person string
	// Parent is the id of the consultation of a comment, or "".
	Parent string
	Title  string
	Text   string
}

// Subject is a kind of content that can be reported.
type Subject struct {
	// Read returns what a viewer sees, or a not-found error.
	Read func(app core.App, viewer, id string) (Snapshot, error)
	// Remove hides the content from members and records that in the audit log. It does nothing if the content is
	// already hidden or does not exist.
	Remove func(tx core.App, by audit.Actor, id, reason string) error
	// Restore lets the owner show the content again, and records that in the audit log. It is nil if removed content
	// cannot be restored.
	Restore func(tx core.App, by audit.Actor, id string) error
}

// Outbox queues emails.
type Outbox interface {
	Register(kinds ...outbox.Kind)
	Enqueue(tx core.App, email outbox.Email) error
	EnqueueToOffice(tx core.App, email outbox.Email) error
	OfficeAddress(app core.App) (string, error)
}

// Deps are the dependencies of the feature.
type Deps struct {
	Outbox   Outbox
	Audit    *audit.Log
	Clock    clock.Clock
	Subjects map[Kind]Subject
	// FindAddresses returns the email addresses, in lower case, of the admins who may decide.
	FindAddresses func(app core.App) ([]string, error)
}

// Reports is the feature. Its methods that return an endpoint are for the route table.
type Reports struct {
	app  core.App
	deps Deps
	now  clock.Clock
}

// New returns the feature and registers its emails.
func New(app core.App, deps Deps) *Reports {
	deps.Outbox.Register(outbox.In(modules.Reporting(),
		outbox.Kind{Name: emails.KindReceived, Texts: emails.Texts},
		outbox.Kind{Name: emails.KindNew, Texts: emails.Texts, Params: requireOpen},
		outbox.Kind{Name: emails.KindDecided, Texts: emails.Texts},
		outbox.Kind{Name: emails.KindWarning, Texts: emails.Texts},
		outbox.Kind{Name: emails.KindReversed, Texts: emails.Texts},
		outbox.Kind{Name: emails.KindOverdue, Texts: emails.Texts},
	)...)
	return &Reports{app: app, deps: deps, now: deps.Clock}
}

// RegisterPeople moves the reports when their person changes.
func RegisterPeople(app core.App) { people.RegisterReferences(app, references...) }

var (
	errNotFound        = apperr.NotFound("report-not-found", "This report was not found.")
	errSubjectNotFound = apperr.NotFound("reported-not-found",
		"This content no longer exists. If you still need help, please write to the office.")
	errOwn           = apperr.Conflict("own-content", "You cannot report your own content.")
	errAlready       = apperr.Conflict("already-reported", "You have already reported this. The office is checking it.")
	errCannotReverse = apperr.Conflict("report-not-reversible",
		"Only the suspension of a profile can be lifted, and only once.")
	errDecided = apperr.Conflict("report-decided", "This report is already decided. Please reload the page.")
)

// report stores a member's report, and emails the office and the member.
func (s *Reports) report(tx core.App, user *identity.User, form Form) (*report, error) {
	seen, err := s.deps.Subjects[form.Subject].Read(tx, user.PersonID(), form.SubjectID)
	switch {
	case isNotFound(err):
		return nil, errSubjectNotFound
	case err != nil:
		return nil, err
	case seen.Person == user.PersonID():
		return nil, errOwn
	}
	isReported, err := hasOpen(tx, user.PersonID(), form.Subject, form.SubjectID)
	if err != nil {
		return nil, err
	}
	if isReported {
		return nil, errAlready
	}
	names, err := people.NamesOf(tx, []string{seen.Person})
	if err != nil {
		return nil, err
	}
	r, err := newReport(tx, user, form, seen, names[seen.Person], s.now())
	if err != nil {
		return nil, err
	}
	if err := tx.Save(r); err != nil {
		return nil, database.Wrap("save report", err)
	}
	err = s.notifyOffice(tx, func(address string, readers []string) (outbox.Email, bool, error) {
		email := emails.New{Address: address, ReportID: r.Id, Subject: "a " + form.Subject.noun(),
			Reason: form.Reason.words(), Other: r.other(), DecideBy: r.decideBy()}.Build()
		return email, !slices.Contains(readers, r.other()), nil
	})
	if err != nil {
		return nil, err
	}
	return r, s.deps.Outbox.Enqueue(tx, emails.Received{
		Reader: emails.Reader{Name: user.Name(), Email: user.Email()}, ReportID: r.Id,
		Subject: "a " + form.Subject.noun(), Reason: form.Reason.words(), Other: r.other(), DecideBy: r.decideBy(),
	}.Build())
}

// decide stores the decision about an open report, carries it out, and emails the reported person and the reporter.
func (s *Reports) decide(tx core.App, by audit.Actor, r *report, form DecisionForm) error {
	if !Transitions.Allows(r.state(), Decided) {
		return errDecided
	}
	if form.Decision.tellsPerson() && form.Message == "" {
		return apperr.Invalid("required", "message", "Please enter the message to the member")
	}
	if form.Decision == ContentRemoved {
		if err := s.deps.Subjects[r.kind()].Remove(tx, by, r.subjectID(), form.Message); err != nil {
			return err
		}
	}
	r.setDecision(form, by.Name, s.now())
	if err := s.deps.Audit.Save(tx, by, "report.decided", r.Record); err != nil {
		return err
	}
	if form.Decision.tellsPerson() {
		if err := s.emailPerson(tx, r, form); err != nil {
			return err
		}
	}
	user, err := identity.FindUser(tx, r.userID())
	if err != nil || !user.IsActive() {
		return database.IgnoreMissing(err)
	}
	return s.deps.Outbox.Enqueue(tx, emails.Decided{
		Reader: emails.Reader{Name: user.Name(), Email: user.Email()}, ReportID: r.Id, Subject: "a " + r.kind().noun(),
		IsUpheld: form.Decision != NoAction, Other: r.other(), ReportedAt: r.createdAt(),
	}.Build())
}

// canReverse reports whether a decision about a report can be reversed.
func (s *Reports) canReverse(d Decision, state State, k Kind) bool {
	return state == Decided && d == ContentRemoved && s.deps.Subjects[k].Restore != nil
}

// reverse lifts the suspension of a profile, and emails the profile's owner.
func (s *Reports) reverse(tx core.App, by audit.Actor, r *report) error {
	if !s.canReverse(r.decision(), r.state(), r.kind()) {
		return errCannotReverse
	}
	if err := s.deps.Subjects[r.kind()].Restore(tx, by, r.subjectID()); err != nil {
		return err
	}
	r.setState(Reversed)
	if err := s.deps.Audit.Save(tx, by, "report.reversed", r.Record); err != nil {
		return err
	}
	user, err := identity.FindUserOfPerson(tx, r.other())
	if err != nil {
		return database.IgnoreMissing(err)
	}
	return s.deps.Outbox.Enqueue(tx, emails.Reversed{
		Reader: emails.Reader{Name: user.Name(), Email: user.Email()}, ReportID: r.Id,
	}.Build())
}

// emailPerson sends the office's message to the reported person, if they have an account.
func (s *Reports) emailPerson(tx core.App, r *report, form DecisionForm) error {
	user, err := identity.FindUserOfPerson(tx, r.other())
	if err != nil {
		return database.IgnoreMissing(err)
	}
	return s.deps.Outbox.Enqueue(tx, emails.Warning{
		Reader: emails.Reader{Name: user.Name(), Email: user.Email()}, ReportID: r.Id,
		Subject: "your " + r.kind().noun(), IsRemoved: form.Decision == ContentRemoved, Message: form.Message,
	}.Build())
}

// RemindOffice emails the office about overdue reports. It runs once a day.
func (s *Reports) RemindOffice() error {
	return s.app.RunInTransaction(func(tx core.App) error {
		return s.notifyOffice(tx, func(address string, readers []string) (outbox.Email, bool, error) {
			overdue, err := countOverdue(tx, readers, s.now())
			return emails.Overdue{Address: address, Reports: overdue, At: s.now()}.Build(), overdue > 0, err
		})
	})
}

// emailTo returns the email about reports for a recipient, and whether the email is sent. address is "" for the
// office's address. readers are the ids of the people who read the emails to it.
type emailTo func(address string, readers []string) (email outbox.Email, shouldSend bool, err error)

// notifyOffice queues an email to the two admins named in the settings, if both may decide. If that queues no email, it
// tries all admins who may decide, and then the office's address.
func (s *Reports) notifyOffice(tx core.App, email emailTo) error {
	all, err := s.deps.FindAddresses(tx)
	if err != nil {
		return err
	}
	site, err := settings.Read(tx)
	if err != nil {
		return err
	}
	named := []string{site.ReportEmail, site.SecondReportEmail}
	if !slices.Contains(all, named[0]) || !slices.Contains(all, named[1]) {
		named = nil
	}
	for _, addresses := range [][]string{named, all} {
		isSent, err := s.notifyAdmins(tx, addresses, email)
		if err != nil || isSent {
			return err
		}
	}
	office, err := s.deps.Outbox.OfficeAddress(tx)
	if err != nil || office == "" {
		return err
	}
	readers, err := people.ReadersOf(tx, office)
	if err != nil {
		return err
	}
	e, shouldSend, err := email("", readers)
	if err != nil || !shouldSend {
		return err
	}
	return s.deps.Outbox.EnqueueToOffice(tx, e)
}

// notifyAdmins queues an email to each of the addresses, and reports whether it queued any.
func (s *Reports) notifyAdmins(tx core.App, addresses []string, email emailTo) (isSent bool, err error) {
	for _, address := range addresses {
		readers, err := people.ReadersOf(tx, address)
		if err != nil {
			return false, err
		}
		e, shouldSend, err := email(address, readers)
		if err != nil {
			return false, err
		}
		if !shouldSend {
			continue
		}
		if err := s.deps.Outbox.Enqueue(tx, e); err != nil {
			return false, err
		}
		isSent = true
	}
	return isSent, nil
}

func isNotFound(err error) bool {
	var known *apperr.Error
	return errors.As(err, &known) && known.Status == http.StatusNotFound
}

// requireOpen makes the notice of a new report obsolete once the office has decided.
func requireOpen(app core.App, params map[string]string) (map[string]string, error) {
	r, err := findReport(app, params[emails.ParamReport])
	if errors.Is(err, sql.ErrNoRows) || err == nil && r.state() != Open {
		return nil, outbox.ErrObsolete
	}
	return nil, database.Wrap("find the report of an email", err)
}

// find returns a report that an admin may work on, who is one of self. The reported person gets errNotFound.
func find(app core.App, id string, self []string) (*report, error) {
	r, err := findReport(app, id)
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return nil, errNotFound
	case err != nil:
		return nil, fmt.Errorf("find report: %w", err)
	case slices.Contains(self, r.other()):
		return nil, errNotFound
	}
	return r, nil
}
