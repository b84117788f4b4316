package pb_migrations

import (
	"encoding/json"
	"fmt"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"
	m "github.com/pocketbase/pocketbase/migrations"
)

// tierIndex finds the terms of a plan that run.
const tierIndex = "idx_memberships_tier"

// A plan lists the modules of the circle that it opens. Until now, each plan opened the whole circle, so existing plans
// open all of its modules, as do the plans that wait for a second admin. Terms and companies' seats store the modules that
// they keep although their plan has lost them. Existing ones keep all, also those whose plan was deleted.
func init() {
	all, err := json.Marshal([]string{"sessions", "directory", "board-seats", "consultations", "library"})
	if err != nil {
		panic(err)
	}
	added := map[string]core.JSONField{
		"membership_tiers": {Name: "modules", Help: "The modules of the circle that this plan opens, such as [\"library\"]."},
		"memberships":      {Name: "keptModules", Help: "The modules that this term opens although its plan no longer does."},
		"seats":            {Name: "keptModules", Help: "The modules that this seat opens although its plan no longer does."},
	}
	m.Register(func(app core.App) error {
		for name, field := range added {
			c, err := app.FindCollectionByNameOrId(name)
			if err != nil {
				return err
			}
			field.MaxSize = 1000
			c.Fields.Add(&field)
			if err := app.Save(c); err != nil {
				return err
			}
			if _, err := app.DB().Update(name, dbx.Params{field.Name: string(all)}, nil).Execute(); err != nil {
				return fmt.Errorf("open all modules for %s: %w", name, err)
			}
		}
		memberships, err := app.FindCollectionByNameOrId("memberships")
		if err != nil {
			return err
		}
		memberships.AddIndex(tierIndex, false, "membershipTierId, graceUntil, endsAt", "revokedAt = ''")
		if err := app.Save(memberships); err != nil {
			return err
		}
		_, err = app.DB().NewQuery(`UPDATE approvals
			SET payload = json_remove(json_set(payload, '$.values.modules', json({:all})), '$.version')
			WHERE kind = 'tier.price' AND state = 'waiting'`).Bind(dbx.Params{"all": string(all)}).Execute()
		return err
	}, func(app core.App) error {
		for name, field := range added {
			c, err := app.FindCollectionByNameOrId(name)
			if err != nil {
				return err
			}
			c.Fields.RemoveByName(field.Name)
			c.RemoveIndex(tierIndex) // only memberships has it
			if err := app.Save(c); err != nil {
				return err
			}
		}
		return nil
	})
}
