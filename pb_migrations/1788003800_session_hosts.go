package pb_migrations

import (
	"github.com/pocketbase/pocketbase/core"
	m "github.com/pocketbase/pocketbase/migrations"
)

// Stores the account of a host who is a member, like that of a speaker. Until now, a host who had the name of a speaker
// counted as that speaker, so the migration copies the speaker's account.
func init() {
	m.Register(func(app core.App) error {
		events, err := app.FindCollectionByNameOrId("events")
		if err != nil {
			return err
		}
		events.Fields.Add(&core.TextField{Name: "hostUserId", Help: "The account of a host who is a member.", Max: 15})
		if err := app.Save(events); err != nil {
			return err
		}
		_, err = app.NonconcurrentDB().NewQuery(`UPDATE events SET hostUserId = coalesce((
			SELECT users.id FROM json_each(events.speakers) AS speaker
				JOIN users ON users.id = json_extract(speaker.value, '$.userId')
			WHERE lower(events.host) IN (lower(json_extract(speaker.value, '$.name')), lower(users.name)) LIMIT 1), '')`).
			Execute()
		return err
	}, func(app core.App) error {
		events, err := app.FindCollectionByNameOrId("events")
		if err != nil {
			return err
		}
		events.Fields.RemoveByName("hostUserId")
		return app.Save(events)
	})
}
