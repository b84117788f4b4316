// A session can end while a request of it is under way: its account is signed out, deactivated,
// loses its rights or gets another password. Whoever is let in when the headers arrive could then go
// on for as long as they withhold the body, or as a password takes to be compared. So:
//
//	headers  The session is read, and the route lets the caller in or refuses them.
//	body     It is read to its end before the handler begins; then the caller is asked for again
//	         (bufferBody).
//	change   A handler that asks for a password asks for the caller once more, in the transaction of
//	         its change (RevalidateSession).

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

// RevalidateSession refuses a caller whose session has ended since their request began, or who has lost the
// console since. The request has their account as it stands now. Call it with the app of a transaction
// where one is open.
func (g *Middleware) RevalidateSession(app core.App, e *core.RequestEvent) error {
	original := e.Auth
	account, err := app.FindRecordById(original.Collection(), original.Id)
	if errors.Is(err, sql.ErrNoRows) || err == nil && (account.TokenKey() != original.TokenKey() || !IsActive(account)) {
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

// bufferBody reads the body of a signed-in caller before the handler begins, which finds it as it came,
// the error that it may have ended with included.
func (r Route) bufferBody(g *Middleware) func(*core.RequestEvent) error {
	return func(e *core.RequestEvent) error {
		if e.Auth == nil || !r.hasBody(e.Request) {
			return e.Next()
		}
		body, err := io.ReadAll(e.Request.Body)
		// to be read again, as PocketBase's own is
		e.Request.Body = &router.RereadableReadCloser{ReadCloser: io.NopCloser(io.MultiReader(bytes.NewReader(body), bodyEnd{err}))}
		if err := g.RevalidateSession(e.App, e); err != nil {
			return err
		}
		return e.Next()
	}
}

// bodyEnd is the end of a body.
type bodyEnd struct{ err error }

func (e bodyEnd) Read([]byte) (int, error) {
	if e.err != nil {
		return 0, e.err
	}
	return 0, io.EOF
}
