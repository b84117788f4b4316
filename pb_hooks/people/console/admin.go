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

// patched returns the fields of PatchForm that the request body contains.
func patched(e *core.RequestEvent) (rules.Form, error) {
	body, err := httpx.DecodeObject(e)
	if err != nil {
		return nil, err
	}
	return slices.DeleteFunc(slices.Clone(PatchForm), func(f rules.Field) bool {
		_, sent := body[f.Name]
		return !sent
	}), nil
}

// ChangesEmail reports whether a request changes the email address of an account. Such a change asks for the caller's
// password, because anyone who reads mail at the new address can take over the account.
func (c *Console) ChangesEmail(e *core.RequestEvent) (bool, error) {
	form, err := patched(e)
	if err != nil || !slices.ContainsFunc(form, func(f rules.Field) bool { return f.Name == "email" }) {
		return false, err
	}
	values, err := httpx.DecodeForm(e, form)
	if err != nil {
		return false, err
	}
	who, err := findPerson(e.App, e.Request.PathValue("id"))
	if err != nil {
		return false, apperr.Fail(readFailed, err)
	}
	return who.account != nil && identity.EmailKey(values.Text("email")) != identity.EmailKey(who.account.Email), nil
}

// Patch is PATCH /api/people/{id}. It corrects the account's data and replaces the tags.
func (c *Console) Patch(e *core.RequestEvent) error {
	form, err := patched(e)
	if err != nil {
		return err
	}
	values, err := httpx.DecodeForm(e, form)
	if err != nil {
		return err
	}
	return c.change(e, func(tx core.App, who personRef) error {
		if tags, sent := values["tags"].([]string); sent {
			if err := c.setTags(tx, audit.RequestActor(e), who, tags); err != nil {
				return err
			}
		}
		delete(values, "tags")
		if len(values) == 0 {
			return nil
		}
		if err := c.mayChange(tx, callerOf(e), who); err != nil {
			return err
		}
		if address := values.Text("email"); address != "" &&
			identity.EmailKey(address) != identity.EmailKey(who.account.Email) && !httpx.IsReauthenticated(e) {
			return errEmailChanged
		}
		err := c.accounts.UpdateProfile(tx, audit.RequestActor(e), who.account.ID, values)
		if httpx.IsUniqueViolation(err, "email") {
			return errEmailTaken
		}
		return err
	})
}

// errEmailChanged is returned if the address changed after the console had loaded the page.
var errEmailChanged = apperr.Conflict("email-changed",
	"This person's email address has changed meanwhile. Please look at it again.")

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

// change applies a change to the person in the path in one transaction, and responds with the updated person.
func (c *Console) change(e *core.RequestEvent, apply func(tx core.App, who personRef) error) error {
	id := e.Request.PathValue("id")
	err := e.App.RunInTransaction(func(tx core.App) error {
		who, err := findPerson(tx, id)
		if err != nil {
			return err
		}
		return apply(tx, who)
	})
	if err != nil {
		return saveError(err)
	}
	return c.respond(e, http.StatusOK, id)
}

func saveError(err error) error { return apperr.Fail(saveFailed, fmt.Errorf("change person: %w", err)) }

