package nominations

import (
	"fmt"
	"net/http"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/audit"
	"boardcircle/pb_hooks/internal/httpx"
)

// mostNotes is how many notes a nomination takes: the page reads them all.
const mostNotes = 200

// AddNote is POST /api/nominations/{id}/notes: a note among reviewers, which no applicant reads.
func (n *Nominations) AddNote(e *core.RequestEvent) error {
	values, err := httpx.Form(e, NoteForm)
	if err != nil {
		return err
	}
	by := audit.By(e)
	err = e.App.RunInTransaction(func(tx core.App) error {
		r, err := tx.FindRecordById(registrations, e.Request.PathValue("id"))
		if err != nil {
			return err
		}
		notes, err := tx.CountRecords(reviewNotes, dbx.HashExp{"nomination": r.Id})
		if err != nil {
			return err
		}
		if notes >= mostNotes {
			return httpx.Refuse(http.StatusConflict,
				fmt.Sprintf("This nomination has %d notes, and takes no more. Delete one of yours to write another.", notes), nil)
		}
		note, err := n.record(tx, reviewNotes, r, by, map[string]any{"text": values.Text("text")})
		if err != nil {
			return err
		}
		return n.audit.Note(tx, by, "note.written", subject(r), map[string]any{"note": note.Id, "text": values.Text("text")})
	})
	if err != nil {
		return reviewRefusal(err)
	}
	return n.Nomination(e)
}

// DeleteNote is DELETE /api/nominations/{id}/notes/{note}; only its author may.
func (n *Nominations) DeleteNote(e *core.RequestEvent) error {
	by := audit.By(e)
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
		if !isBy(note, by) {
			return httpx.Refuse(http.StatusForbidden, "Only the author of a note can delete it.", nil)
		}
		if err := tx.Delete(note); err != nil {
			return err
		}
		return n.audit.Note(tx, by, "note.deleted", subject(r), map[string]any{"note": note.Id, "text": note.GetString("text")})
	})
	if err != nil {
		return reviewRefusal(err)
	}
	return n.Nomination(e)
}

func isBy(row *core.Record, who audit.Actor) bool {
	return row.GetString("actorKind") == who.Kind && row.GetString("actorId") == who.ID
}
