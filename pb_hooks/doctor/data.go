package doctor

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	_ "modernc.org/sqlite" // registers the driver

	"boardcircle/pb_hooks/internal/disk"
	"boardcircle/pb_migrations"
)

const (
	lowDisk   = 1 << 30
	emptyDisk = 200 << 20
	// oldBackup is the age at which two nightly backups are missing.
	oldBackup = 50 * time.Hour
)

// checkDataDir checks that this user can write the data directory and that other users cannot read it.
func (d *Doctor) checkDataDir() {
	const check = "data"
	dir := d.opts.DataDir
	info, err := os.Stat(dir)
	if errors.Is(err, fs.ErrNotExist) {
		d.add(Warning, check, dir+" does not exist: the server creates it when it first starts",
			"If there is data already, give its directory with --dir.")
		return
	}
	if err != nil || !info.IsDir() {
		d.add(Problem, check, dir+" can't be read", "Run this command as the server's user, and check --dir.")
		return
	}
	if runtime.GOOS != "windows" {
		if shared := sharedFiles(dir, info); len(shared) > 0 {
			d.add(Problem, check, "other users of this machine can open "+strings.Join(shared, ", "),
				"Run chmod -R go-rwx "+dir+". Anyone who can read these files can sign in as any user.")
		} else {
			d.ok(check, "only the owner of %s can open its files", dir)
		}
	}
	probe, err := os.CreateTemp(dir, ".doctor-*")
	if err != nil {
		d.add(Problem, check, "this user can't write to "+dir,
			"Run this command as the server's user, or make that user the owner of the directory (chown -R).")
		return
	}
	if err := errors.Join(probe.Close(), os.Remove(probe.Name())); err != nil {
		d.add(Warning, check, "the test file "+probe.Name()+" could not be removed", "Remove it.")
	}
}

// sharedFiles returns the files that other users can open. It returns none if the directory itself is closed to them.
func sharedFiles(dir string, info fs.FileInfo) []string {
	if info.Mode().Perm()&0o077 == 0 {
		return nil
	}
	var shared []string
	for _, name := range []string{"data.db", "data.db-wal", "auxiliary.db", "boardcircle.key", "backups"} {
		if file, err := os.Stat(filepath.Join(dir, name)); err == nil && file.Mode().Perm()&0o077 != 0 {
			shared = append(shared, name)
		}
	}
	return shared
}

func (d *Doctor) checkDisk() {
	dir := d.opts.DataDir
	if _, err := os.Stat(dir); err != nil {
		dir = filepath.Dir(dir)
	}
	free, total, err := d.opts.DiskFree(dir)
	if err != nil {
		d.add(Warning, "disk", "not checked: "+err.Error(), "Check the free space yourself, for example with df.")
		return
	}
	var data int64
	for _, name := range []string{"data.db", "data.db-wal"} {
		if size, err := disk.Size(filepath.Join(d.opts.DataDir, name)); err == nil {
			data += size
		}
	}
	message := fmt.Sprintf("%s of %s free; the database takes %s", size(free), size(total), size(uint64(data)))
	switch {
	case free < emptyDisk || free < uint64(data):
		d.add(Problem, "disk", message, "Download and delete old backups, or enlarge the disk. "+
			"When the disk is full, the site cannot store anything.")
	case free < lowDisk || free < 2*uint64(data):
		d.add(Warning, "disk", message, "A backup needs free space of twice the size of the database.")
	default:
		d.ok("disk", "%s", message)
	}
}

func size(n uint64) string {
	switch {
	case n >= 1<<30:
		return fmt.Sprintf("%.1f GB", float64(n)/(1<<30))
	case n >= 1<<20:
		return fmt.Sprintf("%.0f MB", float64(n)/(1<<20))
	}
	return fmt.Sprintf("%.0f kB", float64(n)/(1<<10))
}

