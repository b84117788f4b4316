package console

import (
	"maps"
	"strings"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/accounts"
	"boardcircle/pb_hooks/audit"
	"boardcircle/pb_hooks/internal/apperr"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/modules/coupons"
	"boardcircle/pb_hooks/modules/events"
	"boardcircle/pb_hooks/nominations"
	"boardcircle/pb_hooks/payments"
	"boardcircle/pb_hooks/payments/pricing"
	"boardcircle/pb_hooks/payments/subscriptions"
	"boardcircle/pb_hooks/people"
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
	// CanUndo is true for 30 days, unless the merge has been undone.
	CanUndo bool `json:"canUndo"`
}

func (c *Console) mergeView(m *merge) MergeView {
	until := m.At().Add(undoPeriod)
	return MergeView{
		ID: m.Id, Email: m.DuplicateEmail(), By: m.Actor(), At: httpx.Time(m.At()), UndoUntil: httpx.Time(until),
		UndoneAt: httpx.Time(m.UndoneAt()), CanUndo: m.UndoneAt().IsZero() && c.now().Before(until.Time()),
	}
}

// MergeSide is one of the two accounts of a merge.
type MergeSide struct {
	ID        string     `json:"id"`
	Name      string     `json:"name"`
	Email     string     `json:"email"`
	CreatedAt httpx.Time `json:"createdAt"`
}

// MergePreview is the effect of a merge: the primary account remains, and the duplicate is closed. MovedRecords is
// the number of records that move to the primary account, by collection.
type MergePreview struct {
	Primary      MergeSide      `json:"primary"`
	Duplicate    MergeSide      `json:"duplicate"`
	MovedRecords map[string]int `json:"movedRecords"`
	// RemainingRecords counts what remains with the closed account and returns if the merge is undone: passkeys,
	// sessions (which end), secondFactor, pin, portrait, billing_profiles.
	RemainingRecords map[string]int `json:"remainingRecords"`
	// MergeID is empty in a preview.
	MergeID   string     `json:"mergeId"`
	UndoUntil httpx.Time `json:"undoUntil"`
}

func side(c *accounts.Contact) MergeSide {
	return MergeSide{c.ID, c.Name, c.Email, httpx.Time(c.CreatedAt)}
}

// Merges reports whether a request merges two accounts and so asks for the caller's password. A preview does not.
func (c *Console) Merges(e *core.RequestEvent) (bool, error) {
	form, err := httpx.Decode[MergeForm](e)
	return err == nil && !form.Preview, err
}

// Merge is POST /api/people/{id}/merge.
func (c *Console) Merge() httpx.Endpoint {
	return httpx.JSON(c.mergeAccounts, httpx.Doc{
		Tag: "people", Summary: "Merge another account of the same person into this one",
		Description: "It moves the records of the other account to this one and closes the other account. otherId is " +
			"the id or the address of the account that is closed. With preview nothing is changed; otherwise " +
			"re-authentication is required. The owners of both accounts are notified. A merge can be undone for " +
			"30 days.",
		Errors: []*apperr.Error{errPersonNotFound, errNoAccount, errOwnAccount, errOwnersOnly, errMergeSelf,
			errMergeUnknown, errMergeAdmin, errMergeMandates, errMergePurchases, errMergedAway},
	})
}

func (c *Console) mergeAccounts(e *core.RequestEvent, form MergeForm) (answer MergePreview, err error) {
	err = e.App.RunInTransaction(func(tx core.App) error {
		primary, duplicate, err := c.mergeSides(e, tx, form.OtherID)
		if err != nil {
			return err
		}
		if err := checkSubscriptions(tx, primary, duplicate); err != nil {
			return err
		}
		ids, stays, err := c.recordsOf(tx, primary, duplicate)
		if err != nil {
			return err
		}
		answer = MergePreview{Primary: side(primary), Duplicate: side(duplicate), MovedRecords: map[string]int{},
			RemainingRecords: stays}
		for collection, list := range ids {
			answer.MovedRecords[collection] = len(list)
		}
		if form.Preview {
			return nil
		}
		m, err := c.merge(tx, audit.RequestActor(e), primary, duplicate, ids)
		if err != nil {
			return err
		}
		answer.MergeID, answer.UndoUntil = m.Id, httpx.Time(m.At().Add(undoPeriod))
		return nil
	})
	if err != nil {
		return answer, saveError(err)
	}
	return answer, nil
}

