package testapp

import "github.com/descope/virtualwebauthn"

// fullKeyLength is the length of an encoded key whose two coordinates have 32 bytes each.
const fullKeyLength = 77

// NewCredential returns the key of a passkey. The library drops the leading zeros of a coordinate, which no device does:
// such a key, one in a hundred, is refused, so another one is made.
func NewCredential() virtualwebauthn.Credential {
	for {
		credential := virtualwebauthn.NewCredential(virtualwebauthn.KeyTypeEC2)
		if len(credential.Key.AttestationData()) == fullKeyLength {
			return credential
		}
	}
}