// checkDatabase compares the migrations of the database with the program's. A running server has applied its own.
func (d *Doctor) checkDatabase(ctx context.Context) {
	const check = "database"
	file := filepath.Join(d.opts.DataDir, "data.db")
	if _, err := os.Stat(file); err != nil {
		return // checkDataDir has reported it
	}
	if d.serverAnswers {
		d.ok(check, "not opened, because a server is running: it updated the schema when it started")
		return
	}
	applied, err := appliedMigrations(ctx, file)
	if err != nil {
		d.add(Problem, check, "data.db can't be read: "+err.Error(),
			"Restore a backup into an empty directory, and start the server with it. Keep the old directory.")
		return
	}
	var pending, unknown int
	for _, name := range d.opts.Migrations {
		if !slices.Contains(applied, name) {
			pending++
		}
	}
	for _, name := range applied {
		if !slices.Contains(d.opts.Migrations, name) {
			unknown++
		}
	}
	switch {
	case unknown > 0 && pending > 0:
		d.add(Problem, check, "the schema is older than release 1.0.0, which this program cannot upgrade",
			"Use the version that wrote it, or start with an empty data directory.")
	case unknown > 0:
		d.add(Problem, check, fmt.Sprintf("%d migrations are unknown: a newer version has changed the schema", unknown),
			"Use the newer version, or restore the backup from before it.")
	case pending > 0:
		d.add(Warning, check, fmt.Sprintf("%d migrations will run at the next start", pending),
			"Make a backup first: only a backup can undo them.")
	default:
		d.ok(check, "the schema is up to date")
	}
}

// openReadOnly opens a database that no server has open. It neither writes nor removes a write-ahead log.
func openReadOnly(file string) (*sql.DB, error) {
	path, err := filepath.Abs(file)
	if err != nil {
		return nil, err
	}
	address := url.URL{
		Scheme:   "file",
		OmitHost: true,
		Path:     filepath.ToSlash(path),
		RawQuery: "mode=ro&_pragma=query_only(1)&_pragma=busy_timeout(2000)",
	}
	return sql.Open("sqlite", address.String())
}

// appliedMigrations returns the migrations that a database has run, without those that the schema has replaced.
func appliedMigrations(ctx context.Context, file string) (names []string, err error) {
	db, err := openReadOnly(file)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	rows, err := db.QueryContext(ctx, "SELECT file FROM _migrations")
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var name string
		if err := rows.Scan(&name); err != nil {
			return nil, err
		}
		names = append(names, name)
	}
	return pb_migrations.WithoutReplaced(names), rows.Err()
}

// backupsInS3 reports whether PocketBase's settings store backups in S3. It returns false if it cannot know: if a
// server is running, or if the settings are encrypted.
func (d *Doctor) backupsInS3() bool {
	if d.serverAnswers {
		return false
	}
	db, err := openReadOnly(filepath.Join(d.opts.DataDir, "data.db"))
	if err != nil {
		return false
	}
	defer db.Close()
	var value []byte
	if err := db.QueryRow("SELECT value FROM _params WHERE id = 'settings'").Scan(&value); err != nil {
		return false
	}
	var settings struct {
		Backups struct{ S3 struct{ Enabled bool } }
	}
	return json.Unmarshal(value, &settings) == nil && settings.Backups.S3.Enabled
}

func (d *Doctor) checkBackups() {
	const check = "backups"
	if _, err := os.Stat(filepath.Join(d.opts.DataDir, "data.db")); err != nil {
		return // there is no data to back up
	}
	entries, err := os.ReadDir(filepath.Join(d.opts.DataDir, "backups"))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		d.add(Warning, check, "not checked: "+err.Error(), "Run this command as the server's user.")
		return
	}
	var newest time.Time
	for _, entry := range entries {
		info, err := entry.Info()
		if err == nil && info.Mode().IsRegular() && strings.Contains(entry.Name(), ".zip") &&
			info.ModTime().After(newest) {
			newest = info.ModTime()
		}
	}
	age := d.opts.Clock().Sub(newest)
	switch {
	case newest.IsZero() && d.backupsInS3():
		d.add(Warning, check, "not checked: they are stored in S3", "Check in S3 when the last backup was made.")
	case newest.IsZero():
		d.add(Problem, check, "none on this disk", "Turn on nightly backups in the console under Settings, "+
			"Backups. If backups are stored in S3, check there.")
	case age > oldBackup:
		d.add(Problem, check, fmt.Sprintf("the newest is %d days old", int(age.Hours()/24)),
			"Turn on nightly backups in the console under Settings, Backups, and check the log.")
	default:
		d.ok(check, "the newest is %d hours old; keep copies on another machine", int(max(0, age.Hours())))
	}
}
