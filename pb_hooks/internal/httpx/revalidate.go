// A session can end while one of its requests is running: the account signs out, is deactivated, loses its rights or
// gets another password. A caller who was authenticated when the headers arrived could keep using the session by
// sending the body slowly, or during the time that comparing a password takes. So the session is checked several times:
//
//	headers  The session is read, and the route's access is checked.
//	body     The body is read to its end before the handler starts. Then the session is checked again (bufferBody).
//	change   A handler that asks for a password checks the session once more, in the transaction of its change
//	         (RevalidateSession).

package httpx

import (
	"bytes"
	"database/sql"
	"errors"
	"io"
	"net/http"

	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/router"

	"boardcircle/pb_hooks/internal/sessions"
)

// RevalidateSession returns an error if the caller's session has ended since the request started, or if they have lost
// access to the console. It reloads the account of the request. If a transaction is open, call it with the
// transaction's app.
func (g *Middleware) RevalidateSession(app core.App, e *core.RequestEvent) error {
	original := e.Auth
	account, err := app.FindRecordById(original.Collection(), original.Id)
	if errors.Is(err, sql.ErrNoRows) ||
		err == nil && (account.TokenKey() != original.TokenKey() || !IsActive(account)) {
		return sessionEndedError()
	}
	if err == nil && !account.IsSuperuser() {
		var isLive bool
		if isLive, err = sessions.IsLive(app, account, SessionID(e), g.now()); err == nil && !isLive {
			return sessionEndedError()
		}
	}
	if err == nil {
		err = g.markRequirement(account)
	}
	if err != nil {
		return sessionCheckError(err)
	}
	if need := RequirementOf(account); isAdmin(original) && need != NoRequirement {
		return requirementError(need)
	}
	e.Auth = account
	return nil
}

func sessionEndedError() error {
	return NewError(http.StatusUnauthorized, "Your session has ended. Please sign in again.", nil)
}

// bufferBody reads the body of a signed-in caller before the handler starts. The handler then reads the same bytes and
// the same error at the end, if any.
func (r Route) bufferBody(g *Middleware) func(*core.RequestEvent) error {
	return func(e *core.RequestEvent) error {
		if e.Auth == nil || !r.hasBody(e.Request) {
			return e.Next()
		}
		body, err := io.ReadAll(e.Request.Body)
		// The body must be readable twice, as PocketBase's own is.
		e.Request.Body = &router.RereadableReadCloser{
			ReadCloser: io.NopCloser(io.MultiReader(bytes.NewReader(body), bodyEnd{err})),
		}
		if err := g.RevalidateSession(e.App, e); err != nil {
			return err
		}
		return e.Next()
	}
}

// bodyEnd returns the error at the end of a body.
type bodyEnd struct{ err error }

func (e bodyEnd) Read([]byte) (int, error) {
	if e.err != nil {
		return 0, e.err
	}
	return 0, io.EOF
}
