package console

import (
	"database/sql"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/accounts"
	"boardcircle/pb_hooks/audit"
	"boardcircle/pb_hooks/internal/apperr"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/identity"
	"boardcircle/pb_hooks/internal/rules"
	"boardcircle/pb_hooks/people/console/emails"
)

// ChangesEmail reports whether a request changes the email address of an account. Such a change asks for the caller's
// password, because anyone who reads mail at the new address can take over the account.
func (c *Console) ChangesEmail(e *core.RequestEvent) (bool, error) {
	body, err := httpx.DecodeObject(e)
	if _, isSent := body["email"]; err != nil || !isSent {
		return false, err
	}
	form, err := httpx.Change[PatchForm]{Body: body}.Sent()
	if err != nil {
		return false, err
	}
	who, err := findPerson(e.App, e.Request.PathValue("id"))
	if err != nil {
		return false, apperr.Fail(readFailed, err)
	}
	return who.account != nil && identity.EmailKey(form.Email) != identity.EmailKey(who.account.Email), nil
}

// Patch is PATCH /api/people/{id}.
func (c *Console) Patch() httpx.Endpoint {
	return httpx.Patch(c.patch, httpx.Doc{
		Tag: "people", Summary: "Correct a person's account, or replace their tags",
		Description: "A field that the body does not have keeps its value. A change of the email address requires " +
			"re-authentication.",
		Errors: []*apperr.Error{errPersonNotFound, errNoAccount, errOwnAccount, errOwnersOnly, errEmailTaken,
			errEmailChanged},
		Example: map[string]any{"location": "Kolkata", "tags": []any{"patron"}},
	})
}

func (c *Console) patch(e *core.RequestEvent, change httpx.Change[PatchForm]) (Person, error) {
	form, err := change.Sent()
	if err != nil {
		return Person{}, err
	}
	changesAccount := slices.ContainsFunc(form.ImportForm.Rules(),
		func(f rules.Field) bool { return change.Has(f.Name) })
	return c.change(e, func(tx core.App, who personRef) error {
		if change.Has("tags") {
			if err := c.setTags(tx, audit.RequestActor(e), who, form.Tags); err != nil {
				return err
			}
		}
		if !changesAccount {
			return nil
		}
		if err := c.mayChange(tx, callerOf(e), who); err != nil {
			return err
		}
		if change.Has("email") && identity.EmailKey(form.Email) != identity.EmailKey(who.account.Email) &&
			!httpx.IsReauthenticated(e) {
			return errEmailChanged
		}
		err := c.accounts.UpdateProfile(tx, audit.RequestActor(e), who.account.ID, form.ImportForm, change.Has)
		if httpx.IsUniqueViolation(err, "email") {
			return errEmailTaken
		}
		return err
	})
}

// errEmailChanged is returned if the address changed after ChangesEmail had found that the request does not change it.
var errEmailChanged = apperr.Conflict("email-changed",
	"This person's email address has changed in the meantime. Please reload the page.")

// mayChange returns an error if the person has no account, if the account is the caller's own, or if the account may
// use the console and the caller is not an owner.
func (c *Console) mayChange(tx core.App, by caller, who personRef) error {
	if who.account == nil {
		return errNoAccount
	}
	if by.Kind == audit.ActorMember && by.ID == who.account.ID {
		return errOwnAccount
	}
	isAdmin, err := accounts.HasAdminRights(tx, who.account.ID)
	if err == nil && isAdmin && !by.isOwner {
		return errOwnersOnly
	}
	return err
}

// change applies a change to the person in the path in one transaction, and returns the updated person. An account that
// leaves its person (package people) is returned with its new one.
func (c *Console) change(e *core.RequestEvent, apply func(tx core.App, who personRef) error) (Person, error) {
	id := e.Request.PathValue("id")
	err := e.App.RunInTransaction(func(tx core.App) error {
		who, err := findPerson(tx, id)
		if err != nil {
			return err
		}
		id = who.id()
		return apply(tx, who)
	})
	if err != nil {
		return Person{}, saveError(err)
	}
	return c.respond(e, id)
}

// changesAccount returns an endpoint that applies a change to the account of the person in the path, if the caller may
// change it.
func (c *Console) changesAccount(apply func(e *core.RequestEvent, tx core.App, who personRef) error,
	doc httpx.Doc) httpx.Endpoint {
	doc.Tag = "people"
	doc.Errors = append(doc.Errors, errPersonNotFound, errNoAccount, errOwnAccount, errOwnersOnly)
	return httpx.DoJSON(func(e *core.RequestEvent) (Person, error) {
		return c.change(e, func(tx core.App, who personRef) error {
			if err := c.mayChange(tx, callerOf(e), who); err != nil {
				return err
			}
			return apply(e, tx, who)
		})
	}, doc)
}

