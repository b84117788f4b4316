package nominations

import (
	"fmt"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/audit"
	"boardcircle/pb_hooks/internal/apperr"
	"boardcircle/pb_hooks/internal/httpx"
)

// maxNotes is the largest number of notes on a nomination, because the page loads all of them.
const maxNotes = 200

// NoteView is a note between reviewers, as shown in the console.
type NoteView struct {
	Attribution
	ID   string `json:"id" db:"id"`
	Text string `json:"text" db:"text"`
}

// AddNote is POST /api/nominations/{id}/notes. Applicants cannot read notes.
func (n *Nominations) AddNote(e *core.RequestEvent) error {
	values, err := httpx.DecodeForm(e, NoteForm)
	if err != nil {
		return err
	}
	return n.update(e, "add note to", func(tx core.App, nomination *Nomination) error {
		return n.addNote(tx, audit.RequestActor(e), nomination, values.Text("text"))
	})
}

// addNote stores a note unless the nomination already has maxNotes.
func (n *Nominations) addNote(tx core.App, by audit.Actor, nomination *Nomination, text string) error {
	count, err := countNotes(tx, nomination.Id)
	if err != nil {
		return err
	}
	if count >= maxNotes {
		return apperr.Conflict("too-many-notes",
			fmt.Sprintf("This nomination has %d notes, and takes no more. Delete one of yours to write another.", count))
	}
	note, err := newNote(tx, nomination, by, n.now(), text)
	if err != nil {
		return err
	}
	if err := tx.Save(note); err != nil {
		return err
	}
	return n.audit.Record(tx, by, "note.written", auditSubject(nomination), map[string]any{"note": note.Id, "text": note.Text()})
}

// DeleteNote is DELETE /api/nominations/{id}/notes/{note}. Only the author can delete a note.
func (n *Nominations) DeleteNote(e *core.RequestEvent) error {
	return n.update(e, "delete note of", func(tx core.App, nomination *Nomination) error {
		return n.deleteNote(tx, audit.RequestActor(e), nomination, e.Request.PathValue("note"))
	})
}

// deleteNote deletes a note if the caller is its author.
func (n *Nominations) deleteNote(tx core.App, by audit.Actor, nomination *Nomination, id string) error {
	note, err := findNote(tx, nomination.Id, id)
	if err != nil {
		return err
	}
	if !note.isBy(by) {
		return errNotNoteAuthor
	}
	if err := tx.Delete(note); err != nil {
		return err
	}
	return n.audit.Record(tx, by, "note.deleted", auditSubject(nomination), map[string]any{"note": note.Id, "text": note.Text()})
}
