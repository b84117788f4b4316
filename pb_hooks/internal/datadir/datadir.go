// Package datadir guards the data directory: which processes may use it, who may read it, and which folder the program
// uses for temporary work.
//
// A process holds up to three locks. The operating system releases them even if the process is killed:
//
//	serve.lock  one server at a time, until it ends
//	use.lock    shared by all running commands until they end; exclusive while the data is replaced
//	start.lock  one process at a time, while it opens and migrates the databases
//
// Our code opens data.db, auxiliary.db and their -wal and -shm files only through SQLite. Closing any other descriptor
// of such a file would drop the process's locks on it (https://sqlite.org/howtocorrupt.html, 2.2).
package datadir

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"syscall"
	"time"

	"github.com/gofrs/flock"
)

// WorkDir is the program's working folder in the data directory. It holds the locks and the files of a backup or
// restore in progress. Backups exclude it, and a restore does not touch it.
const WorkDir = ".boardcircle"

// Databases are the database files. Only SQLite may open them and their logs, indexes and journals.
var Databases = []string{"data.db", "auxiliary.db"}

// DatabaseFiles returns the names of all files of the databases.
func DatabaseFiles() []string {
	var names []string
	for _, name := range Databases {
		names = append(names, name, name+"-wal", name+"-shm", name+"-journal")
	}
	return names
}

// Reasons why the directory cannot be used.
var (
	ErrServed = errors.New(
		"another server is running on this data directory; stop it first, or give another directory with --dir")
	ErrInUse = errors.New("a command is running on this data directory; please try again when it has finished")
	ErrTaken = errors.New("a backup is being restored; please try again when that has finished")
	// ErrStarting is returned if another process takes too long to open and migrate the databases.
	ErrStarting = errors.New(
		"another process is still preparing this data directory; please try again when it has finished")
)

const (
	// useTimeout is how long a process waits for other processes to release the directory.
	useTimeout = 10 * time.Second
	// startTimeout is how long a process waits for the migrations of another process.
	startTimeout = 5 * time.Minute
)

// Dir is the data directory of this process. It is not safe for concurrent use.
type Dir struct {
	path              string
	serve, use, start *flock.Flock
}

// Open creates the data directory if it is missing and takes the shared lock.
func Open(path string) (*Dir, error) {
	work := filepath.Join(path, WorkDir)
	if err := os.MkdirAll(work, 0o700); err != nil {
		return nil, notWritable(path, err)
	}
	d := &Dir{path: path}
	d.serve = flock.New(filepath.Join(work, "serve.lock"), flock.SetPermissions(0o600))
	d.use = flock.New(filepath.Join(work, "use.lock"), flock.SetPermissions(0o600))
	d.start = flock.New(filepath.Join(work, "start.lock"), flock.SetPermissions(0o600))
	if err := d.checkWritable(); err != nil {
		return nil, err
	}
	if err := d.wait(d.use.TryRLockContext, useTimeout, ErrTaken); err != nil {
		return nil, err
	}
	return d, nil
}

func (d *Dir) wait(lock func(context.Context, time.Duration) (bool, error), timeout time.Duration,
	refusal error) error {
	ctx, cancel := context.WithTimeout(context.Background(), timeout)
	defer cancel()
	locked, err := lock(ctx, 50*time.Millisecond)
	if errors.Is(err, context.DeadlineExceeded) || err == nil && !locked {
		return refusal
	}
	if err != nil {
		return fmt.Errorf("lock the data directory: %w", err)
	}
	return nil
}

// checkWritable creates and removes a file in each folder.
func (d *Dir) checkWritable() error {
	for _, dir := range []string{d.path, filepath.Join(d.path, WorkDir)} {
		file, err := os.CreateTemp(dir, ".writable-*")
		if errors.Is(err, syscall.ENOSPC) {
			continue // a full disk is not an error here
		}
		if err != nil {
			return notWritable(d.path, err)
		}
		if err := errors.Join(file.Close(), os.Remove(file.Name())); err != nil {
			return notWritable(d.path, err)
		}
	}
	return nil
}

