// Package backups creates and restores backups and has the console's handlers for them. A backup is a zip of the whole
// data directory, on the server's disk or in S3. It is created by an admin, daily, in PocketBase's dashboard or by the
// command.
//
//	idle ──create───> creating ──> idle     writes continue, because SQLite copies the databases (archive.go)
//	idle ──restore──> restoring ─> the program restarts with the backup's data (restore.go)
//
// One operation runs at a time. PocketBase tracks the running operation, so operations that were started in its
// dashboard count too.
//
// A backup contains boardcircle.key and all sign-in secrets, so anyone who has it can sign any session. An attacker who
// deletes all backups makes recovery impossible. So a session alone can only create a backup. Downloading, restoring
// or deleting a backup and changing the schedule require re-authentication. The rules of the routes are
// CanRestore, ProtectsBackup and ProtectsSchedule; a download requires a ticket (download.go).
//
// If a public key is configured, backups are encrypted with age as they are written (encryption.go). Restoring them
// requires the secret key in the configuration.
//
// Creating, downloading, deleting and restoring each write an audit entry. The entry of a restore would be lost with
// the replaced data, so it is stored as a note and written after the restart (restore.go). The restart also ends every
// session, because a session that ended after the backup was made would otherwise be valid again.
package backups

import (
	"context"
	"fmt"
	"regexp"
	"strings"
	"sync"
	"time"

	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/filesystem"
	"github.com/pocketbase/pocketbase/tools/types"
	"github.com/spf13/cobra"

	"boardcircle/pb_hooks/audit"
	"boardcircle/pb_hooks/internal/apperr"
	"boardcircle/pb_hooks/internal/clock"
	"boardcircle/pb_hooks/internal/datadir"
	"boardcircle/pb_hooks/internal/rules"
)

var (
	errBusy      = apperr.Conflict("busy", "A backup or a restore is running. Please wait until it has finished.")
	errSuperuser = apperr.Forbidden("superuser-reauthenticates", "Superusers do this in PocketBase's dashboard.")
	errNotFound  = apperr.NotFound("not-found", "This backup was not found.")
)

// fileName matches the valid file names of backups.
var fileName = regexp.MustCompile(`^[@a-zA-Z0-9_-]{1,150}\.zip(\.age)?$`)

// operation is the running operation.
type operation string

const (
	idle      operation = ""
	creating  operation = "taking"
	restoring operation = "restoring"
)

// Values returns all operations.
func (operation) Values() []string { return rules.Options(creating, restoring) }

// Backups is the feature. It is safe for concurrent use.
type Backups struct {
	app      core.App
	audit    *audit.Log
	now      clock.Clock
	onChange func()
	tickets  *tickets
	keys     Encryption

	mu        sync.Mutex
	operation operation
	since     time.Time
	lastError string
	running   sync.WaitGroup
}

// New returns the feature. It calls onChange when a backup starts, ends or is deleted.
func New(app core.App, log *audit.Log, now clock.Clock, keys Encryption, onChange func()) *Backups {
	return &Backups{app: app, audit: log, now: now, keys: keys, onChange: onChange, tickets: newTickets(now)}
}

// begin starts an operation. It returns false if one is already running.
func (b *Backups) begin(next operation) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.operation != idle || b.app.Store().Has(core.StoreKeyActiveBackup) {
		return false
	}
	b.operation, b.since, b.lastError = next, b.now(), ""
	return true
}

// end ends the operation. message says why it failed, or is "".
func (b *Backups) end(message string) {
	b.mu.Lock()
	b.operation, b.since, b.lastError = idle, time.Time{}, message
	b.mu.Unlock()
	b.onChange()
}

// Wait waits until a running backup is complete.
func (b *Backups) Wait() { b.running.Wait() }

