package pb_migrations

import (
	"fmt"

	"github.com/pocketbase/pocketbase/core"
	m "github.com/pocketbase/pocketbase/migrations"
)

// The electorate of a consultation is stored when its vote opens. line is the membership that gives the vote: the id of
// a company's seat, or that of the account for a membership of its own.
func init() {
	tables := []collection{{
		name: "poll_electors",
		fields: []core.Field{
			&core.RelationField{Name: "poll", CascadeDelete: true, CollectionId: "polls", MaxSelect: 1, Required: true},
			lineField("userId", 15, true),
			&core.RelationField{Name: "person", CollectionId: "people", MaxSelect: 1},
			&core.TextField{Name: "line", Max: 36, Required: true,
				Help: "The company's seat, or the account with a membership of its own."},
		},
		indexes: []index{
			{"idx_poll_electors_account", true, "poll, userId", ""},
			{"idx_poll_electors_line", true, "poll, line", ""},
			{"idx_poll_electors_poll", false, "poll, person", ""},
			{"idx_poll_electors_userId", false, "userId", ""},
			{"idx_poll_electors_person", false, "person", ""},
		},
	}}
	describe := func(app core.App, help string) error {
		polls, err := app.FindCollectionByNameOrId("polls")
		if err != nil {
			return err
		}
		polls.Fields.GetByName("members").(*core.NumberField).Help = help
		return app.Save(polls)
	}
	m.Register(func(app core.App) error {
		if err := createTables(app, tables); err != nil {
			return err
		}
		// A vote that is open now gets the members of its opening. An account has one line, and a line one account. A
		// membership of the account itself comes before a seat.
		_, err := app.NonconcurrentDB().NewQuery(`
			INSERT OR IGNORE INTO poll_electors (id, poll, userId, person, line, createdAt, updatedAt)
			SELECT 'r' || lower(hex(randomblob(7))), p.id, t.userId, t.person,
				CASE WHEN t.seatId = '' THEN t.userId ELSE t.seatId END, p.votingOpenedAt, p.votingOpenedAt
			FROM polls p JOIN memberships t ON t.userId != '' AND t.startsAt <= p.votingOpenedAt
				AND (t.graceUntil = '' OR t.graceUntil > p.votingOpenedAt)
				AND (t.revokedAt = '' OR t.revokedAt > p.votingOpenedAt)
			WHERE p.state = 'voting' ORDER BY t.seatId != '', t.startsAt DESC, t.id`).Execute()
		if err != nil {
			return fmt.Errorf("store the electors of the open votes: %w", err)
		}
		return describe(app, "How many people could vote.")
	}, func(app core.App) error {
		if err := describe(app, "How many members could vote at the close."); err != nil {
			return err
		}
		return deleteTables(app, tables)
	})
}
