package imports

import (
	"database/sql/driver"
	"encoding/json"
	"fmt"
	"time"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/types"

	"boardcircle/pb_hooks/approvals"
	"boardcircle/pb_hooks/audit"
	"boardcircle/pb_hooks/internal/database"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/lists"
	"boardcircle/pb_hooks/internal/states"
)

// The collections of the feature. Files are stored separately from their imports, so that updating the progress is a
// small write.
const (
	importsCollection = "legacy_imports"
	filesCollection   = "legacy_import_files"
)

// Import is a row of legacy_imports.
type Import struct{ core.BaseRecordProxy }

// FileName is the file's name on the admin's computer.
func (i *Import) FileName() string { return i.GetString("fileName") }

// Invite reports whether the members get an invitation.
func (i *Import) Invite() bool { return i.GetBool("invite") }

func (i *Import) State() State { return State(i.GetString("state")) }

// Actor is the admin who started the import.
func (i *Import) Actor() audit.Actor {
	return audit.Actor{
		Kind:    audit.ActorKind(i.GetString("actorKind")),
		ID:      i.GetString("actorId"),
		Name:    i.GetString("actor"),
		Address: i.GetString("address"),
	}
}

// decidedBy is the second admin who confirmed the import, or "".
func (i *Import) decidedBy() string { return i.GetString("decidedBy") }

func (i *Import) setDecidedBy(name string) { i.Set("decidedBy", name) }

// importTransitions are documented in imports.go.
var importTransitions = states.Table[State]{
	"":      {Running, Waiting},
	Waiting: {Running, Refused},
	Running: {Done},
	Done:    {},
	Refused: {},
}

func (i *Import) setState(to State) error {
	if err := importTransitions.Check(i.State(), to); err != nil {
		return fmt.Errorf("import %s: %w", i.Id, err)
	}
	i.Set("state", string(to))
	return nil
}

// Progress counts the processed rows of an import.
type Progress struct {
	Rows     int `json:"rows" db:"rows"`
	Handled  int `json:"handled" db:"handled"`
	Created  int `json:"created" db:"created"`
	Existing int `json:"existing" db:"existing"`
	Invited  int `json:"invited" db:"invited"`
	Wrong    int `json:"wrong" db:"wrong"`
	// Memberships counts the granted memberships, AlreadyMembers the rows whose membership was not granted.
	Memberships    int `json:"memberships" db:"memberships"`
	AlreadyMembers int `json:"alreadyMembers" db:"alreadyMembers"`
	// Problems lists the first invalid rows.
	Problems Problems `json:"problems" db:"problems"`
}

// Progress returns the current counts.
func (i *Import) Progress() (Progress, error) {
	p := Progress{
		Rows:           i.GetInt("rows"),
		Handled:        i.GetInt("handled"),
		Created:        i.GetInt("created"),
		Existing:       i.GetInt("existing"),
		Invited:        i.GetInt("invited"),
		Wrong:          i.GetInt("wrong"),
		Memberships:    i.GetInt("memberships"),
		AlreadyMembers: i.GetInt("alreadyMembers"),
		Problems:       Problems{},
	}
	return p, i.UnmarshalJSONField("problems", &p.Problems)
}

func (i *Import) setProgress(p Progress) {
	i.Load(map[string]any{
		"handled":        p.Handled,
		"created":        p.Created,
		"existing":       p.Existing,
		"invited":        p.Invited,
		"wrong":          p.Wrong,
		"memberships":    p.Memberships,
		"alreadyMembers": p.AlreadyMembers,
		"problems":       p.Problems,
	})
}

// tiers returns the ids of the tiers that the file named when the import was requested, by tierKey.
func (i *Import) tiers() (ids map[string]string, err error) {
	ids = map[string]string{}
	return ids, i.UnmarshalJSONField("tiers", &ids)
}

func (i *Import) setTiers(ids map[string]string) { i.Set("tiers", ids) }

// finish ends an import as done or refused.
func (i *Import) finish(as State, at time.Time) error {
	i.Set("finishedAt", at)
	return i.setState(as)
}

