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

// Letter is the letter with these facts.
func (i AdminInvited) Letter() Letter {
	return Letter{
		Kind: KindAdminInvited, Key: KindAdminInvited + ":" + i.Nonce,
		To:        Address{Email: i.Email},
		Params:    map[string]string{"username": i.Username, "adminId": i.AdminID, "nonce": i.Nonce},
		ExpiresAt: i.ExpiresAt,
	}
}

// AdminMatter is what an AdminNotice tells of.
type AdminMatter string

// What administrators are told of, whoever did it.
const (
	AdminPasswordChanged AdminMatter = "password-changed"
	AdminEmailChanged    AdminMatter = "email-changed"
	SecondFactorSet      AdminMatter = "second-factor-set"
	SecondFactorRemoved  AdminMatter = "second-factor-removed"
	SecondFactorReset    AdminMatter = "second-factor-reset"
)

// AdminNotice tells an administrator that the keys of her account were changed, so that nobody can
// do so behind her back.
type AdminNotice struct {
	AdminID, Username, Email string
	What                     AdminMatter
	At                       time.Time
}

// Letter is the letter with these facts.
func (n AdminNotice) Letter() Letter {
	at := n.At.UTC().Format(time.RFC3339Nano)
	return Letter{
		Kind: KindAdminNotice, Key: KindAdminNotice + ":" + n.AdminID + ":" + string(n.What) + ":" + at,
		To:     Address{Email: n.Email},
		Params: map[string]string{"username": n.Username, "what": string(n.What), "at": n.At.UTC().Format(time.RFC3339)},
	}
}
