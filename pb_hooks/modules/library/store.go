package library

import (
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/types"

	"boardcircle/pb_hooks/internal/database"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/lists"
	"boardcircle/pb_hooks/internal/normal"
)

const (
	itemsCollection     = "library_items"
	bookmarksCollection = "library_bookmarks"
	filesCollection     = "library_files"
	indexTable          = "library_index"

	userField = "userId"
)

// item is the record of an item.
type item struct{ core.BaseRecordProxy }

func (i *item) kind() Kind           { return Kind(i.GetString("kind")) }
func (i *item) title() string        { return i.GetString("title") }
func (i *item) abstract() string     { return i.GetString("abstract") }
func (i *item) body() string         { return i.GetString("body") }
func (i *item) link() string         { return i.GetString("link") }
func (i *item) sessionID() string    { return i.GetString("event") }
func (i *item) publishAt() time.Time { return i.GetDateTime("publishAt").Time() }
func (i *item) createdAt() time.Time { return i.GetDateTime("createdAt").Time() }

func (i *item) tags() []string { return database.ReadList[string](i.Record, "tags") }

// authors returns the names of the authors.
func (i *item) authors() []string { return database.ReadList[string](i.Record, "authors") }

func (i *item) load(f Form, publishAt time.Time) {
	authors := make([]string, len(f.Authors))
	for n, author := range f.Authors {
		authors[n] = author.Name
	}
	i.Load(map[string]any{
		"kind": string(f.Kind), "title": f.Title, "abstract": f.Abstract, "body": f.Body, "tags": f.Tags,
		"authors": authors, "link": f.Link, "event": f.SessionID, "publishAt": database.DateTime(publishAt),
	})
}

// form returns the record's values as an admin would enter them, without the authors and collections.
func (i *item) form() Form {
	f := Form{Kind: i.kind(), Title: i.title(), Abstract: i.abstract(), Body: i.body(), Tags: i.tags(), Link: i.link(),
		SessionID: i.sessionID()}
	if at := i.publishAt(); !at.IsZero() {
		f.PublishAt = at.Format(time.RFC3339)
	}
	return f
}

func newItem(app core.App) (*item, error) {
	return database.New[item](app, itemsCollection)
}

// find returns errNotFound for an unknown id.
func find(app core.App, id string) (*item, error) {
	found, err := database.Find[item](app, itemsCollection, id)
	return found, database.IfMissing(err, errNotFound)
}

func listAll(app core.App) (items []*item, err error) {
	err = app.RecordQuery(itemsCollection).All(&items)
	return items, database.Wrap("list library items", err)
}

// Announcement is an item that was published.
type Announcement struct {
	ID    string     `db:"id"`
	Title string     `db:"title"`
	At    httpx.Time `db:"publishAt"`
}

// Announced returns the items that were published after a time, the newest first.
func (l *Library) Announced(app core.App, since time.Time, limit int) (list []Announcement, err error) {
	err = app.DB().Select("id", "title", "publishAt").From(itemsCollection).
		Where(dbx.NewExp("publishAt != '' AND publishAt > {:since} AND publishAt <= {:now}",
			dbx.Params{"since": database.FormatTime(since), "now": database.FormatTime(l.now())})).
		OrderBy("publishAt DESC", "id DESC").Limit(int64(limit)).All(&list)
	return list, database.Wrap("list announced library items", err)
}

// row is an item in a list.
type row struct {
	ID           string                  `db:"id"`
	Kind         Kind                    `db:"kind"`
	Title        string                  `db:"title"`
	Abstract     string                  `db:"abstract"`
	Tags         types.JSONArray[string] `db:"tags"`
	Authors      types.JSONArray[string] `db:"authors"`
	PublishAt    httpx.Time              `db:"publishAt"`
	CreatedAt    httpx.Time              `db:"createdAt"`
	IsBookmarked bool                    `db:"isBookmarked"`
}

var kindFilters = lists.Equals("kind", Kind("").Values()...)

// consoleList lists all items, the latest first.
var consoleList = lists.List{
	From:    itemsCollection,
	Columns: []string{"id", "kind", "title", "abstract", "tags", "authors", "publishAt", "createdAt"},
	Search:  []string{"title", "abstract"},
	Sort:    map[string]string{"createdAt": "createdAt", "title": "[[title]] COLLATE folded"},
	Filters: map[string]map[string]string{"kind": kindFilters},
	ValueFilters: map[string]func(string) (dbx.Expression, bool){
		"words": matchesWords, "tag": hasTag, "session": isOfSession,
	},
	DefaultSort: "-createdAt",
}

