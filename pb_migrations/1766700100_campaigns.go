package pb_migrations

import (
	"github.com/pocketbase/pocketbase/core"
	m "github.com/pocketbase/pocketbase/migrations"
)

// A campaign gets its states, its recipients' segment and who has started and approved it. The settings get the number
// of recipients above which a second admin approves.
func init() {
	columns := []core.Field{
		lineField("topic", 20, false), lineField("preheader", 200, false), &core.JSONField{Name: "segment", MaxSize: 32 << 10},
		selectField("status", false, "draft", "awaiting", "scheduled", "preparing", "sending", "paused", "sent", "cancelled"),
		&core.DateField{Name: "scheduledAt"}, &core.DateField{Name: "startedAt"}, &core.DateField{Name: "finishedAt"},
		lineField("startedBy", 254, false), lineField("approvedBy", 254, false), textField("problem", 500, false),
	}
	m.Register(func(app core.App) error {
		err := changeCollections(app, map[string]func(*core.Collection){
			"email_campaigns": func(c *core.Collection) { c.Fields.Add(columns...) },
			"settings": func(c *core.Collection) {
				c.Fields.Add(&core.NumberField{Name: "campaignApprovalAbove", OnlyInt: true, Help: "A campaign to more people than this needs a second admin; 0 is never."})
			},
		})
		if err != nil {
			return err
		}
		return execute(app, "UPDATE email_campaigns SET status = 'draft', topic = 'news' WHERE status = ''")
	}, func(app core.App) error {
		return changeCollections(app, map[string]func(*core.Collection){
			"email_campaigns": func(c *core.Collection) {
				for _, column := range columns {
					c.Fields.RemoveByName(column.GetName())
				}
			},
			"settings": func(c *core.Collection) { c.Fields.RemoveByName("campaignApprovalAbove") },
		})
	})
}
