// Package backups is the console's door to PocketBase's own backups: a zip of the whole data
// folder, on the server's disk or in S3, taken by hand or daily.
//
//	idle ──take──────> taking ────> idle     writes wait while the folder is packed
//	idle ──restore───> restoring ─> the program starts anew from the backup's data
//
// One at a time: PocketBase keeps what is under way, and so a press in its dashboard counts too.
//
// A backup holds boardcircle.key and everybody's sign-in secrets: who has it can sign any session. And
// who can do away with them all leaves no way back. So a session alone takes one, and nothing else:
// to download, restore or delete one and to change the schedule asks for the password again, and for
// a code where the account has a second factor (accounts.Prove; a download's proof is a ticket,
// tickets.go).
//
// Taking, downloading, deleting and restoring each leave a row in the audit log. The row of a restore
// would be lost with the data that it replaces: it travels through the new start in the environment,
// and is written there (restored.go). Every session ends then, or one that was ended since the backup
// would live again.
package backups

import (
	"context"
	"fmt"
	"net/http"
	"regexp"
	"strings"
	"sync"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/accounts"
	"boardcircle/pb_hooks/audit"
	"boardcircle/pb_hooks/internal/clock"
	"boardcircle/pb_hooks/internal/httpx"
)

// Backups is the room. Safe for concurrent use.
type Backups struct {
	app      core.App
	accounts *accounts.Accounts
	audit    *audit.Log
	now      clock.Clock
	onChange func()
	tickets  *tickets

	mu        sync.Mutex
	operation string
	since     time.Time
	lastError string
	running   sync.WaitGroup
}

// New opens the room; changed is told when a backup begins, ends or goes.
func New(app core.App, auth *accounts.Accounts, log *audit.Log, now clock.Clock, onChange func()) *Backups {
	app.OnBackupRestore().BindFunc(passThroughRestart)
	return &Backups{app: app, accounts: auth, audit: log, now: now, onChange: onChange, tickets: newTickets(now)}
}

// Backup is a file as the console lists it.
type Backup struct {
	Name string     `json:"name"`
	Size int64      `json:"size"`
	At   httpx.Time `json:"at"`
}

// View is what the console shows.
type View struct {
	Backups []Backup `json:"backups"`
	// Operation is "taking" or "restoring" while that is under way, else "".
	Operation string     `json:"doing"`
	Since     httpx.Time `json:"since"`
	// LastError says why the last one came to nothing.
	LastError string `json:"failed"`
	// Storage is "disk" or "S3".
	Storage  string   `json:"place"`
	Schedule Schedule `json:"schedule"`
	// RequiresTOTP tells whether the proof takes a code of the viewer's second factor.
	RequiresTOTP bool `json:"asksCode"`
}

// begin marks the room as busy; false when it is.
func (b *Backups) begin(operation string) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.operation != "" || b.app.Store().Has(core.StoreKeyActiveBackup) {
		return false
	}
	b.operation, b.since, b.lastError = operation, b.now(), ""
	return true
}

func (b *Backups) end(message string) {
	b.mu.Lock()
	b.operation, b.since, b.lastError = "", time.Time{}, message
	b.mu.Unlock()
	b.onChange()
}

// Wait waits for what is under way.
func (b *Backups) Wait() { b.running.Wait() }

// Create is POST /api/admin/backups. It answers at once; the list tells how it goes.
func (b *Backups) Create(e *core.RequestEvent) error {
	if err := b.checkManualLimit(); err != nil {
		return err
	}
	if !b.begin("taking") {
		return errBusy
	}
	by, name := audit.RequestActor(e), "boardcircle_"+b.now().UTC().Format("20060102_150405")+".zip"
	b.onChange()
	b.running.Go(func() { b.create(by, name) })
	return b.respond(e, http.StatusAccepted)
}

// maxManualBackups is how many backups are kept that were not taken by the schedule, which has a limit of
// its own: each is as large as the data, and a full disk stops the site.
const maxManualBackups = 20