// memberList lists the items that are published at a time, the latest first, as a person sees them.
func memberList(person string, now time.Time) lists.List {
	list := consoleList
	of := "EXISTS (SELECT 1 FROM library_bookmarks b WHERE b.person = {:person} AND b.item = library_items.id)"
	list.Columns = append([]string{of + " AS [[isBookmarked]]"}, consoleList.Columns...)
	list.Where = "publishAt != '' AND publishAt <= {:now}"
	list.Params = dbx.Params{"person": person, "now": database.FormatTime(now)}
	list.Search, list.Sort = nil, map[string]string{"publishAt": "publishAt"}
	list.Filters = map[string]map[string]string{"kind": kindFilters, "bookmarked": {"true": of}}
	list.DefaultSort = "-publishAt"
	return list
}

// maxWords is how many words of a search are used.
const maxWords = 20

// isInWord reports whether the index keeps a character in its words. The tokenizer in the migrations says the same.
func isInWord(r rune) bool {
	return unicode.In(r, unicode.L, unicode.N, unicode.Co, unicode.Mn, unicode.Mc)
}

// matchesWords matches the items that contain all words. The last word may be the start of a longer one. A word never
// matches across two texts, because the index has each in a row of its own.
func matchesWords(text string) (dbx.Expression, bool) {
	// A NUL ends the text of a query for SQLite.
	words := strings.FieldsFunc(normal.Fold(text), func(r rune) bool { return unicode.IsSpace(r) || r == 0 })
	if len(words) == 0 {
		return nil, false
	}
	words = slices.DeleteFunc(words, func(word string) bool { return !strings.ContainsFunc(word, isInWord) })
	if len(words) == 0 {
		return dbx.NewExp("FALSE"), true
	}
	words = words[:min(len(words), maxWords)]
	params := dbx.Params{}
	conditions := make([]string, len(words))
	for i, word := range words {
		name := fmt.Sprintf("word%d", i)
		conditions[i] = "id IN (SELECT id FROM library_index WHERE library_index MATCH {:" + name + "})"
		params[name] = `"` + strings.ReplaceAll(word, `"`, `""`) + `"`
		if i == len(words)-1 {
			params[name] = params[name].(string) + "*"
		}
	}
	return dbx.NewExp(strings.Join(conditions, " AND "), params), true
}

func hasTag(tag string) (dbx.Expression, bool) {
	return dbx.NewExp("EXISTS (SELECT 1 FROM json_each(library_items.tags) WHERE value = {:tag})",
		dbx.Params{"tag": tag}), true
}

func isOfSession(id string) (dbx.Expression, bool) { return dbx.HashExp{"event": id}, true }

// --- the full-text index

func writeIndex(tx core.App, i *item) error {
	if err := deleteFromIndex(tx, i.Id); err != nil {
		return err
	}
	return insertIndex(tx, i)
}

// insertIndex adds an item that the index does not have.
func insertIndex(tx core.App, i *item) error {
	fileText, err := findFileText(tx, i.Id)
	if err != nil {
		return err
	}
	text := strings.Join(slices.Concat([]string{i.abstract(), i.body(), fileText}, i.tags()), "\n")
	rows := []dbx.Params{{"id": i.Id, "title": normal.Fold(i.title()), "body": normal.Fold(text)}}
	for position, name := range i.authors() {
		rows = append(rows, dbx.Params{"id": i.Id, "author": position, "body": normal.Fold(name)})
	}
	for _, row := range rows {
		if err == nil {
			_, err = tx.NonconcurrentDB().Insert(indexTable, row).Execute()
		}
	}
	return database.Wrap("index library item", err)
}

// deleteFromIndex scans the index, because its ids are not indexed. A library has few items, and they rarely change.
func deleteFromIndex(tx core.App, id string) error {
	_, err := tx.NonconcurrentDB().Delete(indexTable, dbx.HashExp{"id": id}).Execute()
	return database.Wrap("delete library item from index", err)
}

func clearIndex(tx core.App) error {
	_, err := tx.NonconcurrentDB().Delete(indexTable, nil).Execute()
	return database.Wrap("clear library index", err)
}

// --- bookmarks

// isBookmarked reports whether a person has a bookmark of an item.
func isBookmarked(app core.App, itemID, person string) (is bool, err error) {
	err = app.DB().
		NewQuery("SELECT EXISTS (SELECT 1 FROM library_bookmarks WHERE person = {:person} AND item = {:item})").
		Bind(dbx.Params{"person": person, "item": itemID}).Row(&is)
	return is, database.Wrap("find bookmark", err)
}

// addBookmark stores a bookmark of an account's owner. A record hook sets the person.
func addBookmark(tx core.App, itemID, userID string, now time.Time) error {
	return database.Wrap("save bookmark", database.Create(tx, bookmarksCollection,
		map[string]any{"item": itemID, userField: userID}, now))
}

func deleteBookmarks(tx core.App, itemID, person string) error {
	_, err := tx.NonconcurrentDB().Delete(bookmarksCollection, dbx.HashExp{"person": person, "item": itemID}).Execute()
	return database.Wrap("delete bookmark", err)
}
