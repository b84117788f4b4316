// Package legacy brings over the members that the office kept in a list before: a CSV file becomes
// accounts that set their own passwords.
//
// An import goes through these states:
//
//	checked  Check reads the file and tells of each row what would become of it. Nothing is stored.
//	running  Begin stores the file and a row of legacy_imports. Work then takes it a handful of rows
//	         at a time: their accounts, their letters and the progress are one transaction. A process
//	         that dies leaves the last whole handful, and the next start goes on from there.
//	done     The numbers stand, the file is deleted, and the audit log tells who brought over whom.
//
// An account that exists is never changed, so the same file can be imported again: what is there
// already is counted and left alone. Only a letter can follow later: an account that was brought
// over without one, and has no password yet, gets it when the file is imported again with letters.
package imports

import (
	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/accounts"
	"boardcircle/pb_hooks/audit"
	"boardcircle/pb_hooks/internal/clock"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/jobs/worker"
	"boardcircle/pb_hooks/internal/rules"
)

const (
	importsCollection = "legacy_imports"
	filesCollection   = "legacy_import_files"
)

// Accounts is what the room asks of the one that owns the accounts.
type Accounts interface {
	CreateImported(tx core.App, values rules.Values) (*core.Record, error)
	InviteImported(tx core.App, email string) (bool, error)
	ReauthenticateRequest(e *core.RequestEvent) error
}

var _ Accounts = (*accounts.Accounts)(nil)

// Imports is the room. Its methods are the handlers of the route table.
type Imports struct {
	app      core.App
	accounts Accounts
	audit    *audit.Log
	now      clock.Clock

	worker *worker.Worker
}

// New opens the room.
func New(app core.App, a Accounts, log *audit.Log, now clock.Clock) *Imports {
	return &Imports{app: app, accounts: a, audit: log, now: now, worker: worker.New()}
}

// Import is an import and how far it has come.
type Import struct {
	ID       string `json:"id" db:"id"`
	FileName string `json:"fileName" db:"fileName"`
	Invite   bool   `json:"invite" db:"invite"`
	// State is running or done.
	State    string `json:"state" db:"state"`
	Rows     int    `json:"rows" db:"rows"`
	Handled  int    `json:"handled" db:"handled"`
	Created  int    `json:"created" db:"created"`
	Existing int    `json:"existing" db:"existing"`
	Invited  int    `json:"invited" db:"invited"`
	Wrong    int    `json:"wrong" db:"wrong"`
	// Problems are the first of the wrong rows.
	Problems   Problems   `json:"problems" db:"problems"`
	Actor      string     `json:"actor" db:"actor"`
	CreatedAt  httpx.Time `json:"createdAt" db:"createdAt"`
	FinishedAt httpx.Time `json:"finishedAt" db:"finishedAt"`
}

var importList = httpx.List{
	From: importsCollection,
	Columns: []string{"id", "fileName", "invite", "state", "rows", "handled", "created", "existing", "invited", "wrong", "problems",
		"actor", "createdAt", "finishedAt"},
	Search:      []string{"fileName", "actor"},
	Sort:        map[string]string{"createdAt": "createdAt"},
	DefaultSort: "-createdAt",
}
