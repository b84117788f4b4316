package datadir

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
)

// The data is replaced when a process starts, before it opens the databases. Each step is one rename or can be
// repeated. So a process that is killed at any moment leaves either the old data or a replacement that the next process
// completes:
//
//	replacement/  is complete; the old data moves to replaced/
//	arriving/     all old data is in replaced/; the new data moves to its place
//	replaced/     the new data is in its place
const (
	readyDir    = "replacement"
	arrivingDir = "arriving"
	replacedDir = "replaced"
	// dataDir is the folder of the new data in a replacement. noteFile describes the replacement.
	dataDir      = "data"
	noteFile     = "note.json"
	doneNoteFile = "replaced.json"
)

// ReplacementData returns the folder in a staging folder where the caller puts the new data before it calls Replace.
func ReplacementData(staging string) string { return filepath.Join(staging, dataDir) }

// Replace marks the content of a staging folder as the new data, with a note. The next process that opens the directory
// replaces the data.
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

// CancelReplace withdraws a replacement that has not started.
func CancelReplace(path string) error { return os.RemoveAll(filepath.Join(path, WorkDir, readyDir)) }

// CompleteReplace replaces the data if Replace was called before. Entries named in keep are not replaced. No database
// may be open.
func (d *Dir) CompleteReplace(keep ...string) error {
	work := filepath.Join(d.path, WorkDir)
	ready, arriving, replaced := filepath.Join(work, readyDir), filepath.Join(work, arrivingDir), filepath.Join(work,
		replacedDir)
	if !exists(ready) && !exists(arriving) {
		return os.RemoveAll(replaced)
	}
	release, err := d.lockForReplace()
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
	if exists(arriving) { // another process may have completed it
		if err := moveEntries(
			filepath.Join(arriving, dataDir), d.path, append([]string{WorkDir}, keep...),
		); err != nil {
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

// lockForReplace locks out all other processes.
func (d *Dir) lockForReplace() (release func(), err error) {
	serves := d.serve.Locked()
	if !serves {
		if locked, err := d.serve.TryLock(); err != nil || !locked {
			return nil, errors.Join(err, ErrTaken)
		}
	}
	releaseUse, err := d.LockExclusive()
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

// ReplaceNote returns the note of a completed replacement, or nil.
func ReplaceNote(path string) ([]byte, error) {
	note, err := os.ReadFile(filepath.Join(path, WorkDir, doneNoteFile))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	return note, err
}

// LeaveReplaceNote stores the note for data that a command has put in place directly, while no other process was
// running.
func LeaveReplaceNote(path string, note []byte) error {
	return os.WriteFile(filepath.Join(path, WorkDir, doneNoteFile), note, 0o600)
}

// RemoveReplaceNote removes the note. Call it when the follow-up work of a replacement is done.
func RemoveReplaceNote(path string) error {
	return os.Remove(filepath.Join(path, WorkDir, doneNoteFile))
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

// moveEntries moves the entries of a folder to another folder, except some names.
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

// syncAll flushes the files of a folder to the disk.
func syncAll(folder string) error {
	return filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || !entry.IsDir() && !entry.Type().IsRegular() {
			return err
		}
		return syncFile(path)
	})
}
