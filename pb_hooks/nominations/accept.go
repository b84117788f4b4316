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

const invitationNotFoundMessage = "This invitation is not known. Please open the link of your letter again, whole."

// invitationClosedMessages are the sentences for those that can no longer be accepted.
var invitationClosedMessages = map[string]string{
	"used":    "This invitation has been accepted already. Please log in to go on to the membership plans.",
	"void":    "A newer invitation has been sent to you, and this one is void. Please open the link of the newest letter.",
	"expired": "This invitation has expired. Please write to us, and we will send you a new one.",
}

// InvitationInfo is what the holder of an invitation's link is told of it.
type InvitationInfo struct {
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

// LookupInvitation is POST /api/invitations/look. The token travels in the body, so that no log
// and no history keeps it.
func (n *Nominations) LookupInvitation(e *core.RequestEvent) error {
	values, err := httpx.DecodeForm(e, TokenForm)
	if err != nil {
		return err
	}
	invitation, err := findInvitation(e.App, values.Text("token"))
	if err != nil {
		return invitationError(err)
	}
	status := n.invitationStatus(invitation)
	answer := InvitationInfo{Status: status, Message: invitationClosedMessages[status]}
	if status == "open" {
		r, err := e.App.FindRecordById(registrations, invitation.GetString("nomination"))
		if err != nil {
			return invitationError(err)
		}
		answer.Email, answer.Name = invitation.Email(), r.GetString("name")
		answer.Phone, answer.Location = r.GetString("phone"), joinLocation(r, "city", "state")
		if _, err := e.App.FindAuthRecordByEmail(httpx.Users, answer.Email); err == nil {
			answer.HasAccount = true
		}
	}
	return e.JSON(http.StatusOK, answer)
}

// AcceptInvitation is POST /api/invitations/accept, for whoever has an account already.
func (n *Nominations) AcceptInvitation(e *core.RequestEvent) error {
	values, err := httpx.DecodeForm(e, TokenForm)
	if err != nil {
		return err
	}
	err = e.App.RunInTransaction(func(tx core.App) error {
		return n.RedeemInvitation(tx, values.Text("token"), httpx.CurrentUser(e))
	})
	if err != nil {
		return invitationError(err)
	}
	return n.GetOwn(e)
}

// RedeemInvitation uses an invitation for an account, within the caller's transaction. Its error is an answer.
func (n *Nominations) RedeemInvitation(tx core.App, token string, user *core.Record) error {
	invitation, err := findInvitation(tx, token)
	if err != nil {
		return invitationError(err)
	}
	if message, closed := invitationClosedMessages[n.invitationStatus(invitation)]; closed {
		return httpx.Conflict(rules.Problem{Field: "invitation", Code: n.invitationStatus(invitation), Message: message})
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
	return accounts.MarkEmailVerified(tx, user)
}

// IsApproved tells whether an account may buy where purchases wait for an approval: it has accepted
// an invitation, or has sent a nomination that was approved, and its e-mail, which the nomination
// bears, is proved. The reviewers approve whoever reads the mail of that address, and anybody can
// sign up with it.
func IsApproved(app core.App, user *core.Record) (bool, error) {
	acceptedCount, err := app.CountRecords(invitations, dbx.HashExp{"usedBy": user.Id})
	if err != nil || acceptedCount > 0 || !user.Verified() {
		return acceptedCount > 0, err
	}
	approvedCount, err := app.CountRecords(registrations, dbx.HashExp{"userId": user.Id, "email": user.Email(), "status": Approved})
	return approvedCount > 0, err
}

func findInvitation(app core.App, token string) (*core.Record, error) {
	return app.FindFirstRecordByData(invitations, "tokenHash", keys.Hash(token))
}

func invitationError(err error) error {
	if errors.Is(err, sql.ErrNoRows) {
		return httpx.NewError(http.StatusNotFound, invitationNotFoundMessage, nil)
	}
	return reviewError(err)
}