// autoBackupPrefix begins the names that PocketBase gives to the schedule's backups.
const autoBackupPrefix = "@auto_pb_backup_"

func (b *Backups) checkManualLimit() error {
	view, err := b.view()
	if err != nil {
		return httpx.NewError(http.StatusInternalServerError, "The backups could not be listed.", err)
	}
	manual := 0
	for _, backup := range view.Backups {
		if !strings.HasPrefix(backup.Name, autoBackupPrefix) {
			manual++
		}
	}
	if manual < maxManualBackups {
		return nil
	}
	return httpx.NewError(http.StatusConflict, fmt.Sprintf(
		"%d backups are kept that were taken by hand, and there is room for no more. Download what you need, and delete one first.", manual), nil)
}

func (b *Backups) create(by audit.Actor, name string) {
	// the request has been answered: its context ends with it
	if err := b.app.CreateBackup(context.Background(), name); err != nil {
		b.app.Logger().Error("A backup failed", "name", name, "error", err)
		b.end("The backup could not be taken. Is there room on the disk for twice the data?")
		return
	}
	message := ""
	if err := b.audit.Record(b.app, by, "backup.created", audit.Subject{Label: name}, nil); err != nil {
		b.app.Logger().Error("A backup could not be noted", "name", name, "error", err)
		message = "The backup was taken, but the audit log could not be written."
	}
	b.end(message)
}

// Delete is POST /api/admin/backups/{name}/delete.
func (b *Backups) Delete(e *core.RequestEvent) error {
	name, files, err := b.openBackup(e)
	if err != nil {
		return err
	}
	defer files.Close()
	if err := b.reauthenticate(e); err != nil {
		return err
	}
	if e.App.Store().Get(core.StoreKeyActiveBackup) == name {
		return errBusy
	}
	if err := files.Delete(name); err != nil {
		return httpx.NewError(http.StatusInternalServerError, "The backup could not be deleted. Please try again.", err)
	}
	b.onChange()
	if err := b.audit.Record(e.App, audit.RequestActor(e), "backup.deleted", audit.Subject{Label: name}, nil); err != nil {
		return httpx.NewError(http.StatusInternalServerError, "The backup was deleted, but the audit log could not be written.", err)
	}
	return e.NoContent(http.StatusNoContent)
}

// reauthenticate asks for the proof where the body holds nothing else.
func (b *Backups) reauthenticate(e *core.RequestEvent) error {
	values, err := httpx.DecodeForm(e, accounts.ReauthenticateForm)
	if err != nil {
		return err
	}
	return b.accounts.Reauthenticate(e, values.Text("password"), values.Text("code"))
}

// Download is GET /api/admin/backups/{name}/download: the file, as it is read, for a ticket.
func (b *Backups) Download(e *core.RequestEvent) error {
	name, files, err := b.openBackup(e)
	if err != nil {
		return err
	}
	defer files.Close()
	if !b.tickets.redeem(httpx.Ticket(e), httpx.AccountKey(e), name) {
		return httpx.NewError(http.StatusForbidden, "This download link is used up or too old: it works once, within a minute. Please start the download on the Backups page again.", nil)
	}
	// first the row, then the data: nobody takes it away unnoticed
	if err := b.audit.Record(e.App, audit.RequestActor(e), "backup.downloaded", audit.Subject{Label: name}, nil); err != nil {
		return httpx.NewError(http.StatusInternalServerError, "The download could not be noted. Please try again.", err)
	}
	e.Response.Header().Set("Content-Disposition", `attachment; filename="`+name+`"`)
	return files.Serve(e.Response, e.Request, name, name)
}

var (
	fileName = regexp.MustCompile(`^[@a-zA-Z0-9_-]{1,150}\.zip$`)
	errBusy  = httpx.NewError(http.StatusConflict, "A backup or a restore is under way. Please wait until it has ended.", nil)
)
