package drafts

import (
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/types"

	"boardcircle/pb_hooks/internal/database"
	"boardcircle/pb_hooks/internal/keys"
	"boardcircle/pb_hooks/internal/lists"
	"boardcircle/pb_hooks/internal/readmodel"
	"boardcircle/pb_hooks/internal/triggers"
)

const (
	collection = "draft_registrations"
	// counter counts all drafts.
	counter = collection
	// purgeBatch is the number of expired drafts that are read at once.
	purgeBatch = 200
)

// Draft is a row of draft_registrations.
type Draft struct{ core.BaseRecordProxy }

func (d *Draft) LastSaved() types.DateTime { return d.GetDateTime("lastSaved") }

// FormData is what the visitor has entered so far.
func (d *Draft) FormData() (types.JSONMap[any], error) {
	var data types.JSONMap[any]
	err := d.UnmarshalJSONField("formData", &data)
	return data, err
}

// searchText returns the text of a draft for the search index. It leaves out values that are not strings.
func searchText(email string, formData []byte) string {
	var form struct{ Name, CompanyName any }
	_ = json.Unmarshal(formData, &form) // invalid form data has no names to index
	name, _ := form.Name.(string)
	company, _ := form.CompanyName.(string)
	return readmodel.Text(email, name, company)
}

// updateDraft saves the form data of a token's draft and returns the draft's id, or errNotFound. The values are
// already valid. ranHooks reports whether record hooks have run. They do not run in most saves, because a save that
// changes no searchable text is one statement.
func updateDraft(app core.App, token, email string, formData types.JSONRaw, at types.DateTime) (id string,
	ranHooks bool, err error) {
	var stored struct {
		ID        string        `db:"id"`
		Email     string        `db:"email"`
		FormData  types.JSONRaw `db:"formData"`
		UpdatedAt string        `db:"updatedAt"`
	}
	if token == "" {
		return "", false, errNotFound
	}
	holder := dbx.HashExp{"tokenHash": keys.Hash(token)}
	err = app.DB().Select("id", "email", "formData", "updatedAt").From(collection).Where(holder).One(&stored)
	if errors.Is(err, sql.ErrNoRows) {
		return "", false, errNotFound
	}
	if err != nil {
		return "", false, fmt.Errorf("find draft: %w", err)
	}
	if stored.Email == email && searchText(email, stored.FormData) == searchText(email, formData) {
		result, err := app.NonconcurrentDB().Update(collection, dbx.Params{
			"formData": string(formData), "lastSaved": at.String(), "updatedAt": types.NowDateTime().String(),
		}, dbx.And(holder, dbx.HashExp{"id": stored.ID, "updatedAt": stored.UpdatedAt})).Execute()
		if err != nil {
			return "", false, fmt.Errorf("update draft %s: %w", stored.ID, err)
		}
		if n, err := result.RowsAffected(); err != nil || n == 1 {
			return stored.ID, false, err
		}
		// Meanwhile, another tab has saved the draft, or the draft was deleted or resumed in another browser.
	}
	err = app.RunInTransaction(func(tx core.App) error {
		draft, err := findDraft(tx, token)
		if err != nil {
			return err
		}
		id = draft.Id
		return draft.save(tx, email, formData, at)
	})
	return id, true, err
}

// save stores a draft and runs its hooks.
func (d *Draft) save(app core.App, email string, formData types.JSONRaw, at types.DateTime) error {
	d.SetEmail(email)
	d.Set("formData", formData)
	d.Set("lastSaved", at)
	return app.SaveNoValidate(d)
}

// newDraft returns a draft that only the token's holder can find. It is not stored yet.
func newDraft(app core.App, token, network string) (*Draft, error) {
	d, err := database.New[Draft](app, collection)
	if err != nil {
		return nil, err
	}
	d.Set("tokenHash", keys.Hash(token))
	d.Set("network", network)
	return d, nil
}

// count returns the number of drafts that were started in a network, or of all drafts if network is "".
func count(app core.App, network string) (int, error) {
	if network == "" {
		totals, err := readmodel.Totals(app, counter)
		return int(totals[counter]), err
	}
	var count int
	err := app.DB().Select("COUNT(*)").From(collection).Where(dbx.HashExp{"network": network}).Row(&count)
	return count, err
}

