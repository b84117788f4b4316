package imports

import (
	"database/sql"
	"errors"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/audit"
	"boardcircle/pb_hooks/internal/keys"
)

// Enqueue stores a file to be imported, and returns its import. A file whose import is under way
// already, with the same letters, is that import: a second press starts nothing.
func (l *Imports) Enqueue(by audit.Actor, fileName, content string, invite bool) (*core.Record, error) {
	parsed, err := parseFile(content)
	if err != nil {
		return nil, err
	}
	var record *core.Record
	err = l.app.RunInTransaction(func(tx core.App) error {
		record, err = findRunning(tx, keys.Hash(content), invite)
		if err == nil || !errors.Is(err, sql.ErrNoRows) {
			return err
		}
		record, err = newRecord(tx, importsCollection, map[string]any{
			"fileName": displayText(fileName), "fileHash": keys.Hash(content), "invite": invite, "state": "running", "rows": len(parsed.rows),
			"problems":  Problems{},
			"actorKind": by.Kind, "actorId": by.ID, "actor": by.Name, "address": by.Address,
		})
		if err != nil {
			return err
		}
		if _, err := newRecord(tx, filesCollection, map[string]any{"importId": record.Id, "content": content}); err != nil {
			return err
		}
		return l.audit.Record(tx, by, "import.started", auditSubject(record), map[string]any{"rows": len(parsed.rows), "invite": invite})
	})
	return record, err
}

func findRunning(tx core.App, hash string, invite bool) (*core.Record, error) {
	found := &core.Record{}
	err := tx.RecordQuery(importsCollection).
		AndWhere(dbx.HashExp{"fileHash": hash, "state": "running", "invite": invite}).OrderBy("createdAt").Limit(1).One(found)
	return found, err
}

func newRecord(tx core.App, collection string, values map[string]any) (*core.Record, error) {
	c, err := tx.FindCachedCollectionByNameOrId(collection)
	if err != nil {
		return nil, err
	}
	record := core.NewRecord(c)
	record.Load(values)
	return record, tx.Save(record)
}

func auditSubject(record *core.Record) audit.Subject {
	return audit.Subject{Collection: importsCollection, ID: record.Id, Label: record.GetString("fileName")}
}
