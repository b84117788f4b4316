package accounts

import (
	"errors"
	"net/http"

	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/router"

	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/rules"
)

// Register is POST /api/register; with an invitation it is used in the same step.
func (a *Accounts) Register(e *core.RequestEvent) error {
	invitationValues, err := httpx.DecodeForm(e, invitationForm)
	if err != nil {
		return err
	}
	values, err := httpx.DecodeForm(e, RegisterForm)
	if err != nil {
		return err
	}
	user, err := a.register(values, invitationValues.Text("invitation"))
	if err != nil {
		return registerError(err)
	}
	return a.startSession(e, http.StatusCreated, user)
}

// register stores an account and its welcome, and uses its invitation: all or none.
func (a *Accounts) register(values rules.Values, invitation string) (*core.Record, error) {
	users, err := a.app.FindCachedCollectionByNameOrId(httpx.Users)
	if err != nil {
		return nil, err
	}
	user := core.NewRecord(users)
	// The form's names only: what else stood in the body never gets here.
	user.Load(values)
	user.Set("source", "user")
	user.Set("isActive", true)
	return user, a.app.RunInTransaction(func(tx core.App) error {
		if err := tx.Save(user); err != nil {
			return err
		}
		if invitation != "" {
			if err := a.redeemInvitation(tx, invitation, user); err != nil {
				return err
			}
		}
		welcome := welcomeEmail{UserID: user.Id, Name: user.GetString("name"), Email: user.Email()}
		return a.outbox.Enqueue(tx, welcome.Build())
	})
}

// answer turns an error of the transaction into the answer.
func registerError(err error) error {
	var answer *router.ApiError
	problems := httpx.SchemaProblems(err, RegisterForm)
	switch {
	case errors.As(err, &answer): // the invitation's
		return answer
	case httpx.IsUniqueViolation(err, "email"):
		return httpx.NewError(http.StatusConflict, "An account with this email already exists.", nil)
	case len(problems) > 0:
		return httpx.Invalid(problems...)
	}
	return httpx.NewError(http.StatusInternalServerError, "Your account could not be created. Please try again.", err)
}
