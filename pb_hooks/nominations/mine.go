package nominations

import (
	"database/sql"
	"errors"
	"net/http"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/httpx"
)

// OwnNomination is what an applicant sees of her nomination: how far it is, and nothing of what it says or
// why it was decided.
type OwnNomination struct {
	// Status is none, submitted, in_review, info_requested, approved or declined; or unproved, where
	// a nomination bears the account's e-mail and nobody has proved that it is hers.
	Status string `json:"status"`
	// IsApproved tells whether she may buy a membership where that waits for an approval.
	IsApproved bool `json:"isApproved"`
}

// GetOwn is GET /api/nominations/mine.
func (n *Nominations) GetOwn(e *core.RequestEvent) error {
	user := httpx.CurrentUser(e)
	own := OwnNomination{Status: "none"}
	r := &core.Record{}
	// the one that she sent signed in comes before one that only bears her e-mail
	err := e.App.RecordQuery(registrations).
		AndWhere(dbx.Or(dbx.HashExp{"userId": user.Id}, dbx.NewExp("email = {:email} COLLATE NOCASE", dbx.Params{"email": user.Email()}))).
		OrderBy("([[userId]] = {:user}) DESC", "createdAt DESC").
		AndBind(dbx.Params{"user": user.Id}).Limit(1).One(r)
	switch {
	case err != nil:
	case r.GetString("userId") == user.Id || user.Verified():
		own.Status = r.GetString("status")
	default:
		// an unproved e-mail may be somebody else's
		own.Status = "unproved"
	}
	approved, approvalErr := IsApproved(e.App, user)
	if (err != nil && !errors.Is(err, sql.ErrNoRows)) || approvalErr != nil {
		return httpx.NewError(http.StatusInternalServerError, "Your nomination could not be read. Please try again.", errors.Join(err, approvalErr))
	}
	own.IsApproved = approved
	return e.JSON(http.StatusOK, own)
}
