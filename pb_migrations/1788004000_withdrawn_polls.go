package pb_migrations

import (
	"slices"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"
	m "github.com/pocketbase/pocketbase/migrations"
)

// The office can withdraw a consultation before the end of its vote.
func init() {
	const withdrawn = "withdrawn"
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
			state.Values = append(state.Values, withdrawn)
			polls.Fields.Add(
				&core.DateField{Name: "withdrawnAt", Help: "When the office has withdrawn the consultation."},
				textField("withdrawReason", 1000, false),
			)
		})
	}, func(app core.App) error {
		// The older release shows the reason of a vote that was closed early.
		_, err := app.DB().NewQuery(`
			UPDATE polls SET state = 'closed', closedAt = withdrawnAt, closeReason = withdrawReason
			WHERE state = {:withdrawn}`).Bind(dbx.Params{"withdrawn": withdrawn}).Execute()
		if err != nil {
			return err
		}
		return change(app, func(polls *core.Collection, state *core.SelectField) {
			state.Values = slices.DeleteFunc(state.Values, func(value string) bool { return value == withdrawn })
			polls.Fields.RemoveByName("withdrawnAt")
			polls.Fields.RemoveByName("withdrawReason")
		})
	})
}
