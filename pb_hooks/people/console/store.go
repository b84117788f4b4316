package console

import (
	"database/sql"
	"errors"
	"slices"
	"time"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/types"

	"boardcircle/pb_hooks/accounts"
	"boardcircle/pb_hooks/audit"
	"boardcircle/pb_hooks/internal/database"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/normal"
	"boardcircle/pb_hooks/people"
)

const (
	notesCollection  = "person_notes"
	tagsCollection   = "person_tags"
	mergesCollection = "account_merges"
)

// RegisterPeople gives the notes and the tags the person that they are about.
func RegisterPeople(app core.App) {
	links := []people.Link{{Field: "userId", Collection: people.Accounts}}
	people.Register(app, people.Source{Collection: notesCollection, Links: links, Address: "email", IsRemark: true},
		people.Source{Collection: tagsCollection, Links: links, Address: "email", IsRemark: true})
}

// NoteView is an admin's note about a person.
type NoteView struct {
	ID        string     `json:"id" db:"id"`
	Text      string     `json:"text" db:"text"`
	Actor     string     `json:"actor" db:"actor"`
	CreatedAt httpx.Time `json:"createdAt" db:"createdAt"`
}

// owned matches the person's rows. An address that only a draft or an email names has none.
func (who personRef) owned() dbx.Expression {
	return dbx.And(dbx.HashExp{"person": who.personID}, dbx.NewExp("person != ''"))
}

func newRecordOf(tx core.App, collection string, values map[string]any) (*core.Record, error) {
	record, err := database.NewRecord(tx, collection)
	if err != nil {
		return nil, err
	}
	record.Load(values)
	return record, nil
}

// listNotes returns the notes about a person, newest first.
func listNotes(app core.App, who personRef) ([]NoteView, error) {
	notes := []NoteView{}
	err := app.DB().Select("id", "text", "actor", "createdAt").From(notesCollection).Where(who.owned()).All(&notes)
	slices.SortStableFunc(notes, func(a, b NoteView) int {
		return types.DateTime(b.CreatedAt).Compare(types.DateTime(a.CreatedAt))
	})
	return notes, database.Wrap("list notes", err)
}

func newNote(tx core.App, who personRef, by audit.Actor, text string) (*core.Record, error) {
	return newRecordOf(tx, notesCollection, map[string]any{
		"userId":    who.accountID(),
		"email":     who.email(),
		"text":      text,
		"actorKind": string(by.Kind),
		"actorId":   by.ID,
		"actor":     by.Name,
	})
}

// findNote returns errNoteNotFound if the person has no note with this id.
func findNote(app core.App, who personRef, id string) (*core.Record, error) {
	note, err := app.FindRecordById(notesCollection, id)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, errNoteNotFound
	}
	if err == nil && (who.personID == "" || note.GetString("person") != who.personID) {
		return nil, errNoteNotFound
	}
	return note, err
}

// listTags returns a person's tags in alphabetical order.
func listTags(app core.App, who personRef) ([]string, error) {
	tags := []string{}
	err := app.DB().Select("tag").From(tagsCollection).Where(who.owned()).Column(&tags)
	slices.SortFunc(tags, normal.Compare)
	return slices.Compact(tags), database.Wrap("list tags", err)
}

// replaceTags sets a person's tags. It returns the previous tags and whether they differ.
func replaceTags(tx core.App, who personRef, tags []string) (before []string, changed bool, err error) {
	if before, err = listTags(tx, who); err != nil {
		return nil, false, err
	}
	wanted := slices.Clone(tags)
	slices.SortFunc(wanted, normal.Compare)
	if slices.Equal(before, slices.Compact(wanted)) {
		return before, false, nil
	}
	if _, err := tx.NonconcurrentDB().Delete(tagsCollection, who.owned()).Execute(); err != nil {
		return nil, false, database.Wrap("remove tags", err)
	}
	for _, tag := range slices.Compact(wanted) {
		record, err := newRecordOf(tx, tagsCollection,
			map[string]any{"userId": who.accountID(), "email": who.email(), "tag": tag})
		if err == nil {
			err = tx.Save(record)
		}
		if err != nil {
			return nil, false, database.Wrap("save tag", err)
		}
	}
	return before, true, nil
}

