package datadir

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
)

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
