package pb_migrations

import (
	"github.com/pocketbase/pocketbase/core"
	m "github.com/pocketbase/pocketbase/migrations"
)

// A campaign may try two subjects on a share of its recipients; an e-mail knows which of them it has.
func init() {
	columns := []core.Field{
		lineField("subjectB", 200, false), integerField("testShare"), integerField("testHours"),
		selectField("testBy", false, "clicks", "opens"), &core.DateField{Name: "decideAt"},
		selectField("winner", false, "a", "b"), lineField("decidedBy", 254, false),
	}
	m.Register(func(app core.App) error {
		err := changeCollections(app, map[string]func(*core.Collection){
			"email_campaigns": func(c *core.Collection) { c.Fields.Add(columns...) },
			"email_logs":      func(c *core.Collection) { c.Fields.Add(lineField("variant", 1, false)) },
		})
		if err != nil {
			return err
		}
		return execute(app, "UPDATE email_campaigns SET testShare = 20, testHours = 4, testBy = 'clicks'")
	}, func(app core.App) error {
		return changeCollections(app, map[string]func(*core.Collection){
			"email_logs": func(c *core.Collection) { c.Fields.RemoveByName("variant") },
			"email_campaigns": func(c *core.Collection) {
				for _, column := range columns {
					c.Fields.RemoveByName(column.GetName())
				}
			},
		})
	})
}
