package sessions

import (
	"time"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/database"
)

const table = "sessions"

func insert(app core.App, s Session, now, expiresAt time.Time) error {
	return database.Create(app, table, map[string]any{
		"id": s.ID, "collection": s.Collection, "account": s.Account, "address": s.Address, "device": s.Device,
		"lastSeenAt": database.DateTime(now), "expiresAt": database.DateTime(expiresAt),
	}, now)
}

// find returns sql.ErrNoRows if no session has the id.
func find(app core.App, id string) (session Session, err error) {
	err = app.DB().Select("id", "collection", "account", "address", "device", "createdAt", "lastSeenAt",
		"expiresAt").From(table).
		Where(dbx.HashExp{"id": id}).One(&session)
	return session, err
}

func ofAccount(account *core.Record) dbx.HashExp {
	return dbx.HashExp{"account": account.Id, "collection": account.Collection().Name}
}

func findByAccount(app core.App, account *core.Record) (list []Session, err error) {
	err = app.DB().Select("id", "collection", "account", "address", "device", "createdAt", "lastSeenAt",
		"expiresAt").From(table).
		Where(ofAccount(account)).OrderBy("lastSeenAt DESC", "id").All(&list)
	return list, err
}

func setLastSeen(app core.App, id string, at time.Time) error {
	_, err := app.NonconcurrentDB().
		Update(table, dbx.Params{"lastSeenAt": database.FormatTime(at), "updatedAt": database.FormatTime(at)},
			dbx.HashExp{"id": id}).
		Execute()
	return err
}

func deleteOf(app core.App, account *core.Record, id string) (int64, error) {
	result, err := app.NonconcurrentDB().Delete(table, dbx.And(ofAccount(account), dbx.HashExp{"id": id})).Execute()
	if err != nil {
		return 0, err
	}
	return result.RowsAffected()
}

func deleteAllOf(app core.App, account *core.Record) error {
	_, err := app.NonconcurrentDB().Delete(table, ofAccount(account)).Execute()
	return err
}

// DeleteAll ends every session of every account.
func DeleteAll(app core.App) error {
	_, err := app.NonconcurrentDB().Delete(table, nil).Execute()
	return err
}

// Purge deletes the sessions that have expired.
func Purge(app core.App, now time.Time) error {
	_, err := app.NonconcurrentDB().Delete(table,
		dbx.NewExp("expiresAt < {:now}", dbx.Params{"now": database.FormatTime(now)})).Execute()
	return err
}
