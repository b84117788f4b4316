package nominations

import (
	"database/sql"
	"errors"
	"fmt"
	"net/http"
	"strings"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/database"
	"boardcircle/pb_hooks/internal/httpx"
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

// create stores a nomination and its emails, and deletes the draft that it was written in: all of that or nothing.
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
	return nomination, app.RunInTransaction(func(tx core.App) error {
		if err := createNomination(tx, nomination); err != nil {
			return err
		}
		if err := n.enqueueCreatedEmails(tx, nomination); err != nil {
			return fmt.Errorf("enqueue the emails of the nomination: %w", err)
		}
		return deleteDraft(tx, draftToken)
	})
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

// enqueueCreatedEmails writes to the applicant, and to the admins unless their address is "".
func (n *Nominations) enqueueCreatedEmails(tx core.App, nomination *Nomination) error {
	adminEmail, err := settings.NotificationRecipient(tx, n.adminEmail)
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
