package keys

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"errors"
)

// ErrSealed is the error of what this key did not seal, or not for that owner.
var ErrSealed = errors.New("keys: what was sealed cannot be opened")

// Seal encrypts a secret that must be read again, for one purpose and one owner. A copy of the
// database does not open it, and neither does the key for another owner's row.
func (k Key) Seal(purpose, owner, secret string) (string, error) {
	aead, err := k.aead(purpose)
	if err != nil {
		return "", err
	}
	nonce := make([]byte, aead.NonceSize())
	rand.Read(nonce)
	return base64.RawURLEncoding.EncodeToString(aead.Seal(nonce, nonce, []byte(secret), []byte(owner))), nil
}

// Open returns what Seal has sealed.
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
