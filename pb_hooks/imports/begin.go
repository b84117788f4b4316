package imports

import (
	"database/sql"
	"errors"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/audit"
	"boardcircle/pb_hooks/internal/keys"
)

// Begin stores a file to be imported, and returns its import. A file whose import is under way
// already, with the same letters, is that import: a second press starts nothing.
func (l *Legacy) Begin(by audit.Actor, fileName, content string, invite bool) (*core.Record, error) {
	read, err := read(content)
	if err != nil {
		return nil, err
	}
	var begun *core.Record
	err = l.app.RunInTransaction(func(tx core.App) error {
		begun, err = unfinished(tx, keys.Hash(content), invite)
		if err == nil || !errors.Is(err, sql.ErrNoRows) {
			return err
		}
		begun, err = newRecord(tx, imports, map[string]any{
			"fileName": shown(fileName), "fileHash": keys.Hash(content), "invite": invite, "state": "running", "rows": len(read.people),
			"problems":  Problems{},
			"actorKind": by.Kind, "actorId": by.ID, "actor": by.Name, "address": by.Address,
		})
		if err != nil {
			return err
		}
		if _, err := newRecord(tx, files, map[string]any{"importId": begun.Id, "content": content}); err != nil {
			return err
		}
		return l.log.Note(tx, by, "import.started", about(begun), map[string]any{"rows": len(read.people), "invite": invite})
	})
	return begun, err
}

func unfinished(tx core.App, hash string, invite bool) (*core.Record, error) {
	found := &core.Record{}
	err := tx.RecordQuery(imports).
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

func about(record *core.Record) audit.Subject {
	return audit.Subject{Collection: imports, ID: record.Id, Label: record.GetString("fileName")}
}
