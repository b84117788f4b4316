package pb_migrations

import (
	"github.com/pocketbase/pocketbase/core"
	m "github.com/pocketbase/pocketbase/migrations"
)

// Offers to come back go to those alone who have agreed to them. Each choice keeps the version of the words that its
// person was shown.
func init() {
	topics := []string{"news", "events", "membership"}
	sources := []string{"link", "one-click", "account", "provider", "admin"}
	scopes := append([]string{"all", "campaigns"}, topics...)
	set := func(c *core.Collection, field string, values []string) {
		c.Fields.GetByName(field).(*core.SelectField).Values = values
	}
	m.Register(func(app core.App) error {
		return changeCollections(app, map[string]func(*core.Collection){
			"email_choices": func(c *core.Collection) {
				set(c, "topic", append(topics[:3:3], "offers"))
				set(c, "source", append(sources[:5:5], "sign-up"))
				c.Fields.Add(lineField("wording", 40, false))
			},
			"suppressions": func(c *core.Collection) { set(c, "scope", append(scopes[:5:5], "offers")) },
		})
	}, func(app core.App) error {
		for _, query := range []string{
			"DELETE FROM suppressions WHERE scope = 'offers'", "DELETE FROM email_choices WHERE topic = 'offers' OR source = 'sign-up'",
		} {
			if err := execute(app, query); err != nil {
				return err
			}
		}
		return changeCollections(app, map[string]func(*core.Collection){
			"email_choices": func(c *core.Collection) {
				set(c, "topic", topics)
				set(c, "source", sources)
				c.Fields.RemoveByName("wording")
			},
			"suppressions": func(c *core.Collection) { set(c, "scope", scopes) },
		})
	})
}
