package pb_migrations

import (
	"github.com/pocketbase/pocketbase/core"
	m "github.com/pocketbase/pocketbase/migrations"
)

// The office corrects the attendance of a guest as it does that of a member.
func init() {
	m.Register(func(app core.App) error {
		guests, err := app.FindCollectionByNameOrId("event_guests")
		if err != nil {
			return err
		}
		guests.Fields.Add(selectField("attendance", false, "attended", "absent"))
		if err := app.Save(guests); err != nil {
			return err
		}
		if err := run(app, []string{"UPDATE event_guests SET attendance = 'attended' WHERE hasAttended"}); err != nil {
			return err
		}
		guests.Fields.RemoveByName("hasAttended")
		return app.Save(guests)
	}, func(app core.App) error {
		guests, err := app.FindCollectionByNameOrId("event_guests")
		if err != nil {
			return err
		}
		guests.Fields.Add(&core.BoolField{Name: "hasAttended",
			Help: "On: the address of the guest is in the attendance report of the meeting."})
		if err := app.Save(guests); err != nil {
			return err
		}
		if err := run(app, []string{"UPDATE event_guests SET hasAttended = TRUE WHERE attendance = 'attended'"}); err != nil {
			return err
		}
		guests.Fields.RemoveByName("attendance")
		return app.Save(guests)
	})
}
