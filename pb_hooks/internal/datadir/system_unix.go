//go:build unix

package datadir

import (
	"errors"
	"os"
	"syscall"
)

// HideNewFiles makes this process create files and folders that only their owner can access.
func HideNewFiles() { syscall.Umask(0o077) }

// syncFile flushes a file or folder to the disk. No process may have it open as a database.
func syncFile(path string) error {
	file, err := os.Open(path)
	if err != nil {
		return err
	}
	return errors.Join(file.Sync(), file.Close())
}
