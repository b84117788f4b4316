package library

import (
	"slices"
	"time"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/database"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/lists"
)

const collectionsCollection = "library_collections"

// collection is the record of a collection. When an item is deleted, PocketBase removes its id from the collections.
type collection struct{ core.BaseRecordProxy }

func (c *collection) title() string       { return c.GetString("title") }
func (c *collection) description() string { return c.GetString("description") }

// itemIDs returns the ids of the items in their order.
func (c *collection) itemIDs() []string { return c.GetStringSlice("items") }

func (c *collection) setItemIDs(ids []string) { c.Set("items", ids) }

func (c *collection) load(f CollectionForm) {
	c.Load(map[string]any{"title": f.Title, "description": f.Description})
	c.setItemIDs(f.Items)
}

// form returns the record's values as an admin would enter them.
func (c *collection) form() CollectionForm {
	return CollectionForm{Title: c.title(), Description: c.description(), Items: c.itemIDs()}
}

func newCollection(app core.App) (*collection, error) {
	c, err := database.New[collection](app, collectionsCollection)
	if err != nil {
		return nil, err
	}
	return c, nil
}

// findCollection returns errNoCollection for an unknown id.
func findCollection(app core.App, id string) (*collection, error) {
	found, err := database.Find[collection](app, collectionsCollection, id)
	return found, database.IfMissing(err, errNoCollection)
}

// isTitleTaken reports whether another collection has a title, in any letter case.
func isTitleTaken(app core.App, title, exceptID string) (is bool, err error) {
	err = app.DB().NewQuery(`SELECT EXISTS (SELECT 1 FROM library_collections
		WHERE title = {:title} COLLATE NOCASE AND id != {:id})`).
		Bind(dbx.Params{"title": title, "id": exceptID}).Row(&is)
	return is, database.Wrap("find the title of a library collection", err)
}

// hasItem is a condition for the collections that contain an item. It scans the collections, of which there are few.
func hasItem(itemID string) dbx.Expression {
	return dbx.NewExp("EXISTS (SELECT 1 FROM json_each(library_collections.items) WHERE value = {:item})",
		dbx.Params{"item": itemID})
}

// listCollectionsWith returns the collections that contain an item, by title.
func listCollectionsWith(app core.App, itemID string) (list []*collection, err error) {
	err = app.RecordQuery(collectionsCollection).AndWhere(hasItem(itemID)).
		OrderBy("[[title]] COLLATE folded").All(&list)
	return list, database.Wrap("list library collections", err)
}

// collectionRow is a collection in a list.
type collectionRow struct {
	ID          string     `db:"id" json:"id"`
	Title       string     `db:"title" json:"title"`
	Description string     `db:"description" json:"description"`
	CreatedAt   httpx.Time `db:"createdAt" json:"createdAt"`
	// Items is how many items the caller sees.
	Items int `db:"items" json:"items"`
}

// collectionList lists all collections by title.
var collectionList = lists.List{
	From:        collectionsCollection,
	Columns:     []string{"id", "title", "description", "createdAt", "json_array_length(items) AS items"},
	Search:      []string{"title", "description"},
	Sort:        map[string]string{"title": "[[title]] COLLATE folded", "createdAt": "createdAt"},
	DefaultSort: "title",
}

// memberCollectionList lists the collections with an item that is published at a time.
func memberCollectionList(now time.Time) lists.List {
	published := `SELECT count(*) FROM json_each(library_collections.items) e JOIN library_items i ON i.id = e.value
		WHERE i.publishAt != '' AND i.publishAt <= {:now}`
	list := collectionList
	list.Columns = []string{"id", "title", "description", "createdAt", "(" + published + ") AS items"}
	list.Where, list.Params = "("+published+") > 0", dbx.Params{"now": database.FormatTime(now)}
	return list
}

// listPublished returns the given items that are published, in the order of ids, with the bookmarks of a person.
func listPublished(app core.App, ids []string, person string, now time.Time) (rows []row, err error) {
	list := memberList(person, now)
	err = app.DB().Select(list.Columns...).From(list.From).Where(dbx.In("id", database.ToAny(ids)...)).
		AndWhere(dbx.NewExp(list.Where)).Bind(list.Params).All(&rows)
	sortByID(rows, ids)
	return rows, database.Wrap("list the items of a library collection", err)
}

// listItems returns the items with some ids, drafts too, in the order of the ids.
func listItems(app core.App, ids []string) (rows []row, err error) {
	err = app.DB().Select(consoleList.Columns...).From(itemsCollection).Where(dbx.In("id", database.ToAny(ids)...)).
		All(&rows)
	sortByID(rows, ids)
	return rows, database.Wrap("list the items of a library collection", err)
}

func sortByID(rows []row, ids []string) {
	slices.SortFunc(rows, func(a, b row) int { return slices.Index(ids, a.ID) - slices.Index(ids, b.ID) })
}
