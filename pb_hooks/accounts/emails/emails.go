// Package emails defines the emails of the accounts and their parameters. The texts are in the Markdown files of this
// directory.
package emails

import (
	"strings"
	"time"

	"boardcircle/pb_hooks/mail/outbox"
	"boardcircle/pb_hooks/mail/texts"
)

// The kinds of emails in this package.
const (
	KindWelcome         = "welcome"
	KindPasswordReset   = "password-reset"
	KindPasswordChanged = "password-changed"
	KindPINRemoved      = "pin-disabled"
	// KindAccountNotice notifies members of each change of their credentials.
	KindAccountNotice     = "account-notice"
	KindEmailChange       = "email-change"
	KindEmailVerification = "email-verification"
	KindAdminInvited      = "admin-invited"
	KindAdminEmailChange  = "admin-email-change"
	KindAdminNotice       = "admin-notice"
	KindAdminAlert        = "admin-alert"
	// KindImportInvitation is sent to thousands of people at once. It has a low priority, so that other emails do not
	// wait.
	KindImportInvitation = "legacy-invitation"
)

// Welcome greets the owner of a new account.
type Welcome struct {
	UserID, Name, Email string
	// HasNomination reports whether the owner of the address has sent a nomination, so the email does not ask for one.
	HasNomination bool
}

func (w Welcome) Build() outbox.Email {
	name := texts.GreetingName(w.Name)
	return outbox.Email{
		Kind: KindWelcome, DedupeKey: KindWelcome + ":" + w.UserID,
		To:     outbox.Address{Email: w.Email, Name: name},
		Params: map[string]string{"name": name, "email": w.Email, "nominated": texts.Flag(w.HasNomination)},
	}
}

// PasswordReset contains a reset link. The nonce identifies the request and is not secret: the kind's Params derives
// the link's token from userId and nonce.
type PasswordReset struct {
	UserID, Nonce, Name, Email string
	ExpiresAt                  time.Time
}

func (p PasswordReset) Build() outbox.Email {
	name := texts.GreetingName(p.Name)
	return outbox.Email{
		Kind: KindPasswordReset, DedupeKey: KindPasswordReset + ":" + p.Nonce,
		To:        outbox.Address{Email: p.Email, Name: name},
		Params:    map[string]string{"name": name, "userId": p.UserID, "nonce": p.Nonce},
		ExpiresAt: p.ExpiresAt,
	}
}

// PasswordChanged confirms that a password was changed. Event identifies the change, for example by a part of the
// token's hash.
type PasswordChanged struct {
	UserID, Event, Name, Email string
	At                         time.Time
}

func (p PasswordChanged) Build() outbox.Email {
	name := texts.GreetingName(p.Name)
	return outbox.Email{
		Kind: KindPasswordChanged, DedupeKey: KindPasswordChanged + ":" + p.UserID + ":" + p.Event,
		To:     outbox.Address{Email: p.Email, Name: name},
		Params: map[string]string{"name": name, "at": p.At.UTC().Format(time.RFC3339)},
	}
}

// PINRemoved informs the owner of an account that the PIN was removed after too many wrong attempts.
type PINRemoved struct {
	UserID, Name, Email string
	At                  time.Time
}

func (p PINRemoved) Build() outbox.Email {
	name, at := texts.GreetingName(p.Name), p.At.UTC().Format(time.RFC3339)
	return outbox.Email{
		Kind: KindPINRemoved, DedupeKey: KindPINRemoved + ":" + p.UserID + ":" + at,
		To:     outbox.Address{Email: p.Email, Name: name},
		Params: map[string]string{"name": name, "at": at},
	}
}

// UserEvent is a change of the credentials of a member's account.
type UserEvent string

const (
	EventPINSet               UserEvent = "pin-set"
	EventPINRemoved           UserEvent = "pin-removed"
	EventEmailChangeRequested UserEvent = "email-change-requested"
	EventEmailChanged         UserEvent = "email-changed"
	EventPasskeyAdded         UserEvent = "passkey-added"
	EventPasskeyRemoved       UserEvent = "passkey-removed"
	EventSecondFactorSet      UserEvent = "second-factor-set"
	EventSecondFactorRemoved  UserEvent = "second-factor-removed"
	EventSecondFactorReset    UserEvent = "second-factor-reset"
	EventRecoveryCodesRenewed UserEvent = "recovery-codes-renewed"
	// Changes that an admin makes to an account.
	EventEmailChangedByOffice UserEvent = "email-changed-by-office"
	EventMergedAway           UserEvent = "merged-away"
	EventMergedInto           UserEvent = "merged-into"
	EventMergeUndone          UserEvent = "merge-undone"
)

// AccountNotice informs the owner of an account that its credentials were changed, usually by the owner.
type AccountNotice struct {
	UserID, Name, Email string
	Event               UserEvent
	At                  time.Time
}

