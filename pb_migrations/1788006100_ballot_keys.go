package pb_migrations

import (
	"errors"
	"slices"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"
	m "github.com/pocketbase/pocketbase/migrations"
)

// A secret vote has a key of its own in a file, which no backup has. Without the file its votes are lost. A vote that
// was open before this migration has no such file: its votes are encrypted with the key of the data directory.
func init() {
	const lost = "lost"
	change := func(app core.App, edit func(polls *core.Collection, state *core.SelectField)) error {
		polls, err := app.FindCollectionByNameOrId("polls")
		if err != nil {
			return err
		}
		edit(polls, polls.Fields.GetByName("state").(*core.SelectField))
		return app.Save(polls)
	}
	m.Register(func(app core.App) error {
		return change(app, func(polls *core.Collection, state *core.SelectField) {
			state.Values = append(state.Values, lost)
			polls.Fields.Add(&core.TextField{Name: "ballotKey", Max: 26, Hidden: true,
				Help: "The file with the key of a secret vote, while the vote is open."})
		})
	}, func(app core.App) error {
		// The older release can read neither.
		_, err := app.DB().NewQuery(`
			UPDATE polls SET state = 'withdrawn', withdrawnAt = ` + migratedAt + `,
				withdrawReason = 'The votes of this secret ballot can no longer be read.'
			WHERE state = {:lost} OR state = 'voting' AND ballotKey != ''`).
			Bind(dbx.Params{"lost": lost}).Execute()
		return errors.Join(err, change(app, func(polls *core.Collection, state *core.SelectField) {
			state.Values = slices.DeleteFunc(state.Values, func(value string) bool { return value == lost })
			polls.Fields.RemoveByName("ballotKey")
		}))
	})
}
