package library

import (
	"time"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/database"
)

const versionsCollection = "library_versions"

// version is the record of a version.
type version struct{ core.BaseRecordProxy }

func (v *version) endedAt() time.Time { return v.GetDateTime("endedAt").Time() }
func (v *version) endedBy() string    { return v.GetString("endedBy") }

func (v *version) state() (s state, err error) {
	err = v.UnmarshalJSONField("state", &s)
	return s, database.Wrap("read library version "+v.Id, err)
}

// addVersion stores a state of an item and returns the id of the version.
func addVersion(tx core.App, itemID string, s state, by string, now time.Time) (id string, err error) {
	v, err := database.New[version](tx, versionsCollection)
	if err != nil {
		return "", err
	}
	v.Load(map[string]any{"item": itemID, "state": s, "endedAt": database.DateTime(now), "endedBy": by})
	err = tx.Save(v)
	return v.Id, database.Wrap("save library version", err)
}

// listVersions returns the versions of an item, the newest first.
func listVersions(app core.App, itemID string) (list []*version, err error) {
	err = app.RecordQuery(versionsCollection).AndWhere(dbx.HashExp{"item": itemID}).
		OrderBy("endedAt DESC", "rowid DESC").All(&list)
	return list, database.Wrap("list library versions", err)
}

// deleteOldVersions deletes the oldest versions of an item beyond maxVersions. PocketBase deletes their authors with
// them.
func deleteOldVersions(tx core.App, itemID string) error {
	var old []*version
	err := tx.RecordQuery(versionsCollection).AndWhere(dbx.HashExp{"item": itemID}).
		OrderBy("endedAt DESC", "rowid DESC").Offset(maxVersions).Limit(maxVersions).All(&old)
	for _, v := range old {
		if err == nil {
			err = tx.Delete(v)
		}
	}
	return database.Wrap("delete old library versions", err)
}

// listExistingCollections returns the ids that belong to existing collections.
func listExistingCollections(app core.App, ids []string) ([]string, error) {
	existing := []string{}
	err := app.DB().Select("id").From(collectionsCollection).Where(dbx.In("id", database.ToAny(ids)...)).
		Column(&existing)
	return existing, database.Wrap("find library collections", err)
}
