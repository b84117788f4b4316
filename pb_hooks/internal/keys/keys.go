// Package keys makes and keeps the secrets that the database must not know.
package keys

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// Key derives tokens that can be made again at any time but not from a copy of the database.
type Key []byte

const (
	fileName = "boardcircle.key"
	keySize  = 32
)

// Load reads the key file of a data directory, and makes it at the first start.
func Load(dir string) (Key, error) {
	path := filepath.Join(dir, fileName)
	key, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return create(path)
	}
	if err != nil {
		return nil, err
	}
	if len(key) != keySize {
		return nil, fmt.Errorf("%s is damaged: restore it from a backup, or remove it (links in mails already sent then stop working)", path)
	}
	return key, nil
}

// create writes the key whole or not at all: a start that is killed half-way leaves no short file.
func create(path string) (Key, error) {
	key := make([]byte, keySize)
	rand.Read(key)
	temporary, err := os.CreateTemp(filepath.Dir(path), fileName+".*")
	if err != nil {
		return nil, err
	}
	defer os.Remove(temporary.Name())
	if _, err := temporary.Write(key); err != nil {
		return nil, err
	}
	if err := errors.Join(temporary.Sync(), temporary.Close()); err != nil {
		return nil, err
	}
	// Link refuses to replace a file that another start has made meanwhile.
	if err := os.Link(temporary.Name(), path); errors.Is(err, fs.ErrExist) {
		return os.ReadFile(path)
	} else if err != nil {
		return nil, err
	}
	return key, nil
}

// Derive returns the token of a purpose and its parts, the same each time; 43 URL-safe characters.
func (k Key) Derive(purpose string, parts ...string) string {
	mac := hmac.New(sha256.New, k)
	for _, part := range append([]string{purpose}, parts...) {
		fmt.Fprintf(mac, "%d:%s", len(part), part)
	}
	return base64.RawURLEncoding.EncodeToString(mac.Sum(nil))
}

// Random returns an unguessable token of 256 bits; 43 URL-safe characters.
func Random() string {
	token := make([]byte, 32)
	rand.Read(token)
	return base64.RawURLEncoding.EncodeToString(token)
}

// Hash is how a token is kept at rest: SHA-256 in hex. Tokens are random, so no salt is needed.
func Hash(token string) string {
	sum := sha256.Sum256([]byte(token))
	return hex.EncodeToString(sum[:])
}
