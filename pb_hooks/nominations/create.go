package nominations

import (
	"net/http"
	"strings"

	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/types"

	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/rules"
	"boardcircle/pb_hooks/mail"
	"boardcircle/pb_hooks/settings"
)

// createResponse is what an applicant is told of her own nomination.
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
	registration, err := n.createNomination(e.App, values, user, n.draftToken(e))
	if err != nil {
		return createError(err)
	}
	n.clearDraftCookie(e)
	return e.JSON(http.StatusCreated, createResponse{
		ID: registration.Id, Name: registration.GetString("name"), Email: registration.Email(),
		CreatedAt: httpx.Time(registration.GetDateTime("createdAt")),
	})
}

// createNomination stores a nomination, its two letters and the end of the draft it grew from: all of
// them or none.
func (n *Nominations) createNomination(app core.App, values rules.Values, user *core.Record, draftToken string) (*core.Record, error) {
	collection, err := app.FindCachedCollectionByNameOrId(registrations)
	if err != nil {
		return nil, err
	}
	registration := core.NewRecord(collection)
	registration.Load(values)
	// The room goes by its own clock; Set would leave an automatic date alone.
	at, err := types.ParseDateTime(n.now())
	if err != nil {
		return nil, err
	}
	registration.SetRaw("createdAt", at)
	if user != nil {
		registration.Set("userId", user.Id)
	}
	return registration, app.RunInTransaction(func(tx core.App) error {
		if err := tx.Save(registration); err != nil {
			return err
		}
		if err := n.enqueueCreatedEmails(tx, registration); err != nil {
			return err
		}
		return deleteDraft(tx, draftToken)
	})
}

// enqueueCreatedEmails writes to the applicant, and to the staff where somebody is to be told.
func (n *Nominations) enqueueCreatedEmails(tx core.App, r *core.Record) error {
	if err := n.outbox.Enqueue(tx, ReceivedEmail(r.Id, r.GetString("name"), r.Email())); err != nil {
		return err
	}
	adminEmail, err := settings.NotificationRecipient(tx, n.adminEmail)
	if err != nil || adminEmail == "" {
		return err
	}
	notice := nominationNewEmail{
		RegistrationID: r.Id, Name: r.GetString("name"), Email: r.Email(), Phone: r.GetString("phone"),
		Company: r.GetString("companyName"), Designation: r.GetString("currentDesignation"),
		Location: joinLocation(r, "city", "state", "country"), At: n.now(),
	}.Build()
	notice.To = mail.Address{Email: adminEmail}
	return n.outbox.Enqueue(tx, notice)
}

// joinLocation joins what a nomination tells of where she lives.
func joinLocation(r *core.Record, fields ...string) string {
	var parts []string
	for _, name := range fields {
		if part := r.GetString(name); part != "" {
			parts = append(parts, part)
		}
	}
	return strings.Join(parts, ", ")
}

// createError turns an error of the transaction into the answer.
func createError(err error) error {
	if httpx.IsUniqueViolation(err, "email") {
		return httpx.NewError(http.StatusConflict, "A registration with this email already exists.", nil)
	}
	if problems := httpx.SchemaProblems(err, Form); len(problems) > 0 {
		return validationError(problems...)
	}
	return httpx.NewError(http.StatusInternalServerError, "Your nomination could not be stored. Please try again.", err)
}

func validationError(problems ...rules.Problem) error {
	return httpx.InvalidAs("Please fill in all required fields correctly.", problems...)
}