func notWritable(path string, err error) error {
	return fmt.Errorf("the data directory %s cannot be written to: %w", path, err)
}

// Serve makes this process the server of the directory. It returns ErrServed if there is one already.
func (d *Dir) Serve() error {
	locked, err := d.serve.TryLock()
	if err != nil {
		return fmt.Errorf("lock the data directory: %w", err)
	}
	if !locked {
		return ErrServed
	}
	return d.use.Unlock()
}

// LockExclusive locks all other processes except the server out of the directory, until release is called or this
// process ends.
func (d *Dir) LockExclusive() (release func(), err error) {
	shared := d.use.RLocked()
	if shared { // both modes use the same lock, so release it first; this process would wait for itself
		if err := d.use.Unlock(); err != nil {
			return nil, err
		}
	}
	release = func() {
		_ = d.use.Unlock()
		if shared {
			_ = d.wait(d.use.TryRLockContext, useTimeout, ErrTaken)
		}
	}
	if err := d.wait(d.use.TryLockContext, useTimeout, ErrInUse); err != nil {
		release()
		return nil, err
	}
	return release, nil
}

// Start waits until no other process opens or migrates the databases. Two processes that create the same tables would
// fail. Call Started when this process has migrated the databases.
func (d *Dir) Start() error { return d.wait(d.start.TryLockContext, startTimeout, ErrStarting) }

// Started lets the next process open the databases.
func (d *Dir) Started() error { return d.start.Unlock() }

// Close releases the locks.
func (d *Dir) Close() error { return errors.Join(d.serve.Close(), d.use.Close(), d.start.Close()) }

// stagingPrefix is the prefix of the folders that NewStaging creates.
const stagingPrefix = "staging-"

// NewStaging creates an empty folder on the file system of the data, for the files of a backup or a restore. The caller
// removes it. The next start removes folders that a killed process has left.
//
// PocketBase's own folder for such files is not suitable, because each command empties it when it starts.
func NewStaging(path string) (string, error) {
	work := filepath.Join(path, WorkDir)
	if err := os.MkdirAll(work, 0o700); err != nil {
		return "", err
	}
	return os.MkdirTemp(work, stagingPrefix)
}

// RemoveStaging removes the folders that killed processes have left, unless another command runs that may be using one.
func (d *Dir) RemoveStaging() error {
	work := filepath.Join(d.path, WorkDir)
	left, err := fs.Glob(os.DirFS(work), stagingPrefix+"*")
	if err != nil || len(left) == 0 {
		return err
	}
	if locked, err := d.use.TryLock(); err != nil || !locked {
		return err
	}
	for _, folder := range left {
		err = errors.Join(err, os.RemoveAll(filepath.Join(work, folder)))
	}
	return errors.Join(err, d.use.Unlock())
}

// CloseToOthers removes the permissions of other users on the data, because anyone who can read the database can sign
// sessions. It returns how many files and folders others could access, and the first error.
//
// Call it before the database is opened: SQLite gives a database's log the mode of the database.
func (d *Dir) CloseToOthers() (changed int, firstErr error) {
	if runtime.GOOS == "windows" {
		return 0, nil // Windows has no such modes
	}
	note := func(err error) {
		if firstErr == nil && !errors.Is(err, fs.ErrNotExist) { // it was deleted in the meantime
			firstErr = err
		}
	}
	note(filepath.WalkDir(d.path, func(name string, entry fs.DirEntry, err error) error {
		if err != nil {
			note(err)
			return nil
		}
		if entry.Type()&fs.ModeSymlink != 0 && name != d.path {
			return nil // outside of the directory
		}
		info, err := os.Stat(name)
		if err == nil && info.Mode().Perm()&0o077 != 0 {
			changed++
			err = os.Chmod(name, info.Mode().Perm()&0o700)
		}
		note(err)
		return nil
	}))
	return changed, firstErr
}
