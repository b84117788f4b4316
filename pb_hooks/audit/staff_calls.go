package audit

import (
	"io"
	"net/http"
	"regexp"
	"strings"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/edge"
)

// calls are PocketBase's own routes by which a superuser changes something that is no record. The
// bodies are not kept: settings hold secrets.
var calls = []struct {
	method, action string
	path           *regexp.Regexp
}{
	{http.MethodDelete, "collection.truncated", regexp.MustCompile(`^/api/collections/[^/]+/truncate$`)},
	{http.MethodPost, "account.impersonated", regexp.MustCompile(`^/api/collections/[^/]+/impersonate/`)},
	{http.MethodPost, "schema.changed", regexp.MustCompile(`^/api/collections/?$`)},
	{http.MethodPatch, "schema.changed", regexp.MustCompile(`^/api/collections/[^/]+$`)},
	{http.MethodDelete, "schema.changed", regexp.MustCompile(`^/api/collections/[^/]+$`)},
	{http.MethodPut, "schema.changed", regexp.MustCompile(`^/api/collections/import$`)},
	{http.MethodPatch, "serversettings.changed", regexp.MustCompile(`^/api/settings$`)},
	{http.MethodPost, "serversettings.tested", regexp.MustCompile(`^/api/settings/`)},
	{http.MethodPost, "serverbackup.changed", regexp.MustCompile(`^/api/backups(/|$)`)},
	{http.MethodDelete, "serverbackup.changed", regexp.MustCompile(`^/api/backups/`)},
	{http.MethodPost, "job.run", regexp.MustCompile(`^/api/crons/`)},
	{http.MethodPost, "sql.read", regexp.MustCompile(`^/api/sql$`)},
}

// StaffCall is the middleware that writes such a call once it has succeeded. The dashboard's SQL
// box only reads: a statement could take the log's own guards away.
func (l *Log) StaffCall(e *core.RequestEvent) error {
	path := e.Request.URL.Path
	if !e.HasSuperuserAuth() || e.Request.Method == http.MethodGet {
		return e.Next()
	}
	for _, call := range calls {
		if call.method != e.Request.Method || !call.path.MatchString(path) {
			continue
		}
		if call.action == "sql.read" && !onlyReads(e) {
			return edge.Refuse(http.StatusForbidden, "Only a single SELECT can be run here.", nil)
		}
		by := By(e)
		if err := e.Next(); err != nil {
			return err
		}
		return l.Note(e.App, by, call.action, Subject{Label: e.Request.Method + " " + path}, nil)
	}
	return e.Next()
}

func onlyReads(e *core.RequestEvent) bool {
	var form struct {
		Query string `json:"query" form:"query"`
	}
	if err := e.BindBody(&form); err != nil && err != io.EOF {
		return false
	}
	query := strings.TrimSuffix(strings.TrimSpace(form.Query), ";")
	return strings.HasPrefix(strings.ToUpper(query), "SELECT") && !strings.Contains(query, ";")
}
