// Package datadir guards the data directory: who may use it at a time, who may read it, and where the program works in
// it.
//
// Two locks are held for a process's life, and go with it however it ends:
//
//	serve.lock  one server at a time
//	use.lock    shared by all commands that run beside the server; whoever replaces the data takes it alone
//
// No code of ours opens data.db, auxiliary.db or their -wal and -shm files except through SQLite: closing any descriptor
// of such a file drops the process's locks on it (https://sqlite.org/howtocorrupt.html, 2.2).
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

// WorkDir is the folder of the data directory where the program works: its locks, and what a backup or a restore
// prepares. It belongs into no backup and survives a restore.
const WorkDir = ".boardcircle"

// Databases are the files that only SQLite may open, with their logs, indexes and journals.
var Databases = []string{"data.db", "auxiliary.db"}

// DatabaseFiles are the names of all files of the databases.
func DatabaseFiles() []string {
	var names []string
	for _, name := range Databases {
		names = append(names, name, name+"-wal", name+"-shm", name+"-journal")
	}
	return names
}

// Why the directory cannot be used.
var (
	ErrServed = errors.New("another server is running on this data directory; stop it first, or name another one with --dir")
	ErrInUse  = errors.New("a command is running on this data directory; please try again when it has ended")
	ErrTaken  = errors.New("the data is being replaced by a backup's; please try again when that has ended")
)

// useTimeout is how long a process waits for others to end with the directory.
const useTimeout = 10 * time.Second

// Dir is the data directory of this process. Its methods are called by one goroutine at a time.
type Dir struct {
	path       string
	serve, use *flock.Flock
}

// Open creates the data directory if it is missing, and joins those that use it.
func Open(path string) (*Dir, error) {
	work := filepath.Join(path, WorkDir)
	if err := os.MkdirAll(work, 0o700); err != nil {
		return nil, notWritable(path, err)
	}
	d := &Dir{path: path}
	d.serve = flock.New(filepath.Join(work, "serve.lock"), flock.SetPermissions(0o600))
	d.use = flock.New(filepath.Join(work, "use.lock"), flock.SetPermissions(0o600))
	if err := d.checkWritable(); err != nil {
		return nil, err
	}
	if err := d.wait(d.use.TryRLockContext, ErrTaken); err != nil {
		return nil, err
	}
	return d, nil
}

func (d *Dir) wait(lock func(context.Context, time.Duration) (bool, error), refusal error) error {
	ctx, cancel := context.WithTimeout(context.Background(), useTimeout)
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

// checkWritable creates and removes a file.
func (d *Dir) checkWritable() error {
	for _, dir := range []string{d.path, filepath.Join(d.path, WorkDir)} {
		file, err := os.CreateTemp(dir, ".writable-*")
		if errors.Is(err, syscall.ENOSPC) {
			continue // a full disk passes
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

// Serve makes this process the directory's server.
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

// TakeAlone keeps all other processes but the server away from the directory, until release is called or this process
// ends.
func (d *Dir) TakeAlone() (release func(), err error) {
	shared := d.use.RLocked()
	if shared { // it is the same lock: give it back, or this process waits for itself
		if err := d.use.Unlock(); err != nil {
			return nil, err
		}
	}
	release = func() {
		_ = d.use.Unlock()
		if shared {
			_ = d.wait(d.use.TryRLockContext, ErrTaken)
		}
	}
	if err := d.wait(d.use.TryLockContext, ErrInUse); err != nil {
		release()
		return nil, err
	}
	return release, nil
}

// Close gives the locks back.
func (d *Dir) Close() error { return errors.Join(d.serve.Close(), d.use.Close()) }

// stagingPrefix begins the names of the folders that NewStaging makes.
const stagingPrefix = "staging-"

// NewStaging makes an empty folder on the data's file system, for the files of a backup or a restore. The caller removes
// it; a start removes those that a killed process has left.
//
// PocketBase's own folder for such files does not do: each command removes it when it starts.
func NewStaging(path string) (string, error) {
	work := filepath.Join(path, WorkDir)
	if err := os.MkdirAll(work, 0o700); err != nil {
		return "", err
	}
	return os.MkdirTemp(work, stagingPrefix)
}

// RemoveStaging removes what killed processes have left, unless a command that may be using it runs.
func (d *Dir) RemoveStaging() error {
	left, err := filepath.Glob(filepath.Join(d.path, WorkDir, stagingPrefix+"*"))
	if err != nil || len(left) == 0 {
		return err
	}
	if locked, err := d.use.TryLock(); err != nil || !locked {
		return err
	}
	for _, folder := range left {
		err = errors.Join(err, os.RemoveAll(folder))
	}
	return errors.Join(err, d.use.Unlock())
}

// CloseToOthers takes the rights of others on the data away: whoever reads the database can sign sessions. It returns
// how many files and folders others had rights on, and the first error of one that could not be changed.
//
// SQLite gives a database's log the mode of the database, so it is called before that is opened.
func (d *Dir) CloseToOthers() (changed int, firstErr error) {
	if runtime.GOOS == "windows" {
		return 0, nil // it has no such modes
	}
	note := func(err error) {
		if firstErr == nil && !errors.Is(err, fs.ErrNotExist) { // gone meanwhile
			firstErr = err
		}
	}
	note(filepath.WalkDir(d.path, func(name string, entry fs.DirEntry, err error) error {
		if err != nil {
			note(err)
			return nil
		}
		if entry.Type()&fs.ModeSymlink != 0 && name != d.path {
			return nil // not in the directory
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
