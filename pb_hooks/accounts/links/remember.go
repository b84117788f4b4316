package links

import (
	"crypto/subtle"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/identity"
	"boardcircle/pb_hooks/internal/keys"
)

// verifiedEmailCookie records that the browser's user followed a link before signing in. Another person may have
// opened an account with the address. Only a person who reads the mail and can sign in to the account has verified
// it.
const verifiedEmailCookie = "email_proof"

// RememberVerifiedEmail sets a cookie that verifies the address for the account to which this browser signs in, or
// which it creates, within a day.
func RememberVerifiedEmail(e *core.RequestEvent, m *httpx.Middleware, key keys.Key, address string, now time.Time) {
	m.SetCookie(e, verifiedEmailCookie, verifiedEmailToken(key, address, now.Add(emailLinkTTL)),
		int(emailLinkTTL.Seconds()))
}

func verifiedEmailToken(key keys.Key, address string, expiry time.Time) string {
	until := fmt.Sprint(expiry.Unix())
	return until + "." + key.Derive("email-proof", address, until)
}

// ApplyVerifiedEmail verifies the address of an account at sign-in, if the browser has the cookie for it.
func (l *Links) ApplyVerifiedEmail(e *core.RequestEvent, user *identity.User) error {
	token := l.middleware.Cookie(e, verifiedEmailCookie)
	seconds, _, _ := strings.Cut(token, ".")
	until, err := strconv.ParseInt(seconds, 10, 64)
	if err != nil || until < l.now().Unix() ||
		subtle.ConstantTimeCompare([]byte(verifiedEmailToken(l.key, user.Email(), time.Unix(until, 0))),
			[]byte(token)) != 1 {
		return nil
	}
	l.middleware.SetCookie(e, verifiedEmailCookie, "", -1)
	return MarkEmailVerified(e.App, user.Record)
}
