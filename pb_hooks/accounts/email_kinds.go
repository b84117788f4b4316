package accounts

import (
	"embed"
	"time"

	"boardcircle/pb_hooks/internal/jobs"
	"boardcircle/pb_hooks/mail"
)

// The e-mails of this package.
const (
	kindWelcome         = "welcome"
	kindPasswordReset   = "password-reset"
	kindPasswordChanged = "password-changed"
	kindPINRemoved      = "pin-disabled"
	// kindAccountNotice tells members of each change of what opens their account.
	kindAccountNotice     = "account-notice"
	kindEmailChange       = "email-change"
	kindEmailVerification = "email-verification"
	kindAdminInvited      = "admin-invited"
	kindAdminNotice       = "admin-notice"
	kindAdminAlert        = "admin-alert"
	// kindImportInvitation goes to thousands at once: no other e-mail waits behind them.
	kindImportInvitation = "legacy-invitation"
)

//go:embed emails
var emailFiles embed.FS

func (a *Accounts) emailKinds() []mail.Kind {
	return []mail.Kind{
		{Name: kindWelcome, Templates: emailFiles, Topic: mail.About(mail.TopicMembership)},
		{Name: kindPasswordReset, Templates: emailFiles, Priority: jobs.High, Params: a.ResetParams},
		{Name: kindPasswordChanged, Templates: emailFiles, Priority: jobs.High},
		{Name: kindPINRemoved, Templates: emailFiles, Priority: jobs.High},
		{Name: kindAccountNotice, Templates: emailFiles, Priority: jobs.High},
		{Name: kindEmailChange, Templates: emailFiles, Priority: jobs.High, Params: a.EmailChangeParams},
		{Name: kindEmailVerification, Templates: emailFiles, Priority: jobs.High, Params: a.VerificationParams},
		{Name: kindAdminInvited, Templates: emailFiles, Priority: jobs.High, Params: a.InviteParams},
		{Name: kindAdminNotice, Templates: emailFiles, Priority: jobs.High},
		{Name: kindAdminAlert, Templates: emailFiles, Priority: jobs.High},
		{Name: kindImportInvitation, Templates: emailFiles, Priority: jobs.Low, Params: a.ResetParams, Topic: mail.About(mail.TopicMembership)},
	}
}

// welcomeEmail greets the owner of a new account.
type welcomeEmail struct {
	UserID, Name, Email string
}

func (w welcomeEmail) Build() mail.Email {
	name := mail.GreetingName(w.Name)
	return mail.Email{
		Kind: kindWelcome, DedupeKey: kindWelcome + ":" + w.UserID,
		To:     mail.Address{Email: w.Email, Name: name},
		Params: map[string]string{"name": name, "email": w.Email},
	}
}

// passwordResetEmail carries a reset link. The nonce identifies the request and is no secret: the kind's
// Params derives the token of the link from userId and nonce.
type passwordResetEmail struct {
	UserID, Nonce, Name, Email string
	ExpiresAt                  time.Time
}

func (p passwordResetEmail) Build() mail.Email {
	name := mail.GreetingName(p.Name)
	return mail.Email{
		Kind: kindPasswordReset, DedupeKey: kindPasswordReset + ":" + p.Nonce,
		To:        mail.Address{Email: p.Email, Name: name},
		Params:    map[string]string{"name": name, "userId": p.UserID, "nonce": p.Nonce},
		ExpiresAt: p.ExpiresAt,
	}
}

// passwordChangedEmail confirms that a password was changed. Event tells one change from another, for
// instance a part of the token's hash.
type passwordChangedEmail struct {
	UserID, Event, Name, Email string
	At                         time.Time
}

func (p passwordChangedEmail) Build() mail.Email {
	name := mail.GreetingName(p.Name)
	return mail.Email{
		Kind: kindPasswordChanged, DedupeKey: kindPasswordChanged + ":" + p.UserID + ":" + p.Event,
		To:     mail.Address{Email: p.Email, Name: name},
		Params: map[string]string{"name": name, "at": p.At.UTC().Format(time.RFC3339)},
	}
}

// pinRemovedEmail tells the owner of an account that its PIN was guessed at and is removed.
type pinRemovedEmail struct {
	UserID, Name, Email string
	At                  time.Time
}

func (p pinRemovedEmail) Build() mail.Email {
	name, at := mail.GreetingName(p.Name), p.At.UTC().Format(time.RFC3339)
	return mail.Email{
		Kind: kindPINRemoved, DedupeKey: kindPINRemoved + ":" + p.UserID + ":" + at,
		To:     mail.Address{Email: p.Email, Name: name},
		Params: map[string]string{"name": name, "at": at},
	}
}

