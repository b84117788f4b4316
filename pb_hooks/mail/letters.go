package mail

import (
	"regexp"
	"strings"
	"time"
	"unicode"
)

// The kinds of letters. Each is the name of a pair of templates in letters/.
const (
	KindNominationReceived = "nomination-received"
	KindNominationNew      = "nomination-new"
	KindWelcome            = "welcome"
	KindPasswordReset      = "password-reset"
	KindPasswordChanged    = "password-changed"
	KindPaymentConfirmed   = "payment-confirmed"
	KindRefundRecorded     = "refund-recorded"
	KindPaymentAttention   = "payment-attention"
	// KindTest is what an administrator sends to see whether mail goes out.
	KindTest = "test"
	// KindPocketBase carries a mail that PocketBase itself has written.
	KindPocketBase = "pocketbase"
)

// priority sorts the queue, lower first: somebody who waits at a sign-in form goes before a notice.
func priority(kind string) int {
	switch kind {
	case KindTest, KindPasswordReset, KindPasswordChanged, KindAdminInvited, KindAdminNotice:
		return 1
	case KindLegacyInvitation:
		return 50 // thousands at once: nobody else's letter waits behind them
	}
	return 5
}

// NominationReceived thanks an applicant and tells her what happens next.
type NominationReceived struct {
	RegistrationID, Name, Email string
}

// Letter is the letter with these facts.
func (n NominationReceived) Letter() Letter {
	return Letter{
		Kind:           KindNominationReceived,
		Key:            KindNominationReceived + ":" + n.RegistrationID,
		To:             Address{n.Email, callable(n.Name)},
		Params:         map[string]string{"name": callable(n.Name)},
		RegistrationID: n.RegistrationID,
	}
}

// NominationNew tells the provider's staff of a nomination.
type NominationNew struct {
	RegistrationID, Name, Email, Phone string
	Company, Designation, Location     string
	At                                 time.Time
}

// Letter is the letter with these facts; whom to tell is the sender's to say.
func (n NominationNew) Letter() Letter {
	return Letter{
		Kind: KindNominationNew,
		Key:  KindNominationNew + ":" + n.RegistrationID,
		Params: map[string]string{
			"name": n.Name, "email": n.Email, "phone": n.Phone,
			"company": n.Company, "designation": n.Designation, "location": n.Location,
			"at": n.At.UTC().Format(time.RFC3339),
		},
		RegistrationID: n.RegistrationID,
	}
}

// Welcome greets the owner of a new account.
type Welcome struct {
	UserID, Name, Email string
}

// Letter is the letter with these facts.
func (w Welcome) Letter() Letter {
	return Letter{
		Kind: KindWelcome, Key: KindWelcome + ":" + w.UserID,
		To:     Address{w.Email, callable(w.Name)},
		Params: map[string]string{"name": callable(w.Name), "email": w.Email},
	}
}

// PasswordReset carries a reset link. The nonce names the request and is no secret: the kind's
// Resolver turns userId and nonce into the "token" of the link when the letter is written.
type PasswordReset struct {
	UserID, Nonce, Name, Email string
	ExpiresAt                  time.Time
}

// Letter is the letter with these facts.
func (p PasswordReset) Letter() Letter {
	return Letter{
		Kind: KindPasswordReset, Key: KindPasswordReset + ":" + p.Nonce,
		To:        Address{p.Email, callable(p.Name)},
		Params:    map[string]string{"name": callable(p.Name), "userId": p.UserID, "nonce": p.Nonce},
		ExpiresAt: p.ExpiresAt,
	}
}

// PasswordChanged is the notice that a password was changed. Event tells one change from another,
// for instance the nonce of the reset.
type PasswordChanged struct {
	UserID, Event, Name, Email string
	At                         time.Time
}

// Letter is the letter with these facts.
func (p PasswordChanged) Letter() Letter {
	return Letter{
		Kind: KindPasswordChanged, Key: KindPasswordChanged + ":" + p.UserID + ":" + p.Event,
		To:     Address{p.Email, callable(p.Name)},
		Params: map[string]string{"name": callable(p.Name), "at": p.At.UTC().Format(time.RFC3339)},
	}
}

// PaymentConfirmed thanks a buyer. The kind's Resolver tells what was bought from the ids, and its
// Encloser adds the receipt or tax invoice.
type PaymentConfirmed struct {
	TransactionID, InvoiceID, PaymentID string
	RegistrationID, Name, Email         string
}

// Letter is the letter with these facts.
func (p PaymentConfirmed) Letter() Letter {
	return Letter{
		Kind: KindPaymentConfirmed, Key: "receipt:" + p.PaymentID,
		To:             Address{p.Email, callable(p.Name)},
		Params:         aboutDocument(p.TransactionID, p.InvoiceID, p.Name),
		RegistrationID: p.RegistrationID,
	}
}

// RefundRecorded tells a buyer of a refund. The kind's Resolver tells of what and how much, and
// its Encloser adds the credit note.
type RefundRecorded struct {
	TransactionID, InvoiceID, RefundID string
	RegistrationID, Name, Email        string
}

// Letter is the letter with these facts.
func (r RefundRecorded) Letter() Letter {
	return Letter{
		Kind: KindRefundRecorded, Key: "refund:" + r.RefundID,
		To:             Address{r.Email, callable(r.Name)},
		Params:         aboutDocument(r.TransactionID, r.InvoiceID, r.Name),
		RegistrationID: r.RegistrationID,
	}
}

func aboutDocument(transactionID, invoiceID, name string) map[string]string {
	return map[string]string{"transactionId": transactionID, "invoiceId": invoiceID, "name": callable(name)}
}

// PaymentAttention asks the provider's staff to look at a payment. What names the matter, such as
// "second-payment"; a payment that no transaction knows has no TransactionID.
type PaymentAttention struct {
	PaymentID, What, Note, TransactionID string
}

// Letter is the letter with these facts; whom to tell is the sender's to say.
func (p PaymentAttention) Letter() Letter {
	return Letter{
		Kind: KindPaymentAttention, Key: "attention:" + p.PaymentID + ":" + p.What,
		Params: map[string]string{"paymentId": p.PaymentID, "what": p.What, "note": p.Note, "transactionId": p.TransactionID},
	}
}

// Two letters before the dot, for "K.R. Meera" is a name; the domains of one letter lead to these.
var leadsSomewhere = regexp.MustCompile(`(?i)://|www\.|[@/\\]|[\pL\pM\pN-]{2,}\.\pL{2,}|\b[a-z0-9]\.(com?|me|net|org|io|in|ly)\b`)

// callable is the name to greet a person by, or "" for a name that mail programs would turn into
// a link: whoever types a name into a public form can have this letter sent to a stranger, and
// our letterhead must not carry an address of theirs.
func callable(name string) string {
	name = oneLine(name, 60)
	if leadsSomewhere.MatchString(strings.Map(asALinkFinderReads, name)) {
		return ""
	}
	return name
}

// asALinkFinderReads passes over what is invisible, and takes wide letters and other scripts' full
// stops for what they look like.
func asALinkFinderReads(r rune) rune {
	switch {
	case unicode.Is(unicode.Cf, r):
		return -1
	case r == '。', r == '｡', r == '․':
		return '.'
	case r >= '！' && r <= '～':
		return r - '！' + '!'
	}
	return r
}
