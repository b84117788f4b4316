package texts

import (
	"time"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/audit"
	"boardcircle/pb_hooks/internal/apperr"
	"boardcircle/pb_hooks/internal/database"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/rules"
)

// The editor saves a draft while an admin writes. Emails use the draft only after it is published with PUT
// /api/email-texts/{id}.

// TextDraft is the draft of a text.
type TextDraft struct {
	// Version must be sent with the next save, so that no one overwrites a draft that they have not seen. It only
	// increases.
	Version int `json:"version"`
	// IsDraft reports whether there is a draft. Without one, Wording is the text in force.
	IsDraft   bool       `json:"isDraft"`
	Wording   Wording    `json:"wording"`
	ChangedBy string     `json:"changedBy"`
	ChangedAt httpx.Time `json:"changedAt"`
}

// DraftForm is the body of PUT /api/email-texts/{id}/draft. A draft may be incomplete.
type DraftForm struct {
	_ struct{} `wire:"-"`
	WordingForm
	VersionForm
}

// Rules returns the rules of the form.
func (DraftForm) Rules() rules.Form {
	form := SaveForm{}.Rules()
	for i := range form {
		form[i].Required = false
	}
	return form
}

// mergeWindow is how soon after a save the next save of the same admin is part of the same entry in the audit log.
const mergeWindow = 30 * time.Minute

// SaveDraft is PUT /api/email-texts/{id}/draft.
func (c *Console) SaveDraft() httpx.Endpoint {
	return httpx.JSON(c.saveDraft, httpx.Doc{
		Tag: "mail", Summary: "Save the draft of a text",
		Description: "version is the version of the draft that the change is based on. A draft that equals the text " +
			"in force is deleted.",
		Errors: []*apperr.Error{errTextNotFound, errTextOutdated, errOwnersText}, Example: wordingExample,
	})
}

func (c *Console) saveDraft(e *core.RequestEvent, form DraftForm) (draft TextDraft, err error) {
	t, err := c.findChangeable(e)
	if err != nil {
		return draft, err
	}
	by := audit.RequestActor(e)
	err = e.App.RunInTransaction(func(tx core.App) error {
		row, err := findOrNewRow(tx, draftsCollection, t.id)
		if err != nil {
			return err
		}
		if row.version() != form.Version {
			return errTextOutdated
		}
		inForce, err := c.library.readInForce(tx, t)
		if err != nil {
			return err
		}
		hadDraft := row.isDraft()
		isMerged := hadDraft && row.changedBy() == by.Name && c.library.now().Sub(row.draftedAt()) < mergeWindow
		row.setDraft(form.wording(), form.wording() != inForce, by.Name, c.library.now())
		switch {
		case !row.isDraft() && hadDraft:
			err = c.audit.SaveAs(tx, by, "email-text.discarded", t.label(), row.ProxyRecord())
		case row.isDraft() && !isMerged:
			err = c.audit.SaveAs(tx, by, "email-text.drafted", t.label(), row.ProxyRecord())
		default:
			err = database.Wrap("save draft of text "+t.id, tx.Save(row))
		}
		if err != nil {
			return err
		}
		draft = row.draft(inForce)
		return nil
	})
	return draft, apperr.Fail(textSaveFailed, err)
}

// updateDraft updates the draft after its text has changed. A draft that equals the new text is deleted, and any other
// draft stays. Without a draft, its version increases, so that editors load the new text.
func (c *Console) updateDraft(tx core.App, t foundText, by audit.Actor) error {
	row, err := findOrNewRow(tx, draftsCollection, t.id)
	if err != nil {
		return err
	}
	inForce, err := c.library.readInForce(tx, t)
	if err != nil || row.isDraft() && row.wording() != inForce {
		return err
	}
	row.setDraft(Wording{}, false, by.Name, c.library.now())
	return database.Wrap("delete draft of text "+t.id, tx.Save(row))
}

// readInForce returns the text in force in a transaction.
func (l *Library) readInForce(tx core.App, t foundText) (Wording, error) {
	row, err := findOrNewRow(tx, textsCollection, t.id)
	if err != nil {
		return Wording{}, err
	}
	return row.inForce(t.text.Wording), nil
}

// draft returns the draft of a row. Without one, it has the text in force.
func (r *textRecord) draft(inForce Wording) TextDraft {
	d := TextDraft{Version: r.version(), IsDraft: r.isDraft(), Wording: inForce}
	if d.IsDraft {
		d.Wording, d.ChangedBy, d.ChangedAt = r.wording(), r.changedBy(), httpx.TimeOf(r.draftedAt())
	}
	return d
}