func saveError(err error) error { return apperr.Fail(saveFailed, fmt.Errorf("change person: %w", err)) }

// Deactivate is POST /api/people/{id}/deactivate.
func (c *Console) Deactivate() httpx.Endpoint {
	return c.changesAccount(func(e *core.RequestEvent, tx core.App, who personRef) error {
		return c.deactivate(tx, audit.RequestActor(e), who)
	}, httpx.Doc{
		Summary:     "Deactivate a person's account",
		Description: "The sessions of the account end, and its owner can no longer sign in.",
		Errors:      []*apperr.Error{errInactive},
	})
}

func (c *Console) deactivate(tx core.App, by audit.Actor, who personRef) error {
	changed, err := c.accounts.SetActive(tx, by, "person.deactivated", who.account.ID, false)
	if err == nil && !changed {
		err = errInactive
	}
	return err
}

// setTags replaces a person's tags and records the change.
func (c *Console) setTags(tx core.App, by audit.Actor, who personRef, tags []string) error {
	before, changed, err := replaceTags(tx, who, tags)
	if err != nil || !changed {
		return err
	}
	return c.audit.Record(tx, by, "person.tagged", who.subject(), map[string]any{"tags": tags, "before": before})
}

// Reactivate is POST /api/people/{id}/reactivate.
func (c *Console) Reactivate() httpx.Endpoint {
	return c.changesAccount(func(e *core.RequestEvent, tx core.App, who personRef) error {
		into, err := mergedInto(tx, who.account.ID)
		if err == nil && into != "" {
			err = errMergedAway
		}
		if err != nil {
			return err
		}
		changed, err := c.accounts.SetActive(tx, audit.RequestActor(e), "person.reactivated", who.account.ID, true)
		if err == nil && !changed {
			err = errActive
		}
		return err
	}, httpx.Doc{Summary: "Reactivate a person's account", Errors: []*apperr.Error{errActive, errMergedAway}})
}

// AddNote is POST /api/people/{id}/notes.
func (c *Console) AddNote() httpx.Endpoint {
	return httpx.JSON(c.addNote, httpx.Doc{
		Tag: "people", Summary: "Add a note about a person", Status: http.StatusCreated,
		Errors: []*apperr.Error{errPersonNotFound}, Example: map[string]any{"text": "Called them."},
	})
}

func (c *Console) addNote(e *core.RequestEvent, form NoteForm) (view NoteView, err error) {
	err = e.App.RunInTransaction(func(tx core.App) error {
		who, err := findPerson(tx, e.Request.PathValue("id"))
		if err != nil {
			return err
		}
		by := audit.RequestActor(e)
		note, err := newNote(tx, who, by, form.Text)
		if err != nil {
			return err
		}
		if err := tx.Save(note); err != nil {
			return err
		}
		view = newNoteView(note)
		return c.audit.Record(tx, by, "person.noted", who.subject(), map[string]any{"text": view.Text})
	})
	if err != nil {
		return view, saveError(err)
	}
	return view, nil
}

// DeleteNote is DELETE /api/people/{id}/notes/{note}.
func (c *Console) DeleteNote() httpx.Endpoint {
	return httpx.Do(c.deleteNote, httpx.Doc{
		Tag: "people", Summary: "Delete a note about a person",
		Description: "The text of the note stays in the audit log.",
		Errors:      []*apperr.Error{errPersonNotFound, errNoteNotFound},
	})
}

func (c *Console) deleteNote(e *core.RequestEvent) error {
	err := e.App.RunInTransaction(func(tx core.App) error {
		who, err := findPerson(tx, e.Request.PathValue("id"))
		if err != nil {
			return err
		}
		note, err := findNote(tx, who, e.Request.PathValue("note"))
		if err != nil {
			return err
		}
		if err := tx.Delete(note); err != nil {
			return err
		}
		return c.audit.Record(tx, audit.RequestActor(e), "person.note-deleted", who.subject(),
			map[string]any{"text": newNoteView(note).Text})
	})
	if err != nil {
		return saveError(err)
	}
	return nil
}

// Write is POST /api/people/{id}/emails.
func (c *Console) Write() httpx.Endpoint {
	return httpx.JSON(c.writeTo, httpx.Doc{
		Tag: "people", Summary: "Write to a person", Errors: []*apperr.Error{errPersonNotFound, errNoAddress},
		Statuses: []int{http.StatusTooManyRequests},
		Example:  map[string]any{"subject": "Your visit", "words": "It was good to meet you."},
	})
}

func (c *Console) writeTo(e *core.RequestEvent, form EmailForm) (Person, error) {
	return c.change(e, func(tx core.App, who personRef) error {
		if who.email() == "" {
			return errNoAddress
		}
		return c.write(tx, audit.RequestActor(e), who, form.Subject, form.Words)
	})
}

