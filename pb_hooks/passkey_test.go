package hooks_test

import (
	"encoding/json"
	"testing"

	"github.com/descope/virtualwebauthn"

	"boardcircle/pb_hooks/internal/testapp"
)

var relyingParty = virtualwebauthn.RelyingParty{
	ID:     "boardcircle.test",
	Name:   "Boardcircle",
	Origin: "http://boardcircle.test",
}

// authenticator creates a passkey and signs in with it.
type authenticator struct {
	virtualwebauthn.Authenticator
	credential virtualwebauthn.Credential
}

func newAuthenticator() *authenticator {
	return &authenticator{virtualwebauthn.NewAuthenticator(), testapp.NewCredential()}
}

// create completes the registration that a response has started.
func (a *authenticator) create(t testing.TB, response testapp.Response) fields {
	t.Helper()
	options, err := virtualwebauthn.ParseAttestationOptions(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	a.Options.UserHandle = []byte(options.UserID)
	return decodeBody(t, virtualwebauthn.CreateAttestationResponse(relyingParty, a.Authenticator, a.credential,
		*options))
}

// sign completes the sign-in that a response has started.
func (a *authenticator) sign(t testing.TB, response testapp.Response) fields {
	t.Helper()
	options, err := virtualwebauthn.ParseAssertionOptions(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return decodeBody(t, virtualwebauthn.CreateAssertionResponse(relyingParty, a.Authenticator, a.credential, *options))
}

func decodeBody(t testing.TB, content string) (body fields) {
	t.Helper()
	if err := json.Unmarshal([]byte(content), &body); err != nil {
		t.Fatal(err)
	}
	return body
}
