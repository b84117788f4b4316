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
	if from == to || from == "" || to == "" {
		return Moved{}, nil
	}
	moved, err := moveAll(tx, from, to)
	if err != nil {
		return nil, err
	}
	if err := setMergedInto(tx, from, to); err != nil {
		return nil, err
	}
	for _, handle := range registryOf(tx).afterMerge {
		if err := handle(tx, to); err != nil {
			return nil, err
		}
	}
	return moved, Refresh(tx, from, to)
}

// MoveBack undoes a Move of one person to another. Records that have been assigned to a third person meanwhile stay.
func MoveBack(tx core.App, moved Moved, from, to string) error {
	if err := setMergedInto(tx, from, ""); err != nil {
		return err
	}
	for _, r := range movable(tx) {
		if err := moveReferencesBack(tx, r, moved[r.key()], to, from); err != nil {
			return fmt.Errorf("move %s back to a person: %w", r.key(), err)
		}
	}
	return Refresh(tx, from, to)
}

// moveAll makes everything that names a person name another one, and returns what it has moved.
func moveAll(tx core.App, from, to string) (Moved, error) {
	moved := Moved{}
	for _, r := range movable(tx) {
		ids, err := moveReferences(tx, r, from, to)
		if err != nil {
			return nil, fmt.Errorf("move %s to another person: %w", r.key(), err)
		}
		if len(ids) > 0 {
			moved[r.key()] = ids
		}
	}
	return moved, nil
}

// movable returns the fields whose records a merge moves.
func movable(app core.App) []Reference {
	list := []Reference{{emailsCollection, personField, true}}
	for _, s := range registryOf(app).sources {
		if !s.IsAccount {
			list = append(list, Reference{s.Collection, personField, true})
		}
	}
	return append(list, registryOf(app).references...)
}

// absorb makes everything of a person without an account another person's.
func absorb(tx core.App, into, from string) error {
	if _, err := moveAll(tx, from, into); err != nil {
		return err
	}
	return Refresh(tx, from)
}

func (r Reference) key() string {
	if r.ofSource {
		return r.Collection
	}
	return r.Collection + "." + r.Field
}
