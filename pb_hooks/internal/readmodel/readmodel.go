// Package readmodel maintains derived data for lists and the dashboard: counters (counters.go), a search index
// (search.go) and tables that a feature derives from the records of other features.
//
// A feature registers a Source for each of its collections. Record hooks then update the derived data in the
// transaction of each write, whether a route, a command or the dashboard writes. Rebuild recreates all derived data
// from the records with the same functions.
package readmodel

import (
	"database/sql"
	"errors"
	"fmt"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/hook"

	"boardcircle/pb_hooks/internal/database"
)

// Source says what is derived from the records of one collection.
type Source struct {
	Collection string
	// Columns are the columns, besides the id, that the functions below read.
	Columns []string
	// Counts returns the counters that a record adds to. If nil, it adds to none.
	Counts func(*core.Record) []Count
	// Index is the search index of the collection, by Text. 0 means no index.
	Index Index
	Text  func(*core.Record) string
}

// Rebuilder recreates a feature's own derived tables.
type Rebuilder func(tx core.App) error

type registry struct {
	sources    []Source
	rebuilders []Rebuilder
}

const storeKey = "boardcircleReadModels"

func registryOf(app core.App) *registry {
	return app.Store().GetOrSet(storeKey, func() any { return &registry{} }).(*registry)
}

// Register starts maintaining the derived data of the sources. Call it when the app is set up.
func Register(app core.App, sources ...Source) {
	r := registryOf(app)
	for _, s := range sources {
		r.sources = append(r.sources, s)
		s.bind(app)
	}
}

// RegisterRebuilder adds a step to Rebuild. The steps run in the order of registration, before the sources.
func RegisterRebuilder(app core.App, rebuild Rebuilder) {
	r := registryOf(app)
	r.rebuilders = append(r.rebuilders, rebuild)
}

func (s Source) bind(app core.App) {
	on := func(h *hook.TaggedHook[*core.RecordEvent], existed, remains bool) {
		h.Bind(&hook.Handler[*core.RecordEvent]{
			Id: "boardcircleReadModel" + s.Collection,
			Func: func(e *core.RecordEvent) error {
				return database.InTransaction(e, func() error {
					var before, after *core.Record
					if existed {
						var err error
						// Read the stored record, because the record of the event may be out of date.
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
			},
		})
	}
	on(app.OnRecordCreateExecute(s.Collection), false, true)
	on(app.OnRecordUpdateExecute(s.Collection), true, true)
	on(app.OnRecordDeleteExecute(s.Collection), true, false)
}

// find reads the stored version of a record. It returns nil if no record has the id.
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
	if s.Index == 0 {
		return nil
	}
	// This must come last: a later statement with a savepoint would make the index write to the disk at once.
	var id, textBefore, textAfter string
	if before != nil {
		id, textBefore = before.Id, s.Text(before)
	}
	if after != nil {
		id, textAfter = after.Id, s.Text(after)
	}
	return SetText(tx, s.Index, id, textBefore, textAfter)
}
