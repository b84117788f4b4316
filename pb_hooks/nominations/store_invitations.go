package nominations

import (
	"time"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/types"

	"boardcircle/pb_hooks/internal/database"
	"boardcircle/pb_hooks/internal/rules"
)

const invitations = "invitations"

// InvitationStatus says whether an invitation can be used.
type InvitationStatus string

// The statuses of an invitation are not stored. They are computed from its times.
const (
	InvitationOpen    InvitationStatus = "open"
	InvitationUsed    InvitationStatus = "used"
	InvitationExpired InvitationStatus = "expired"
	InvitationVoid    InvitationStatus = "void"
)

// Values returns all statuses.
func (InvitationStatus) Values() []string {
	return rules.Options(InvitationOpen, InvitationUsed, InvitationExpired, InvitationVoid)
}

// Invitation is a row of invitations.
type Invitation struct{ core.BaseRecordProxy }

// NominationID is the approved nomination.
func (i *Invitation) NominationID() string { return i.GetString("nomination") }

// SentAt is when the invitation was created and its email queued.
func (i *Invitation) SentAt() types.DateTime { return i.GetDateTime("sentAt") }

// ExpiresAt is when the invitation expires.
func (i *Invitation) ExpiresAt() types.DateTime { return i.GetDateTime("expiresAt") }

// UsedAt is when the invitation was accepted, or zero.
func (i *Invitation) UsedAt() types.DateTime { return i.GetDateTime("usedAt") }

// Status returns the status at a time.
func (i *Invitation) Status(now time.Time) InvitationStatus {
	switch {
	case !i.UsedAt().IsZero():
		return InvitationUsed
	case !i.GetDateTime("voidAt").IsZero():
		return InvitationVoid
	case !i.ExpiresAt().Time().After(now):
		return InvitationExpired
	}
	return InvitationOpen
}

func (i *Invitation) markUsed(by *core.Record, at time.Time) {
	i.Set("usedAt", at)
	i.Set("usedBy", by.Id)
}

// newInvitation returns an invitation for the applicant's email. It is not stored yet. tokenHash computes the hash
// from the invitation's id.
func newInvitation(app core.App, n *Nomination, sentAt, expiresAt time.Time,
	tokenHash func(id string) string) (*Invitation, error) {
	i, err := database.New[Invitation](app, invitations)
	if err != nil {
		return nil, err
	}
	i.Id = core.GenerateDefaultRandomId()
	i.Load(map[string]any{
		"nomination": n.Id, "email": n.Email(), "tokenHash": tokenHash(i.Id), "sentAt": sentAt, "expiresAt": expiresAt,
	})
	return i, nil
}

// voidInvitations voids all invitations of a nomination.
func voidInvitations(app core.App, nominationID string, at time.Time) error {
	var valid []*Invitation
	err := app.RecordQuery(invitations).AndWhere(dbx.HashExp{"nomination": nominationID}).
		AndWhere(dbx.NewExp("[[voidAt]] = ''")).All(&valid)
	if err != nil {
		return err
	}
	for _, i := range valid {
		i.Set("voidAt", at)
		if err := app.Save(i); err != nil {
			return err
		}
	}
	return nil
}

// findInvitation returns sql.ErrNoRows if there is no invitation with this id.
func findInvitation(app core.App, id string) (*Invitation, error) {
	return database.Find[Invitation](app, invitations, id)
}

// findInvitationByTokenHash returns errInvitationNotFound if there is no such invitation.
func findInvitationByTokenHash(app core.App, hash string) (*Invitation, error) {
	found, err := database.First[Invitation](app, invitations, dbx.HashExp{"tokenHash": hash})
	return found, database.IfMissing(err, errInvitationNotFound)
}

// findLatestInvitation returns nil if the nomination has no invitation.
func findLatestInvitation(app core.App, nominationID string) (*Invitation, error) {
	found, err := database.First[Invitation](app, invitations,
		dbx.HashExp{"nomination": nominationID}, "sentAt DESC", "([[voidAt]] = '') DESC", "id DESC")
	return found, database.IgnoreMissing(err)
}

// hasAccepted reports whether an account has accepted an invitation.
func hasAccepted(app core.App, userID string) (bool, error) {
	return exists(app, `SELECT 1 FROM invitations WHERE [[usedBy]] = {:user} AND [[usedBy]] != ''`,
		dbx.Params{"user": userID})
}
