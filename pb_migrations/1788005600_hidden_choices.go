package pb_migrations

import (
	"github.com/pocketbase/pocketbase/core"
	m "github.com/pocketbase/pocketbase/migrations"
)

// The choice of a vote is hidden, so that staff cannot read it in PocketBase's dashboard while the vote is open.
func init() {
	hide := func(app core.App, hidden bool) error {
		voters, err := app.FindCollectionByNameOrId("poll_voters")
		if err != nil {
			return err
		}
		voters.Fields.GetByName("choice").SetHidden(hidden)
		return app.Save(voters)
	}
	m.Register(
		func(app core.App) error { return hide(app, true) },
		func(app core.App) error { return hide(app, false) },
	)
}
