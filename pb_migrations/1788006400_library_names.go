package pb_migrations

import (
	"github.com/pocketbase/pocketbase/core"
	m "github.com/pocketbase/pocketbase/migrations"
)

// The library's full-text index has the name of each author in a row of its own, so that a search can leave out one
// name. The column author is the position of the author, and NULL in the row of the other texts.
func init() {
	rebuild := func(app core.App, columns string, fill ...string) error {
		statements := append([]string{
			"DROP TABLE library_index",
			"CREATE VIRTUAL TABLE library_index USING fts5(" + columns + `,
				tokenize="unicode61 remove_diacritics 2 categories 'L* N* Co Mn Mc'", prefix='2 3')`,
		}, fill...)
		for _, statement := range statements {
			if _, err := app.NonconcurrentDB().NewQuery(statement).Execute(); err != nil {
				return err
			}
		}
		return nil
	}
	const texts = `abstract || char(10) || body
		|| char(10) || coalesce((SELECT text FROM library_files f WHERE f.item = i.id), '')
		|| char(10) || coalesce((SELECT group_concat(value, char(10)) FROM json_each(iif(json_valid(tags), tags, '[]'))), '')`
	const names = `json_each(iif(json_valid(i.authors), i.authors, '[]'))`
	m.Register(func(app core.App) error {
		return rebuild(app, "id UNINDEXED, author UNINDEXED, title, body",
			"INSERT INTO library_index (id, title, body) SELECT id, title, "+texts+" FROM library_items i",
			"INSERT INTO library_index (id, author, body) SELECT i.id, a.key, a.value FROM library_items i, "+names+" a")
	}, func(app core.App) error {
		return rebuild(app, "id UNINDEXED, title, body",
			"INSERT INTO library_index (id, title, body) SELECT id, title, "+texts+
				" || char(10) || coalesce((SELECT group_concat(value, char(10)) FROM "+names+"), '') FROM library_items i")
	})
}
