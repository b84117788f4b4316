// Package readmodel keeps what lists and the dashboard read but no record states: counters (counters.go),
// a search index (search.go) and what a feature derives from the records of others.
//
// A feature registers a Source for each of its collections. Record hooks then keep the derived data in the
// transaction of the write, whoever writes: a route, a command, staff in the dashboard. What writes past the
// hooks goes through Update and Delete of this package. Rebuild makes everything anew from the records with the same
// functions.
package readmodel

import (
	"database/sql"
	"errors"
	"fmt"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/hook"
)

// Source says what is derived from the records of a collection.
type Source struct {
	Collection string
	// Columns are the columns that the functions below read, beside the id.
	Columns []string
	// Counts are the counters that a record counts for; nil counts none.
	Counts func(*core.Record) []Count
	// Index is where a search finds the record by its Text; 0 is nowhere.
	Index Index
	Text  func(*core.Record) string
	// Changed keeps what else depends on the record; before is nil for a new one, after for a deleted one.
	// Rebuild does not call it: its owner registers a Rebuilder.
	Changed func(tx core.App, before, after *core.Record) error
}

// Rebuilder makes a feature's own derived tables anew.
type Rebuilder func(tx core.App) error

type registry struct {
	sources    []Source
	rebuilders []Rebuilder
}

const storeKey = "boardcircleReadModels"

func registryOf(app core.App) *registry {
	return app.Store().GetOrSet(storeKey, func() any { return &registry{} }).(*registry)
}

// Register keeps what the sources say from now on. Call it when the app is wired.
func Register(app core.App, sources ...Source) {
	r := registryOf(app)
	for _, s := range sources {
		r.sources = append(r.sources, s)
		s.bind(app)
	}
}

// RegisterRebuilder adds a step to Rebuild. The steps run in their order, before the sources.
func RegisterRebuilder(app core.App, rebuild Rebuilder) {
	r := registryOf(app)
	r.rebuilders = append(r.rebuilders, rebuild)
}

func (s Source) bind(app core.App) {
	on := func(h *hook.TaggedHook[*core.RecordEvent], existed, remains bool) {
		h.Bind(&hook.Handler[*core.RecordEvent]{Id: "boardcircleReadModel" + s.Collection, Func: func(e *core.RecordEvent) error {
			return inTransaction(e, func() error {
				var before, after *core.Record
				if existed {
					var err error
					// as it is stored: the caller may have read the record long ago
					if before, err = s.find(e.App, e.Record.Id); err != nil {
						return err
					}
				}
				if err := e.Next(); err != nil {
					return err
				}
				if remains {
					after = e.Record
				}
				return s.apply(e.App, before, after)
			})
		}})
	}
	on(app.OnRecordCreateExecute(s.Collection), false, true)
	on(app.OnRecordUpdateExecute(s.Collection), true, true)
	on(app.OnRecordDeleteExecute(s.Collection), true, false)
}

func inTransaction(e *core.RecordEvent, do func() error) error {
	outer := e.App
	defer func() { e.App = outer }()
	return outer.RunInTransaction(func(tx core.App) error {
		e.App = tx
		return do()
	})
}

// find reads a record as it is stored; nil where there is none.
func (s Source) find(app core.App, id string) (*core.Record, error) {
	record := &core.Record{}
	query, err := s.query(app)
	if err != nil {
		return nil, err
	}
	err = query.AndWhere(dbx.NewExp("id = {:id}", dbx.Params{"id": id})).Limit(1).One(record)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("read %s %s: %w", s.Collection, id, err)
	}
	return record, nil
}

func (s Source) query(app core.App) (*dbx.SelectQuery, error) {
	collection, err := app.FindCachedCollectionByNameOrId(s.Collection)
	if err != nil {
		return nil, fmt.Errorf("the read model of %s: %w", s.Collection, err)
	}
	return app.RecordQuery(collection).Select(append([]string{"id"}, s.Columns...)...), nil
}

func (s Source) apply(tx core.App, before, after *core.Record) error {
	if s.Counts != nil {
		var counts []Count
		if before != nil {
			counts = append(counts, negative(s.Counts(before))...)
		}
		if after != nil {
			counts = append(counts, s.Counts(after)...)
		}
		if err := Add(tx, counts...); err != nil {
			return err
		}
	}
	if s.Changed != nil {
		if err := s.Changed(tx, before, after); err != nil {
			return err
		}
	}
	if s.Index == 0 {
		return nil
	}
	// last: a statement with a savepoint after it would make the index write to the disk at once
	var id, was, is string
	if before != nil {
		id, was = before.Id, s.Text(before)
	}
	if after != nil {
		id, is = after.Id, s.Text(after)
	}
	return SetText(tx, s.Index, id, was, is)
}

// Update changes columns of some records by one statement and keeps what depends on them. It runs no hooks
// and sets no updatedAt.
func Update(tx core.App, collection string, values dbx.Params, where dbx.Expression) (int64, error) {
	return write(tx, collection, where, func() (sql.Result, error) {
		return tx.NonconcurrentDB().Update(collection, values, where).Execute()
	})
}

// Delete deletes some records by one statement and keeps what depends on them. It runs no hooks and follows
// no relation.
func Delete(tx core.App, collection string, where dbx.Expression) (int64, error) {
	return write(tx, collection, where, func() (sql.Result, error) {
		return tx.NonconcurrentDB().Delete(collection, where).Execute()
	})
}

func write(app core.App, collection string, where dbx.Expression, run func() (sql.Result, error)) (changed int64, err error) {
	if !app.IsTransactional() {
		return 0, fmt.Errorf("write to %s outside of a transaction", collection)
	}
	before := map[int][]*core.Record{}
	sources := registryOf(app).sources
	for i, s := range sources {
		if s.Collection != collection {
			continue
		}
		query, err := s.query(app)
		if err != nil {
			return 0, err
		}
		var records []*core.Record
		if where != nil {
			query.AndWhere(where)
		}
		if err := query.All(&records); err != nil {
			return 0, fmt.Errorf("read %s: %w", collection, err)
		}
		before[i] = records
	}
	result, err := run()
	if err != nil {
		return 0, fmt.Errorf("write to %s: %w", collection, err)
	}
	for i, records := range before {
		for _, record := range records {
			after, err := sources[i].find(app, record.Id)
			if err != nil {
				return 0, err
			}
			if err := sources[i].apply(app, record, after); err != nil {
				return 0, err
			}
		}
	}
	return result.RowsAffected()
}
