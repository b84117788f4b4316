package people

import (
	"maps"
	"net/http"
	"strings"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/accounts"
	"boardcircle/pb_hooks/audit"
	"boardcircle/pb_hooks/coupons"
	"boardcircle/pb_hooks/internal/apperr"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/nominations"
	"boardcircle/pb_hooks/payments"
)

// undoPeriod is how long a merge can be undone.
const undoPeriod = 30 * 24 * time.Hour

// MergeView is an account that was merged into a person's.
type MergeView struct {
	ID        string     `json:"id"`
	Email     string     `json:"email"`
	By        string     `json:"by"`
	At        httpx.Time `json:"at"`
	UndoUntil httpx.Time `json:"undoUntil"`
	UndoneAt  httpx.Time `json:"undoneAt"`
	// CanUndo is false once it has been undone, and after 30 days.
	CanUndo bool `json:"canUndo"`
}

func (p *People) mergeView(m *merge) MergeView {
	until := m.At().Add(undoPeriod)
	return MergeView{
		ID: m.Id, Email: m.GoneEmail(), By: m.Actor(), At: httpx.Time(m.At()), UndoUntil: httpx.Time(until),
		UndoneAt: httpx.Time(m.UndoneAt()), CanUndo: m.UndoneAt().IsZero() && p.now().Before(until.Time()),
	}
}

// MergeSide is one of the two accounts of a merge.
type MergeSide struct {
	ID        string     `json:"id"`
	Name      string     `json:"name"`
	Email     string     `json:"email"`
	CreatedAt httpx.Time `json:"createdAt"`
}

// MergePreview is what a merge does: what stays, what goes, and how many things move, by collection.
type MergePreview struct {
	Kept  MergeSide      `json:"kept"`
	Gone  MergeSide      `json:"gone"`
	Moves map[string]int `json:"moves"`
	// Stays is what remains with the account that goes, and comes back with it: passkeys, sessions (which end), secondFactor,
	// pin, portrait, billing_profiles.
	Stays map[string]int `json:"stays"`
	// MergeID is that of the merge that was made, "" for a preview.
	MergeID   string     `json:"mergeId"`
	UndoUntil httpx.Time `json:"undoUntil"`
}

func side(c *accounts.Contact) MergeSide {
	return MergeSide{c.ID, c.Name, c.Email, httpx.Time(c.CreatedAt)}
}

// Merges tells whether a request merges two accounts, which takes the caller's password; a preview changes nothing.
func (p *People) Merges(e *core.RequestEvent) (bool, error) {
	values, err := httpx.DecodeForm(e, MergeForm)
	return err == nil && values.Text("preview") != "true", err
}

// Merge is POST /api/people/{id}/merge: the other account's things become this one's, and it cannot sign in any more.
// With preview nothing is changed. The owners of both accounts are told.
func (p *People) Merge(e *core.RequestEvent) error {
	values, err := httpx.DecodeForm(e, MergeForm)
	if err != nil {
		return err
	}
	var answer MergePreview
	err = e.App.RunInTransaction(func(tx core.App) error {
		kept, gone, err := p.mergeSides(e, tx, values.Text("otherId"))
		if err != nil {
			return err
		}
		ids, stays, err := p.recordsOf(tx, kept, gone)
		if err != nil {
			return err
		}
		answer = MergePreview{Kept: side(kept), Gone: side(gone), Moves: map[string]int{}, Stays: stays}
		for collection, list := range ids {
			answer.Moves[collection] = len(list)
		}
		if values.Text("preview") == "true" {
			return nil
		}
		m, err := p.merge(tx, audit.RequestActor(e), kept, gone, ids)
		if err != nil {
			return err
		}
		answer.MergeID, answer.UndoUntil = m.Id, httpx.Time(m.At().Add(undoPeriod))
		return nil
	})
	if err != nil {
		return saveError(err)
	}
	return e.JSON(http.StatusOK, answer)
}

func (p *People) mergeSides(e *core.RequestEvent, tx core.App, other string) (kept, gone *accounts.Contact, err error) {
	who, err := findPerson(tx, e.Request.PathValue("id"))
	if err != nil {
		return nil, nil, err
	}
	if err := p.mayChange(tx, callerOf(e), who); err != nil {
		return nil, nil, err
	}
	if strings.Contains(other, "@") {
		gone, err = accounts.ContactByEmail(tx, other)
	} else {
		gone, err = accounts.ContactByID(tx, other)
	}
	switch {
	case err != nil:
		return nil, nil, err
	case gone == nil:
		return nil, nil, errMergeUnknown
	case gone.ID == who.account.ID:
		return nil, nil, errMergeSelf
	}
	isAdmin, err := accounts.HasAdminRights(tx, gone.ID)
	if err == nil && isAdmin {
		err = errMergeAdmin
	}
	for _, id := range []string{who.account.ID, gone.ID} {
		if err == nil {
			var into string
			if into, err = mergedInto(tx, id); err == nil && into != "" {
				err = errMergedAway
			}
		}
	}
	return who.account, gone, err
}