func (n AccountNotice) Build() outbox.Email {
	name := texts.GreetingName(n.Name)
	return outbox.Email{
		Kind: KindAccountNotice,
		DedupeKey: KindAccountNotice + ":" + n.UserID + ":" + string(n.Event) + ":" + n.At.UTC().
			Format(time.RFC3339Nano) +
			":" + n.Email,
		To:     outbox.Address{Email: n.Email, Name: name},
		Params: map[string]string{"name": name, "what": string(n.Event), "at": n.At.UTC().Format(time.RFC3339)},
	}
}

// EmailLink contains a link that verifies an address. The nonce works as in PasswordReset.
type EmailLink struct {
	// Kind is KindEmailChange or KindEmailVerification.
	Kind                       string
	UserID, Nonce, Name, Email string
	ExpiresAt                  time.Time
}

func (l EmailLink) Build() outbox.Email {
	name := texts.GreetingName(l.Name)
	return outbox.Email{
		Kind: l.Kind, DedupeKey: l.Kind + ":" + l.Nonce,
		To: outbox.Address{Email: l.Email, Name: name},
		Params: map[string]string{
			"name":   name,
			"userId": l.UserID,
			"nonce":  l.Nonce,
			"email":  l.Email,
			"until":  l.ExpiresAt.UTC().Format(time.RFC3339),
		},
		ExpiresAt: l.ExpiresAt,
	}
}

// ImportInvitation invites an imported member to set a password. The nonce works as in PasswordReset.
type ImportInvitation struct {
	UserID, Nonce, Name, Email string
	// Tier is the member's plan, or "". Period says how long it is valid, such as "until 31 Mar 2027".
	Tier, Period string
	ExpiresAt    time.Time
}

func (i ImportInvitation) Build() outbox.Email {
	name := texts.GreetingName(i.Name)
	return outbox.Email{
		Kind: KindImportInvitation, DedupeKey: KindImportInvitation + ":" + i.UserID,
		To: outbox.Address{Email: i.Email, Name: name},
		Params: map[string]string{
			"name": name, "userId": i.UserID, "nonce": i.Nonce, "tier": i.Tier, "period": i.Period,
			"until": i.ExpiresAt.UTC().Format(time.RFC3339),
		},
		ExpiresAt: i.ExpiresAt,
	}
}

// AdminInvited contains an invitation to the console. The nonce is not secret: the kind's Params derives the link's
// token from adminId and nonce.
type AdminInvited struct {
	AdminID, Nonce, Username, Email string
	ExpiresAt                       time.Time
}

func (i AdminInvited) Build() outbox.Email {
	return outbox.Email{
		Kind: KindAdminInvited, DedupeKey: KindAdminInvited + ":" + i.Nonce,
		To:        outbox.Address{Email: i.Email},
		Params:    map[string]string{"username": i.Username, "adminId": i.AdminID, "nonce": i.Nonce},
		ExpiresAt: i.ExpiresAt,
	}
}

// AdminEmailChange asks an admin to confirm a new address of their account. The kind's Params makes the link's token.
type AdminEmailChange struct {
	AdminID, Nonce, Username, Email string
	ExpiresAt                       time.Time
}

func (c AdminEmailChange) Build() outbox.Email {
	return outbox.Email{
		Kind: KindAdminEmailChange, DedupeKey: KindAdminEmailChange + ":" + c.Nonce,
		To:        outbox.Address{Email: c.Email},
		Params:    map[string]string{"username": c.Username, "adminId": c.AdminID, "email": c.Email},
		ExpiresAt: c.ExpiresAt,
	}
}

// AdminEvent is a change of an admin's account of which they are always notified.
type AdminEvent string

const (
	EventAdminPasswordChanged AdminEvent = "password-changed"
	EventAdminEmailChanged    AdminEvent = "email-changed"
)

// AdminNotice notifies an admin that the credentials of their account were changed.
type AdminNotice struct {
	AdminID, Username, Email string
	Event                    AdminEvent
	At                       time.Time
}

func (n AdminNotice) Build() outbox.Email {
	at := n.At.UTC().Format(time.RFC3339Nano)
	return outbox.Email{
		Kind:      KindAdminNotice,
		DedupeKey: KindAdminNotice + ":" + n.AdminID + ":" + string(n.Event) + ":" + at,
		To:        outbox.Address{Email: n.Email},
		Params: map[string]string{
			"username": n.Username,
			"what":     string(n.Event),
			"at":       n.At.UTC().Format(time.RFC3339),
		},
	}
}

// AdminAlert informs an admin of a change of a sensitive setting. Event identifies the change.
type AdminAlert struct {
	Event, Email, By string
	Changes          []string
	At               time.Time
}

func (n AdminAlert) Build() outbox.Email {
	return outbox.Email{
		Kind:      KindAdminAlert,
		DedupeKey: KindAdminAlert + ":" + n.Event + ":" + n.Email,
		To:        outbox.Address{Email: n.Email},
		Params: map[string]string{
			"changes": strings.Join(n.Changes, "\n"),
			"by":      n.By,
			"at":      n.At.UTC().Format(time.RFC3339),
		},
	}
}
