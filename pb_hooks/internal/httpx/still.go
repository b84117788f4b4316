// A session can end while a request of it is under way: its account is signed out, deactivated,
// loses its rights or gets another password. Whoever is let in when the headers arrive could then go
// on for as long as she withholds the body, or as a password takes to be compared. So:
//
//	headers  The session is read, and the route lets the caller in or refuses her.
//	body     It is read to its end before the handler begins; then the caller is asked for again
//	         (Route.whole).
//	change   A handler that asks for a password asks for the caller once more, in the transaction of
//	         its change (Still).

package httpx

import (
	"bytes"
	"database/sql"
	"errors"
	"io"
	"net/http"

	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/router"
)

// Still refuses a caller whose session has ended since her request began, or who has lost the
// console since. The request has her account as it stands now. Call it with the app of a transaction
// where one is open.
func (g *Edge) Still(app core.App, e *core.RequestEvent) error {
	began := e.Auth
	account, err := app.FindRecordById(began.Collection(), began.Id)
	if errors.Is(err, sql.ErrNoRows) || err == nil && (account.TokenKey() != began.TokenKey() || !IsActive(account)) {
		return Refuse(http.StatusUnauthorized, "Your session has ended. Please sign in again.", nil)
	}
	if err == nil {
		err = g.mark(account)
	}
	if err != nil {
		return unchecked(err)
	}
	if need := NeedOf(account); IsAdmin(began) && need != NeedsNothing {
		return needs(need)
	}
	e.Auth = account
	return nil
}

// whole reads the body of a signed-in caller before the handler begins, which finds it as it came,
// the error that it may have ended with included.
func (r Route) whole(g *Edge) func(*core.RequestEvent) error {
	return func(e *core.RequestEvent) error {
		if e.Auth == nil || !r.takesBody(e.Request) {
			return e.Next()
		}
		body, err := io.ReadAll(e.Request.Body)
		// to be read again, as PocketBase's own is
		e.Request.Body = &router.RereadableReadCloser{ReadCloser: io.NopCloser(io.MultiReader(bytes.NewReader(body), ending{err}))}
		if err := g.Still(e.App, e); err != nil {
			return err
		}
		return e.Next()
	}
}

// ending is the end of a body.
type ending struct{ err error }

func (e ending) Read([]byte) (int, error) {
	if e.err != nil {
		return 0, e.err
	}
	return 0, io.EOF
}