// moved has the ids of the records that a merge moved, by collection.
type moved map[string][]string

func (m moved) count() int {
	n := 0
	for _, ids := range m {
		n += len(ids)
	}
	return n
}

// merge is a row of account_merges.
type merge struct{ core.BaseRecordProxy }

func (m *merge) PrimaryID() string        { return m.GetString("keptId") }
func (m *merge) DuplicateID() string      { return m.GetString("goneId") }
func (m *merge) DuplicateEmail() string   { return m.GetString("goneEmail") }
func (m *merge) Actor() string            { return m.GetString("actor") }
func (m *merge) WasActive() bool          { return m.GetBool("wasActive") }
func (m *merge) At() types.DateTime       { return m.GetDateTime("at") }
func (m *merge) UndoneAt() types.DateTime { return m.GetDateTime("undoneAt") }

func (m *merge) Moved() (ids moved, err error) {
	return ids, m.UnmarshalJSONField("moved", &ids)
}

// MovedReferences returns the ids of the records that were moved to the other person.
func (m *merge) MovedReferences() (references people.Moved, err error) {
	return references, m.UnmarshalJSONField("movedReferences", &references)
}

func (m *merge) markUndone(at time.Time) { m.Set("undoneAt", at) }

func createMerge(tx core.App, primary, duplicate *accounts.Contact, wasActive bool, ids moved, references people.Moved,
	by audit.Actor, at time.Time) (*merge, error) {
	record, err := newRecordOf(tx, mergesCollection, map[string]any{
		"keptId": primary.ID, "goneId": duplicate.ID, "goneEmail": duplicate.Email,
		"wasActive": wasActive, "moved": ids,
		"movedReferences": references, "actor": by.Name, "at": at,
	})
	if err != nil {
		return nil, err
	}
	return database.As[merge](record), tx.Save(record)
}

// findMerge returns errMergeNotFound if the account has no merge with this id.
func findMerge(app core.App, primaryID, id string) (*merge, error) {
	record, err := app.FindRecordById(mergesCollection, id)
	if errors.Is(err, sql.ErrNoRows) || err == nil && record.GetString("keptId") != primaryID {
		return nil, errMergeNotFound
	}
	if err != nil {
		return nil, database.Wrap("find merge", err)
	}
	return database.As[merge](record), nil
}

// listMerges returns the merges into an account, newest first.
func listMerges(app core.App, primaryID string) ([]*merge, error) {
	var list []*merge
	err := app.RecordQuery(mergesCollection).AndWhere(dbx.HashExp{"keptId": primaryID}).OrderBy("at DESC").All(&list)
	return list, database.Wrap("list merges", err)
}

// mergedInto returns the id of the account into which an account was merged, or "" if it was not.
func mergedInto(app core.App, duplicateID string) (id string, err error) {
	err = app.DB().Select("keptId").From(mergesCollection).
		Where(dbx.NewExp("goneId = {:id} AND undoneAt = ''", dbx.Params{"id": duplicateID})).Limit(1).Row(&id)
	if errors.Is(err, sql.ErrNoRows) {
		return "", nil
	}
	return id, database.Wrap("find merge of account", err)
}

func newNoteView(note *core.Record) NoteView {
	return NoteView{note.Id, note.GetString("text"), note.GetString("actor"), httpx.Time(note.GetDateTime("createdAt"))}
}

// PeopleTagged returns the ids of the people with a tag.
func PeopleTagged(app core.App, tag string) (ids []string, err error) {
	err = app.DB().Select("person").From(tagsCollection).Where(dbx.HashExp{"tag": tag}).Column(&ids)
	return ids, database.Wrap("list people with a tag", err)
}

// KnownTags returns the tags in use in alphabetical order, at most 500.
func KnownTags(app core.App) ([]string, error) {
	tags := []string{}
	err := app.DB().NewQuery("SELECT DISTINCT tag FROM person_tags ORDER BY tag LIMIT 500").Column(&tags)
	slices.SortFunc(tags, normal.Compare)
	return tags, database.Wrap("list known tags", err)
}
