// Package sessions stores the sessions of users and admins. Each sign-in is one row:
//
//	opened    Open stores the row. OpenImpersonation stores it for a superuser who uses the account. The token is
//	          PocketBase's auth token with the row's id in it.
//	seen      Cache.Find returns the account of a token and stores the time.
//	ended     The row is deleted by Revoke, or when the account's token key changes. It changes at a sign-out and with
//	          the account's password, rights, activity or second factor.
//	expired   Lifetime has passed, or a console session was not seen for idleTimeout. Purge deletes the row.
//
// A token is valid only as long as its row exists, whatever kind of request sends it (httpx, requireSession).
package sessions

import (
	"database/sql"
	"errors"
	"fmt"
	"time"

	"github.com/golang-jwt/jwt/v5"
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/security"
	"github.com/pocketbase/pocketbase/tools/types"

	"boardcircle/pb_hooks/internal/database"
	"boardcircle/pb_hooks/internal/identity"
)

// At its second level, NIST SP 800-63B requires a new sign-in after at most twelve hours, and after an hour of
// inactivity.
const (
	consoleLifetime = 12 * time.Hour
	idleTimeout     = time.Hour
	// The precision of a session's last use. A coarser step saves writes.
	consoleSeenStep = time.Minute
	memberSeenStep  = time.Hour
	// maxImpersonation is how long a superuser may use the account of another person.
	maxImpersonation = time.Hour
)

// tokenClaim is the token's claim that contains the session id.
const tokenClaim = "sid"

// ErrEnded is the error for a token whose session has ended or expired.
var ErrEnded = errors.New("the session has ended")

// Session is one sign-in of an account.
type Session struct {
	ID         string         `db:"id"`
	Collection string         `db:"collection"`
	Account    string         `db:"account"`
	Address    string         `db:"address"`
	Device     string         `db:"device"`
	CreatedAt  types.DateTime `db:"createdAt"`
	LastSeenAt types.DateTime `db:"lastSeenAt"`
	ExpiresAt  types.DateTime `db:"expiresAt"`
}

// Client is the browser that signs in.
type Client struct{ Address, UserAgent string }

// Lifetime returns the maximum duration of a session of an account.
func Lifetime(account *core.Record) time.Duration {
	if identity.HasAdminRights(account) {
		return min(consoleLifetime, account.Collection().AuthToken.DurationTime())
	}
	return account.Collection().AuthToken.DurationTime()
}

// isLive reports whether a session has neither expired nor been idle for too long.
func (s Session) isLive(account *core.Record, now time.Time) bool {
	if s.ExpiresAt.Time().Before(now) {
		return false
	}
	return !identity.HasAdminRights(account) || !s.LastSeenAt.Time().Add(idleTimeout).Before(now)
}

// Open stores a session for an account and returns its token.
func Open(app core.App, account *core.Record, client Client, now time.Time) (token string, err error) {
	return open(app, account, client.Address, DescribeDevice(client.UserAgent), Lifetime(account), now)
}

// impersonationDevice is the device that the list of sessions shows for an impersonation.
const impersonationDevice = "Site administrator (impersonation)"

// IsImpersonation reports whether a superuser uses the account of another person.
func (s Session) IsImpersonation() bool { return s.Device == impersonationDevice }

// OpenImpersonation stores a session in which a superuser uses an account, and returns its token. lifetime is at most
// an hour; zero means an hour.
func OpenImpersonation(app core.App, account *core.Record, address string, lifetime time.Duration,
	now time.Time) (token string, err error) {
	if lifetime <= 0 || lifetime > maxImpersonation {
		lifetime = maxImpersonation
	}
	return open(app, account, address, impersonationDevice, lifetime, now)
}

