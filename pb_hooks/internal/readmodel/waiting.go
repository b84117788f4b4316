package readmodel

import (
	"fmt"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/core/validators"
)

// waitingBatch is how many records a transaction of ApplyWaiting takes; other writers wait for it. The table waiting_records
// has those that were inserted and not counted yet.
const waitingBatch = 200

// Insert stores a new record by one statement. What depends on it is kept by the next ApplyWaiting if its source is
// Deferred, otherwise at once. It runs no hooks, validates nothing and sets no dates: the caller's values are
// complete. A value that is taken is an error as that of a save.
func Insert(tx core.App, record *core.Record) error {
	collection := record.Collection()
	if !tx.IsTransactional() {
		return fmt.Errorf("write to %s outside of a transaction", collection.Name)
	}
	values, err := record.DBExport(tx)
	if err != nil {
		return fmt.Errorf("write to %s: %w", collection.Name, err)
	}
	if _, err := tx.NonconcurrentDB().Insert(collection.Name, values).Execute(); err != nil {
		return validators.NormalizeUniqueIndexError(err, collection.Name, collection.Fields.FieldNames())
	}
	record.MarkAsNotNew()
	for _, s := range registryOf(tx).sources {
		if s.Collection != collection.Name {
			continue
		}
		if s.Deferred {
			err = s.addWaiting(tx, record.Id)
		} else {
			err = s.apply(tx, nil, record)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func (s Source) addWaiting(tx core.App, id string) error {
	_, err := tx.NonconcurrentDB().NewQuery("INSERT INTO waiting_records (collection, record) VALUES ({:collection}, {:record})").
		Bind(dbx.Params{"collection": s.Collection, "record": id}).Execute()
	if err != nil {
		return fmt.Errorf("leave %s %s for later: %w", s.Collection, id, err)
	}
	return nil
}

// ApplyWaiting keeps what depends on the records that wait. Whatever reads a counter, a search or a list of this package
// settles first, so that nobody sees a record that is not counted; the rest of the time it is a look at an empty table.
func ApplyWaiting(app core.App) error {
	for _, s := range registryOf(app).sources {
		for s.Deferred {
			ids, err := s.waiting(app)
			if err != nil {
				return err
			}
			if len(ids) == 0 {
				break
			}
			if err := app.RunInTransaction(s.applyBatch); err != nil {
				return fmt.Errorf("count new records of %s: %w", s.Collection, err)
			}
		}
	}
	return nil
}

// ApplyWaitingForRead is ApplyWaiting for whoever is about to read a table of a read model. It goes on if the disk takes nothing:
// what waits is missing then.
func ApplyWaitingForRead(app core.App) {
	if err := ApplyWaiting(app); err != nil {
		app.Logger().Error("New records could not be counted", "error", err)
	}
}

func (s Source) waiting(app core.App) (ids []string, err error) {
	err = app.DB().NewQuery(fmt.Sprintf("SELECT record FROM waiting_records WHERE collection = {:collection} ORDER BY record LIMIT %d", waitingBatch)).
		Bind(dbx.Params{"collection": s.Collection}).Column(&ids)
	if err != nil {
		return nil, fmt.Errorf("look for records that wait: %w", err)
	}
	return ids, nil
}

func (s Source) applyBatch(tx core.App) error {
	ids, err := s.waiting(tx) // once more: somebody else may have been faster
	for _, id := range ids {
		if err == nil {
			err = s.applyOne(tx, id)
		}
	}
	return err
}

// applyOne keeps what depends on a record if it waits, in the caller's transaction.
func (s Source) applyOne(tx core.App, id string) error {
	result, err := tx.NonconcurrentDB().NewQuery("DELETE FROM waiting_records WHERE collection = {:collection} AND record = {:record}").
		Bind(dbx.Params{"collection": s.Collection, "record": id}).Execute()
	if err != nil {
		return err
	}
	if n, err := result.RowsAffected(); err != nil || n == 0 {
		return err
	}
	record, err := s.find(tx, id)
	if err != nil || record == nil { // nil where SQL written by hand has deleted it
		return err
	}
	return s.apply(tx, nil, record)
}
