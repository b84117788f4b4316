// Package disk reports free space and file sizes without opening files.
package disk

import (
	"errors"
	"io/fs"
	"os"
)

// Size returns a file's length in bytes, or 0 if the file does not exist.
func Size(path string) (int64, error) {
	info, err := os.Stat(path)
	if errors.Is(err, fs.ErrNotExist) {
		return 0, nil
	}
	if err != nil {
		return 0, err
	}
	return info.Size(), nil
}
