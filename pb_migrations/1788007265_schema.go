// Package pb_migrations holds the schema of release 1.0.0 and, from then on, one file for each change of it.
//
// schema.json has the collections as PocketBase exports them, without the values that are its defaults. schema.sql has
// everything else. A migration never changes once it is released. It therefore repeats the limits and options of the
// forms instead of importing them. A test in pb_hooks compares the two.
package pb_migrations

import (
	_ "embed"
	"errors"
	"fmt"
	"slices"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"
	m "github.com/pocketbase/pocketbase/migrations"
)

var (
	//go:embed schema.json
	collections []byte
	//go:embed schema.sql
	statements string
)

func init() {
	m.Register(createSchema, func(core.App) error {
		return errors.New("the schema of 1.0.0 cannot be reverted: start with an empty data directory instead")
	})
}

// The first and the last of the migrations that this file replaces. A data directory that has run the last one has this
// schema.
const (
	firstReplaced = "1788000000_schema.go"
	lastReplaced  = "1788007260_term_subjects.go"
)

// WithoutReplaced returns the migrations that a data directory has run, without those that the schema replaces. An older
// data directory, which this version cannot upgrade, keeps them.
func WithoutReplaced(run []string) []string {
	if !slices.Contains(run, lastReplaced) {
		return run
	}
	return slices.DeleteFunc(slices.Clone(run), func(file string) bool {
		return file >= firstReplaced && file <= lastReplaced
	})
}

// errOldSchema is returned for a data directory of an earlier version. PocketBase runs each migration in a transaction,
// so nothing is changed.
var errOldSchema = errors.New("the data directory has a schema from before release 1.0.0, which this version cannot " +
	"upgrade. Nothing was changed. Use the version that wrote it, or start with an empty data directory")

func createSchema(app core.App) error {
	var replaced int
	err := app.DB().Select("count(*)").From("_migrations").Where(dbx.HashExp{"file": lastReplaced}).Row(&replaced)
	if err != nil {
		return fmt.Errorf("read the migrations: %w", err)
	}
	if replaced > 0 {
		return nil
	}
	if app.HasTable("registrations") {
		return errOldSchema
	}
	// true removes the fields of PocketBase's own collection users that ours does not have.
	if err := app.ImportCollectionsByMarshaledJSON(collections, true); err != nil {
		return fmt.Errorf("create the collections: %w", err)
	}
	if _, err := app.NonconcurrentDB().NewQuery(statements).Execute(); err != nil {
		return fmt.Errorf("create everything that is not a collection: %w", err)
	}
	// Code owns the schema, so the dashboard does not offer to change it.
	settings := app.Settings()
	settings.Meta.AppName = "Boardcircle"
	settings.Meta.HideControls = true
	return app.Save(settings)
}
