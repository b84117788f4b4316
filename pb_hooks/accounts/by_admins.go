package accounts

import (
	"database/sql"
	"errors"
	"maps"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/accounts/emails"
	"boardcircle/pb_hooks/accounts/passkeys"
	"boardcircle/pb_hooks/audit"
	"boardcircle/pb_hooks/internal/database"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/identity"
	"boardcircle/pb_hooks/internal/sessions"
)

// AccountSession is a session of an account, as shown to an admin.
type AccountSession struct {
	Device     string     `json:"device"`
	Address    string     `json:"address"`
	CreatedAt  httpx.Time `json:"createdAt"`
	LastSeenAt httpx.Time `json:"lastSeenAt"`
	ExpiresAt  httpx.Time `json:"expiresAt"`
}

// ListSessions returns the live sessions of a user, most recently used first.
func ListSessions(app core.App, userID string, now time.Time) ([]AccountSession, error) {
	user, err := identity.FindUser(app, userID)
	if err != nil {
		return nil, err
	}
	open, err := sessions.List(app, user.Record, now)
	list := make([]AccountSession, len(open))
	for i, s := range open {
		list[i] = AccountSession{s.Device, s.Address, httpx.Time(s.CreatedAt), httpx.Time(s.LastSeenAt),
			httpx.Time(s.ExpiresAt)}
	}
	return list, err
}

// HasAdminRights reports whether a user may use the console.
func HasAdminRights(app core.App, userID string) (bool, error) {
	user, err := identity.FindUser(app, userID)
	return err == nil && user.IsAdmin(), err
}

// KeysOf counts the credentials of an account and what its owner has uploaded. A merge leaves them with the account.
// Zero counts are omitted.
func KeysOf(app core.App, userID string, now time.Time) (map[string]int, error) {
	user, err := identity.FindUser(app, userID)
	if err != nil {
		return nil, err
	}
	passkeyCount, err := passkeys.Count(app, user.Record)
	if err != nil {
		return nil, err
	}
	open, err := sessions.List(app, user.Record, now)
	if err != nil {
		return nil, err
	}
	counts := map[string]int{"passkeys": passkeyCount, "sessions": len(open)}
	for name, has := range map[string]bool{"secondFactor": identity.HasMFA(user.Record), "pin": user.HasPIN(),
		"portrait": user.Portrait() != ""} {
		if has {
			counts[name] = 1
		}
	}
	maps.DeleteFunc(counts, func(_ string, n int) bool { return n == 0 })
	return counts, nil
}

// UpdateProfile sets the fields of a user that isSent names. Call it in a transaction.
func (a *Accounts) UpdateProfile(tx core.App, by audit.Actor, userID string, form ImportForm,
	isSent func(field string) bool) error {
	user, err := identity.FindUser(tx, userID)
	if err != nil {
		return err
	}
	former := user.Email()
	database.SetFields(user.Record, form, isSent)
	if err := a.audit.Save(tx, by, "person.corrected", user.Record); err != nil {
		return err
	}
	if identity.EmailKey(former) == identity.EmailKey(user.Email()) {
		return nil
	}
	return a.Notices.NotifyUser(tx, user, emails.EventEmailChangedByOffice) // the former address is notified too
}

// NotifyOfMerge emails the owners of two accounts that an admin has merged, or whose merge was undone.
func (a *Accounts) NotifyOfMerge(tx core.App, primaryID, duplicateID string, isUndone bool) error {
	primaryEvent, duplicateEvent := emails.EventMergedInto, emails.EventMergedAway
	if isUndone {
		primaryEvent, duplicateEvent = emails.EventMergeUndone, emails.EventMergeUndone
	}
	for id, event := range map[string]emails.UserEvent{primaryID: primaryEvent, duplicateID: duplicateEvent} {
		user, err := identity.FindUser(tx, id)
		if errors.Is(err, sql.ErrNoRows) {
			continue // the other owner is still notified
		}
		if err != nil {
			return err
		}
		if err := a.Notices.NotifyUser(tx, user, event); err != nil {
			return err
		}
	}
	return nil
}

// SetActive activates or deactivates a user, and reports whether the state changed. Deactivation ends the sessions
// (RegisterHooks). Call it in a transaction.
func (a *Accounts) SetActive(tx core.App, by audit.Actor, action, userID string, active bool) (changed bool,
	err error) {
	user, err := identity.FindUser(tx, userID)
	if err != nil || user.IsActive() == active {
		return false, err
	}
	user.SetActive(active)
	return true, a.audit.Save(tx, by, action, user.Record)
}
