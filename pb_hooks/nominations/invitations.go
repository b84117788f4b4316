// The life of an invitation:
//
//	invite   An approval, or an admin's resend, stores the token's hash, bound to the applicant's
//	         e-mail for 14 days, and enqueues the letter. An older invitation is void from then on.
//	letter   The token stands nowhere. It is derived from the invitation's id and the key file when
//	         the letter is written (InvitationParams).
//	use      An account with that e-mail redeems it, at its sign-up (Redeem) or signed in (Accept).
//	         It works once, and the account may buy from then on (IsApproved).

package nominations

import (
	"database/sql"
	"errors"
	"net/http"
	"time"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/audit"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/keys"
	"boardcircle/pb_hooks/mail"
)

// invitationTTL is how long an invitation can be accepted.
const invitationTTL = 14 * 24 * time.Hour

// Invitation is a nomination's newest invitation, as the console sees it.
type Invitation struct {
	ID        string     `json:"id"`
	Email     string     `json:"email"`
	SentAt    httpx.Time `json:"sentAt"`
	ExpiresAt httpx.Time `json:"expiresAt"`
	UsedAt    httpx.Time `json:"usedAt"`
	// Status is open, used, expired or void.
	Status string `json:"status"`
}

// ResendInvitation is POST /api/nominations/{id}/invitation: a new invitation in the old one's place.
func (n *Nominations) ResendInvitation(e *core.RequestEvent) error {
	values, err := httpx.DecodeForm(e, ResendForm)
	if err != nil {
		return err
	}
	err = e.App.RunInTransaction(func(tx core.App) error {
		r, err := tx.FindRecordById(registrations, e.Request.PathValue("id"))
		if err != nil {
			return err
		}
		if r.GetString("status") != Approved {
			return httpx.NewError(http.StatusConflict, "Only an approved nomination has an invitation.", nil)
		}
		newest, err := findLatestInvitation(tx, r.Id)
		if err != nil {
			return err
		}
		id := ""
		if newest != nil {
			id = newest.Id
		}
		switch {
		case id != values.Text("replaces"):
			return httpx.NewError(http.StatusConflict, "Another invitation was sent meanwhile. Please look at it again.", nil)
		case newest != nil && !newest.GetDateTime("usedAt").IsZero():
			return httpx.NewError(http.StatusConflict, "This invitation has been accepted. No other one is needed.", nil)
		}
		if err := n.outbox.Throttle(KindInvitation, r.Email()); err != nil {
			return err
		}
		return n.createInvitation(tx, audit.RequestActor(e), r)
	})
	if err != nil {
		return reviewError(err)
	}
	return n.Get(e)
}

// createInvitation makes an approved nomination's invitation and its letter, and voids what stood before.
func (n *Nominations) createInvitation(tx core.App, by audit.Actor, r *core.Record) error {
	collection, err := tx.FindCachedCollectionByNameOrId(invitations)
	if err != nil {
		return err
	}
	older, err := tx.FindAllRecords(invitations, dbx.HashExp{"nomination": r.Id, "voidAt": ""})
	if err != nil {
		return err
	}
	for _, invitation := range older {
		invitation.Set("voidAt", n.now())
		if err := tx.Save(invitation); err != nil {
			return err
		}
	}
	invitation := core.NewRecord(collection)
	invitation.Id = core.GenerateDefaultRandomId()
	expiry := n.now().Add(invitationTTL)
	invitation.Load(map[string]any{
		"nomination": r.Id, "email": r.Email(), "tokenHash": keys.Hash(n.invitationToken(invitation.Id)),
		"sentAt": n.now(), "expiresAt": expiry,
	})
	if err := tx.Save(invitation); err != nil {
		return err
	}
	return n.enqueueEmail(tx, by, r, nominationInvitationEmail{
		InvitationID: invitation.Id, RegistrationID: r.Id, Name: r.GetString("name"), Email: r.Email(), ExpiresAt: expiry,
	}.Build())
}

// InvitationParams is the mail.Resolver of the letter with an invitation: it adds the link's token.
// An invitation that cannot be accepted by now is not mailed.
func (n *Nominations) InvitationParams(app core.App, params map[string]string) (map[string]string, error) {
	invitation, err := app.FindRecordById(invitations, params["invitationId"])
	if errors.Is(err, sql.ErrNoRows) {
		return nil, mail.ErrObsolete
	}
	if err != nil {
		return nil, err
	}
	if n.invitationStatus(invitation) != "open" {
		return nil, mail.ErrObsolete
	}
	return map[string]string{"token": n.invitationToken(invitation.Id)}, nil
}

func (n *Nominations) invitationToken(id string) string { return n.key.Derive("invitation", id) }

// invitationStatus tells what has become of an invitation.
func (n *Nominations) invitationStatus(invitation *core.Record) string {
	switch {
	case !invitation.GetDateTime("usedAt").IsZero():
		return "used"
	case !invitation.GetDateTime("voidAt").IsZero():
		return "void"
	case !invitation.GetDateTime("expiresAt").Time().After(n.now()):
		return "expired"
	}
	return "open"
}

// findLatestInvitation returns nil where a nomination has none.
func findLatestInvitation(app core.App, nomination string) (*core.Record, error) {
	newest := &core.Record{}
	err := app.RecordQuery(invitations).AndWhere(dbx.HashExp{"nomination": nomination}).
		OrderBy("sentAt DESC", "([[voidAt]] = '') DESC", "id DESC").Limit(1).One(newest)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil
	}
	return newest, err
}
