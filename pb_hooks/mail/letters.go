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
	case KindImportInvitation:
		return 50 // thousands at once: nobody else's letter waits behind them
	}
	return 5
}

// NominationReceived thanks an applicant and tells her what happens next.
type NominationReceived struct {
	RegistrationID, Name, Email string
}

// Build is the letter with these facts.
func (n NominationReceived) Build() Email {
	return Email{
		Kind:           KindNominationReceived,
		DedupeKey:      KindNominationReceived + ":" + n.RegistrationID,
		To:             Address{n.Email, greetingName(n.Name)},
		Params:         map[string]string{"name": greetingName(n.Name)},
		RegistrationID: n.RegistrationID,
	}
}

// NominationNew tells the provider's staff of a nomination.
type NominationNew struct {
	RegistrationID, Name, Email, Phone string
	Company, Designation, Location     string
	At                                 time.Time
}

// Build is the letter with these facts; whom to tell is the sender's to say.
func (n NominationNew) Build() Email {
	return Email{
		Kind:      KindNominationNew,
		DedupeKey: KindNominationNew + ":" + n.RegistrationID,
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

// Build is the letter with these facts.
func (w Welcome) Build() Email {
	return Email{
		Kind: KindWelcome, DedupeKey: KindWelcome + ":" + w.UserID,
		To:     Address{w.Email, greetingName(w.Name)},
		Params: map[string]string{"name": greetingName(w.Name), "email": w.Email},
	}
}

// PasswordReset carries a reset link. The nonce names the request and is no secret: the kind's
// Resolver turns userId and nonce into the "token" of the link when the letter is written.
type PasswordReset struct {
	UserID, Nonce, Name, Email string
	ExpiresAt                  time.Time
}

// Build is the letter with these facts.
func (p PasswordReset) Build() Email {
	return Email{
		Kind: KindPasswordReset, DedupeKey: KindPasswordReset + ":" + p.Nonce,
		To:        Address{p.Email, greetingName(p.Name)},
		Params:    map[string]string{"name": greetingName(p.Name), "userId": p.UserID, "nonce": p.Nonce},
		ExpiresAt: p.ExpiresAt,
	}
}

// PasswordChanged is the notice that a password was changed. Event tells one change from another,
// for instance the nonce of the reset.
type PasswordChanged struct {
	UserID, Event, Name, Email string
	At                         time.Time
}

// Build is the letter with these facts.
func (p PasswordChanged) Build() Email {
	return Email{
		Kind: KindPasswordChanged, DedupeKey: KindPasswordChanged + ":" + p.UserID + ":" + p.Event,
		To:     Address{p.Email, greetingName(p.Name)},
		Params: map[string]string{"name": greetingName(p.Name), "at": p.At.UTC().Format(time.RFC3339)},
	}
}

// PaymentConfirmed thanks a buyer. The kind's Resolver tells what was bought from the ids, and its
// Encloser adds the receipt or tax invoice.
type PaymentConfirmed struct {
	TransactionID, InvoiceID, PaymentID string
	RegistrationID, Name, Email         string
}

// Build is the letter with these facts.
func (p PaymentConfirmed) Build() Email {
	return Email{
		Kind: KindPaymentConfirmed, DedupeKey: "receipt:" + p.PaymentID,
		To:             Address{p.Email, greetingName(p.Name)},
		Params:         documentParams(p.TransactionID, p.InvoiceID, p.Name),
		RegistrationID: p.RegistrationID,
	}
}

// RefundRecorded tells a buyer of a refund. The kind's Resolver tells of what and how much, and
// its Encloser adds the credit note.
type RefundRecorded struct {
	TransactionID, InvoiceID, RefundID string
	RegistrationID, Name, Email        string
}

// Build is the letter with these facts.
func (r RefundRecorded) Build() Email {
	return Email{
		Kind: KindRefundRecorded, DedupeKey: "refund:" + r.RefundID,
		To:             Address{r.Email, greetingName(r.Name)},
		Params:         documentParams(r.TransactionID, r.InvoiceID, r.Name),
		RegistrationID: r.RegistrationID,
	}
}

func documentParams(transactionID, invoiceID, name string) map[string]string {
	return map[string]string{"transactionId": transactionID, "invoiceId": invoiceID, "name": greetingName(name)}
}

// PaymentAttention asks the provider's staff to look at a payment. What names the matter, such as
// "second-payment"; a payment that no transaction knows has no TransactionID.
type PaymentAttention struct {
	PaymentID, Reason, Note, TransactionID string
}

// Build is the letter with these facts; whom to tell is the sender's to say.
func (p PaymentAttention) Build() Email {
	return Email{
		Kind: KindPaymentAttention, DedupeKey: "attention:" + p.PaymentID + ":" + p.Reason,
		Params: map[string]string{"paymentId": p.PaymentID, "what": p.Reason, "note": p.Note, "transactionId": p.TransactionID},
	}
}

// Two letters before the dot, for "K.R. Meera" is a name; the domains of one letter lead to these.
var linkPattern = regexp.MustCompile(`(?i)://|www\.|[@/\\]|[\pL\pM\pN-]{2,}\.\pL{2,}|\b[a-z0-9]\.(com?|me|net|org|io|in|ly)\b`)

// greetingName is the name to greet a person by, or "" for a name that mail programs would turn into
// a link: whoever types a name into a public form can have this letter sent to a stranger, and
// our letterhead must not carry an address of theirs.
func greetingName(name string) string {
	name = oneLine(name, 60)
	if linkPattern.MatchString(strings.Map(normalizeForLinks, name)) {
		return ""
	}
	return name
}

// normalizeForLinks passes over what is invisible, and takes wide letters and other scripts' full
// stops for what they look like.
func normalizeForLinks(r rune) rune {
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
