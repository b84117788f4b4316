// Package keys manages the secret key of the data directory. It derives tokens and encrypts secrets with the key, so
// that a copy of the database alone does not reveal them.
package keys

import (
	"crypto/aes"
	"crypto/cipher"
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

// Key derives tokens and encrypts secrets. Without the key file, a copy of the database reveals neither.
type Key []byte

const (
	fileName = "boardcircle.key"
	keySize  = 32
)

// Load reads the key file of a data directory. It creates the file at the first start.
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
		return nil, fmt.Errorf(
			"%s is damaged: restore it from a backup; without this key, links in earlier emails and two-step sign-in "+
				"are lost",
			path,
		)
	}
	return key, nil
}

// create writes the whole key or nothing, so that a start that is killed leaves no incomplete file.
func create(path string) (Key, error) {
	key := make([]byte, keySize)
	rand.Read(key)
	temporary, err := os.CreateTemp(filepath.Dir(path), filepath.Base(path)+".*")
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
	// Link fails if another process has created the file in the meantime.
	if err := os.Link(temporary.Name(), path); errors.Is(err, fs.ErrExist) {
		return os.ReadFile(path)
	} else if err != nil {
		return nil, err
	}
	return key, syncFolder(filepath.Dir(path))
}

// syncFolder flushes the entries of a folder to the disk, so that new files survive a power cut.
func syncFolder(path string) error {
	folder, err := os.Open(path)
	if err != nil {
		return err
	}
	return errors.Join(folder.Sync(), folder.Close())
}

// Derive returns a token for a purpose and its parts. The same input gives the same token of 43 URL-safe characters.
func (k Key) Derive(purpose string, parts ...string) string {
	mac := hmac.New(sha256.New, k)
	for _, part := range append([]string{purpose}, parts...) {
		fmt.Fprintf(mac, "%d:%s", len(part), part)
	}
	return base64.RawURLEncoding.EncodeToString(mac.Sum(nil))
}

// Random returns an unguessable token of 256 bits, as 43 URL-safe characters.
func Random() string {
	token := make([]byte, 32)
	rand.Read(token)
	return base64.RawURLEncoding.EncodeToString(token)
}

// Hash returns the form in which a token is stored: SHA-256 in hex. Tokens are random, so no salt is needed.
func Hash(token string) string {
	sum := sha256.Sum256([]byte(token))
	return hex.EncodeToString(sum[:])
}

// ErrSealed is returned by Open for text that this key has not encrypted, or not for that purpose and owner.
var ErrSealed = errors.New("the sealed secret cannot be opened")

// Seal encrypts a secret for one purpose and one owner. A copy of the database cannot decrypt it, and the result cannot
// be used in the row of another owner.
func (k Key) Seal(purpose, owner, secret string) (string, error) {
	aead, err := k.aead(purpose)
	if err != nil {
		return "", err
	}
	nonce := make([]byte, aead.NonceSize())
	rand.Read(nonce)
	return base64.RawURLEncoding.EncodeToString(aead.Seal(nonce, nonce, []byte(secret), []byte(owner))), nil
}

// Open decrypts a secret that Seal has encrypted for the same purpose and owner.
func (k Key) Open(purpose, owner, sealed string) (string, error) {
	aead, err := k.aead(purpose)
	if err != nil {
		return "", err
	}
	ciphertext, err := base64.RawURLEncoding.DecodeString(sealed)
	if err != nil || len(ciphertext) < aead.NonceSize() {
		return "", ErrSealed
	}
	secret, err := aead.Open(nil, ciphertext[:aead.NonceSize()], ciphertext[aead.NonceSize():], []byte(owner))
	if err != nil {
		return "", ErrSealed
	}
	return string(secret), nil
}

func (k Key) aead(purpose string) (cipher.AEAD, error) {
	key := sha256.Sum256([]byte(k.Derive("seal", purpose)))
	block, err := aes.NewCipher(key[:])
	if err != nil {
		return nil, err
	}
	return cipher.NewGCM(block)
}
