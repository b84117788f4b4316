package people

import (
	"fmt"

	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/hook"

	"boardcircle/pb_hooks/internal/database"
	"boardcircle/pb_hooks/internal/identity"
)

func (s Source) bind(app core.App) {
	on := func(h *hook.TaggedHook[*core.RecordEvent], handle func(e *core.RecordEvent) error) {
		h.Bind(&hook.Handler[*core.RecordEvent]{
			Id: "boardcirclePerson" + s.Collection,
			Func: func(e *core.RecordEvent) error {
				return database.InTransaction(e, func() error { return handle(e) })
			},
		})
	}
	on(app.OnRecordCreateExecute(s.Collection), s.create)
	on(app.OnRecordUpdateExecute(s.Collection), s.update)
	on(app.OnRecordDeleteExecute(s.Collection), s.delete)
}

func (s Source) create(e *core.RecordEvent) error {
	person, err := storedPerson(e.Record), error(nil)
	if person == "" || !s.KeepsPerson {
		person, err = s.resolve(e.App, e.Record)
	}
	if err != nil {
		return err
	}
	setPerson(e.Record, person)
	if err := e.Next(); err != nil {
		return err
	}
	if err := s.verify(e.App, reference{}, e.Record); err != nil {
		return err
	}
	if !s.isCounted(e.Record.GetString(s.Status)) && person != "" {
		if stored, err := findRow(e.App, person); stored != nil || err != nil {
			return err
		}
	}
	return Refresh(e.App, person)
}

func (s Source) update(e *core.RecordEvent) error {
	before, err := s.stored(e.App, e.Record.Id)
	if err != nil {
		return err
	}
	person := before.person
	switch {
	case s.isSameReference(before, e.Record) || s.KeepsPerson && before.person != "":
		// Staff may set the person in the dashboard, except of an account, because a person has at most one. A copy
		// that was read before a merge must not undo the merge.
		set := storedPerson(e.Record)
		if set != "" && !s.IsAccount && storedPerson(e.Record.Original()) == before.person {
			person = set
		}
	case s.IsAccount:
		person, err = s.changeAddress(e.App, before, e.Record)
	default:
		person, err = s.resolve(e.App, e.Record)
	}
	if err != nil {
		return err
	}
	setPerson(e.Record, person)
	if err := e.Next(); err != nil {
		return err
	}
	if err := s.verify(e.App, before, e.Record); err != nil {
		return err
	}
	if person != before.person {
		// Before Refresh, which deletes a person without records, and everything that refers to them.
		if s.IsAccount {
			if err := moveReferencesOfAccount(e.App, before.person, person); err != nil {
				return err
			}
		}
		if err := s.follow(e.App, e.Record.Id); err != nil {
			return err
		}
	}
	if person == before.person && !s.isCounted(before.fields[s.Status]) && !s.isCounted(e.Record.GetString(s.Status)) {
		return nil
	}
	return Refresh(e.App, before.person, person)
}

func (s Source) delete(e *core.RecordEvent) error {
	before, err := s.stored(e.App, e.Record.Id)
	if err != nil {
		return err
	}
	if err := e.Next(); err != nil || s.IsRemark {
		return err
	}
	return Refresh(e.App, before.person)
}

// isCounted reports whether a record with a status adds to the facts about its person.
func (s Source) isCounted(status string) bool {
	return s.Describe != nil && (s.Status == "" || status == s.Counted)
}

// isSameReference reports whether a record names its person in the same way as before.
func (s Source) isSameReference(before reference, record *core.Record) bool {
	for _, link := range s.Links {
		if before.fields[link.Field] != record.GetString(link.Field) {
			return false
		}
	}
	return s.Address == "" ||
		identity.EmailKey(before.fields[s.Address]) == identity.EmailKey(record.GetString(s.Address))
}

// resolve finds or creates the person of a record. It returns "" if the record does not name one. The row of a new
// person is stored by Refresh.
func (s Source) resolve(tx core.App, record *core.Record) (string, error) {
	for _, link := range s.Links {
		if id := record.GetString(link.Field); id != "" {
			if person, err := personOf(tx, link.Collection, id); person != "" || err != nil {
				return person, err
			}
		}
	}
	address := ""
	if s.Address != "" {
		address = record.GetString(s.Address)
	}
	switch {
	case address != "" && s.IsAccount:
		return s.takeAddress(tx, record.Id, address)
	case address != "":
		return findOrAdd(tx, address)
	case s.HasOwnPerson:
		return core.GenerateDefaultRandomId(), nil
	}
	return "", nil
}

