package datadir

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
)

// The data is replaced when a process starts, before it opens the databases. Each step is one rename or can be done
// again, so a process that is killed at any moment leaves the old data or a replacement that the next one completes:
//
//	replacement/  is complete; the old data moves to replaced/
//	arriving/     all old data is in replaced/; the new data moves to its place
//	replaced/     the new data is in its place
const (
	readyDir    = "replacement"
	arrivingDir = "arriving"
	replacedDir = "replaced"
	// dataDir is the new data in a replacement, and noteFile what is said about it.
	dataDir      = "data"
	noteFile     = "note.json"
	doneNoteFile = "replaced.json"
)

// ReplacementData is where the new data is put in a staging folder, before Replace is called.
func ReplacementData(staging string) string { return filepath.Join(staging, dataDir) }

// Replace lets the next process that opens the directory replace its data by that of a staging folder, and leave a note.
func Replace(path, staging string, note []byte) error {
	if err := os.WriteFile(filepath.Join(staging, noteFile), note, 0o600); err != nil {
		return err
	}
	if err := syncAll(staging); err != nil {
		return err
	}
	if err := os.Rename(staging, filepath.Join(path, WorkDir, readyDir)); err != nil {
		return fmt.Errorf("a replacement of the data is under way: %w", err)
	}
	return syncFile(filepath.Join(path, WorkDir))
}

// CancelReplace withdraws a replacement that has not begun.
func CancelReplace(path string) error { return os.RemoveAll(filepath.Join(path, WorkDir, readyDir)) }

// CompleteReplace replaces the data if Replace has been called. The names in keep stay as they are. No database is open.
func (d *Dir) CompleteReplace(keep ...string) error {
	work := filepath.Join(d.path, WorkDir)
	ready, arriving, replaced := filepath.Join(work, readyDir), filepath.Join(work, arrivingDir), filepath.Join(work, replacedDir)
	if !exists(ready) && !exists(arriving) {
		return os.RemoveAll(replaced)
	}
	release, err := d.takeForReplace()
	if err != nil {
		return err
	}
	defer release()
	if exists(ready) {
		if err := moveEntries(d.path, replaced, append([]string{WorkDir}, keep...)); err != nil {
			return err
		}
		if err := errors.Join(syncFile(replaced), os.Rename(ready, arriving), syncFile(work)); err != nil {
			return err
		}
	}
	if exists(arriving) { // another process may have completed it meanwhile
		if err := moveEntries(filepath.Join(arriving, dataDir), d.path, append([]string{WorkDir}, keep...)); err != nil {
			return err
		}
		err := os.Rename(filepath.Join(arriving, noteFile), filepath.Join(work, doneNoteFile))
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		if err := errors.Join(syncFile(d.path), os.RemoveAll(arriving)); err != nil {
			return err
		}
	}
	return os.RemoveAll(replaced)
}

// takeForReplace keeps all other processes away.
func (d *Dir) takeForReplace() (release func(), err error) {
	serves := d.serve.Locked()
	if !serves {
		if locked, err := d.serve.TryLock(); err != nil || !locked {
			return nil, errors.Join(err, ErrTaken)
		}
	}
	releaseUse, err := d.TakeAlone()
	if err != nil {
		if !serves {
			_ = d.serve.Unlock()
		}
		return nil, err
	}
	return func() {
		releaseUse()
		if !serves {
			_ = d.serve.Unlock()
		}
	}, nil
}

// ReplaceNote returns the note of a replacement that is complete, nil if there is none.
func ReplaceNote(path string) ([]byte, error) {
	note, err := os.ReadFile(filepath.Join(path, WorkDir, doneNoteFile))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	return note, err
}

// LeaveReplaceNote leaves the note of data that was put in place otherwise, by a command and without a process beside it.
func LeaveReplaceNote(path string, note []byte) error {
	return os.WriteFile(filepath.Join(path, WorkDir, doneNoteFile), note, 0o600)
}

// RemoveReplaceNote is called when what follows from a replacement is done.
func RemoveReplaceNote(path string) error {
	return os.Remove(filepath.Join(path, WorkDir, doneNoteFile))
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

// moveEntries moves what is in a folder to another one, but for some names.
func moveEntries(from, to string, except []string) error {
	if err := os.MkdirAll(to, 0o700); err != nil {
		return err
	}
	entries, err := os.ReadDir(from)
	if err != nil {
		return err
	}
	for _, entry := range entries {
		if slices.Contains(except, entry.Name()) {
			continue
		}
		if err := os.Rename(filepath.Join(from, entry.Name()), filepath.Join(to, entry.Name())); err != nil {
			return err
		}
	}
	return nil
}

// syncAll writes a folder's files to the disk.
func syncAll(folder string) error {
	return filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || !entry.IsDir() && !entry.Type().IsRegular() {
			return err
		}
		return syncFile(path)
	})
}
