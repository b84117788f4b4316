package pb_migrations

import (
	"fmt"

	"github.com/pocketbase/pocketbase/core"
	m "github.com/pocketbase/pocketbase/migrations"
)

// Consultations of the circle with their comments and votes.
//
// A secret ballot has two tables without a link between them. The rows of poll_voters say who has voted. A single
// row of poll_boxes has all votes of a ballot, encrypted together. After the close, poll_ballots has the votes with
// their receipts. Both are plain tables without a rowid, because the rowids, the ids and the dates of a collection show
// the order in which its records were created.
func init() {
	tables := []collection{
		{
			name: "polls",
			fields: []core.Field{
				lineField("title", 200, true),
				textField("text", 40000, true),
				lineField("question", 500, true),
				&core.JSONField{Name: "options", MaxSize: 16384},
				selectField("ballot", true, "secret", "open"),
				integerField("quorum"),
				selectField("state", true, "draft", "discussing", "voting", "closed", "published"),
				&core.DateField{Name: "discussionEndsAt"},
				&core.DateField{Name: "publishedAt", Help: "When the consultation was published."},
				&core.DateField{Name: "votingOpenedAt"},
				&core.DateField{Name: "votingEndsAt"},
				&core.DateField{Name: "closedAt"},
				textField("closeReason", 1000, false),
				&core.JSONField{Name: "votes", MaxSize: 4096, Help: "The votes of each option, after the close."},
				integerField("total"),
				&core.NumberField{Name: "members", OnlyInt: true, Help: "How many members could vote at the close."},
				&core.NumberField{Name: "twice", OnlyInt: true,
					Help: "The people whose two accounts both voted in a secret ballot before they were merged."},
				selectField("outcome", false, "decided", "tied", "no-quorum", "no-votes"),
				textField("finalText", 40000, false),
				&core.DateField{Name: "resultPublishedAt"},
			},
			indexes: []index{
				{"idx_polls_createdAt", false, "createdAt, id", ""},
				{"idx_polls_publishedAt", false, "publishedAt, id", "publishedAt != ''"},
			},
		},
		{
			name: "poll_comments",
			fields: []core.Field{
				&core.RelationField{Name: "poll", CascadeDelete: true, CollectionId: "polls", MaxSelect: 1,
					Required: true},
				integerField("paragraph"),
				lineField("userId", 15, true),
				&core.RelationField{Name: "person", CollectionId: "people", MaxSelect: 1},
				textField("text", 4000, true),
				&core.DateField{Name: "postedAt", Required: true},
				&core.DateField{Name: "removedAt"},
				selectField("removedBy", false, "author", "office"),
				textField("removedReason", 1000, false),
			},
			indexes: []index{
				{"idx_poll_comments_paragraph", false, "poll, paragraph, postedAt, id", ""},
				{"idx_poll_comments_postedAt", false, "poll, postedAt, id", ""},
				{"idx_poll_comments_person", false, "person", ""},
			},
		},
		{
			name: "poll_voters",
			fields: []core.Field{
				&core.RelationField{Name: "poll", CascadeDelete: true, CollectionId: "polls", MaxSelect: 1,
					Required: true},
				lineField("userId", 15, true),
				&core.RelationField{Name: "person", CollectionId: "people", MaxSelect: 1},
				&core.NumberField{Name: "choice", OnlyInt: true, Help: "0 in a secret ballot."},
			},
			indexes: []index{
				{"idx_poll_voters_account", true, "poll, userId", ""},
				{"idx_poll_voters_poll", false, "poll, person", ""},
				{"idx_poll_voters_person", false, "person", ""},
			},
		},
	}
	m.Register(func(app core.App) error {
		if err := createTables(app, tables); err != nil {
			return err
		}
		for _, statement := range []string{
			`CREATE TABLE poll_boxes (poll TEXT PRIMARY KEY NOT NULL, ballots TEXT NOT NULL) WITHOUT ROWID`,
			`CREATE TABLE poll_ballots (
				poll TEXT NOT NULL, id TEXT NOT NULL, choice INTEGER NOT NULL, PRIMARY KEY (poll, id)) WITHOUT ROWID`,
		} {
			if _, err := app.NonconcurrentDB().NewQuery(statement).Execute(); err != nil {
				return fmt.Errorf("%s: %w", statement, err)
			}
		}
		return nil
	}, func(app core.App) error {
		for _, name := range []string{"poll_ballots", "poll_boxes"} {
			if _, err := app.NonconcurrentDB().DropTable(name).Execute(); err != nil {
				return err
			}
		}
		return deleteTables(app, tables)
	})
}
