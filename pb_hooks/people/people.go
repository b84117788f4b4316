// Package people has one row for each human being: an applicant, the owner of an account, a person who has paid. The
// row has their details and what the console's lists need. Every record that names a person refers to the row.
//
// A feature registers its collections (Source) and says how their records name a person: by another record that has a
// person already, or by an address. Record hooks then find or create the person in the transaction that stores the
// record, and compute the row again. This covers routes, commands and PocketBase's dashboard.
//
// Who a person is (sources.go):
//
//   - An address belongs to one person, verified or not. A nomination, an account or a payment with the address is
//     theirs. This is the office's view. It gives an account no access to anything: access needs the id of the
//     account, or a verified address.
//   - A person has at most one account. An account that takes an address of a person with another account gets a
//     person of its own, and the address moves to it.
//   - An account whose owner has verified an address keeps its person when its address changes. The new address may be
//     mistyped, so the person gets it once the owner has verified it. If it then belongs to a person without an
//     account, the two become one. If it belongs to a person with another account, the address moves.
//   - An account whose owner has verified no address may have been opened with the address of a stranger. When the
//     address changes, the account leaves: it gets the person of the new address. It keeps the records that name the
//     account, its activity in the circle, and the blocks and reports about its owner (Reference). Choices about
//     emails are about an address and stay with it.
//
// A person whom no record names is deleted: at once with the last record, or in the night after the last note or tag
// was removed (Source.IsRemark).
package people

import (
	"errors"
	"fmt"
	"slices"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/identity"
	"boardcircle/pb_hooks/internal/readmodel"
)

// Source is a collection whose records name a person in the field person.
type Source struct {
	Collection string
	// Links are the fields that name a record with a person of its own. The first that is not empty counts.
	Links []Link
	// Address is the field with the person's address, which counts if no link does. It may be "".
	Address string
	// HasOwnPerson is true if a record without a link and an address gets a person of its own.
	HasOwnPerson bool
	// IsAccount is true for the accounts.
	IsAccount bool
	// KeepsPerson is true if a record keeps its person when its address changes. A new record may name its person.
	KeepsPerson bool
	// IsRemark is true for notes and tags. An admin who removes the last one still sees the person's page, so Purge
	// deletes the person later.
	IsRemark bool
	// Describe adds the facts of the collection about a person. It may be nil. If Status is a field, only the records
	// in which it is Counted have facts.
	Status, Counted string
	Describe        func(app core.App, personID string, facts *Facts) error
}

// Link is a field with the id of a record in another collection.
type Link struct{ Field, Collection string }

// The collections that others link to.
const (
	Accounts    = identity.Users
	Nominations = "registrations"
)

// Reference is a field in which a collection names people, besides those of a Source: a block names the person who
// blocks and the person who is blocked. It moves in a merge, and when an account leaves its person. If a unique index
// refuses the move, because the other person has the same record already, the record stays.
type Reference struct {
	Collection, Field string
	// ofSource is true for the person of a Source. A merge must move all of its records.
	ofSource bool
}

const storeKey = "boardcirclePeople"

type registry struct {
	sources    []Source
	references []Reference
	afterMerge []func(tx core.App, person string) error
}

func registryOf(app core.App) *registry {
	return app.Store().GetOrSet(storeKey, func() any { return &registry{} }).(*registry)
}

// Register binds the record hooks of some collections. Call it when the app is set up, with a collection before those
// that link to it.
func Register(app core.App, sources ...Source) {
	r := registryOf(app)
	for _, s := range sources {
		r.sources = append(r.sources, s)
		s.bind(app)
	}
}

// RegisterReferences adds fields that move when the person of their records changes.
func RegisterReferences(app core.App, references ...Reference) {
	r := registryOf(app)
	r.references = append(r.references, references...)
}

// OnMerged calls handle after a merge, in its transaction, with the person who now has the records of both.
func OnMerged(app core.App, handle func(tx core.App, person string) error) {
	r := registryOf(app)
	r.afterMerge = append(r.afterMerge, handle)
}

