package audit

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/types"
)

// ListAbout lists the newest entries about some records, by their ids.
func ListAbout(app core.App, ids []string, limit int) ([]EntryView, error) {
	list := []EntryView{}
	slices.Sort(ids)
	for _, id := range slices.Compact(ids) {
		var found []EntryView
		err := app.DB().Select(entryList.Columns...).From(collectionName).
			Where(dbx.NewExp("subjectId = {:id} AND subjectId != ''", dbx.Params{"id": id})).
			OrderBy("at DESC").Limit(int64(limit)).All(&found)
		if err != nil {
			return nil, fmt.Errorf("list entries about %s: %w", id, err)
		}
		list = append(list, found...)
	}
	slices.SortStableFunc(list, func(a, b EntryView) int {
		return cmp.Or(types.DateTime(b.At).Compare(types.DateTime(a.At)), cmp.Compare(b.ID, a.ID))
	})
	return list[:min(limit, len(list))], nil
}
