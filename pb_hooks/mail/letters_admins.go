package mail

import "time"

// The kinds of letters to administrators about their own accounts.
const (
	KindAdminInvited = "admin-invited"
	KindAdminNotice  = "admin-notice"
)

// AdminInvited carries an invitation to the console. The nonce is no secret: the kind's Resolver
// turns adminId and nonce into the "token" of the link when the letter is written.
type AdminInvited struct {
	AdminID, Nonce, Username, Email string
	ExpiresAt                       time.Time
}

// Build is the letter with these facts.
func (i AdminInvited) Build() Email {
	return Email{
		Kind: KindAdminInvited, DedupeKey: KindAdminInvited + ":" + i.Nonce,
		To:        Address{Email: i.Email},
		Params:    map[string]string{"username": i.Username, "adminId": i.AdminID, "nonce": i.Nonce},
		ExpiresAt: i.ExpiresAt,
	}
}

// AdminEvent is what an AdminNotice tells of.
type AdminEvent string

// Event administrators are told of, whoever did it.
const (
	AdminPasswordChanged AdminEvent = "password-changed"
	AdminEmailChanged    AdminEvent = "email-changed"
	SecondFactorSet      AdminEvent = "second-factor-set"
	SecondFactorRemoved  AdminEvent = "second-factor-removed"
	SecondFactorReset    AdminEvent = "second-factor-reset"
)

// AdminNotice tells an administrator that the keys of her account were changed, so that nobody can
// do so behind her back.
type AdminNotice struct {
	AdminID, Username, Email string
	Event                    AdminEvent
	At                       time.Time
}

// Build is the letter with these facts.
func (n AdminNotice) Build() Email {
	at := n.At.UTC().Format(time.RFC3339Nano)
	return Email{
		Kind: KindAdminNotice, DedupeKey: KindAdminNotice + ":" + n.AdminID + ":" + string(n.Event) + ":" + at,
		To:     Address{Email: n.Email},
		Params: map[string]string{"username": n.Username, "what": string(n.Event), "at": n.At.UTC().Format(time.RFC3339)},
	}
}