func findOrAdd(tx core.App, address string) (string, error) {
	person, err := FindByAddress(tx, address)
	if person != "" || err != nil {
		return person, err
	}
	person = core.GenerateDefaultRandomId()
	return person, addAddress(tx, person, address)
}

// takeAddress returns the person of an account with an address that its owner has not verified. If the address belongs
// to a person with another account, the account gets a new person and the address moves. Otherwise the person may have
// had an account before, whose owner had verified addresses. The owner of this account has not.
func (s Source) takeAddress(tx core.App, accountID, address string) (string, error) {
	person, err := findOrAdd(tx, address)
	if err != nil {
		return "", err
	}
	isTaken, err := s.hasOther(tx, person, accountID)
	if err != nil {
		return "", err
	}
	if !isTaken {
		return person, markUnverified(tx, person)
	}
	person = core.GenerateDefaultRandomId()
	return person, moveAddress(tx, address, person)
}

// changeAddress returns the person of an account whose address has changed. See the head of the package.
func (s Source) changeAddress(tx core.App, before reference, record *core.Record) (string, error) {
	keepsPerson := before.isVerified
	if !keepsPerson && before.person != "" {
		var err error
		if keepsPerson, err = hasVerifiedAddress(tx, before.person); err != nil {
			return "", err
		}
	}
	if keepsPerson && before.person != "" {
		return before.person, nil
	}
	return s.takeAddress(tx, record.Id, record.GetString(s.Address))
}

// verify gives the person of an account its address, if the address has become verified by this save.
func (s Source) verify(tx core.App, before reference, record *core.Record) error {
	if !s.IsAccount || !record.Verified() || before.isVerified && s.isSameReference(before, record) {
		return nil
	}
	return s.joinAddress(tx, record.Id, storedPerson(record), record.GetString(s.Address))
}

// joinAddress gives a person an address that the owner of their account has verified. If the address belongs to a
// person without an account, that person becomes part of this one. The address of an account that was merged into
// another belongs to the person of the other.
func (s Source) joinAddress(tx core.App, accountID, person, address string) error {
	if person == "" || address == "" {
		return nil
	}
	if stored, err := findRow(tx, person); err != nil || stored != nil && stored.MergedInto != "" {
		return err
	}
	owner, err := FindByAddress(tx, address)
	if err != nil {
		return err
	}
	switch owner {
	case person:
	case "":
		err = addAddress(tx, person, address)
	default:
		var isTaken bool
		if isTaken, err = s.hasOther(tx, owner, accountID); err != nil {
			return err
		}
		if isTaken {
			err = moveAddress(tx, address, person)
		} else {
			err = absorb(tx, person, owner)
		}
	}
	if err != nil {
		return err
	}
	return markVerified(tx, address)
}

// follow moves the records that link to a record whose person has changed.
func (s Source) follow(tx core.App, id string) error {
	for _, other := range registryOf(tx).sources {
		for _, link := range other.Links {
			if link.Collection != s.Collection {
				continue
			}
			linked, err := listLinked(tx, other.Collection, link.Field, id)
			if err != nil {
				return err
			}
			for _, record := range linked {
				if err := other.reassign(tx, record); err != nil {
					return fmt.Errorf("find the person of %s %s: %w", other.Collection, record.Id, err)
				}
			}
		}
	}
	return nil
}

// moveReferencesOfAccount moves an account's activity in the circle, such as its introductions, and the blocks against
// it to its new person. All of them are of this account: a person has at most one, and an earlier one that used the
// circle cannot have been deleted, because it had a membership.
func moveReferencesOfAccount(tx core.App, from, to string) error {
	if from == "" || to == "" {
		return nil
	}
	for _, r := range registryOf(tx).references {
		if _, err := moveReferences(tx, r, from, to); err != nil {
			return fmt.Errorf("move %s to the new person of an account: %w", r.key(), err)
		}
	}
	return nil
}

// reassign resolves the person of a record again.
func (s Source) reassign(tx core.App, record *core.Record) error {
	before := storedPerson(record)
	person, err := s.resolve(tx, record)
	if err != nil || person == before {
		return err
	}
	if err := assign(tx, s.Collection, record.Id, person); err != nil {
		return err
	}
	return Refresh(tx, before, person)
}

// adopt finds the person of the records that have none, for example after a bulk load.
func (s Source) adopt(tx core.App) error {
	records, err := listWithoutPerson(tx, s.Collection)
	if err != nil {
		return err
	}
	for _, record := range records {
		person, err := s.resolve(tx, record)
		if err == nil && person != "" {
			err = assign(tx, s.Collection, record.Id, person)
		}
		if err == nil {
			err = s.verify(tx, reference{}, record)
		}
		if err != nil {
			return err
		}
	}
	return nil
}
