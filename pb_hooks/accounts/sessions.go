package accounts

import (
	"fmt"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/audit"
	"boardcircle/pb_hooks/internal/apperr"
	"boardcircle/pb_hooks/internal/database"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/identity"
	"boardcircle/pb_hooks/internal/sessions"
)

// OwnSession is a session of the caller's account.
type OwnSession struct {
	ID string `json:"id"`
	// Device is the browser and the system, such as "Firefox on Windows".
	Device     string     `json:"device"`
	Address    string     `json:"address"`
	CreatedAt  httpx.Time `json:"createdAt"`
	LastSeenAt httpx.Time `json:"lastSeenAt"`
	ExpiresAt  httpx.Time `json:"expiresAt"`
	// IsCurrent marks the session of this request.
	IsCurrent bool `json:"isCurrent"`
}

var (
	errSessionNotFound   = apperr.NotFound("session-not-found", "This session has already ended.")
	errSuperuserSignsOut = apperr.Conflict("superuser-signs-out", "A superuser signs out in PocketBase's dashboard.")
)

// EndUserSession is DELETE /api/user/sessions/{id}. It does not ask for the password, so that a member who has lost a
// phone can sign it out without knowing the password. The worst that a stolen session can do here is to sign its
// owner out.
func (a *Accounts) EndUserSession() httpx.Endpoint {
	return httpx.Do(a.endUserSession, httpx.Doc{
		Tag: "accounts", Summary: "Sign out on another device",
		Errors: []*apperr.Error{errSessionNotFound},
	})
}

func (a *Accounts) endUserSession(e *core.RequestEvent) error {
	id := e.Request.PathValue("id")
	err := e.App.RunInTransaction(func(tx core.App) error {
		if err := sessions.Revoke(tx, e.Auth, id); err != nil {
			return err
		}
		return a.SignIn.RecordEvent(tx, e, "session.ended", e.Auth)
	})
	if err != nil {
		return apperr.SaveFailed("end user session", database.IfMissing(err, errSessionNotFound))
	}
	if id == httpx.SessionID(e) {
		a.middleware.ClearSession(e, identity.Users)
	}
	return nil
}

// EndUserSessions is DELETE /api/user/sessions. It ends all sessions, including this one.
func (a *Accounts) EndUserSessions() httpx.Endpoint {
	return httpx.Do(a.endAllSessions, httpx.Doc{
		Tag: "accounts", Summary: "Sign out everywhere",
	})
}

// EndOwnSessions is POST /api/admin/me/sessions/end. It ends all sessions, including this one. The route asks for the
// password, because several people may share an admin account.
func (a *Accounts) EndOwnSessions() httpx.Endpoint {
	return httpx.Do(a.endAllSessions, httpx.Doc{
		Tag: "admins", Summary: "Sign the account out everywhere",
		Errors: []*apperr.Error{errSuperuserSignsOut},
	})
}

func (a *Accounts) endAllSessions(e *core.RequestEvent) error {
	if e.Auth.IsSuperuser() {
		return errSuperuserSignsOut
	}
	err := e.App.RunInTransaction(func(tx core.App) error {
		if err := a.middleware.RevalidateSession(tx, e); err != nil {
			return err
		}
		// A new token key also voids tokens without a stored session.
		e.Auth.RefreshTokenKey()
		e.Auth.IgnoreUnchangedFields(true)
		if err := tx.Save(e.Auth); err != nil {
			return err
		}
		return a.SignIn.RecordEvent(tx, e, "sessions.ended", e.Auth)
	})
	if err != nil {
		return apperr.SaveFailed("end all sessions", err)
	}
	a.middleware.ClearSession(e, e.Auth.Collection().Name)
	return nil
}

// ListOwnSessions is GET /api/user/sessions and GET /api/admin/me/sessions.
func (a *Accounts) ListOwnSessions() httpx.Endpoint {
	return httpx.Get(a.listOwnSessions, httpx.Doc{
		Tag: "accounts", Summary: "List where you are signed in",
	})
}

func (a *Accounts) listOwnSessions(e *core.RequestEvent) ([]OwnSession, error) {
	open, err := sessions.List(e.App, e.Auth, a.now())
	if err != nil {
		return nil, apperr.Fail("Your sessions could not be read.", fmt.Errorf("list own sessions: %w", err))
	}
	list := make([]OwnSession, len(open))
	for i, s := range open {
		list[i] = OwnSession{
			ID:         s.ID,
			Device:     s.Device,
			Address:    s.Address,
			IsCurrent:  s.ID == httpx.SessionID(e),
			CreatedAt:  httpx.Time(s.CreatedAt),
			LastSeenAt: httpx.Time(s.LastSeenAt),
			ExpiresAt:  httpx.Time(s.ExpiresAt),
		}
	}
	return list, nil
}

// EndOwnSession is POST /api/admin/me/sessions/{id}/end. The route asks for the password, so that a stolen session
// cannot sign its owner out.
func (a *Accounts) EndOwnSession() httpx.Endpoint {
	return httpx.Do(a.endOwnSession, httpx.Doc{
		Tag: "admins", Summary: "Sign out on another device",
		Errors: []*apperr.Error{errSessionNotFound},
	})
}

func (a *Accounts) endOwnSession(e *core.RequestEvent) error {
	err := e.App.RunInTransaction(func(tx core.App) error {
		if err := a.middleware.RevalidateSession(tx, e); err != nil {
			return err
		}
		if err := sessions.Revoke(tx, e.Auth, e.Request.PathValue("id")); err != nil {
			return err
		}
		return a.audit.Record(tx, audit.RequestActor(e), "session.ended", audit.SubjectOf(e.Auth), nil)
	})
	if err != nil {
		return apperr.SaveFailed("end own session", database.IfMissing(err, errSessionNotFound))
	}
	return nil
}
