package thisweek

import (
	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/audit"
	"boardcircle/pb_hooks/internal/apperr"
	"boardcircle/pb_hooks/internal/database"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/people"
)

var (
	errPersonNotFound = apperr.NotFound("person-not-found", "This person was not found.")
	errWelcomed       = apperr.Conflict("already-welcomed", "This person is marked as welcomed already.")
	errNotWelcomed    = apperr.NotFound("not-welcomed", "This person is not marked as welcomed.")
)

// Welcome is POST /api/people/{id}/welcome.
func (w *ThisWeek) Welcome() httpx.Endpoint {
	return httpx.Do(w.welcome, httpx.Doc{
		Tag: "office", Summary: "Mark a new member as welcomed",
		Description: "The id is that of the person. No email is sent.",
		Errors:      []*apperr.Error{errPersonNotFound, errWelcomed},
	})
}

func (w *ThisWeek) welcome(e *core.RequestEvent) error {
	person, by := e.Request.PathValue("id"), audit.RequestActor(e)
	err := e.App.RunInTransaction(func(tx core.App) error {
		subject, err := subjectOf(tx, person)
		if err != nil {
			return err
		}
		record, err := newWelcome(tx, person, by.Name, w.now())
		if err != nil {
			return err
		}
		err = tx.Save(record)
		if httpx.IsUniqueViolation(err, "person") {
			return errWelcomed
		}
		if err != nil {
			return err
		}
		return w.deps.Audit.Record(tx, by, "person.welcomed", subject, nil)
	})
	return apperr.SaveFailed("mark a person as welcomed", err)
}

// UndoWelcome is DELETE /api/people/{id}/welcome.
func (w *ThisWeek) UndoWelcome() httpx.Endpoint {
	return httpx.Do(w.undoWelcome, httpx.Doc{
		Tag: "office", Summary: "Undo the mark that a new member was welcomed", Errors: []*apperr.Error{errNotWelcomed},
	})
}

func (w *ThisWeek) undoWelcome(e *core.RequestEvent) error {
	person := e.Request.PathValue("id")
	err := e.App.RunInTransaction(func(tx core.App) error {
		record, err := findWelcome(tx, person)
		if err != nil {
			return database.IfMissing(err, errNotWelcomed)
		}
		subject, err := subjectOf(tx, person)
		if err != nil {
			return err
		}
		if err := tx.Delete(record); err != nil {
			return err
		}
		return w.deps.Audit.Record(tx, audit.RequestActor(e), "person.welcome-undone", subject, nil)
	})
	return apperr.SaveFailed("undo a welcome", err)
}

func subjectOf(app core.App, person string) (audit.Subject, error) {
	names, err := people.NamesOf(app, []string{person})
	name, exists := names[person]
	if err == nil && !exists {
		err = errPersonNotFound
	}
	return audit.Subject{Collection: "people", ID: person, Label: name}, err
}
