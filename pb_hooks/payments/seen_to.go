package payments

import (
	"database/sql"
	"errors"
	"net/http"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/audit"
	"boardcircle/pb_hooks/internal/httpx"
)

// ClearAttention is DELETE /api/transactions/{id}/attention: a person has looked at what was flagged. The
// same matter of the same payment is not raised again; the audit log keeps what it was.
func (p *Payments) ClearAttention(e *core.RequestEvent) error {
	err := e.App.RunInTransaction(func(tx core.App) error {
		t, err := findTransaction(tx, e.Request.PathValue("id"))
		if err != nil {
			return err
		}
		t.Set("attention", "")
		t.Set("attentionNote", "")
		return p.audit.Save(tx, audit.RequestActor(e), "transaction.seen-to", t)
	})
	if errors.Is(err, sql.ErrNoRows) {
		return httpx.NewError(http.StatusNotFound, "This transaction was not found.", nil)
	}
	if err != nil {
		return httpx.NewError(http.StatusInternalServerError, "This could not be stored. Please try again.", err)
	}
	return e.NoContent(http.StatusNoContent)
}