// checkSubscriptions returns an error if a merge would give one person two subscriptions that are charged, or two that
// wait for the buyer.
func checkSubscriptions(tx core.App, primary, duplicate *accounts.Contact) error {
	charged, waiting := 0, 0
	for _, account := range []*accounts.Contact{primary, duplicate} {
		list, err := subscriptions.List(tx, account.ID)
		if err != nil {
			return err
		}
		if current := subscriptions.Current(list); current != nil && !current.IsCancelRequested() {
			charged++
		}
		if subscriptions.Open(list) != nil {
			waiting++
		}
	}
	switch {
	case charged == 2:
		return errMergeMandates
	case waiting == 2:
		return errMergePurchases
	}
	return nil
}

func (c *Console) mergeSides(e *core.RequestEvent, tx core.App, other string) (primary, duplicate *accounts.Contact,
	err error) {
	who, err := findPerson(tx, e.Request.PathValue("id"))
	if err != nil {
		return nil, nil, err
	}
	if err := c.mayChange(tx, callerOf(e), who); err != nil {
		return nil, nil, err
	}
	if strings.Contains(other, "@") {
		duplicate, err = accounts.ContactByEmail(tx, other)
	} else {
		duplicate, err = accounts.ContactByID(tx, other)
	}
	switch {
	case err != nil:
		return nil, nil, err
	case duplicate == nil:
		return nil, nil, errMergeUnknown
	case duplicate.ID == who.account.ID:
		return nil, nil, errMergeSelf
	}
	// The memberships of another person's account would become the admin's own.
	self, err := people.SelfOf(tx, audit.RequestActor(e))
	if err != nil {
		return nil, nil, err
	}
	for _, id := range []string{who.account.ID, duplicate.ID} {
		isOwn, err := self.IsAbout(tx, audit.Subject{Collection: httpx.Users, ID: id})
		if err != nil {
			return nil, nil, err
		}
		if isOwn {
			return nil, nil, errOwnAccount
		}
	}
	isAdmin, err := accounts.HasAdminRights(tx, duplicate.ID)
	if err == nil && isAdmin {
		err = errMergeAdmin
	}
	for _, id := range []string{who.account.ID, duplicate.ID} {
		if err == nil {
			var into string
			if into, err = mergedInto(tx, id); err == nil && into != "" {
				err = errMergedAway
			}
		}
	}
	return who.account, duplicate, err
}

// emailChoices is the key, among the moved records, of the topics that the closed account's address had opted out of.
const emailChoices = "email_choices"

// recordsOf returns the ids of the records that move to the primary account, and the number of things that stay.
func (c *Console) recordsOf(tx core.App, primary, duplicate *accounts.Contact) (ids moved, stays map[string]int,
	err error) {
	ids = moved{}
	for _, of := range []func(core.App, string) (map[string][]string, error){
		payments.RecordsOfUser, nominations.RecordsOfUser, coupons.RecordsOfUser, events.RecordsOfUser,
	} {
		found, err := of(tx, duplicate.ID)
		if err != nil {
			return nil, nil, err
		}
		maps.Copy(ids, found)
	}
	if stays, err = accounts.KeysOf(tx, duplicate.ID, c.now()); err != nil {
		return nil, nil, err
	}
	// A person can have only one set of billing details.
	movesBilling, err := pricing.MovesInMerge(tx, primary.ID, duplicate.ID)
	if err != nil {
		return nil, nil, err
	}
	if n := len(ids[pricing.BillingProfiles]); !movesBilling && n > 0 {
		delete(ids, pricing.BillingProfiles)
		stays[pricing.BillingProfiles] = n
	}
	ids[emailChoices], err = c.preferences.OptOutsToCarry(tx, duplicate.Email, primary.Email)
	return ids, stays, err
}

