package readmodel

import (
	"fmt"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"
)

// rebuildPage is how many records a rebuild reads at once.
const rebuildPage = 1000

// Rebuild recreates the counters, the search index and all derived tables from the records, in one transaction.
func Rebuild(app core.App) error {
	return app.RunInTransaction(func(tx core.App) error {
		err := execute(tx, "DELETE FROM counters", "DELETE FROM search_documents",
			"INSERT INTO search_index (search_index) VALUES ('delete-all')")
		if err != nil {
			return err
		}
		if err := setHashSize(tx, 32<<20); err != nil {
			return err
		}
		r := registryOf(tx)
		for _, rebuild := range r.rebuilders {
			if err := rebuild(tx); err != nil {
				return fmt.Errorf("rebuild derived tables: %w", err)
			}
		}
		for _, s := range r.sources {
			if err := s.rebuild(tx); err != nil {
				return fmt.Errorf("rebuild the data derived from %s: %w", s.Collection, err)
			}
		}
		return setHashSize(tx, 1<<20)
	})
}

// setHashSize sets how many bytes of the search index are collected in memory before they are written. SQLite's default
// is 1 MB.
func setHashSize(tx core.App, bytes int) error {
	return execute(tx, fmt.Sprintf("INSERT INTO search_index (search_index, rank) VALUES ('hashsize', %d)", bytes))
}

// RebuildIfStale rebuilds the derived data if a migration has left it empty.
func RebuildIfStale(app core.App) error {
	stale, err := Get(app, staleCounter)
	if err != nil || stale == 0 {
		return err
	}
	app.Logger().Info("Rebuilding counters, search index and people lists")
	return Rebuild(app)
}

// staleCounter is set by a migration if there are records without derived data.
const staleCounter = "stale"

func (s Source) rebuild(tx core.App) error {
	if s.Counts == nil && s.Index == 0 {
		return nil
	}
	counts := counterSums{}
	err := s.eachPage(tx, func(page []*core.Record) error {
		var documents []Document
		for _, record := range page {
			if s.Counts != nil {
				counts.add(s.Counts(record)...)
			}
			if s.Index != 0 {
				documents = append(documents, Document{record.Id, s.Text(record)})
			}
		}
		return AddTexts(tx, s.Index, documents)
	})
	if err != nil {
		return err
	}
	return counts.write(tx)
}

func (s Source) eachPage(app core.App, do func([]*core.Record) error) error {
	for last := ""; ; {
		query, err := s.query(app)
		if err != nil {
			return err
		}
		var page []*core.Record
		if err := query.AndWhere(dbx.NewExp("id > {:last}", dbx.Params{"last": last})).OrderBy("id").Limit(rebuildPage).
			All(&page); err != nil {
			return err
		}
		if len(page) == 0 {
			return nil
		}
		last = page[len(page)-1].Id
		if err := do(page); err != nil {
			return err
		}
		if len(page) < rebuildPage {
			return nil
		}
	}
}

func execute(tx core.App, statements ...string) error {
	for _, statement := range statements {
		if _, err := tx.NonconcurrentDB().NewQuery(statement).Execute(); err != nil {
			return fmt.Errorf("%s: %w", statement, err)
		}
	}
	return nil
}
