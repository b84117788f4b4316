package links

import (
	"crypto/subtle"
	"database/sql"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/database"
	"boardcircle/pb_hooks/internal/identity"
	"boardcircle/pb_hooks/internal/keys"
	"boardcircle/pb_hooks/mail/outbox"
)

// The kinds of link. A token starts with its kind.
const (
	verifyLink = "v"
	changeLink = "c"
)

func (l *Links) changeToken(userID, nonce string) string {
	return changeLink + "." + l.key.Derive("email-change", userID, nonce)
}

// verifyToken returns a token for an account and its current address. The token contains its expiry.
func (l *Links) verifyToken(userID, email string, expiry time.Time) string {
	until := fmt.Sprint(expiry.Unix())
	return strings.Join([]string{verifyLink, userID, until, l.key.Derive("email-verification", userID, email, until)},
		".")
}

// parseVerifyToken returns the account and the expiry in a token, or sql.ErrNoRows.
func parseVerifyToken(token string) (userID string, until time.Time, err error) {
	parts := strings.Split(token, ".")
	if len(parts) != 4 || parts[0] != verifyLink {
		return "", time.Time{}, sql.ErrNoRows
	}
	seconds, err := strconv.ParseInt(parts[2], 10, 64)
	if err != nil {
		return "", time.Time{}, sql.ErrNoRows
	}
	return parts[1], time.Unix(seconds, 0), nil
}

func (l *Links) isVerifyToken(token string, user *identity.User, until time.Time) bool {
	return until.After(l.now()) &&
		subtle.ConstantTimeCompare([]byte(l.verifyToken(user.Id, user.Email(), until)), []byte(token)) == 1
}

// EmailChangeParams adds the token to the parameters of an email to a new address. It returns outbox.ErrObsolete if the
// link is void.
func (l *Links) EmailChangeParams(app core.App, params map[string]string) (map[string]string, error) {
	token := l.changeToken(params["userId"], params["nonce"])
	_, err := findUserByNewEmailToken(app, keys.Hash(token), l.now())
	if err != nil {
		return nil, database.IfMissing(err, outbox.ErrObsolete)
	}
	return map[string]string{"name": params["name"], "token": token}, nil
}

// VerificationParams adds the token to the parameters of an email that verifies an address.
func (l *Links) VerificationParams(app core.App, params map[string]string) (map[string]string, error) {
	user, err := identity.FindUser(app, params["userId"])
	if errors.Is(err, sql.ErrNoRows) || err == nil && (user.Verified() || user.Email() != params["email"]) {
		return nil, outbox.ErrObsolete
	}
	if err != nil {
		return nil, err
	}
	expiry, err := time.Parse(time.RFC3339, params["until"])
	if err != nil {
		return nil, err
	}
	return map[string]string{"name": params["name"], "token": l.verifyToken(user.Id, user.Email(), expiry)}, nil
}
