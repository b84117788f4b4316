package nominations

import (
	"fmt"
	"net/http"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/audit"
	"boardcircle/pb_hooks/internal/httpx"
)

// maxNotes is how many notes a nomination takes: the page reads them all.
const maxNotes = 200

// AddNote is POST /api/nominations/{id}/notes: a note among reviewers, which no applicant reads.
func (n *Nominations) AddNote(e *core.RequestEvent) error {
	values, err := httpx.DecodeForm(e, NoteForm)
	if err != nil {
		return err
	}
	by := audit.RequestActor(e)
	err = e.App.RunInTransaction(func(tx core.App) error {
		r, err := tx.FindRecordById(registrations, e.Request.PathValue("id"))
		if err != nil {
			return err
		}
		notes, err := tx.CountRecords(reviewNotes, dbx.HashExp{"nomination": r.Id})
		if err != nil {
			return err
		}
		if notes >= maxNotes {
			return httpx.NewError(http.StatusConflict,
				fmt.Sprintf("This nomination has %d notes, and takes no more. Delete one of yours to write another.", notes), nil)
		}
		note, err := n.createReviewRecord(tx, reviewNotes, r, by, map[string]any{"text": values.Text("text")})
		if err != nil {
			return err
		}
		return n.audit.Record(tx, by, "note.written", auditSubject(r), map[string]any{"note": note.Id, "text": values.Text("text")})
	})
	if err != nil {
		return reviewError(err)
	}
	return n.Get(e)
}

// DeleteNote is DELETE /api/nominations/{id}/notes/{note}; only its author may.
func (n *Nominations) DeleteNote(e *core.RequestEvent) error {
	by := audit.RequestActor(e)
	err := e.App.RunInTransaction(func(tx core.App) error {
		r, err := tx.FindRecordById(registrations, e.Request.PathValue("id"))
		if err != nil {
			return err
		}
		note := &core.Record{}
		err = tx.RecordQuery(reviewNotes).AndWhere(dbx.HashExp{"id": e.Request.PathValue("note"), "nomination": r.Id}).One(note)
		if err != nil {
			return err
		}
		if !isAuthor(note, by) {
			return httpx.NewError(http.StatusForbidden, "Only the author of a note can delete it.", nil)
		}
		if err := tx.Delete(note); err != nil {
			return err
		}
		return n.audit.Record(tx, by, "note.deleted", auditSubject(r), map[string]any{"note": note.Id, "text": note.GetString("text")})
	})
	if err != nil {
		return reviewError(err)
	}
	return n.Get(e)
}

func isAuthor(row *core.Record, actor audit.Actor) bool {
	return row.GetString("actorKind") == actor.Kind && row.GetString("actorId") == actor.ID
}
