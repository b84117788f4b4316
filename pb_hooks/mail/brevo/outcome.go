package brevo

import "time"

// Status is what a call came to, as far as the sender can know it.
type Status int

// The verdicts. Each asks something else of the outbox.
const (
	// Uncertain: the call went out and no usable answer came back. The mail may be on its way;
	// only the same idempotency key makes another call safe.
	Uncertain Status = iota
	// Accepted: Brevo took the mail and named it.
	Accepted
	// Duplicate: Brevo took a mail with this idempotency key before, so this call sent nothing.
	Duplicate
	// Rejected: this letter will never be taken; another one may be.
	Rejected
	// Unauthorised: no letter will be taken before a person mends the account, key or address.
	Unauthorised
	// RateLimited: nothing was taken; ask again after RetryAfter.
	RateLimited
	// NotReached: no connection was made, so nothing can have been taken.
	NotReached
)

// String names the verdict in logs and tests.
func (v Status) String() string {
	switch v {
	case Accepted:
		return "accepted"
	case Duplicate:
		return "duplicate"
	case Rejected:
		return "rejected"
	case Unauthorised:
		return "unauthorised"
	case RateLimited:
		return "rate limited"
	case NotReached:
		return "not reached"
	default:
		return "uncertain"
	}
}

// Result is a verdict with what belongs to it.
type Result struct {
	Status Status
	// MessageID is Brevo's name for the mail: with Accepted only.
	MessageID string
	// Reason says why, for people: with every verdict but Accepted.
	Reason string
	// RetryAfter is how long Brevo asks to wait: with RateLimited only.
	RetryAfter time.Duration
}
