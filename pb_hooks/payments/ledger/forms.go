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
	"boardcircle/pb_hooks/internal/rules"
)

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
