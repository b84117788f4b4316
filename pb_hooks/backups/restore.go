package backups

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"time"

	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/archive"

	"boardcircle/pb_hooks/accounts"
	"boardcircle/pb_hooks/audit"
	"boardcircle/pb_hooks/internal/apperr"
	"boardcircle/pb_hooks/internal/database"
	"boardcircle/pb_hooks/internal/datadir"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/rules"
)

// restartDelay gives the response time to reach the browser.
const restartDelay = time.Second

var errProgramReplaced = apperr.Conflict("program-replaced",
	"The program's file has been replaced since it was started. Please restart the site first.")

// restoreForm holds the name of the backup, which the admin types to confirm the restore.
type restoreForm struct {
	_       struct{} `wire:"backupRestore,password"`
	Confirm string   `json:"confirm"`
}

// Rules returns the rules of the form.
func (restoreForm) Rules() rules.Form {
	return rules.Form{{Name: "confirm", Label: "Backup name", Kind: rules.Line, Required: true, Max: 160}}
}

// CanRestore is the re-authentication rule of POST /api/admin/backups/{name}/restore. It refuses an impossible restore
// before the password is asked for.
func (b *Backups) CanRestore(e *core.RequestEvent) (bool, error) {
	if _, err := b.ProtectsBackup(e); err != nil {
		return false, err
	}
	form, err := httpx.Decode[restoreForm](e)
	if err != nil {
		return false, err
	}
	name := e.Request.PathValue("name")
	if form.Confirm != name {
		return false, apperr.Invalid("invalid", "confirm", "Please type the name of the backup exactly: "+name)
	}
	if !b.keys.canRead(name) {
		return false, errEncrypted
	}
	if !canRestart() {
		return false, errProgramReplaced
	}
	return true, nil
}

// Restore is POST /api/admin/backups/{name}/restore, after CanRestore.
func (b *Backups) Restore() httpx.Endpoint {
	return httpx.JSON(b.startRestore, httpx.Doc{
		Tag: "backups", Summary: "Restore a backup", Status: http.StatusAccepted,
		Description: "Answers at once. Then the program prepares the data of the backup and restarts with it.",
		Errors:      []*apperr.Error{errNotFound, errBusy, errSuperuser, errEncrypted, errProgramReplaced},
	})
}

func (b *Backups) startRestore(e *core.RequestEvent, _ restoreForm) (View, error) {
	name, files, err := b.openBackup(e)
	if err != nil {
		return View{}, err
	}
	_ = files.Close()
	if !b.begin(restoring) {
		return View{}, errBusy
	}
	by := audit.RequestActor(e)
	if err := b.audit.Record(e.App, by, "backup.restoring", audit.Subject{Label: name}, nil); err != nil {
		b.end("")
		return View{}, apperr.Fail("The restore was not started, because the audit log could not be written.",
			fmt.Errorf("record restore of backup %s: %w", name, err))
	}
	b.onChange()
	// This goroutine is not in b.running, because the restart waits for b.running.
	go b.restore(by, name)
	return b.list(e)
}

// canRestart reports whether the file of the running program still exists. A new release may have replaced it.
func canRestart() bool {
	file, err := os.Executable()
	if err == nil {
		_, err = os.Stat(file)
	}
	return err == nil
}

// restore restores a backup. If it succeeds, it does not return, because the program restarts.
func (b *Backups) restore(by audit.Actor, name string) {
	time.Sleep(restartDelay)
	err := b.app.RestoreBackup(context.WithValue(context.Background(), restoreActorKey{}, by), name)
	b.app.Logger().Error("A backup could not be restored; the data is unchanged", "name", name, "error", err)
	b.end(restoreError(err))
}

func restoreError(err error) string {
	if errors.Is(err, datadir.ErrInUse) {
		return "The backup could not be restored, because a command is using the data. Nothing was changed. Please " +
			"try again when the command has finished."
	}
	return "The backup could not be restored, because it is damaged or not a backup of this site. Nothing was changed."
}

// restoreRecord is the note about a restore that the next start reads.
type restoreRecord struct {
	By   audit.Actor
	Name string
}

// RestoreNote returns the note about a restore by another feature, for the next start.
func RestoreNote(by audit.Actor, name string) ([]byte, error) {
	return json.Marshal(restoreRecord{By: by, Name: name})
}

// restoreActorKey is the key of the actor in a restore's context.
type restoreActorKey struct{}

