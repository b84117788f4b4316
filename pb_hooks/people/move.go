package people

import (
	"fmt"

	"github.com/pocketbase/pocketbase/core"
)

// Moved has the ids of the records that Move has moved, by collection, or by collection and field for a Reference.
type Moved map[string][]string

// Move makes the records and the addresses of one person those of another, except the account. It returns what it has
// moved, for MoveBack. The first person's row remains with the account, and is on no list.
func Move(tx core.App, from, to string) (Moved, error) {
	moved := Moved{}
	if from == to || from == "" || to == "" {
		return moved, nil
	}
	for _, collection := range movable(tx) {
		ids, err := listNaming(tx, collection, from)
		if err == nil && len(ids) > 0 {
			moved[collection] = ids
			err = reassignAll(tx, collection, from, to)
		}
		if err != nil {
			return nil, fmt.Errorf("move %s to another person: %w", collection, err)
		}
	}
	for _, r := range registryOf(tx).references {
		ids, err := moveReferences(tx, r, from, to)
		if err != nil {
			return nil, fmt.Errorf("move %s of %s to another person: %w", r.Field, r.Collection, err)
		}
		if len(ids) > 0 {
			moved[r.key()] = ids
		}
	}
	if err := setMergedInto(tx, from, to); err != nil {
		return nil, err
	}
	return moved, Refresh(tx, from, to)
}

// MoveBack undoes a Move of one person to another. Records that have been assigned to a third person meanwhile stay.
func MoveBack(tx core.App, moved Moved, from, to string) error {
	if err := setMergedInto(tx, from, ""); err != nil {
		return err
	}
	for _, collection := range movable(tx) {
		if err := reassignSome(tx, collection, moved[collection], to, from); err != nil {
			return fmt.Errorf("move %s back to a person: %w", collection, err)
		}
	}
	for _, r := range registryOf(tx).references {
		if err := moveReferencesBack(tx, r, moved[r.key()], to, from); err != nil {
			return fmt.Errorf("move %s of %s back to a person: %w", r.Field, r.Collection, err)
		}
	}
	return Refresh(tx, from, to)
}

// movable returns the collections whose records a merge moves.
func movable(app core.App) []string {
	collections := []string{emailsCollection}
	for _, s := range registryOf(app).sources {
		if !s.IsAccount {
			collections = append(collections, s.Collection)
		}
	}
	return collections
}

// absorb makes everything of a person without an account another person's.
func absorb(tx core.App, into, from string) error {
	for _, collection := range movable(tx) {
		if err := reassignAll(tx, collection, from, into); err != nil {
			return fmt.Errorf("move %s to another person: %w", collection, err)
		}
	}
	for _, r := range registryOf(tx).references {
		if _, err := moveReferences(tx, r, from, into); err != nil {
			return fmt.Errorf("move %s of %s to another person: %w", r.Field, r.Collection, err)
		}
	}
	return Refresh(tx, from)
}

func (r Reference) key() string { return r.Collection + "." + r.Field }
