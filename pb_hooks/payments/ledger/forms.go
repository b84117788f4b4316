package ledger

import (
	"crypto/subtle"
	"database/sql"
	"errors"
	"fmt"
	"strconv"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/apperr"
	"boardcircle/pb_hooks/internal/database"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/identity"
	"boardcircle/pb_hooks/internal/india"
	"boardcircle/pb_hooks/internal/rules"
)

// UTRField and BankDateField identify a transfer or a cheque on the statement of our bank.
var (
	UTRField = rules.Field{
		Name: "utr", Label: "UTR or cheque number", Kind: rules.Line, Max: 40, Pattern: `^[A-Za-z0-9][A-Za-z0-9 /-]*$`,
		Messages: rules.Messages{Invalid: "A UTR or cheque number can only have letters and digits"},
	}
	BankDateField = rules.Field{Name: "bankDate", Label: "Date on the bank statement", Kind: rules.Day}
)

// ParseBankDate parses the day of BankDateField as ParsePastDay does. It returns the current time if the day is today,
// and the zero time for "".
func (r *Records) ParseBankDate(text string) (time.Time, error) {
	if text == "" {
		return time.Time{}, nil
	}
	day, err := r.ParsePastDay(BankDateField.Name, text)
	if now := r.now(); err == nil && text == india.Day(now) {
		return now.UTC(), nil
	}
	return day, err
}

// ParsePastDay parses a day in India of the last two years, and returns its noon. Its errors name the field.
func (r *Records) ParsePastDay(field, text string) (time.Time, error) {
	day, err := india.ParseDay(text)
	if err != nil {
		return time.Time{}, fmt.Errorf("parse %s: %w", field, err)
	}
	switch now := r.now(); {
	case text > india.Day(now):
		return time.Time{}, apperr.Invalid("day-in-future", field, "This day is in the future.")
	case text < india.Day(now.AddDate(-2, 0, 0)):
		return time.Time{}, apperr.Invalid("day-too-old", field, "This day is more than two years ago.")
	}
	return day.Add(12 * time.Hour).UTC(), nil
}

// ReasonField is the reason that an admin has to state.
var ReasonField = rules.Field{Name: "reason", Label: "Reason", Kind: rules.Text, Required: true, Min: 3, Max: 1000}

// ReasonForm is a form that has only the reason.
type ReasonForm struct {
	Reason string `json:"reason"`
}

// Rules returns the rules of the form.
func (ReasonForm) Rules() rules.Form { return rules.Form{ReasonField} }

// Required and Optional return a field that has to be, or need not be, filled in.

func Required(field rules.Field) rules.Field {
	field.Required = true
	return field
}

func Optional(field rules.Field) rules.Field {
	field.Required = false
	return field
}

// The errors of an admin's input.
var (
	ErrMemberNotFound = apperr.NotFound("member-not-found", "This member was not found.")
	ErrUserNotFound   = apperr.Invalid("member-not-found", "userId", "Please choose a person who has an account.")
	ErrMemberForLife  = apperr.Conflict("member-for-life",
		"They are already a member for life, so there is nothing to add.")
	ErrNoSuchTier = apperr.Invalid("tier-not-found", "membershipTierId", "This membership tier does not exist.")
)

// ErrTransactionNotFound is the answer for an unknown transaction.
var ErrTransactionNotFound = apperr.NotFound("transaction-not-found", "This transaction was not found.")

// ErrRefundTooSmall is the answer to a refund of less than the provider accepts.
var ErrRefundTooSmall = apperr.Invalid("refund-too-small", "amount",
	"The smallest refund is one rupee or one dollar.")

// ErrPaymentInProgress is the answer to an order while another payment for the tier may still be captured.
var ErrPaymentInProgress = apperr.Conflict(
	"payment-in-progress",
	"Your earlier payment is still being confirmed. Please don't pay again; we will write to you as soon "+
		"as it is done.",
)

// IsToken compares the token of an emailed link in constant time.
func IsToken(given, want string) bool {
	return subtle.ConstantTimeCompare([]byte(given), []byte(want)) == 1
}

// FindMember returns the owner of an account, or ErrMemberNotFound.
func FindMember(app core.App, id string) (*identity.User, error) {
	user, err := identity.FindUser(app, id)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, ErrMemberNotFound
	}
	if err != nil {
		return nil, fmt.Errorf("find member %q: %w", id, err)
	}
	return user, nil
}

// OptionalTime returns nil for the zero time, which the API sends as null.
func OptionalTime(at time.Time) *httpx.Time {
	if at.IsZero() {
		return nil
	}
	t := httpx.Time(database.DateTime(at))
	return &t
}

// WholeNumber parses a number that its form has checked. It returns 0 for "".
func WholeNumber(text string) int {
	n, err := strconv.Atoi(text)
	if err != nil {
		return 0
	}
	return n
}

// Found converts the error of a query for one row to whether the row exists.
func Found(err error) (bool, error) {
	if errors.Is(err, sql.ErrNoRows) {
		return false, nil
	}
	return err == nil, err
}

// Truncate shortens text from an untrusted sender to one line of a column.
func Truncate(text string, limit int) string {
	runes := []rune{}
	for _, r := range text {
		if len(runes) == limit {
			break
		}
		if r >= ' ' && r != 0x7f && r != '\uFFFD' {
			runes = append(runes, r)
		}
	}
	return string(runes)
}

// ClearAttention calls clear for the record in the request's path.
func ClearAttention(e *core.RequestEvent, notFound *apperr.Error, clear func(tx core.App, id string) error) error {
	err := e.App.RunInTransaction(func(tx core.App) error { return clear(tx, e.Request.PathValue("id")) })
	if errors.Is(err, sql.ErrNoRows) {
		return notFound
	}
	return apperr.Fail("This could not be saved. Please try again.", err)
}
