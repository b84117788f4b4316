package idempotency

import (
	"time"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/database"
)

const table = "idempotency_keys"

// row is a stored key. Status is 0 while the result is unknown.
type row struct {
	Content     string `db:"content"`
	Status      int    `db:"status"`
	ContentType string `db:"contentType"`
	Answer      string `db:"answer"`
}

// claim stores a key and reports whether it was free. A key that is older than a day is free. The unique index decides
// between processes.
func claim(app core.App, hash, content string, now time.Time) (bool, error) {
	result, err := app.NonconcurrentDB().NewQuery(`
		INSERT INTO idempotency_keys (id, [[key]], content, status, contentType, answer, createdAt, updatedAt)
		VALUES ({:id}, {:key}, {:content}, 0, '', '', {:now}, {:now})
		ON CONFLICT ([[key]]) DO UPDATE SET content = excluded.content, status = 0, contentType = '', answer = '',
			createdAt = excluded.createdAt, updatedAt = excluded.updatedAt
		WHERE createdAt < {:before}`).
		Bind(dbx.Params{
			"id": core.GenerateDefaultRandomId(), "key": hash, "content": content,
			"now": database.FormatTime(now), "before": database.FormatTime(now.Add(-ttl)),
		}).Execute()
	if err != nil {
		return false, database.Wrap("claim idempotency key", err)
	}
	changed, err := result.RowsAffected()
	return changed == 1, database.Wrap("claim idempotency key", err)
}

// find returns sql.ErrNoRows if the key is not stored.
func find(app core.App, hash string) (stored row, err error) {
	err = app.DB().Select("content", "status", "contentType", "answer").From(table).
		Where(dbx.HashExp{"key": hash}).One(&stored)
	return stored, database.Wrap("find idempotency key", err)
}

func complete(app core.App, hash string, status int, contentType, answer string, now time.Time) error {
	_, err := app.NonconcurrentDB().Update(table, dbx.Params{
		"status": status, "contentType": contentType, "answer": answer, "updatedAt": database.FormatTime(now),
	}, dbx.HashExp{"key": hash}).Execute()
	return database.Wrap("complete idempotency key", err)
}

func release(app core.App, hash string) error {
	_, err := app.NonconcurrentDB().Delete(table, dbx.HashExp{"key": hash}).Execute()
	return database.Wrap("release idempotency key", err)
}

func deleteBefore(app core.App, before time.Time) error {
	_, err := app.NonconcurrentDB().Delete(table,
		dbx.NewExp("createdAt < {:before}", dbx.Params{"before": database.FormatTime(before)})).Execute()
	return database.Wrap("purge idempotency keys", err)
}
