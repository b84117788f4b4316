package backups

import (
	"context"
	"net/http"
	"os"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/accounts"
	"boardcircle/pb_hooks/audit"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/rules"
)

// restartDelay lets the answer reach the browser.
const restartDelay = time.Second

// RestoreForm is the body of POST /api/admin/backups/{name}/restore: the name, typed once more,
// and the proof that it is the admin herself who asks.
var RestoreForm = rules.Form{
	{Name: "confirm", Label: "The backup's name", Kind: rules.Line, Required: true, Max: 160},
	accounts.CurrentPassword,
	accounts.OptionalCode,
}

// Restore is POST /api/admin/backups/{name}/restore. It answers 202; then PocketBase puts the
// backup's data in place of today's and starts the program anew.
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
		return httpx.Invalid(rules.Problem{Field: "confirm", Code: "invalid", Message: "Please type the name of the backup exactly: " + name})
	}
	if !canRestart() {
		return httpx.NewError(http.StatusConflict, "The program's file has been replaced since it was started. Please restart the site first.", nil)
	}
	if err := b.accounts.Reauthenticate(e, values.Text("password"), values.Text("code")); err != nil {
		return err
	}
	if !b.begin("restoring") {
		return errBusy
	}
	by := audit.RequestActor(e)
	if err := b.audit.Record(e.App, by, "backup.restoring", audit.Subject{Label: name}, nil); err != nil {
		b.end("")
		return httpx.NewError(http.StatusInternalServerError, "The restore could not be noted, so it was not begun.", err)
	}
	b.onChange()
	// not in work: the restart waits for that
	go b.restore(by, name)
	return b.respond(e, http.StatusAccepted)
}

// canRestart tells whether the file that runs is still there: a new release may have replaced it.
func canRestart() bool {
	file, err := os.Executable()
	if err == nil {
		_, err = os.Stat(file)
	}
	return err == nil
}

func (b *Backups) restore(by audit.Actor, name string) {
	time.Sleep(restartDelay)
	err := b.app.RestoreBackup(context.WithValue(context.Background(), restoreActorKey{}, by), name) // on success nothing after this runs
	b.app.Logger().Error("A restore failed; the data is as it was", "name", name, "error", err)
	b.end("The backup could not be restored: it is damaged or not one of this site. The data is as it was.")
}
