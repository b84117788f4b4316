package httpx

import (
	"net/http"

	"github.com/pocketbase/pocketbase/apis"
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/router"
)

// maxUserAgentLength is what the log keeps of a caller's User-Agent, in bytes.
const maxUserAgentLength = 300

// limitRequestLog bounds what strangers can write to the request log. PocketBase keeps a row of each
// request for days: 58,000 long ones took ten seconds, 700 MB of disk and as much memory. Beyond the
// budget a request is answered as ever and leaves no row, but a failure of ours always does.
func (g *Middleware) limitRequestLog(e *core.RequestEvent) error {
	if agent := e.Request.UserAgent(); len(agent) > maxUserAgentLength {
		e.Request.Header.Set("User-Agent", agent[:maxUserAgentLength])
	}
	if g.limiter.take(RequestLog, e.RemoteIP()) == 0 && g.limiter.take(RequestLogTotal, "") == 0 {
		return e.Next()
	}
	// As a middleware it sets its mark and goes on; PocketBase logs an error all the same, unless
	// it is answered here.
	err := apis.SkipSuccessActivityLog().Func(e)
	if err != nil && router.ToApiError(err).Status < http.StatusInternalServerError {
		router.ErrorHandler(e.Response, e.Request, err)
		return nil
	}
	return err
}
