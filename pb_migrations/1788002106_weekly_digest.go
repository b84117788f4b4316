package pb_migrations

import (
	"github.com/pocketbase/pocketbase/core"
	m "github.com/pocketbase/pocketbase/migrations"
)

// Members can choose a weekly email about what is new in the circle.
func init() {
	topics := []string{"news", "events", "membership", "offers"}
	set := func(more ...string) func(core.App) error {
		return func(app core.App) error {
			all := append(topics[:len(topics):len(topics)], more...)
			if err := setOptions(app, "email_choices", "topic", all...); err != nil {
				return err
			}
			return setOptions(app, "suppressions", "scope", append([]string{"all", "campaigns"}, all...)...)
		}
	}
	m.Register(set("digest"), set())
}