// create lets PocketBase create a backup and records it in the audit log.
func (b *Backups) create(by audit.Actor, name string) {
	// The request and its context have already ended.
	if err := b.app.CreateBackup(context.Background(), name); err != nil {
		b.app.Logger().Error("A backup could not be created", "name", name, "error", err)
		b.end("The backup could not be created. Please check that the disk has space for twice the data.")
		return
	}
	message := ""
	if err := b.audit.Record(b.app, by, "backup.created", audit.Subject{Label: name}, nil); err != nil {
		b.app.Logger().Error("A backup could not be recorded in the audit log", "name", name, "error", err)
		message = "The backup was created, but the audit log could not be written."
	}
	b.end(message)
}

// newName returns the name of a manual backup. It includes milliseconds, because otherwise a backup by the command
// would replace one that the console created in the same second.
func (b *Backups) newName() string {
	at := strings.ReplaceAll(b.now().UTC().Format("20060102_150405.000"), ".", "_")
	return b.keys.name("boardcircle_" + at + ".zip")
}

// maxManualBackups is how many manual backups are stored. Scheduled backups have their own limit. Each backup is as
// large as the data, and a full disk stops the site.
const maxManualBackups = 20

// autoBackupPrefix is the prefix of the backups that PocketBase creates by schedule.
const autoBackupPrefix = "@auto_pb_backup_"

// checkManualLimit returns an error if there are already maxManualBackups.
func (b *Backups) checkManualLimit() error {
	view, err := b.view()
	if err != nil {
		return apperr.Fail("The backups could not be listed.", fmt.Errorf("list backups: %w", err))
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
	return apperr.Conflict("too-many-backups", fmt.Sprintf(
		"There are already %d manual backups, which is the limit. Download what you need, then delete one.",
		manual,
	))
}

// Newest returns the name and time of the newest backup. The name is "" if there is no backup.
func (b *Backups) Newest() (name string, at time.Time, err error) {
	view, err := b.view()
	if err != nil || len(view.Backups) == 0 {
		return "", time.Time{}, err
	}
	newest := view.Backups[0]
	return newest.Name, types.DateTime(newest.At).Time(), nil
}

// Unpack unpacks a backup into a new folder within a staging folder.
func (b *Backups) Unpack(ctx context.Context, name, staging string) (folder string, err error) {
	folder = datadir.ReplacementData(staging)
	return folder, extract(&core.BackupEvent{App: b.app, Context: ctx, Name: name}, staging, folder, b.keys)
}

// openBackup opens the file system with the backup that a request names. The caller closes it.
func (b *Backups) openBackup(e *core.RequestEvent) (string, *filesystem.System, error) {
	name := e.Request.PathValue("name")
	if !fileName.MatchString(name) {
		return "", nil, errNotFound
	}
	const failed = "The backups could not be reached."
	files, err := e.App.NewBackupsFilesystem()
	if err != nil {
		return "", nil, apperr.Fail(failed, fmt.Errorf("open backup %s: %w", name, err))
	}
	exists, err := files.Exists(name)
	if err == nil && exists {
		return name, files, nil
	}
	_ = files.Close()
	if err != nil {
		return "", nil, apperr.Fail(failed, fmt.Errorf("find backup %s: %w", name, err))
	}
	return "", nil, errNotFound
}

// Command is `boardcircle backup`. It calls open to get the feature once the database is ready.
func Command(open func() (*Backups, error)) *cobra.Command {
	return &cobra.Command{
		Use:   "backup",
		Short: "Creates a backup, even while the server is running, and prints its name",
		Args:  cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			b, err := open()
			if err != nil {
				return err
			}
			if err := b.checkManualLimit(); err != nil {
				return err
			}
			name := b.newName()
			if err := b.app.CreateBackup(c.Context(), name); err != nil {
				return err
			}
			if err := b.audit.Record(
				b.app, audit.CommandLine, "backup.created", audit.Subject{Label: name}, nil,
			); err != nil {
				return fmt.Errorf("the backup %s was created, but the audit log could not be written: %w", name, err)
			}
			fmt.Fprintln(c.OutOrStdout(), name)
			return nil
		},
	}
}