// dashboardActor is the actor of a restore in PocketBase's dashboard, which does not say who started it.
var dashboardActor = audit.Actor{Kind: "staff", Name: "PocketBase's dashboard"}

// DataDir locks other processes out of the data directory.
type DataDir interface {
	LockExclusive() (release func(), err error)
}

// errNotABackup is returned for an archive without an intact database.
var errNotABackup = errors.New("the archive contains no intact database of this program")

// replaceData restores a backup, from the console, the dashboard or a command. It does not call e.Next(), because
// PocketBase would move the files of open databases; a crash or another command during that would lose the data.
// Instead, the new data is prepared in a staging folder. The restarted program puts it in place before it opens the
// databases.
func replaceData(e *core.BackupEvent, dir DataDir, keys Encryption) error {
	staging, err := datadir.NewStaging(e.App.DataDir())
	if err != nil {
		return fmt.Errorf("prepare the restore of %s: %w", e.Name, err)
	}
	defer os.RemoveAll(staging)
	data := datadir.ReplacementData(staging)
	if err := extract(e, staging, data, keys); err != nil {
		return fmt.Errorf("unpack backup %s: %w", e.Name, err)
	}
	if err := checkDatabase(e.Context, filepath.Join(data, "data.db")); err != nil {
		return fmt.Errorf("check backup %s: %w", e.Name, err)
	}
	by, known := e.Context.Value(restoreActorKey{}).(audit.Actor)
	if !known {
		by = dashboardActor
	}
	note, err := json.Marshal(restoreRecord{By: by, Name: e.Name})
	if err != nil {
		return err
	}
	release, err := dir.LockExclusive()
	if err != nil {
		return err
	}
	defer release()
	if err := datadir.Replace(e.App.DataDir(), staging, note); err != nil {
		return fmt.Errorf("prepare the restore of %s: %w", e.Name, err)
	}
	if err := e.App.Restart(); err != nil { // if it succeeds, no later code runs
		return errors.Join(fmt.Errorf("restart: %w", err), datadir.CancelReplace(e.App.DataDir()))
	}
	return nil
}

// extract decrypts and unpacks a backup from the disk or S3.
func extract(e *core.BackupEvent, staging, data string, keys Encryption) error {
	files, err := e.App.NewBackupsFilesystem()
	if err != nil {
		return err
	}
	defer files.Close()
	files.SetContext(e.Context)
	reader, err := files.GetReader(e.Name)
	if err != nil {
		return err
	}
	defer reader.Close()
	content, err := keys.reader(e.Name, reader)
	if err != nil {
		return err
	}
	path := filepath.Join(staging, "backup.zip")
	file, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	if _, err := io.Copy(file, content); err != nil {
		return errors.Join(err, file.Close())
	}
	if err := file.Close(); err != nil {
		return err
	}
	if err := archive.Extract(path, data); err != nil {
		return err
	}
	return os.Remove(path)
}

// checkDatabase returns an error if the file is not an intact database of PocketBase.
func checkDatabase(ctx context.Context, path string) error {
	if _, err := os.Stat(path); err != nil { // opening a missing file would create an empty database
		return errors.Join(errNotABackup, err)
	}
	db, err := database.Connect(path)
	if err != nil {
		return errors.Join(errNotABackup, err)
	}
	defer db.Close()
	var problem string
	if err := db.NewQuery("PRAGMA quick_check(1)").WithContext(ctx).Row(&problem); err != nil || problem != "ok" {
		return errors.Join(errNotABackup, err, errors.New(problem))
	}
	var migrations int
	if err := db.NewQuery("SELECT count(*) FROM _migrations").WithContext(ctx).Row(&migrations); err != nil {
		return errors.Join(errNotABackup, err)
	}
	return nil
}

// CompleteRestore runs at the start after a restore. It ends every session and records who restored which backup.
func (b *Backups) CompleteRestore() error {
	note, err := datadir.ReplaceNote(b.app.DataDir())
	if err != nil || note == nil {
		return err
	}
	var r restoreRecord
	if err := json.Unmarshal(note, &r); err != nil {
		return fmt.Errorf("read who restored the backup: %w", err)
	}
	err = b.app.RunInTransaction(func(tx core.App) error {
		if err := accounts.EndAllSessions(tx); err != nil {
			return err
		}
		return b.audit.Record(tx, r.By, "backup.restored", audit.Subject{Label: r.Name}, nil)
	})
	if err != nil {
		return fmt.Errorf("complete the restore of %s: %w", r.Name, err)
	}
	return datadir.RemoveReplaceNote(b.app.DataDir())
}
