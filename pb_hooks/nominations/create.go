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

// receipt is what an applicant is told of her own nomination.
type receipt struct {
	ID        string      `json:"id"`
	Name      string      `json:"name"`
	Email     string      `json:"email"`
	CreatedAt httpx.Stamp `json:"createdAt"`
}

// Create is POST /api/registrations.
func (n *Nominations) Create(e *core.RequestEvent) error {
	body, err := httpx.Object(e)
	if err != nil {
		return err
	}
	user := httpx.User(e)
	if user != nil {
		body["email"] = user.Email()
	}
	values, problems := Form.Check(body)
	if len(problems) > 0 {
		return incomplete(problems...)
	}
	registration, err := n.nominate(e.App, values, user, n.draftToken(e))
	if err != nil {
		return refusal(err)
	}
	n.forgetDraft(e)
	return e.JSON(http.StatusCreated, receipt{
		ID: registration.Id, Name: registration.GetString("name"), Email: registration.Email(),
		CreatedAt: httpx.Stamp(registration.GetDateTime("createdAt")),
	})
}

// nominate stores a nomination, its two letters and the end of the draft it grew from: all of
// them or none.
func (n *Nominations) nominate(app core.App, values rules.Values, user *core.Record, draftToken string) (*core.Record, error) {
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
		if err := n.announce(tx, registration); err != nil {
			return err
		}
		return deleteDraft(tx, draftToken)
	})
}

// announce writes to the applicant, and to the staff where somebody is to be told.
func (n *Nominations) announce(tx core.App, r *core.Record) error {
	received := mail.NominationReceived{RegistrationID: r.Id, Name: r.GetString("name"), Email: r.Email()}
	if err := n.letters.Enqueue(tx, received.Letter()); err != nil {
		return err
	}
	staff, err := settings.Notified(tx, n.adminEmail)
	if err != nil || staff == "" {
		return err
	}
	notice := mail.NominationNew{
		RegistrationID: r.Id, Name: r.GetString("name"), Email: r.Email(), Phone: r.GetString("phone"),
		Company: r.GetString("companyName"), Designation: r.GetString("currentDesignation"),
		Location: location(r, "city", "state", "country"), At: n.now(),
	}.Letter()
	notice.To = mail.Address{Email: staff}
	return n.letters.Enqueue(tx, notice)
}

// location joins what a nomination tells of where she lives.
func location(r *core.Record, fields ...string) string {
	var parts []string
	for _, name := range fields {
		if part := r.GetString(name); part != "" {
			parts = append(parts, part)
		}
	}
	return strings.Join(parts, ", ")
}

// refusal turns an error of the transaction into the answer.
func refusal(err error) error {
	if httpx.IsTaken(err, "email") {
		return httpx.Refuse(http.StatusConflict, "A registration with this email already exists.", nil)
	}
	if problems := httpx.Unfit(err, Form); len(problems) > 0 {
		return incomplete(problems...)
	}
	return httpx.Refuse(http.StatusInternalServerError, "Your nomination could not be stored. Please try again.", err)
}

func incomplete(problems ...rules.Problem) error {
	return httpx.InvalidAs("Please fill in all required fields correctly.", problems...)
}
