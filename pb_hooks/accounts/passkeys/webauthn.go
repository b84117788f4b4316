package passkeys

import (
	"crypto/rand"
	"encoding/base64"
	"net/url"
	"time"

	"github.com/go-webauthn/webauthn/protocol"
	"github.com/go-webauthn/webauthn/webauthn"
	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/identity"
	"boardcircle/pb_hooks/internal/keys"
)

// newWebAuthn returns nil if passkeys cannot be bound to the site's address.
func newWebAuthn(siteName, siteURL string) *webauthn.WebAuthn {
	site, err := url.Parse(siteURL)
	if err != nil || site.Hostname() == "" {
		return nil
	}
	timeout := webauthn.TimeoutConfig{Enforce: true, Timeout: ceremonyTTL, TimeoutUVD: ceremonyTTL}
	w, err := webauthn.New(&webauthn.Config{
		RPID: site.Hostname(), RPDisplayName: siteName, RPOrigins: []string{site.Scheme + "://" + site.Host},
		// Some browsers return extension outputs that were not requested, such as credProps.
		ExtensionsUnsolicitedOutputPolicy: protocol.UnsolicitedOutputPolicyIgnore,
		AuthenticatorSelection: protocol.AuthenticatorSelection{
			ResidentKey:        protocol.ResidentKeyRequirementRequired,
			RequireResidentKey: protocol.ResidentKeyRequired(),
			UserVerification:   passkeyVerification,
		},
		Timeouts: webauthn.TimeoutsConfig{Login: timeout, Registration: timeout},
	})
	if err != nil {
		return nil
	}
	return w
}

// keyOwner implements webauthn.User for an account.
type keyOwner struct {
	account     *core.Record
	handle      []byte
	passkeys    []passkey
	credentials []webauthn.Credential
}

func (o *keyOwner) WebAuthnID() []byte { return o.handle }

func (o *keyOwner) WebAuthnName() string { return identity.SignInName(o.account) }

func (o *keyOwner) WebAuthnCredentials() []webauthn.Credential { return o.credentials }

func (o *keyOwner) WebAuthnDisplayName() string {
	if o.account.Collection().Name == identity.Users {
		return identity.NewUser(o.account).Name()
	}
	return identity.SignInName(o.account)
}

func newKeyOwner(account *core.Record, list []passkey) (*keyOwner, error) {
	owner := &keyOwner{account: account, passkeys: list}
	for _, p := range list {
		credential, err := p.decode()
		if err != nil {
			return nil, err
		}
		owner.credentials = append(owner.credentials, credential)
		if owner.handle, err = base64.RawURLEncoding.DecodeString(p.Handle); err != nil {
			return nil, err
		}
	}
	return owner, nil
}

// findKeyOwner returns an account with its passkeys. An account without passkeys gets a new handle.
func findKeyOwner(app core.App, account *core.Record) (*keyOwner, error) {
	list, err := findPasskeysOf(app, account)
	if err != nil {
		return nil, err
	}
	owner, err := newKeyOwner(account, list)
	if err == nil && owner.handle == nil {
		owner.handle = make([]byte, 32)
		rand.Read(owner.handle)
	}
	return owner, err
}

func (p *Passkeys) beginCeremony(e *core.RequestEvent, purpose string, session *webauthn.SessionData) error {
	token := keys.Random()
	session.Expires = p.now().Add(ceremonyTTL)
	if err := insertCeremony(e.App, keys.Hash(token), purpose, session, p.now(), session.Expires); err != nil {
		return err
	}
	p.middleware.SetCookie(e, ceremonyCookie, token, int(ceremonyTTL.Seconds()))
	return nil
}

// endCeremony returns the data of the browser's ceremony and deletes it. It returns sql.ErrNoRows if none exists
// for the purpose.
func (p *Passkeys) endCeremony(e *core.RequestEvent, purpose string) (webauthn.SessionData, error) {
	session, err := takeCeremony(e.App, keys.Hash(p.middleware.Cookie(e, ceremonyCookie)), purpose, p.now())
	// takeCeremony has checked the expiry with our clock. The library would use the system's.
	session.Expires = time.Time{}
	return session, err
}

// Purge deletes expired ceremonies.
func (p *Passkeys) Purge() error { return purgeCeremonies(p.app, p.now()) }
