//go:build unix

package datadir

import (
	"errors"
	"os"
	"syscall"
)

// HideNewFiles lets this process create files and folders for its owner alone.
func HideNewFiles() { syscall.Umask(0o077) }

// syncFile writes a file or folder to the disk. No process has it open as a database.
func syncFile(path string) error {
	file, err := os.Open(path)
	if err != nil {
		return err
	}
	return errors.Join(file.Sync(), file.Close())
}
