package nominations

import (
	"database/sql"
	"errors"
	"net/http"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/accounts"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/keys"
	"boardcircle/pb_hooks/internal/rules"
)

const unknownInvitation = "This invitation is not known. Please open the link of your letter again, whole."

// closedInvitations are the sentences for those that can no longer be accepted.
var closedInvitations = map[string]string{
	"used":    "This invitation has been accepted already. Please log in to go on to the membership plans.",
	"void":    "A newer invitation has been sent to you, and this one is void. Please open the link of the newest letter.",
	"expired": "This invitation has expired. Please write to us, and we will send you a new one.",
}

// OpenInvitation is what the holder of an invitation's link is told of it.
type OpenInvitation struct {
	// Status is open, used, expired or void; Message says what to do where it is not open.
	Status  string `json:"status"`
	Message string `json:"message"`
	// Email is whom it was sent to, Name, Phone and Location what her nomination tells for the
	// sign-up, and HasAccount whether she has an account already; told while it is open.
	Email      string `json:"email"`
	Name       string `json:"name"`
	Phone      string `json:"phone"`
	Location   string `json:"location"`
	HasAccount bool   `json:"hasAccount"`
}

// LookAtInvitation is POST /api/invitations/look. The token travels in the body, so that no log
// and no history keeps it.
func (n *Nominations) LookAtInvitation(e *core.RequestEvent) error {
	values, err := httpx.Form(e, TokenForm)
	if err != nil {
		return err
	}
	invitation, err := findInvitation(e.App, values.Text("token"))
	if err != nil {
		return invitationRefusal(err)
	}
	status := n.standing(invitation)
	answer := OpenInvitation{Status: status, Message: closedInvitations[status]}
	if status == "open" {
		r, err := e.App.FindRecordById(registrations, invitation.GetString("nomination"))
		if err != nil {
			return invitationRefusal(err)
		}
		answer.Email, answer.Name = invitation.Email(), r.GetString("name")
		answer.Phone, answer.Location = r.GetString("phone"), location(r, "city", "state")
		if _, err := e.App.FindAuthRecordByEmail(httpx.Users, answer.Email); err == nil {
			answer.HasAccount = true
		}
	}
	return e.JSON(http.StatusOK, answer)
}

// Accept is POST /api/invitations/accept, for whoever has an account already.
func (n *Nominations) Accept(e *core.RequestEvent) error {
	values, err := httpx.Form(e, TokenForm)
	if err != nil {
		return err
	}
	err = e.App.RunInTransaction(func(tx core.App) error {
		return n.Redeem(tx, values.Text("token"), httpx.User(e))
	})
	if err != nil {
		return invitationRefusal(err)
	}
	return n.Mine(e)
}

// Redeem uses an invitation for an account, within the caller's transaction. Its error is an answer.
func (n *Nominations) Redeem(tx core.App, token string, user *core.Record) error {
	invitation, err := findInvitation(tx, token)
	if err != nil {
		return invitationRefusal(err)
	}
	if message, closed := closedInvitations[n.standing(invitation)]; closed {
		return httpx.Conflict(rules.Problem{Field: "invitation", Code: n.standing(invitation), Message: message})
	}
	if invitation.Email() != user.Email() {
		return httpx.Invalid(rules.Problem{Field: "email", Code: "other_email",
			Message: "This invitation was sent to another e-mail address. Please use that one."})
	}
	invitation.Set("usedAt", n.now())
	invitation.Set("usedBy", user.Id)
	if err := tx.Save(invitation); err != nil {
		return err
	}
	return accounts.FollowedMail(tx, user)
}

// IsApproved tells whether an account may buy where purchases wait for an approval: it has accepted
// an invitation, or has sent a nomination that was approved, and its e-mail, which the nomination
// bears, is proved. The reviewers approve whoever reads the mail of that address, and anybody can
// sign up with it.
func IsApproved(app core.App, user *core.Record) (bool, error) {
	accepted, err := app.CountRecords(invitations, dbx.HashExp{"usedBy": user.Id})
	if err != nil || accepted > 0 || !user.Verified() {
		return accepted > 0, err
	}
	sent, err := app.CountRecords(registrations, dbx.HashExp{"userId": user.Id, "email": user.Email(), "status": Approved})
	return sent > 0, err
}

func findInvitation(app core.App, token string) (*core.Record, error) {
	return app.FindFirstRecordByData(invitations, "tokenHash", keys.Hash(token))
}

func invitationRefusal(err error) error {
	if errors.Is(err, sql.ErrNoRows) {
		return httpx.Refuse(http.StatusNotFound, unknownInvitation, nil)
	}
	return reviewRefusal(err)
}