func open(app core.App, account *core.Record, address, device string, lifetime time.Duration,
	now time.Time) (token string, err error) {
	session := Session{
		ID:         core.GenerateDefaultRandomId(),
		Collection: account.Collection().Name,
		Account:    account.Id,
		Address:    address,
		Device:     device,
	}
	token, err = security.NewJWT(jwt.MapClaims{
		core.TokenClaimType:         core.TokenTypeAuth,
		core.TokenClaimId:           account.Id,
		core.TokenClaimCollectionId: account.Collection().Id,
		core.TokenClaimRefreshable:  false,
		tokenClaim:                  session.ID,
	}, account.TokenKey()+account.Collection().AuthToken.Secret, lifetime)
	if err == nil {
		err = insert(app, session, now, now.Add(lifetime))
	}
	if err != nil {
		return "", fmt.Errorf("open session: %w", err)
	}
	return token, nil
}

// read returns the stored account and session of a token.
func read(app core.App, token string) (*core.Record, Session, error) {
	account, err := app.FindAuthRecordByToken(token, core.TokenTypeAuth)
	if err != nil {
		return nil, Session{}, err
	}
	session, err := find(app, IDOf(token))
	if err != nil {
		return nil, Session{}, database.IfMissing(err, ErrEnded)
	}
	if session.Account != account.Id || session.Collection != account.Collection().Name {
		return nil, Session{}, ErrEnded
	}
	return account, session, nil
}

// use checks that a session has not expired. If a person uses the session, it stores the time.
func (s Session) use(app core.App, account *core.Record, active bool, now time.Time) error {
	if !s.isLive(account, now) {
		return ErrEnded
	}
	step := memberSeenStep
	if identity.HasAdminRights(account) {
		step = consoleSeenStep
	}
	if active && now.Sub(s.LastSeenAt.Time()) >= step {
		if err := setLastSeen(app, s.ID, now); err != nil {
			// The session is still valid. The next request tries again.
			app.Logger().Warn("The last use of a session could not be saved", "error", err)
		}
	}
	return nil
}

// IDOf returns the session id in a token, or "". The caller must have verified the token.
func IDOf(token string) string {
	claims, err := security.ParseUnverifiedJWT(token)
	if err != nil {
		return ""
	}
	id, _ := claims[tokenClaim].(string)
	return id
}

// IsLive reports whether an account has a session with this id that has neither ended nor expired.
func IsLive(app core.App, account *core.Record, id string, now time.Time) (bool, error) {
	session, err := find(app, id)
	if errors.Is(err, sql.ErrNoRows) {
		return false, nil
	}
	if err != nil {
		return false, fmt.Errorf("find session: %w", err)
	}
	isOwn := session.Account == account.Id && session.Collection == account.Collection().Name
	return isOwn && session.isLive(account, now), nil
}

// List returns the live sessions of an account, most recently used first.
func List(app core.App, account *core.Record, now time.Time) ([]Session, error) {
	all, err := findByAccount(app, account)
	if err != nil {
		return nil, fmt.Errorf("list sessions: %w", err)
	}
	live := all[:0]
	for _, session := range all {
		if session.isLive(account, now) {
			live = append(live, session)
		}
	}
	return live, nil
}

// Revoke ends a session of an account. It returns sql.ErrNoRows if the account has no session with this id.
func Revoke(app core.App, account *core.Record, id string) error {
	n, err := deleteOf(app, account, id)
	if err == nil && n == 0 {
		err = sql.ErrNoRows
	}
	if err != nil {
		return fmt.Errorf("revoke session: %w", err)
	}
	return nil
}

// RegisterHooks ends all sessions of an account when its token key changes or it is deleted.
func RegisterHooks(app core.App) {
	app.OnRecordUpdateExecute(identity.Users, identity.Admins).BindFunc(func(e *core.RecordEvent) error {
		before := e.Record.Original().TokenKey()
		if err := e.Next(); err != nil || e.Record.TokenKey() == before {
			return err
		}
		return deleteAllOf(e.App, e.Record)
	})
	app.OnRecordDeleteExecute(identity.Users, identity.Admins).BindFunc(func(e *core.RecordEvent) error {
		if err := e.Next(); err != nil {
			return err
		}
		return deleteAllOf(e.App, e.Record)
	})
}
