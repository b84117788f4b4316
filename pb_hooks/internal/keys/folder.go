package keys

import (
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
)

// Folder is the path of a folder with keys that are deleted after use. Each key is a file with a random name. No key
// has the name of an earlier one.
type Folder string

// ErrMissing is returned by Find for a key that does not exist, or whose file is damaged.
var ErrMissing = errors.New("the key is missing")

// Create writes a new key to the disk and returns its id.
func (f Folder) Create() (id string, key Key, err error) {
	if err := os.MkdirAll(string(f), 0o700); err != nil {
		return "", nil, err
	}
	id = rand.Text()
	key, err = create(f.path(id))
	if err == nil {
		err = syncFolder(filepath.Dir(string(f)))
	}
	if err != nil {
		return "", nil, fmt.Errorf("create a key: %w", err)
	}
	return id, key, nil
}

// Find returns a key. It never creates one.
func (f Folder) Find(id string) (Key, error) {
	key, err := os.ReadFile(f.path(id))
	if errors.Is(err, fs.ErrNotExist) || err == nil && len(key) != keySize {
		return nil, ErrMissing
	}
	return key, err
}

// DeleteExcept deletes all keys except some, and what a killed process has left of others.
func (f Folder) DeleteExcept(ids []string) error {
	entries, err := os.ReadDir(string(f))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	for _, entry := range entries {
		if !slices.Contains(ids, entry.Name()) {
			err = errors.Join(err, os.Remove(f.path(entry.Name())))
		}
	}
	return errors.Join(err, syncFolder(string(f)))
}

// Delete deletes a key.
func (f Folder) Delete(id string) error {
	if err := os.Remove(f.path(id)); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return syncFolder(string(f))
}

// path returns the file of a key. Base keeps it in the folder.
func (f Folder) path(id string) string { return filepath.Join(string(f), filepath.Base(id)) }
