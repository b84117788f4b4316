package pb_migrations

import (
	"github.com/pocketbase/pocketbase/core"
	m "github.com/pocketbase/pocketbase/migrations"
)

// The voters of secret ballots get random rowids, because rowids show the order in which rows were stored. choice is 0
// in a secret ballot.
func init() {
	m.Register(func(app core.App) error {
		_, err := app.NonconcurrentDB().NewQuery("UPDATE poll_voters SET rowid = random() WHERE choice = 0").Execute()
		return err
	}, func(core.App) error { return nil })
}
