package pb_migrations

import (
	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"
	m "github.com/pocketbase/pocketbase/migrations"
)

// The colour of a plan's button is the colour that is shown, and none is the colour of the site. Earlier releases
// showed the colour of the site for #0052CC, so those plans have none from now on and look as before.
func init() {
	m.Register(func(app core.App) error { return replacePlanColour(app, "#0052CC", "") },
		func(app core.App) error { return replacePlanColour(app, "", "#0052CC") })
}

func replacePlanColour(app core.App, from, to string) error {
	colours := dbx.Params{"from": from, "to": to}
	_, err := app.DB().NewQuery("UPDATE membership_tiers SET buttonColor = {:to} WHERE upper(buttonColor) = {:from}").
		Bind(colours).Execute()
	if err != nil {
		return err
	}
	// A plan that waits for a second admin can be confirmed without the version, which has changed with the colour.
	_, err = app.DB().NewQuery(`UPDATE approvals SET payload =
		json_remove(json_set(payload, '$.values.buttonColor', {:to}), '$.version')
		WHERE kind = 'tier.price' AND state = 'waiting'
			AND upper(json_extract(payload, '$.values.buttonColor')) = {:from}`).Bind(colours).Execute()
	return err
}
