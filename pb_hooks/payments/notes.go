package payments

import (
	"net/http"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/audit"
	"boardcircle/pb_hooks/internal/apperr"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/rules"
)

// NoteForm is the body of POST /api/transactions/{id}/notes.
var NoteForm = rules.Form{{Name: "text", Label: "Note", Kind: rules.Text, Required: true, Max: 4000}}

// TransactionNote is a note of an admin's on a transaction. It is kept: nobody changes or deletes it.
type TransactionNote struct {
	ID        string     `json:"id" db:"id"`
	Text      string     `json:"text" db:"text"`
	Actor     string     `json:"actor" db:"actor"`
	CreatedAt httpx.Time `json:"createdAt" db:"createdAt"`
}

// AddNote is POST /api/transactions/{id}/notes.
func (p *Payments) AddNote(e *core.RequestEvent) error {
	values, err := httpx.DecodeForm(e, NoteForm)
	if err != nil {
		return err
	}
	by := audit.RequestActor(e)
	var note TransactionNote
	err = p.app.RunInTransaction(func(tx core.App) error {
		t, err := findTransaction(tx, e.Request.PathValue("id"))
		if isMissing(err) {
			return errTransactionNotFound
		}
		if err != nil {
			return err
		}
		if note, err = insertNote(tx, t.Id, values.Text("text"), by.Name, p.now()); err != nil {
			return err
		}
		return p.audit.Record(tx, by, "transaction.noted", audit.SubjectOf(t.Record), map[string]any{"text": note.Text})
	})
	if err != nil {
		return apperr.Fail("The note could not be stored. Please try again.", err)
	}
	return e.JSON(http.StatusCreated, note)
}