// Deactivate is POST /api/people/{id}/deactivate. It ends every session of the account and blocks sign-in.
func (c *Console) Deactivate(e *core.RequestEvent) error {
	return c.change(e, func(tx core.App, who personRef) error {
		if err := c.mayChange(tx, callerOf(e), who); err != nil {
			return err
		}
		return c.deactivate(tx, audit.RequestActor(e), who)
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
func (c *Console) Reactivate(e *core.RequestEvent) error {
	return c.change(e, func(tx core.App, who personRef) error {
		if err := c.mayChange(tx, callerOf(e), who); err != nil {
			return err
		}
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
	})
}

// AddNote is POST /api/people/{id}/notes.
func (c *Console) AddNote(e *core.RequestEvent) error {
	values, err := httpx.DecodeForm(e, NoteForm)
	if err != nil {
		return err
	}
	var view NoteView
	err = e.App.RunInTransaction(func(tx core.App) error {
		who, err := findPerson(tx, e.Request.PathValue("id"))
		if err != nil {
			return err
		}
		by := audit.RequestActor(e)
		note, err := newNote(tx, who, by, values.Text("text"))
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
		return saveError(err)
	}
	return e.JSON(http.StatusCreated, view)
}

// DeleteNote is DELETE /api/people/{id}/notes/{note}. The audit log keeps the note's text.
func (c *Console) DeleteNote(e *core.RequestEvent) error {
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
	return e.NoContent(http.StatusNoContent)
}

// Write is POST /api/people/{id}/emails. It sends an email that the caller has written.
func (c *Console) Write(e *core.RequestEvent) error {
	values, err := httpx.DecodeForm(e, EmailForm)
	if err != nil {
		return err
	}
	return c.change(e, func(tx core.App, who personRef) error {
		if who.email() == "" {
			return errNoAddress
		}
		return c.write(tx, audit.RequestActor(e), who, values.Text("subject"), values.Text("words"))
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

// SendResetLink is POST /api/people/{id}/reset-link. It emails the person a link to set a new password. Following the
// link also verifies the address.
func (c *Console) SendResetLink(e *core.RequestEvent) error {
	return c.change(e, func(tx core.App, who personRef) error {
		if err := c.mayChange(tx, callerOf(e), who); err != nil {
			return err
		}
		return c.sendResetLink(tx, audit.RequestActor(e), who)
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
func (c *Console) GetPortrait(e *core.RequestEvent) error {
	who, err := findPerson(e.App, e.Request.PathValue("id"))
	if err != nil {
		return apperr.Fail(readFailed, err)
	}
	return accounts.ServePortrait(e, who.accountID())
}

// SendVerificationLink is POST /api/people/{id}/proof-link. It emails the person a link that verifies their address
// and changes nothing else.
func (c *Console) SendVerificationLink(e *core.RequestEvent) error {
	return c.change(e, func(tx core.App, who personRef) error {
		if err := c.mayChange(tx, callerOf(e), who); err != nil {
			return err
		}
		return c.sendVerificationLink(tx, audit.RequestActor(e), who)
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

// ResetMFA is POST /api/people/{id}/second-factor/reset, for a lost phone. It ends the person's sessions and notifies
// them.
func (c *Console) ResetMFA(e *core.RequestEvent) error {
	return c.change(e, func(tx core.App, who personRef) error {
		if err := c.mayChange(tx, callerOf(e), who); err != nil {
			return err
		}
		return c.accounts.MFA.ResetMember(tx, audit.RequestActor(e), who.account.ID)
	})
}

// errResetLimit is returned if the address has used up its links: one a minute, five an hour.
var errResetLimit = apperr.TooMany("reset-limit",
	"A link has gone to this address just now, or five within the hour. Please wait.", time.Minute)

// Invite is POST /api/people. It creates an account and emails its owner a link to choose a password.
func (c *Console) Invite(e *core.RequestEvent) error {
	values, err := httpx.DecodeForm(e, InviteForm)
	if err != nil {
		return err
	}
	id := ""
	err = e.App.RunInTransaction(func(tx core.App) error {
		account, err := c.accounts.CreateImported(tx, values)
		if httpx.IsUniqueViolation(err, "email") {
			return errEmailTaken
		}
		if err != nil {
			return err
		}
		id = account.Id
		if _, err := c.accounts.Links.InviteImported(tx, account.Email()); err != nil {
			return err
		}
		return c.audit.Record(tx, audit.RequestActor(e), "person.invited", audit.SubjectOf(account), nil)
	})
	if err != nil {
		return saveError(err)
	}
	return c.respond(e, http.StatusCreated, id)
}
