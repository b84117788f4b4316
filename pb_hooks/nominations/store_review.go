package nominations

import (
	"database/sql"
	"errors"
	"time"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/types"

	"boardcircle/pb_hooks/audit"
)

// The collections of the review. Their rows belong to a nomination and are deleted with it.
const (
	reviewSteps = "review_steps"
	reviewNotes = "review_notes"
	reviewVotes = "review_votes"
	invitations = "invitations"
)

// reviewRecord is a row that belongs to a nomination and has the admin who wrote it.
type reviewRecord struct{ core.BaseRecordProxy }

func (r *reviewRecord) isBy(actor audit.Actor) bool {
	return r.GetString("actorKind") == actor.Kind && r.GetString("actorId") == actor.ID
}

// Actor is the name of the admin.
func (r *reviewRecord) Actor() string { return r.GetString("actor") }

// newReviewRecord returns a row of a review's table. It is not stored yet.
func newReviewRecord(app core.App, table string, n *Nomination, by audit.Actor, at time.Time) (*core.Record, error) {
	collection, err := app.FindCachedCollectionByNameOrId(table)
	if err != nil {
		return nil, err
	}
	row := core.NewRecord(collection)
	row.Load(map[string]any{"nomination": n.Id, "actorKind": by.Kind, "actorId": by.ID, "actor": by.Name, "at": at})
	return row, nil
}

// ReviewStep is a row of review_steps, the history of a review.
type ReviewStep struct{ reviewRecord }

// newReviewStep returns the history row of a step. It is not stored yet.
func newReviewStep(app core.App, n *Nomination, by audit.Actor, at time.Time, s step, reason, message string, isMailed bool) (*ReviewStep, error) {
	row, err := newReviewRecord(app, reviewSteps, n, by, at)
	if err != nil {
		return nil, err
	}
	row.Load(map[string]any{
		"step": s.name, "was": string(s.from), "becomes": string(s.to), "version": n.Version(),
		"why": reason, "words": message, "mailed": isMailed,
	})
	r := &ReviewStep{}
	r.SetProxyRecord(row)
	return r, nil
}

// findStep returns the step that created a version of a review, or sql.ErrNoRows.
func findStep(app core.App, nominationID string, version int) (*ReviewStep, error) {
	s := &ReviewStep{}
	err := app.RecordQuery(reviewSteps).AndWhere(dbx.HashExp{"nomination": nominationID, "version": version}).Limit(1).One(s)
	return s, err
}

// listSteps returns the history of a review, oldest first.
func listSteps(app core.App, nominationID string) ([]StepView, error) {
	steps := []StepView{}
	err := app.DB().Select("*").From(reviewSteps).Where(dbx.HashExp{"nomination": nominationID}).OrderBy("version").All(&steps)
	return steps, err
}

// Note is a row of review_notes, a note between reviewers.
type Note struct{ reviewRecord }

func (n *Note) Text() string { return n.GetString("text") }

// newNote returns a note. It is not stored yet.
func newNote(app core.App, n *Nomination, by audit.Actor, at time.Time, text string) (*Note, error) {
	row, err := newReviewRecord(app, reviewNotes, n, by, at)
	if err != nil {
		return nil, err
	}
	row.Set("text", text)
	note := &Note{}
	note.SetProxyRecord(row)
	return note, nil
}

// findNote returns errNotFound if the nomination has no note with this id.
func findNote(app core.App, nominationID, id string) (*Note, error) {
	note := &Note{}
	err := app.RecordQuery(reviewNotes).AndWhere(dbx.HashExp{"id": id, "nomination": nominationID}).Limit(1).One(note)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, errNotFound
	}
	return note, err
}

func countNotes(app core.App, nominationID string) (int64, error) {
	return app.CountRecords(reviewNotes, dbx.HashExp{"nomination": nominationID})
}

// listNotes returns the notes on a nomination, oldest first.
func listNotes(app core.App, nominationID string) ([]NoteView, error) {
	notes := []NoteView{}
	err := app.DB().Select("*").From(reviewNotes).Where(dbx.HashExp{"nomination": nominationID}).OrderBy("at", "id").All(&notes)
	return notes, err
}