func (c *Console) write(tx core.App, by audit.Actor, who personRef, subject, words string) error {
	if err := c.outbox.Throttle(emails.KindMessage, who.email()); err != nil {
		return err
	}
	message := emails.Message{Name: who.name(), Email: who.email(), Subject: subject, Words: words}
	if err := c.outbox.Enqueue(tx, message.Build()); err != nil {
		return err
	}
	return c.audit.Record(tx, by, "person.written-to", who.subject(), map[string]any{"subject": message.Subject})
}

// SendResetLink is POST /api/people/{id}/reset-link.
func (c *Console) SendResetLink() httpx.Endpoint {
	return c.changesAccount(func(e *core.RequestEvent, tx core.App, who personRef) error {
		return c.sendResetLink(tx, audit.RequestActor(e), who)
	}, httpx.Doc{
		Summary:     "Email a person a link to set a new password",
		Description: "Setting the password with the link also verifies the address.",
		Errors:      []*apperr.Error{errInactive, errResetLimit},
	})
}

func (c *Console) sendResetLink(tx core.App, by audit.Actor, who personRef) error {
	sent, err := c.accounts.Links.SendResetLink(tx, who.account.Email)
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return errInactive
	case err != nil:
		return err
	case !sent:
		return errResetLimit
	}
	return c.audit.Record(tx, by, "person.reset-sent", who.subject(), nil)
}

// GetPortrait is GET /api/people/{id}/portrait.
func (c *Console) GetPortrait() httpx.Endpoint {
	return httpx.File(c.servePortrait, []string{"image/jpeg", "image/png"}, httpx.Doc{
		Tag: "people", Summary: "Read a person's portrait", Errors: []*apperr.Error{errPersonNotFound},
	})
}

func (c *Console) servePortrait(e *core.RequestEvent) error {
	who, err := findPerson(e.App, e.Request.PathValue("id"))
	if err != nil {
		return apperr.Fail(readFailed, err)
	}
	return accounts.ServePortrait(e, who.accountID())
}

// SendVerificationLink is POST /api/people/{id}/proof-link.
func (c *Console) SendVerificationLink() httpx.Endpoint {
	return c.changesAccount(func(e *core.RequestEvent, tx core.App, who personRef) error {
		return c.sendVerificationLink(tx, audit.RequestActor(e), who)
	}, httpx.Doc{
		Summary:  "Email a person a link that verifies their address",
		Errors:   []*apperr.Error{errInactive},
		Statuses: []int{http.StatusTooManyRequests},
	})
}

func (c *Console) sendVerificationLink(tx core.App, by audit.Actor, who personRef) error {
	err := c.accounts.Links.SendVerificationLink(tx, who.account.ID)
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return errInactive
	case err != nil:
		return err
	}
	return c.audit.Record(tx, by, "person.proof-sent", who.subject(), nil)
}

// ResetMFA is POST /api/people/{id}/second-factor/reset.
func (c *Console) ResetMFA() httpx.Endpoint {
	return c.changesAccount(func(e *core.RequestEvent, tx core.App, who personRef) error {
		return c.accounts.MFA.ResetMember(tx, audit.RequestActor(e), who.account.ID)
	}, httpx.Doc{
		Summary:     "Turn off the second factor of a person who has lost their phone",
		Description: "The person's sessions end, and the person gets an email.",
		Statuses:    []int{http.StatusConflict},
	})
}

// errResetLimit is returned if the limit of an address is reached: one link a minute and five an hour.
var errResetLimit = apperr.TooMany("reset-limit",
	"We sent a link to this address less than a minute ago, or five links in the last hour. Please wait.", time.Minute)

// Invite is POST /api/people.
func (c *Console) Invite() httpx.Endpoint {
	return httpx.JSON(c.invite, httpx.Doc{
		Tag: "people", Summary: "Create an account and email its owner a link to choose a password",
		Status: http.StatusCreated, Errors: []*apperr.Error{errEmailTaken},
		Example: map[string]any{"name": "Indira Sen", "email": "indira@example.com"},
	})
}

func (c *Console) invite(e *core.RequestEvent, form InviteForm) (Person, error) {
	id := ""
	err := e.App.RunInTransaction(func(tx core.App) error {
		account, err := c.accounts.CreateImported(tx, form.ImportForm)
		if httpx.IsUniqueViolation(err, "email") {
			return errEmailTaken
		}
		if err != nil {
			return err
		}
		id = account.Id
		if _, err := c.accounts.Links.InviteImported(tx, account.Email(), "", ""); err != nil {
			return err
		}
		return c.audit.Record(tx, audit.RequestActor(e), "person.invited", audit.SubjectOf(account), nil)
	})
	if err != nil {
		return Person{}, saveError(err)
	}
	return c.respond(e, id)
}