// findOldest returns the draft with the oldest save in a network, or in all networks if network is "".
func findOldest(app core.App, network string) (*Draft, error) {
	d := &Draft{}
	query := app.RecordQuery(collection).OrderBy("lastSaved").Limit(1)
	if network != "" {
		query.AndWhere(dbx.HashExp{"network": network})
	}
	return d, query.One(d)
}

// findDraft returns the draft of a token, or errNotFound.
func findDraft(app core.App, token string) (*Draft, error) {
	if token == "" {
		return nil, errNotFound
	}
	found, err := database.First[Draft](app, collection, dbx.HashExp{"tokenHash": keys.Hash(token)})
	return found, database.IfMissing(err, errNotFound)
}

// findDraftByID returns the draft with an id, or errNotFound.
func findDraftByID(app core.App, id string) (*Draft, error) {
	found, err := database.Find[Draft](app, collection, id)
	return found, database.IfMissing(err, errNotFound)
}

// giveTo assigns the draft to a new token. The old token no longer finds it.
func (d *Draft) giveTo(app core.App, token string) error {
	_, err := app.NonconcurrentDB().Update(collection, dbx.Params{"tokenHash": keys.Hash(token)},
		dbx.HashExp{"id": d.Id}).Execute()
	return err
}

// deleteByToken deletes the draft of a token, if there is one.
func deleteByToken(app core.App, token string) error {
	draft, err := findDraft(app, token)
	if errors.Is(err, errNotFound) {
		return nil
	}
	if err != nil {
		return err
	}
	return app.Delete(draft)
}

// deleteBefore deletes the drafts that were last saved before a time. It deletes them one by one, so that their
// hooks run and the database is not blocked for long.
func deleteBefore(app core.App, before time.Time) error {
	for {
		var expired []*Draft
		err := app.RecordQuery(collection).
			AndWhere(dbx.NewExp("[[lastSaved]] < {:before}", dbx.Params{"before": database.FormatTime(before)})).
			OrderBy("lastSaved", "id").Limit(purgeBatch).All(&expired)
		if err != nil || len(expired) == 0 {
			return err
		}
		for _, draft := range expired {
			if err := app.Delete(draft); err != nil {
				return fmt.Errorf("delete draft %s: %w", draft.Id, err)
			}
		}
	}
}

// EmailOf returns the address in the draft with an id, or "".
func EmailOf(app core.App, id string) (email string, err error) {
	err = app.DB().Select("email").From(collection).Where(dbx.HashExp{"id": id}).Limit(1).Row(&email)
	if errors.Is(err, sql.ErrNoRows) {
		return "", nil
	}
	return email, err
}

// FindUnfinished returns the drafts with an address that were last saved in a window, as events of the last save.
func FindUnfinished(app core.App, w triggers.Window) ([]triggers.Event, error) {
	return triggers.Find(app, w, `SELECT id, lastSaved AS at FROM draft_registrations WHERE email != '' AND `,
		"lastSaved", nil)
}

// list lists the drafts. The most recently saved come first, because their applicants may still be filling them in.
var list = lists.List{
	Whole:       true,
	From:        collection,
	Columns:     []string{"id", "NULLIF(email, '') AS email", "formData", "lastSaved"},
	Search:      []string{"email", "json_extract(formData, '$.name')", "json_extract(formData, '$.companyName')"},
	Sort:        map[string]string{"email": "[[draft_registrations.email]] COLLATE NOCASE", "lastSaved": "lastSaved"},
	DefaultSort: "-lastSaved",
	Index:       readmodel.Drafts,
	Counter:     counter,
}

// RegisterReadModels updates the counter and the search index when drafts change.
func RegisterReadModels(app core.App) {
	readmodel.Register(app, readmodel.Source{
		Collection: collection,
		Columns:    []string{"email", "formData"},
		Counts:     func(*core.Record) []readmodel.Count { return []readmodel.Count{readmodel.One(counter, "")} },
		Index:      readmodel.Drafts,
		Text: func(r *core.Record) string {
			return searchText(r.GetString("email"), []byte(r.GetString("formData")))
		},
	})
}

// CountAll returns the number of drafts.
func CountAll(app core.App) (int64, error) { return readmodel.Get(app, counter) }
