// Package disk tells how much room there is, and how large files are, without opening them.
package disk

import (
	"errors"
	"io/fs"
	"os"
)

// Size is a file's length in bytes, 0 when there is none.
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