// RegisterReadModels keeps the counters and the search index of the people, and the people whom records name.
func RegisterReadModels(app core.App) {
	app.OnRecordDelete(peopleCollection).BindFunc(refuseDeletion)
	readmodel.RegisterRebuilder(app, rebuild)
	readmodel.Register(app, peopleSource)
}

var errPersonNamed = errors.New("records name this person")

// refuseDeletion keeps a person whom records name. PocketBase would empty the field person of these records.
func refuseDeletion(e *core.RecordEvent) error {
	isNamed, err := isNamed(e.App, e.Record.Id)
	if err == nil && isNamed {
		err = errPersonNamed
	}
	if err != nil {
		return err
	}
	return e.Next()
}

// isNamed reports whether a record names a person.
func isNamed(app core.App, id string) (bool, error) {
	for _, s := range registryOf(app).sources {
		if is, err := s.hasRecordOf(app, id); is || err != nil {
			return is, err
		}
	}
	return false, nil
}

// Refresh computes the rows of some people from the records that name them. It ignores empty ids.
func Refresh(tx core.App, ids ...string) error {
	ids = slices.Clone(ids)
	slices.Sort(ids)
	for _, id := range slices.Compact(ids) {
		if id == "" {
			continue
		}
		if err := refreshOne(tx, id); err != nil {
			return fmt.Errorf("refresh the person %s: %w", id, err)
		}
	}
	return nil
}

func refreshOne(tx core.App, id string) error {
	stored, err := findRow(tx, id)
	if err != nil {
		return err
	}
	computed, err := compute(tx, id, stored)
	switch {
	case err != nil:
		return err
	case computed == nil && stored == nil:
		return nil
	case computed == nil:
		return deletePerson(tx, id)
	case stored == nil:
		return createPerson(tx, id, *computed)
	case *stored != *computed:
		return updatePerson(tx, id, *computed)
	}
	return nil
}

// compute returns the row of a person, or nil for a person whom no record names.
func compute(app core.App, id string, stored *row) (*row, error) {
	var facts Facts
	for _, s := range registryOf(app).sources {
		if s.Describe == nil {
			continue
		}
		if err := s.Describe(app, id, &facts); err != nil {
			return nil, fmt.Errorf("read %s: %w", s.Collection, err)
		}
	}
	if facts.isEmpty() {
		if isNamed, err := isNamed(app, id); !isNamed || err != nil {
			return nil, err
		}
	}
	if stored != nil && stored.MergedInto != "" {
		return &row{MergedInto: stored.MergedInto}, nil
	}
	r := facts.row()
	if r.Email == "" {
		addresses, err := Addresses(app, id)
		if err != nil {
			return nil, err
		}
		if len(addresses) > 0 {
			r.Email = addresses[0]
		}
	}
	return &r, nil
}

// Purge deletes the people whom no record names. Run it every night.
func Purge(app core.App) error {
	ids, err := listWithoutDetails(app)
	if err != nil {
		return err
	}
	for _, id := range ids {
		err := app.RunInTransaction(func(tx core.App) error {
			is, err := isNamed(tx, id)
			if is || err != nil {
				return err
			}
			return deletePerson(tx, id)
		})
		if err != nil {
			return fmt.Errorf("purge the person %s: %w", id, err)
		}
	}
	return nil
}

// rebuild finds the person of every record that has none, and computes all rows. It writes past the hooks, because the
// counters and the search index are rebuilt afterwards.
func rebuild(tx core.App) error {
	for _, s := range registryOf(tx).sources {
		if err := s.adopt(tx); err != nil {
			return fmt.Errorf("find the people of %s: %w", s.Collection, err)
		}
	}
	ids, err := allIDs(tx, registryOf(tx).sources)
	if err != nil {
		return err
	}
	for _, id := range ids {
		stored, err := findRow(tx, id)
		if err != nil {
			return err
		}
		computed, err := compute(tx, id, stored)
		if err == nil && (computed == nil || stored == nil || *stored != *computed) {
			err = writeRow(tx, id, stored != nil, computed)
		}
		if err != nil {
			return fmt.Errorf("rebuild the person %s: %w", id, err)
		}
	}
	return nil
}