// move transfers records from one account to another. It skips records that belong to a different account by now.
func move(tx core.App, ids moved, from, to string) error {
	for _, moveRecords := range []func(core.App, map[string][]string, string, string) error{
		payments.MoveRecords, nominations.MoveRecords, coupons.MoveRecords, events.MoveRecords,
	} {
		if err := moveRecords(tx, ids, from, to); err != nil {
			return err
		}
	}
	return nil
}

func (c *Console) merge(tx core.App, by audit.Actor, primary, duplicate *accounts.Contact, ids moved) (*merge, error) {
	// The references come first: a record whose account changes then finds its person already moved.
	references, err := people.Move(tx, duplicate.Person, primary.Person)
	if err != nil {
		return nil, err
	}
	if err := move(tx, ids, duplicate.ID, primary.ID); err != nil {
		return nil, err
	}
	if _, err := c.preferences.CarryOptOuts(tx, duplicate.Email, primary.Email); err != nil {
		return nil, err
	}
	wasActive, err := c.accounts.SetActive(tx, by, "person.deactivated", duplicate.ID, false)
	if err != nil {
		return nil, err
	}
	m, err := createMerge(tx, primary, duplicate, wasActive, ids, references, by, c.now())
	if err != nil {
		return nil, err
	}
	if err := c.accounts.NotifyOfMerge(tx, primary.ID, duplicate.ID, false); err != nil {
		return nil, err
	}
	subject := audit.Subject{Collection: httpx.Users, ID: primary.ID, Label: primary.Name}
	return m, c.audit.Record(tx, by, "person.merged", subject,
		map[string]any{"email": duplicate.Email, "moved": ids.count()})
}

// moveReferencesBack moves the records and addresses of the duplicate's person back to them.
func moveReferencesBack(tx core.App, m *merge, primary personRef) error {
	references, err := m.MovedReferences()
	if err != nil {
		return apperr.Fail(saveFailed, err)
	}
	duplicate, err := accounts.ContactByID(tx, m.DuplicateID())
	if duplicate == nil || err != nil {
		return err
	}
	return people.MoveBack(tx, references, duplicate.Person, primary.personID)
}

// UndoMerge is POST /api/people/{id}/merges/{merge}/undo.
func (c *Console) UndoMerge() httpx.Endpoint {
	return c.changesAccount(func(e *core.RequestEvent, tx core.App, who personRef) error {
		m, err := findMerge(tx, who.account.ID, e.Request.PathValue("merge"))
		if err != nil {
			return err
		}
		switch view := c.mergeView(m); {
		case !m.UndoneAt().IsZero():
			return errMergeUndone
		case !view.CanUndo:
			return errMergeOld
		}
		into, err := mergedInto(tx, who.account.ID)
		if err == nil && into != "" {
			err = errMergedAway
		}
		if err != nil {
			return err
		}
		return c.undo(tx, audit.RequestActor(e), who, m)
	}, httpx.Doc{
		Summary: "Undo a merge", Description: "It moves the records back and reopens the other account.",
		Errors: []*apperr.Error{errMergeNotFound, errMergeUndone, errMergeOld, errMergedAway},
	})
}

func (c *Console) undo(tx core.App, by audit.Actor, who personRef, m *merge) error {
	ids, err := m.Moved()
	if err != nil {
		return apperr.Fail(saveFailed, err)
	}
	if err := moveReferencesBack(tx, m, who); err != nil {
		return err
	}
	if err := move(tx, ids, m.PrimaryID(), m.DuplicateID()); err != nil {
		return err
	}
	if err := c.preferences.UndoCarry(tx, ids[emailChoices], who.account.Email); err != nil {
		return err
	}
	if m.WasActive() {
		if _, err := c.accounts.SetActive(tx, by, "person.reactivated", m.DuplicateID(), true); err != nil {
			return err
		}
	}
	m.markUndone(c.now())
	if err := tx.Save(m); err != nil {
		return err
	}
	if err := c.accounts.NotifyOfMerge(tx, m.PrimaryID(), m.DuplicateID(), true); err != nil {
		return err
	}
	return c.audit.Record(tx, by, "person.merge-undone", who.subject(),
		map[string]any{"email": m.DuplicateEmail(), "moved": ids.count()})
}
