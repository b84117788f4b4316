package backups

import (
	"errors"
	"io"
	"strings"

	"filippo.io/age"

	"boardcircle/pb_hooks/internal/apperr"
)

// encryptedSuffix is the suffix of encrypted backups.
const encryptedSuffix = ".age"

// ErrNoIdentity is returned for an encrypted backup if the secret key is not configured.
var ErrNoIdentity = errors.New("the backup is encrypted, and BACKUP_AGE_IDENTITY is not set")

var errEncrypted = apperr.Conflict(
	"encrypted",
	"This backup is encrypted, and its secret key is not on the server. Set BACKUP_AGE_IDENTITY on the server "+
		"to restore it.",
)

// Encryption encrypts backups with age (https://age-encryption.org). Writing needs only the public key, so the secret
// key need not be on the server. The zero value neither encrypts nor decrypts.
type Encryption struct {
	recipient age.Recipient
	identity  age.Identity
}

// NewEncryption returns an Encryption with keys in age's text form. Either key may be empty. The configuration
// validates them; an invalid key makes encryption or decryption fail.
func NewEncryption(recipient, identity string) Encryption {
	var e Encryption
	if recipient != "" {
		e.recipient = publicKey(recipient)
	}
	if identity != "" {
		e.identity = secretKey(identity)
	}
	return e
}

type publicKey string

func (k publicKey) Wrap(fileKey []byte) ([]*age.Stanza, error) {
	r, err := age.ParseX25519Recipient(string(k))
	if err != nil {
		return nil, errors.New("BACKUP_AGE_RECIPIENT is not an age public key")
	}
	return r.Wrap(fileKey)
}

type secretKey string

func (k secretKey) Unwrap(stanzas []*age.Stanza) ([]byte, error) {
	i, err := age.ParseX25519Identity(string(k))
	if err != nil {
		return nil, errors.New("BACKUP_AGE_IDENTITY is not an age secret key")
	}
	return i.Unwrap(stanzas)
}

// name returns the name of a backup that is written with these keys.
func (e Encryption) name(name string) string {
	if e.recipient == nil || strings.HasSuffix(name, encryptedSuffix) {
		return name
	}
	return name + encryptedSuffix
}

// writer returns a writer that encrypts to out if there is a public key. Its Close completes the encryption. It does
// not close out.
func (e Encryption) writer(out io.Writer) (io.WriteCloser, error) {
	if e.recipient == nil {
		return plainWriter{out}, nil
	}
	return age.Encrypt(out, e.recipient)
}

type plainWriter struct{ io.Writer }

func (plainWriter) Close() error { return nil }

// reader decrypts a backup if its name has encryptedSuffix.
func (e Encryption) reader(name string, in io.Reader) (io.Reader, error) {
	switch {
	case !strings.HasSuffix(name, encryptedSuffix):
		return in, nil
	case e.identity == nil:
		return nil, ErrNoIdentity
	}
	return age.Decrypt(in, e.identity)
}

// canRead reports whether these keys can decrypt a backup of that name.
func (e Encryption) canRead(name string) bool {
	return e.identity != nil || !strings.HasSuffix(name, encryptedSuffix)
}