// View returns the import as shown in the console.
func (i *Import) View() (View, error) {
	progress, err := i.Progress()
	return View{
		ID:         i.Id,
		FileName:   i.FileName(),
		Invite:     i.Invite(),
		State:      i.State(),
		Progress:   progress,
		Actor:      i.Actor().Name,
		DecidedBy:  i.decidedBy(),
		CreatedAt:  httpx.Time(i.GetDateTime("createdAt")),
		FinishedAt: httpx.Time(i.GetDateTime("finishedAt")),
	}, err
}

// newImport returns an import that runs or waits. It is not stored yet.
func newImport(app core.App, by audit.Actor, state State, fileName, fileHash string, invite bool,
	rows int) (*Import, error) {
	i, err := database.New[Import](app, importsCollection)
	if err != nil {
		return nil, err
	}
	i.Load(map[string]any{
		"fileName":  fileName,
		"fileHash":  fileHash,
		"invite":    invite,
		"state":     string(state),
		"rows":      rows,
		"problems":  Problems{},
		"actorKind": string(by.Kind),
		"actorId":   by.ID,
		"actor":     by.Name,
		"address":   by.Address,
	})
	return i, nil
}

// findImport returns errNotFound if there is no import with this id.
func findImport(app core.App, id string) (*Import, error) {
	found, err := database.Find[Import](app, importsCollection, id)
	return found, database.IfMissing(err, errNotFound)
}

// findRunning returns the running import of a file, or sql.ErrNoRows.
func findRunning(app core.App, fileHash string, invite bool) (*Import, error) {
	return database.First[Import](app, importsCollection,
		dbx.HashExp{"fileHash": fileHash, "state": string(Running), "invite": invite}, "createdAt")
}

// refuseIfWaiting returns approvals.ErrWaiting if an import of the file waits for a second admin.
func refuseIfWaiting(app core.App, fileHash string) error {
	var id string
	err := app.DB().Select("id").From(importsCollection).
		Where(dbx.HashExp{"fileHash": fileHash, "state": string(Waiting)}).Limit(1).Row(&id)
	if err == nil {
		return approvals.ErrWaiting
	}
	return database.IgnoreMissing(err)
}

func saveFile(app core.App, importID, content string) error {
	file, err := database.NewRecord(app, filesCollection)
	if err != nil {
		return err
	}
	file.Load(map[string]any{"importId": importID, "content": content})
	return app.Save(file)
}

// findFile returns the content of an import's file. It returns sql.ErrNoRows after the import is done.
func findFile(app core.App, importID string) (content string, err error) {
	err = app.DB().Select("content").From(filesCollection).Where(dbx.HashExp{"importId": importID}).Row(&content)
	return content, err
}

func deleteFile(app core.App, importID string) error {
	_, err := app.NonconcurrentDB().Delete(filesCollection, dbx.HashExp{"importId": importID}).Execute()
	return err
}

// importList lists the imports, newest first, because admins wait for the latest one.
var importList = lists.List{
	From: importsCollection,
	Columns: []string{"id", "fileName", "invite", "state", "rows", "handled", "created", "existing", "invited", "wrong",
		"memberships", "alreadyMembers", "problems", "actor", "decidedBy", "createdAt", "finishedAt"},
	Search:      []string{"fileName", "actor"},
	Sort:        map[string]string{"createdAt": "createdAt"},
	DefaultSort: "-createdAt",
}

// Problem is a row that could not become an account.
type Problem struct {
	Line   int    `json:"line"`
	Email  string `json:"email"`
	Reason string `json:"reason"`
}

// Problems is stored as JSON.
type Problems []Problem

// Scan implements sql.Scanner.
func (p *Problems) Scan(value any) error {
	var raw types.JSONRaw
	if err := raw.Scan(value); err != nil {
		return err
	}
	if *p = (Problems{}); len(raw) == 0 {
		return nil
	}
	return json.Unmarshal(raw, p)
}

// Value implements driver.Valuer.
func (p Problems) Value() (driver.Value, error) {
	data, err := json.Marshal(p)
	return string(data), err
}
