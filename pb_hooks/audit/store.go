package audit

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/types"

	"boardcircle/pb_hooks/internal/database"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/india"
	"boardcircle/pb_hooks/internal/lists"
	"boardcircle/pb_hooks/internal/readmodel"
	"boardcircle/pb_hooks/internal/rules"
)

const auditCollection = "audit_log"

// ActorKind is the kind of account of a person who did something.
type ActorKind string

// The kinds of actors.
const (
	ActorAdmin     ActorKind = "admin"
	ActorMember    ActorKind = "member"
	ActorSuperuser ActorKind = "staff"
	// ActorCommand is a person at the server's command line.
	ActorCommand ActorKind = "command"
	ActorNone    ActorKind = "nobody"
)

// Values returns all kinds.
func (ActorKind) Values() []string {
	return rules.Options(ActorAdmin, ActorMember, ActorSuperuser, ActorCommand, ActorNone)
}

// Entry is a row of audit_log. It is inserted once and never changed.
type Entry struct{ core.BaseRecordProxy }

// Before returns the values before the action, of the fields that it changed.
func (e *Entry) Before() (map[string]any, error) { return e.values("before") }

// After returns the values after the action, of the fields that it changed.
func (e *Entry) After() (map[string]any, error) { return e.values("after") }

func (e *Entry) values(field string) (values map[string]any, err error) {
	return values, e.UnmarshalJSONField(field, &values)
}

// insert stores an entry. Nil values are stored as an empty object.
func (l *Log) insert(app core.App, by Actor, action string, subject Subject, before, after map[string]any) error {
	e, err := database.New[Entry](app, auditCollection)
	if err != nil {
		return fmt.Errorf("insert audit entry %s: %w", action, err)
	}
	e.Load(map[string]any{
		"at":        l.now(),
		"actorKind": string(by.Kind),
		"actorId":   by.ID,
		"actor":     by.Name,
		"address":   by.Address,
		"action":    action,
		"subject":   subject.Collection,
		"subjectId": subject.ID,
		"label":     truncate(replaceControlChars(subject.Label), maxLabelLength),
		"before":    orEmpty(before),
		"after":     orEmpty(after),
	})
	if err := app.Save(e); err != nil {
		return fmt.Errorf("insert audit entry %s: %w", action, err)
	}
	return nil
}

func orEmpty(values map[string]any) map[string]any {
	if values == nil {
		return map[string]any{}
	}
	return values
}

// findEntry returns the entry with an id, or sql.ErrNoRows.
func findEntry(app core.App, id string) (*Entry, error) {
	return database.Find[Entry](app, auditCollection, id)
}

// HistoryRow is an action on one record. Details are the new values, such as a reason.
type HistoryRow struct {
	ID        string             `json:"id" db:"id"`
	At        httpx.Time         `json:"at" db:"at"`
	ActorKind ActorKind          `json:"actorKind" db:"actorKind"`
	Actor     string             `json:"actor" db:"actor"`
	Action    string             `json:"action" db:"action"`
	Details   types.JSONMap[any] `json:"details" db:"after"`
}

// maxHistory is the largest number of entries about one record that are read.
const maxHistory = 200

// HistoryOf returns the entries about a record, newest first.
func HistoryOf(app core.App, collection, id string) ([]HistoryRow, error) {
	rows := []HistoryRow{}
	err := app.ConcurrentDB().Select("id", "at", "actorKind", "actor", "action", "after").From(auditCollection).
		Where(dbx.NewExp("subjectId = {:id} AND subjectId != '' AND +subject = {:subject}",
			dbx.Params{"id": id, "subject": collection})).
		OrderBy("at DESC", "rowid DESC").Limit(maxHistory).All(&rows)
	if err != nil {
		return nil, fmt.Errorf("history of %s %s: %w", collection, id, err)
	}
	return rows, nil
}

// entryList is sorted by time only, newest first, because readers start with the latest events. Another sort order
// would need an additional index for each filter.
var entryList = lists.List{
	From:        auditCollection,
	Columns:     []string{"id", "at", "actorKind", "actor", "address", "action", "subject", "subjectId", "label"},
	Search:      []string{"label"},
	Sort:        map[string]string{"at": "at"},
	DefaultSort: "-at",
	ValueFilters: map[string]func(string) (dbx.Expression, bool){
		"actor": equalsFilter("actor"), "action": equalsFilter("action"), "subject": equalsFilter("subject"),
		"from": func(day string) (dbx.Expression, bool) { return dayFilter("at >= {:from}", "from", day, 0) },
		"to":   func(day string) (dbx.Expression, bool) { return dayFilter("at < {:to}", "to", day, 1) },
	},
	Index:   readmodel.Audit,
	Counter: EntriesCounter,
}

func equalsFilter(column string) func(string) (dbx.Expression, bool) {
	return func(value string) (dbx.Expression, bool) { return dbx.HashExp{column: value}, true }
}

// dayFilter compares with the start of a day in India plus offsetDays.
func dayFilter(condition, name, day string, offsetDays int) (dbx.Expression, bool) {
	start, err := india.ParseDay(day)
	if err != nil {
		return nil, false
	}
	return dbx.NewExp(condition, dbx.Params{name: database.FormatTime(start.AddDate(0, 0, offsetDays))}), true
}

// filterColumns are the columns by which the list can be filtered.
var filterColumns = struct{ actor, action, subject string }{"actor", "action", "subject"}

// listDistinct returns a column's distinct values by skipping from one to the next in its index. DISTINCT would read
// every row of a log that only grows.
func listDistinct(app core.App, column string) ([]string, error) {
	values := []string{}
	err := app.DB().NewQuery(`
		WITH RECURSIVE known(value) AS (
			SELECT min([[` + column + `]]) FROM audit_log WHERE [[` + column + `]] > ''
			UNION ALL
			SELECT (SELECT min([[` + column + `]]) FROM audit_log WHERE [[` + column + `]] > known.value) FROM known
			WHERE known.value IS NOT NULL
		)
		SELECT value FROM known WHERE value IS NOT NULL`).Column(&values)
	return values, err
}

// ListAbout returns the newest entries about the records with these ids.
func ListAbout(app core.App, ids []string, limit int) ([]EntryView, error) {
	list := []EntryView{}
	slices.Sort(ids)
	for _, id := range slices.Compact(ids) {
		var found []EntryView
		err := app.DB().Select(entryList.Columns...).From(auditCollection).
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

// EntriesCounter counts all entries.
const EntriesCounter = "audit_log"

// RegisterReadModels updates the counter and the search index when entries are added.
func RegisterReadModels(app core.App) {
	readmodel.Register(app, readmodel.Source{
		Collection: auditCollection,
		Columns:    []string{"label"},
		Counts: func(*core.Record) []readmodel.Count {
			return []readmodel.Count{readmodel.One(EntriesCounter, "")}
		},
		Index: readmodel.Audit,
		Text:  func(entry *core.Record) string { return readmodel.Text(entry.GetString("label")) },
	})
}
