package nominations

import (
	"database/sql"
	"errors"
	"fmt"
	"net/http"
	"strings"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/apperr"
	"boardcircle/pb_hooks/internal/database"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/languages"
	"boardcircle/pb_hooks/internal/rules"
	"boardcircle/pb_hooks/nominations/emails"
	"boardcircle/pb_hooks/people"
)

// Created is the response to a new nomination.
type Created struct {
	ID        string     `json:"id"`
	Name      string     `json:"name"`
	Email     string     `json:"email"`
	CreatedAt httpx.Time `json:"createdAt"`
}

// Create is POST /api/registrations. For a signed-in user, the handler replaces the email before it checks the form.
func (n *Nominations) Create() httpx.Endpoint {
	return httpx.Raw[CreateForm](n.create, httpx.Doc{
		Tag: "nominations", Summary: "Send a nomination", Status: http.StatusCreated,
		Errors: []*apperr.Error{errEmailTaken},
	})
}

func (n *Nominations) create(e *core.RequestEvent) (Created, error) {
	body, err := httpx.DecodeObject(e)
	if err != nil {
		return Created{}, err
	}
	user := httpx.CurrentUser(e)
	if user != nil {
		body["email"] = user.Email()
	}
	form, problems := httpx.Bind[CreateForm](body)
	if len(problems) > 0 {
		return Created{}, validationError(problems...)
	}
	release, err := n.middleware.HoldRateLimit(e, httpx.TakenEmails)
	if err != nil {
		return Created{}, err
	}
	nomination, err := n.store(e, form, user)
	if err != nil {
		err = createError(err)
	}
	release(errors.Is(err, errEmailTaken))
	if err != nil {
		return Created{}, err
	}
	n.drafts.ClearCookie(e)
	return Created{
		ID:        nomination.Id,
		Name:      nomination.Name(),
		Email:     nomination.Email(),
		CreatedAt: httpx.Time(nomination.CreatedAt()),
	}, nil
}

// store stores a nomination and its emails, and deletes its draft, in one transaction.
func (n *Nominations) store(e *core.RequestEvent, form CreateForm, user *core.Record) (*Nomination, error) {
	at := database.DateTime(n.now())
	userID := ""
	if user != nil {
		userID = user.Id
	}
	nomination, err := newNominationOf(e.App, form, userID, at)
	if err != nil {
		return nil, err
	}
	return nomination, e.App.RunInTransaction(func(tx core.App) error {
		if err := createNomination(tx, nomination); err != nil {
			return err
		}
		if err := people.SuggestLanguage(tx, nomination.Email(), languages.OfRequest(e.Request)); err != nil {
			return err
		}
		if err := n.enqueueCreatedEmails(tx, nomination); err != nil {
			return fmt.Errorf("enqueue the emails of the nomination: %w", err)
		}
		return n.drafts.Delete(tx, n.drafts.Token(e))
	})
}

func createError(err error) error {
	if httpx.IsUniqueViolation(err, "email") {
		return errEmailTaken
	}
	if problems := httpx.SchemaProblems(err, Form); len(problems) > 0 {
		return validationError(problems...)
	}
	return Fail(createFailed, "create", "nomination", err)
}

func validationError(problems ...rules.Problem) error {
	return httpx.InvalidAs(httpx.MessageInvalidForm, problems...)
}

// OwnStatus is the status of a nomination for its applicant.
type OwnStatus string

// The statuses for an applicant in addition to those of a review.
const (
	ownNone       OwnStatus = "none"
	ownUnverified OwnStatus = "unproved" // the JSON value is historical
)

// Values returns all statuses.
func (OwnStatus) Values() []string {
	return append(rules.Options(ownNone, ownUnverified), Status("").Values()...)
}

// OwnNomination is the status of a nomination for its applicant, without the answers and the reasons of the decision.
type OwnNomination struct {
	// Status is the status of the review, or "none" without a nomination. It is "unproved" if the account has sent no
	// nomination and its email is not verified, whether or not a nomination has that email.
	Status OwnStatus `json:"status"`
	// IsApproved reports whether the caller may buy a membership that requires approval.
	IsApproved bool `json:"isApproved"`
}

// GetOwn is GET /api/nominations/mine.
func (n *Nominations) GetOwn() httpx.Endpoint {
	return httpx.Get(n.getOwn, httpx.Doc{
		Tag: "review", Summary: "Read the status of your own nomination",
	})
}

func (n *Nominations) getOwn(e *core.RequestEvent) (OwnNomination, error) {
	user := httpx.CurrentUser(e)
	status, err := ownStatus(e.App, user)
	if err != nil {
		return OwnNomination{}, Fail(readFailed, "find nomination of account", user.Id, err)
	}
	isApproved, err := IsApproved(e.App, user)
	if err != nil {
		return OwnNomination{}, Fail(readFailed, "check approval of account", user.Id, err)
	}
	return OwnNomination{status, isApproved}, nil
}

// ownStatus does not reveal whether a nomination has the account's email if the email is not verified.
func ownStatus(app core.App, user *core.Record) (OwnStatus, error) {
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
	return OwnStatus(nomination.Status()), nil
}

// enqueueCreatedEmails queues the emails to the applicant and to the office.
func (n *Nominations) enqueueCreatedEmails(tx core.App, nomination *Nomination) error {
	if err := n.outbox.Enqueue(tx, emails.Received(nomination.Id, nomination.Name(), nomination.Email())); err != nil {
		return err
	}
	return n.outbox.EnqueueToOffice(tx, emails.NewNomination{
		RegistrationID: nomination.Id,
		Name:           nomination.Name(),
		Email:          nomination.Email(),
		Phone:          nomination.Phone(),
		Company:        nomination.Company(),
		Designation:    nomination.Designation(),
		Location:       joinNonEmpty(nomination.City(), nomination.State(), nomination.Country()),
		At:             nomination.CreatedAt().Time(),
	}.Build())
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
