package review

import (
	"fmt"
	"net/http"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/audit"
	"boardcircle/pb_hooks/internal/apperr"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/rules"
	"boardcircle/pb_hooks/nominations"
)

var (
	errNoteNotFound  = apperr.NotFound("note-not-found", "This note was not found.")
	errNotNoteAuthor = apperr.Forbidden("not-note-author", "Only the author of a note can delete it.")
)

// maxNotes is the largest number of notes on a nomination, because the page loads all of them.
const maxNotes = 200

// NoteForm is a new note.
type NoteForm struct {
	Text string `json:"text"`
}

// Rules returns the rules of the form.
func (NoteForm) Rules() rules.Form { return noteRules }

var noteRules = rules.Form{
	{Name: "text", Label: "Note", Kind: rules.Text, Required: true, Max: 4000,
		Messages: rules.Messages{Required: "Please write a note"}},
}

// NoteView is a note between reviewers, as shown in the console.
type NoteView struct {
	nominations.Attribution
	ID   string `json:"id" db:"id"`
	Text string `json:"text" db:"text"`
}

// AddNote is POST /api/nominations/{id}/notes. Applicants cannot read notes.
func (r *Review) AddNote() httpx.Endpoint {
	return httpx.JSON(r.createNote, httpx.Doc{
		Tag: "review", Summary: "Write a note",
		Errors:   []*apperr.Error{nominations.ErrNotFound},
		Statuses: []int{http.StatusConflict},
		Example:  map[string]any{"text": "Called them."},
	})
}

func (r *Review) createNote(e *core.RequestEvent, form NoteForm) (Detail, error) {
	return r.update(e, "add note to", func(tx core.App, nomination *nominations.Nomination) error {
		return r.addNote(tx, audit.RequestActor(e), nomination, form.Text)
	})
}

// addNote stores a note unless the nomination already has maxNotes.
func (r *Review) addNote(tx core.App, by audit.Actor, nomination *nominations.Nomination, text string) error {
	count, err := countNotes(tx, nomination.Id)
	if err != nil {
		return err
	}
	if count >= maxNotes {
		return apperr.Conflict("too-many-notes",
			fmt.Sprintf("This nomination has %d notes, which is the maximum. "+
				"Delete one of your notes to write another.",
				count))
	}
	note, err := newNote(tx, nomination, by, r.now(), text)
	if err != nil {
		return err
	}
	if err := tx.Save(note); err != nil {
		return err
	}
	return r.audit.Record(tx, by, "note.written", nominations.AuditSubject(nomination),
		map[string]any{"note": note.Id, "text": note.Text()})
}

// DeleteNote is DELETE /api/nominations/{id}/notes/{note}. Only the author can delete a note.
func (r *Review) DeleteNote() httpx.Endpoint {
	return httpx.DoJSON(r.removeNote, httpx.Doc{
		Tag: "review", Summary: "Delete your own note",
		Errors: []*apperr.Error{nominations.ErrNotFound, errNoteNotFound, errNotNoteAuthor},
	})
}

func (r *Review) removeNote(e *core.RequestEvent) (Detail, error) {
	return r.update(e, "delete note of", func(tx core.App, nomination *nominations.Nomination) error {
		return r.deleteNote(tx, audit.RequestActor(e), nomination, e.Request.PathValue("note"))
	})
}

// deleteNote deletes a note if the caller is its author.
func (r *Review) deleteNote(tx core.App, by audit.Actor, nomination *nominations.Nomination, id string) error {
	note, err := findNote(tx, nomination.Id, id)
	if err != nil {
		return err
	}
	if !note.IsBy(by) {
		return errNotNoteAuthor
	}
	if err := tx.Delete(note); err != nil {
		return err
	}
	return r.audit.Record(tx, by, "note.deleted", nominations.AuditSubject(nomination),
		map[string]any{"note": note.Id, "text": note.Text()})
}