// userEvent is a change of what opens a member's account.
type userEvent string

const (
	pinSet               userEvent = "pin-set"
	pinRemoved           userEvent = "pin-removed"
	emailChangeRequested userEvent = "email-change-requested"
	emailChanged         userEvent = "email-changed"
	passkeyAdded         userEvent = "passkey-added"
	passkeyRemoved       userEvent = "passkey-removed"
	secondFactorSet      userEvent = "second-factor-set"
	secondFactorRemoved  userEvent = "second-factor-removed"
	secondFactorReset    userEvent = "second-factor-reset"
	recoveryCodesRenewed userEvent = "recovery-codes-renewed"
)

// accountNoticeEmail tells the owner of an account that somebody, as a rule they themselves, has changed what opens it.
type accountNoticeEmail struct {
	UserID, Name, Email string
	Event               userEvent
	At                  time.Time
}

func (n accountNoticeEmail) Build() mail.Email {
	name := mail.GreetingName(n.Name)
	return mail.Email{
		Kind: kindAccountNotice, DedupeKey: kindAccountNotice + ":" + n.UserID + ":" + string(n.Event) + ":" + n.At.UTC().Format(time.RFC3339Nano),
		To:     mail.Address{Email: n.Email, Name: name},
		Params: map[string]string{"name": name, "what": string(n.Event), "at": n.At.UTC().Format(time.RFC3339)},
	}
}

// emailLinkEmail carries a link that verifies an address. The nonce is as in passwordResetEmail.
type emailLinkEmail struct {
	// Kind is kindEmailChange or kindEmailVerification.
	Kind                       string
	UserID, Nonce, Name, Email string
	ExpiresAt                  time.Time
}

func (l emailLinkEmail) Build() mail.Email {
	name := mail.GreetingName(l.Name)
	return mail.Email{
		Kind: l.Kind, DedupeKey: l.Kind + ":" + l.Nonce,
		To: mail.Address{Email: l.Email, Name: name},
		Params: map[string]string{
			"name": name, "userId": l.UserID, "nonce": l.Nonce, "email": l.Email, "until": l.ExpiresAt.UTC().Format(time.RFC3339),
		},
		ExpiresAt: l.ExpiresAt,
	}
}

// importInvitationEmail invites an imported member to set a password. The nonce is as in
// passwordResetEmail.
type importInvitationEmail struct {
	UserID, Nonce, Name, Email string
	ExpiresAt                  time.Time
}

func (i importInvitationEmail) Build() mail.Email {
	name := mail.GreetingName(i.Name)
	return mail.Email{
		Kind: kindImportInvitation, DedupeKey: kindImportInvitation + ":" + i.UserID,
		To: mail.Address{Email: i.Email, Name: name},
		Params: map[string]string{
			"name": name, "userId": i.UserID, "nonce": i.Nonce, "until": i.ExpiresAt.UTC().Format(time.RFC3339),
		},
		ExpiresAt: i.ExpiresAt,
	}
}

// adminInvitedEmail carries an invitation to the console. The nonce is no secret: the kind's Params
// derives the token of the link from adminId and nonce.
type adminInvitedEmail struct {
	AdminID, Nonce, Username, Email string
	ExpiresAt                       time.Time
}

func (i adminInvitedEmail) Build() mail.Email {
	return mail.Email{
		Kind: kindAdminInvited, DedupeKey: kindAdminInvited + ":" + i.Nonce,
		To:        mail.Address{Email: i.Email},
		Params:    map[string]string{"username": i.Username, "adminId": i.AdminID, "nonce": i.Nonce},
		ExpiresAt: i.ExpiresAt,
	}
}

// adminEvent is a change of an admin's account that they are notified of, whoever made it.
type adminEvent string

const (
	adminPasswordChanged adminEvent = "password-changed"
	adminEmailChanged    adminEvent = "email-changed"
)

// adminNoticeEmail notifies an admin that the credentials of their account were changed.
type adminNoticeEmail struct {
	AdminID, Username, Email string
	Event                    adminEvent
	At                       time.Time
}

func (n adminNoticeEmail) Build() mail.Email {
	at := n.At.UTC().Format(time.RFC3339Nano)
	return mail.Email{
		Kind: kindAdminNotice, DedupeKey: kindAdminNotice + ":" + n.AdminID + ":" + string(n.Event) + ":" + at,
		To:     mail.Address{Email: n.Email},
		Params: map[string]string{"username": n.Username, "what": string(n.Event), "at": n.At.UTC().Format(time.RFC3339)},
	}
}
