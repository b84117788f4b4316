package pb_migrations

import (
	"fmt"
	"slices"

	"github.com/pocketbase/pocketbase/core"
	m "github.com/pocketbase/pocketbase/migrations"
	"github.com/pocketbase/pocketbase/tools/types"
)

// The sessions of the circle, the answers of members, and the addresses of their calendar feeds.
func init() {
	m.Register(func(app core.App) error {
		for _, c := range eventTables() {
			if err := c.create(app); err != nil {
				return fmt.Errorf("create %s: %w", c.name, err)
			}
		}
		return nil
	}, func(app core.App) error {
		for _, c := range slices.Backward(eventTables()) {
			stored, err := app.FindCollectionByNameOrId(c.name)
			if err == nil {
				err = app.Delete(stored)
			}
			if err != nil {
				return fmt.Errorf("delete %s: %w", c.name, err)
			}
		}
		return nil
	})
}

func eventTables() []collection {
	return []collection{
		{
			name: "events",
			fields: []core.Field{
				lineField("title", 120, true),
				lineField("host", 120, true),
				&core.JSONField{Name: "speakers", Help: "The name and role of each speaker.", MaxSize: 65536},
				&core.TextField{Name: "abstract", Help: "Markdown.", Max: 8000},
				&core.DateField{Name: "startsAt", Required: true},
				&core.DateField{Name: "endsAt", Required: true},
				&core.NumberField{
					Name: "capacity", Max: types.Pointer(5000.0), Min: types.Pointer(1.0), OnlyInt: true,
					Required: true,
				},
				lineField("place", 200, true),
				&core.TextField{
					Name: "meetingUrl", Help: "The address of the online meeting.", Hidden: true, Max: 1000,
				},
				&core.BoolField{Name: "isPublic", Help: "The session has a page for visitors."},
				selectField("state", true, "draft", "published", "cancelled"),
				&core.NumberField{
					Name: "sequence", Help: "The number of changes since it was published, for calendars.",
					Min: types.Pointer(0.0), OnlyInt: true,
				},
				&core.DateField{Name: "changedAt", Help: "When the calendar entry last changed."},
				&core.DateField{Name: "cancelledAt"},
				textField("cancelReason", 1000, false),
				textField("recordingUrl", 1000, false),
				textField("slidesUrl", 1000, false),
				&core.TextField{Name: "notes", Help: "Markdown, for members, after the session.", Max: 20000},
				&core.JSONField{Name: "checklist", Help: "The tasks of the day that are done.", MaxSize: 4096},
			},
			indexes: []index{
				{"idx_events_startsAt", false, "startsAt, id", ""},
				{"idx_events_endsAt", false, "endsAt, id", ""},
				{"idx_events_title", false, "title COLLATE NOCASE, id", ""},
				{"idx_events_state", false, "state, startsAt, id", ""},
				{"idx_events_public", false, "startsAt, id", "isPublic = 1"},
			},
		},
		{
			name: "event_answers",
			fields: []core.Field{
				&core.RelationField{
					Name: "event", CascadeDelete: true, CollectionId: "events", MaxSelect: 1, Required: true,
				},
				&core.RelationField{
					Name: "userId", CascadeDelete: true, CollectionId: "users", MaxSelect: 1, Required: true,
				},
				&core.RelationField{Name: "person", CollectionId: "people", MaxSelect: 1},
				selectField("state", true, "going", "waiting", "declined", "cancelled"),
				&core.NumberField{Name: "queue", Help: "The order of the answers of a session.", OnlyInt: true},
				&core.DateField{Name: "answeredAt", Required: true},
				&core.BoolField{Name: "hasConsented", Help: "The member agrees to be recorded."},
				&core.DateField{Name: "joinedAt", Help: "When the member first opened the meeting."},
				selectField("attendance", false, "attended", "absent"),
			},
			indexes: []index{
				{"idx_event_answers_userId", true, "event, userId", ""},
				{"idx_event_answers_state", false, "event, state, queue, id", ""},
				{"idx_event_answers_queue", false, "event, queue, id", ""},
				{"idx_event_answers_user", false, "userId, state", ""},
				{"idx_event_answers_person", false, "person", ""},
			},
		},
		{
			name: "calendar_feeds",
			fields: []core.Field{
				&core.RelationField{
					Name: "userId", CascadeDelete: true, CollectionId: "users", MaxSelect: 1, Required: true,
				},
				&core.RelationField{Name: "person", CollectionId: "people", MaxSelect: 1},
				&core.TextField{
					Name: "tokenHash", Help: "SHA-256 of the token of the address.", Hidden: true, Max: 64,
					Required: true,
				},
				&core.DateField{Name: "issuedAt", Required: true},
			},
			indexes: []index{
				{"idx_calendar_feeds_userId", true, "userId", ""},
				{"idx_calendar_feeds_tokenHash", true, "tokenHash", ""},
				{"idx_calendar_feeds_person", false, "person", ""},
			},
		},
	}
}
