package backups

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/accounts"
	"boardcircle/pb_hooks/audit"
	"boardcircle/pb_hooks/internal/apperr"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/rules"
)

// restartDelay lets the answer reach the browser.
const restartDelay = time.Second

var errProgramReplaced = apperr.Conflict("program-replaced", "The program's file has been replaced since it was started. Please restart the site first.")

// RestoreForm is the body of POST /api/admin/backups/{name}/restore: the name, typed once more,
// and the re-authentication.
var RestoreForm = rules.Form{
	{Name: "confirm", Label: "The backup's name", Kind: rules.Line, Required: true, Max: 160},
	accounts.CurrentPassword,
	accounts.OptionalCode,
}

// Restore is POST /api/admin/backups/{name}/restore. It answers 202; then PocketBase replaces
// the data by the backup's and restarts the program.
func (b *Backups) Restore(e *core.RequestEvent) error {
	name, files, err := b.openBackup(e)
	if err != nil {
		return err
	}
	_ = files.Close()
	values, err := httpx.DecodeForm(e, RestoreForm)
	if err != nil {
		return err
	}
	if values.Text("confirm") != name {
		return apperr.Invalid("invalid", "confirm", "Please type the name of the backup exactly: "+name)
	}
	if !canRestart() {
		return errProgramReplaced
	}
	if err := b.accounts.Reauthenticate(e, values.Text("password"), values.Text("code")); err != nil {
		return err
	}
	if !b.begin(restoring) {
		return errBusy
	}
	by := audit.RequestActor(e)
	if err := b.audit.Record(e.App, by, "backup.restoring", audit.Subject{Label: name}, nil); err != nil {
		b.end("")
		return apperr.Fail("The restore could not be noted, so it was not begun.", fmt.Errorf("record restore of backup %s: %w", name, err))
	}
	b.onChange()
	// Not in b.running: the restart waits for that.
	go b.restore(by, name)
	return b.respond(e, http.StatusAccepted)
}

// canRestart tells whether the file of the running program still exists: a new release may have
// replaced it.
func canRestart() bool {
	file, err := os.Executable()
	if err == nil {
		_, err = os.Stat(file)
	}
	return err == nil
}

// restore does not return when it succeeds: the program restarts.
func (b *Backups) restore(by audit.Actor, name string) {
	time.Sleep(restartDelay)
	err := b.app.RestoreBackup(context.WithValue(context.Background(), restoreActorKey{}, by), name) // on success nothing after this runs
	b.app.Logger().Error("A backup could not be restored; the data is unchanged", "name", name, "error", err)
	b.end("The backup could not be restored: it is damaged or not one of this site. The data is as it was.")
}

// restoreEnv carries a restore's audit row through the restart: what is written before it is
// replaced with the old data.
const restoreEnv = "BOARDCIRCLE_RESTORED"

// restoreRecord is what restoreEnv holds.
type restoreRecord struct {
	By   audit.Actor
	Name string
}

// restoreActorKey is the key of the actor in a restore's context.
type restoreActorKey struct{}

// dashboardActor is the actor of a restore in PocketBase's dashboard, which does not name its user.
var dashboardActor = audit.Actor{Kind: "staff", Name: "PocketBase's dashboard"}

// passThroughRestart hands a restore's row to the start that follows, wherever the restore began.
func passThroughRestart(e *core.BackupEvent) error {
	by, known := e.Context.Value(restoreActorKey{}).(audit.Actor)
	if !known {
		by = dashboardActor
	}
	encoded, err := json.Marshal(restoreRecord{By: by, Name: e.Name})
	if err == nil {
		err = os.Setenv(restoreEnv, string(encoded))
	}
	if err == nil {
		err = e.Next() // on success nothing after this runs
	}
	_ = os.Unsetenv(restoreEnv)
	return err
}

// CompleteRestore completes a restore if this start follows from one: it ends every session and records
// who restored what.
func (b *Backups) CompleteRestore() error {
	encoded, found := os.LookupEnv(restoreEnv)
	if !found {
		return nil
	}
	_ = os.Unsetenv(restoreEnv)
	var r restoreRecord
	if err := json.Unmarshal([]byte(encoded), &r); err != nil {
		return nil // the variable is not ours
	}
	return b.app.RunInTransaction(func(tx core.App) error {
		if err := accounts.EndAllSessions(tx); err != nil {
			return err
		}
		return b.audit.Record(tx, r.By, "backup.restored", audit.Subject{Label: r.Name}, nil)
	})
}
