package accounts

import (
	"database/sql"
	"errors"
	"fmt"
	"net/http"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/audit"
	"boardcircle/pb_hooks/internal/apperr"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/sessions"
)

// OwnSession is where the caller is signed in.
type OwnSession struct {
	ID string `json:"id"`
	// Device is a browser and a system, such as "Firefox on Windows".
	Device     string     `json:"device"`
	Address    string     `json:"address"`
	CreatedAt  httpx.Time `json:"createdAt"`
	LastSeenAt httpx.Time `json:"lastSeenAt"`
	ExpiresAt  httpx.Time `json:"expiresAt"`
	// IsCurrent marks the session of this request.
	IsCurrent bool `json:"isCurrent"`
}

var errSessionNotFound = apperr.NotFound("session-not-found", "This session has ended already.")

// ListOwnSessions is GET /api/admin/me/sessions: where the admin who asks is signed in, by an admin account or a
// member's.
func (a *Accounts) ListOwnSessions(e *core.RequestEvent) error {
	open, err := sessions.List(e.App, e.Auth, a.now())
	if err != nil {
		return apperr.Fail("Your sessions could not be read.", fmt.Errorf("list own sessions: %w", err))
	}
	list := make([]OwnSession, len(open))
	for i, s := range open {
		list[i] = OwnSession{
			ID: s.ID, Device: s.Device, Address: s.Address, IsCurrent: s.ID == httpx.SessionID(e),
			CreatedAt: httpx.Time(s.CreatedAt), LastSeenAt: httpx.Time(s.LastSeenAt), ExpiresAt: httpx.Time(s.ExpiresAt),
		}
	}
	return e.JSON(http.StatusOK, list)
}

// EndOwnSession is POST /api/admin/me/sessions/{id}/end. Its route asks for the password, so that a stolen session
// cannot throw its owner out.
func (a *Accounts) EndOwnSession(e *core.RequestEvent) error {
	err := e.App.RunInTransaction(func(tx core.App) error {
		if err := a.middleware.RevalidateSession(tx, e); err != nil {
			return err
		}
		if err := sessions.Revoke(tx, e.Auth, e.Request.PathValue("id")); err != nil {
			return err
		}
		return a.audit.Record(tx, audit.RequestActor(e), "session.ended", audit.SubjectOf(e.Auth), nil)
	})
	if errors.Is(err, sql.ErrNoRows) {
		return errSessionNotFound
	}
	if err != nil {
		return saveError("end own session", err)
	}
	return e.NoContent(http.StatusNoContent)
}