// Vote is a row of review_votes. Each reviewer of a nomination has at most one.
type Vote struct{ reviewRecord }

// Value is one of VoteOptions.
func (v *Vote) Value() string { return v.GetString("vote") }

func (v *Vote) set(value string, by audit.Actor, at time.Time) {
	v.Load(map[string]any{"vote": value, "actor": by.Name, "at": at})
}

// newVote returns a vote. It is not stored yet.
func newVote(app core.App, n *Nomination, by audit.Actor, at time.Time) (*Vote, error) {
	row, err := newReviewRecord(app, reviewVotes, n, by, at)
	if err != nil {
		return nil, err
	}
	v := &Vote{}
	v.SetProxyRecord(row)
	return v, nil
}

// findVote returns a reviewer's vote on a nomination, or sql.ErrNoRows.
func findVote(app core.App, nominationID string, by audit.Actor) (*Vote, error) {
	v := &Vote{}
	err := app.RecordQuery(reviewVotes).
		AndWhere(dbx.HashExp{"nomination": nominationID, "actorKind": by.Kind, "actorId": by.ID}).Limit(1).One(v)
	return v, err
}

// findVotes returns the votes on a nomination, oldest first.
func findVotes(app core.App, nominationID string) ([]VoteView, error) {
	votes := []VoteView{}
	err := app.DB().Select("*").From(reviewVotes).Where(dbx.HashExp{"nomination": nominationID}).OrderBy("at", "id").All(&votes)
	return votes, err
}

// InvitationStatus says whether an invitation can be used.
type InvitationStatus string

// The statuses of an invitation are not stored. They are computed from its times.
const (
	InvitationOpen    InvitationStatus = "open"
	InvitationUsed    InvitationStatus = "used"
	InvitationExpired InvitationStatus = "expired"
	InvitationVoid    InvitationStatus = "void"
)

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
func newInvitation(app core.App, n *Nomination, sentAt, expiresAt time.Time, tokenHash func(id string) string) (*Invitation, error) {
	collection, err := app.FindCachedCollectionByNameOrId(invitations)
	if err != nil {
		return nil, err
	}
	i := &Invitation{}
	i.SetProxyRecord(core.NewRecord(collection))
	i.Id = core.GenerateDefaultRandomId()
	i.Load(map[string]any{
		"nomination": n.Id, "email": n.Email(), "tokenHash": tokenHash(i.Id), "sentAt": sentAt, "expiresAt": expiresAt,
	})
	return i, nil
}

// voidInvitations voids all invitations of a nomination.
func voidInvitations(app core.App, nominationID string, at time.Time) error {
	var valid []*Invitation
	err := app.RecordQuery(invitations).AndWhere(dbx.HashExp{"nomination": nominationID}).AndWhere(dbx.NewExp("[[voidAt]] = ''")).All(&valid)
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
	i := &Invitation{}
	err := app.RecordQuery(invitations).AndWhere(dbx.HashExp{"id": id}).Limit(1).One(i)
	return i, err
}

// findInvitationByTokenHash returns errInvitationNotFound if there is no such invitation.
func findInvitationByTokenHash(app core.App, hash string) (*Invitation, error) {
	i := &Invitation{}
	err := app.RecordQuery(invitations).AndWhere(dbx.HashExp{"tokenHash": hash}).Limit(1).One(i)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, errInvitationNotFound
	}
	return i, err
}

// findLatestInvitation returns nil if the nomination has no invitation.
func findLatestInvitation(app core.App, nominationID string) (*Invitation, error) {
	i := &Invitation{}
	err := app.RecordQuery(invitations).AndWhere(dbx.HashExp{"nomination": nominationID}).
		OrderBy("sentAt DESC", "([[voidAt]] = '') DESC", "id DESC").Limit(1).One(i)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil
	}
	return i, err
}

// hasAccepted reports whether an account has accepted an invitation.
func hasAccepted(app core.App, userID string) (bool, error) {
	return exists(app, `SELECT 1 FROM invitations WHERE [[usedBy]] = {:user} AND [[usedBy]] != ''`, dbx.Params{"user": userID})
}
