package pb_migrations

import (
	"github.com/pocketbase/pocketbase/core"
	m "github.com/pocketbase/pocketbase/migrations"
)

// The report of a meeting also says which guests attended.
func init() {
	m.Register(func(app core.App) error {
		guests, err := app.FindCollectionByNameOrId("event_guests")
		if err != nil {
			return err
		}
		guests.Fields.Add(&core.BoolField{Name: "hasAttended",
			Help: "On: the address of the guest is in the attendance report of the meeting."})
		return app.Save(guests)
	}, func(app core.App) error {
		guests, err := app.FindCollectionByNameOrId("event_guests")
		if err != nil {
			return err
		}
		guests.Fields.RemoveByName("hasAttended")
		return app.Save(guests)
	})
}