// emailChoices are the topics that a merge keeps from the address that stays, among what it moves.
const emailChoices = "email_choices"

// recordsOf is what belongs to an account and moves with it, and what stays.
func (p *People) recordsOf(tx core.App, kept, gone *accounts.Contact) (ids moved, stays map[string]int, err error) {
	ids = moved{}
	for _, of := range []func(core.App, string) (map[string][]string, error){payments.RecordsOfUser, nominations.RecordsOfUser, coupons.RecordsOfUser} {
		found, err := of(tx, gone.ID)
		if err != nil {
			return nil, nil, err
		}
		maps.Copy(ids, found)
	}
	if stays, err = accounts.KeysOf(tx, gone.ID, p.now()); err != nil {
		return nil, nil, err
	}
	// A person has one set of billing details.
	hasBilling, err := payments.HasBilling(tx, kept.ID)
	if err != nil {
		return nil, nil, err
	}
	if n := len(ids[payments.BillingProfiles]); hasBilling && n > 0 {
		delete(ids, payments.BillingProfiles)
		stays[payments.BillingProfiles] = n
	}
	ids[emailChoices], err = p.outbox.OptOutsToCarry(tx, gone.Email, kept.Email)
	return ids, stays, err
}

// move gives records of one account to another; those that have left it since stay where they are.
func move(tx core.App, ids moved, from, to string) error {
	for _, moveRecords := range []func(core.App, map[string][]string, string, string) error{payments.MoveRecords, nominations.MoveRecords, coupons.MoveRecords} {
		if err := moveRecords(tx, ids, from, to); err != nil {
			return err
		}
	}
	return nil
}

func (p *People) merge(tx core.App, by audit.Actor, kept, gone *accounts.Contact, ids moved) (*merge, error) {
	err := move(tx, ids, gone.ID, kept.ID)
	if httpx.IsUniqueViolation(err, "userId") {
		return nil, errMergeMandates
	}
	if err != nil {
		return nil, err
	}
	if _, err := p.outbox.CarryOptOuts(tx, gone.Email, kept.Email); err != nil {
		return nil, err
	}
	wasActive, err := p.accounts.SetActive(tx, by, "person.deactivated", gone.ID, false)
	if err != nil {
		return nil, err
	}
	m, err := createMerge(tx, kept.ID, gone.ID, gone.Email, wasActive, ids, by, p.now())
	if err != nil {
		return nil, err
	}
	if err := p.accounts.NotifyOfMerge(tx, kept.ID, gone.ID, false); err != nil {
		return nil, err
	}
	subject := audit.Subject{Collection: httpx.Users, ID: kept.ID, Label: kept.Name}
	return m, p.audit.Record(tx, by, "person.merged", subject, map[string]any{"email": gone.Email, "moved": ids.count()})
}

// UndoMerge is POST /api/people/{id}/merges/{merge}/undo: what was moved goes back, and the other account is as it was.
func (p *People) UndoMerge(e *core.RequestEvent) error {
	return p.change(e, func(tx core.App, who personRef) error {
		if err := p.mayChange(tx, callerOf(e), who); err != nil {
			return err
		}
		m, err := findMerge(tx, who.account.ID, e.Request.PathValue("merge"))
		if err != nil {
			return err
		}
		switch view := p.mergeView(m); {
		case !m.UndoneAt().IsZero():
			return errMergeUndone
		case !view.CanUndo:
			return errMergeOld
		}
		return p.undo(tx, audit.RequestActor(e), who, m)
	})
}

func (p *People) undo(tx core.App, by audit.Actor, who personRef, m *merge) error {
	ids, err := m.Moved()
	if err != nil {
		return apperr.Fail(saveFailed, err)
	}
	if err := move(tx, ids, m.KeptID(), m.GoneID()); err != nil {
		return err
	}
	if err := p.outbox.UndoCarry(tx, ids[emailChoices], who.account.Email); err != nil {
		return err
	}
	if m.WasActive() {
		if _, err := p.accounts.SetActive(tx, by, "person.reactivated", m.GoneID(), true); err != nil {
			return err
		}
	}
	m.markUndone(p.now())
	if err := tx.Save(m); err != nil {
		return err
	}
	if err := p.accounts.NotifyOfMerge(tx, m.KeptID(), m.GoneID(), true); err != nil {
		return err
	}
	return p.audit.Record(tx, by, "person.merge-undone", who.subject(), map[string]any{"email": m.GoneEmail(), "moved": ids.count()})
}
