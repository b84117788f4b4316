package nominations

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/database"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/jobs"
	"boardcircle/pb_hooks/internal/readmodel"
	"boardcircle/pb_hooks/internal/rules"
	"boardcircle/pb_hooks/mail"
	"boardcircle/pb_hooks/nominations/emails"
	"boardcircle/pb_hooks/settings"
)

// createResponse is what an applicant reads of a nomination that was just sent.
type createResponse struct {
	ID        string     `json:"id"`
	Name      string     `json:"name"`
	Email     string     `json:"email"`
	CreatedAt httpx.Time `json:"createdAt"`
}

// Create is POST /api/registrations.
func (n *Nominations) Create(e *core.RequestEvent) error {
	body, err := httpx.DecodeObject(e)
	if err != nil {
		return err
	}
	user := httpx.CurrentUser(e)
	if user != nil {
		body["email"] = user.Email()
	}
	values, problems := Form.Check(body)
	if len(problems) > 0 {
		return validationError(problems...)
	}
	release, err := n.middleware.HoldRateLimit(e, httpx.TakenEmails)
	if err != nil {
		return err
	}
	nomination, err := n.create(e.App, values, user, n.draftToken(e))
	if err != nil {
		err = createError(err)
	}
	release(errors.Is(err, errEmailTaken))
	if err != nil {
		return err
	}
	n.clearDraftCookie(e)
	return e.JSON(http.StatusCreated, createResponse{
		ID: nomination.Id, Name: nomination.Name(), Email: nomination.Email(), CreatedAt: httpx.Time(nomination.CreatedAt()),
	})
}

// create stores a nomination and the job that enqueues its e-mails, and deletes the draft that it was written in:
// all of that or nothing.
func (n *Nominations) create(app core.App, values rules.Values, user *core.Record, draftToken string) (*Nomination, error) {
	at := database.DateTime(n.now())
	userID := ""
	if user != nil {
		userID = user.Id
	}
	nomination, err := newNominationOf(app, values, userID, at)
	if err != nil {
		return nil, err
	}
	err = app.RunInTransaction(func(tx core.App) error {
		if err := insertNomination(tx, nomination); err != nil {
			return err
		}
		if err := n.jobs.Enqueue(tx, jobs.Job{Type: ReceivedJob, Key: nomination.Id}); err != nil {
			return err
		}
		return deleteDraft(tx, draftToken)
	})
	if err == nil {
		n.notify("nominations")
	}
	return nomination, err
}

func createError(err error) error {
	if httpx.IsUniqueViolation(err, "email") {
		return errEmailTaken
	}
	if problems := httpx.SchemaProblems(err, Form); len(problems) > 0 {
		return validationError(problems...)
	}
	return fail(createFailed, "create", "nomination", err)
}

func validationError(problems ...rules.Problem) error {
	return httpx.InvalidAs("Please fill in all required fields correctly.", problems...)
}

// The statuses of OwnNomination that no review has.
const (
	ownNone       = "none"
	ownUnverified = "unproved" // the wire keeps this value
)

// OwnNomination is what applicants see of their nomination: how far it is, but neither its answers nor
// why it was decided so.
type OwnNomination struct {
	// Status is that of the review; none without a nomination; or unproved if the account has sent none and
	// nobody has verified that its e-mail is theirs, whether a nomination has it or not.
	Status string `json:"status"`
	// IsApproved tells whether they may buy a membership if that needs an approval.
	IsApproved bool `json:"isApproved"`
}

// GetOwn is GET /api/nominations/mine.
func (n *Nominations) GetOwn(e *core.RequestEvent) error {
	user := httpx.CurrentUser(e)
	status, err := ownStatus(e.App, user)
	if err != nil {
		return fail(readFailed, "find nomination of account", user.Id, err)
	}
	isApproved, err := IsApproved(e.App, user)
	if err != nil {
		return fail(readFailed, "check approval of account", user.Id, err)
	}
	return e.JSON(http.StatusOK, OwnNomination{status, isApproved})
}

// ownStatus does not tell whether a nomination has an e-mail that is not verified: it may be somebody else's.
func ownStatus(app core.App, user *core.Record) (string, error) {
	nomination, err := findOfAccount(app, user)
	if errors.Is(err, sql.ErrNoRows) {
		if !user.Verified() {
			return ownUnverified, nil
		}
		return ownNone, nil
	}
	if err != nil {
		return "", err
	}
	return string(nomination.Status()), nil
}

// ReceivedJob is the type of the jobs that enqueue the e-mails of a new nomination, with its id as their key, and count
// it. The applicant waits for one row in the queue instead of the e-mails, which each have a row, a job and a place in
// the search of their own, and of the counters and lists.
const ReceivedJob = "nominations.received"

// receivedLinger lets the applicant's answer go first.
const receivedLinger = 250 * time.Millisecond

func (n *Nominations) receivedJob() jobs.Type {
	return jobs.Type{Name: ReceivedJob, Concurrency: 4, Linger: receivedLinger, Handle: n.handleReceived}
}

// handleReceived counts the nomination and enqueues the e-mails in the transaction that completes the job: to the
// applicant, and to the admins unless their address is "".
func (n *Nominations) handleReceived(_ context.Context, job jobs.Job) error {
	adminEmail, err := settings.NotificationRecipient(n.app, n.adminEmail)
	if err != nil {
		return fmt.Errorf("enqueue e-mails of nomination %s: %w", job.Key, err)
	}
	return n.app.RunInTransaction(func(tx core.App) error {
		if err := readmodel.ApplyWaiting(tx); err != nil {
			return fmt.Errorf("count nomination %s: %w", job.Key, err)
		}
		if err := n.enqueueCreatedEmails(tx, job.Key, adminEmail); err != nil {
			return fmt.Errorf("enqueue e-mails of nomination %s: %w", job.Key, err)
		}
		return n.jobs.Complete(tx, job)
	})
}

// enqueueCreatedEmails enqueues nothing for a nomination that staff have deleted.
func (n *Nominations) enqueueCreatedEmails(tx core.App, id, adminEmail string) error {
	nomination, err := findNomination(tx, id)
	if errors.Is(err, errNotFound) {
		return nil
	}
	if err != nil {
		return err
	}
	if err := n.outbox.Enqueue(tx, emails.Received(nomination.Id, nomination.Name(), nomination.Email())); err != nil {
		return err
	}
	if adminEmail == "" {
		return nil
	}
	notice := emails.NewNomination{
		RegistrationID: nomination.Id, Name: nomination.Name(), Email: nomination.Email(), Phone: nomination.Phone(),
		Company: nomination.Company(), Designation: nomination.Designation(),
		Location: joinNonEmpty(nomination.City(), nomination.State(), nomination.Country()), At: nomination.CreatedAt().Time(),
	}.Build()
	notice.To = mail.Address{Email: adminEmail}
	return n.outbox.Enqueue(tx, notice)
}

func joinNonEmpty(parts ...string) string {
	var filled []string
	for _, part := range parts {
		if part != "" {
			filled = append(filled, part)
		}
	}
	return strings.Join(filled, ", ")
}
