package audit

import (
	"io"
	"net/http"
	"path"
	"regexp"
	"strings"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/httpx"
)

// auditedRoutes are PocketBase's own routes by which a superuser changes something that is no record. The
// bodies are not kept: settings hold secrets.
var auditedRoutes = []struct {
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

var backupFileRegexp = regexp.MustCompile(`^/api/backups/[^/]+$`)

// RecordBackupDownload writes that staff take a backup away: first the row, then the data. The dashboard
// proves who they are by a token in the address, which it asks for before.
func (l *Log) RecordBackupDownload(e *core.RequestEvent) error {
	if e.Request.Method != http.MethodGet || !backupFileRegexp.MatchString(e.Request.URL.Path) {
		return e.Next()
	}
	superuser, err := e.App.FindAuthRecordByToken(e.Request.URL.Query().Get("token"), core.TokenTypeFile)
	if err != nil || !superuser.IsSuperuser() {
		return e.Next() // PocketBase refuses it
	}
	if err := l.Record(e.App, AccountActor(e, superuser), "serverbackup.downloaded", Subject{Label: path.Base(e.Request.URL.Path)}, nil); err != nil {
		return err
	}
	return e.Next()
}

// RecordSuperuserRequest is the middleware that writes such a call once it has succeeded. The dashboard's SQL
// box only reads: a statement could take the log's own guards away.
func (l *Log) RecordSuperuserRequest(e *core.RequestEvent) error {
	urlPath := e.Request.URL.Path
	if !e.HasSuperuserAuth() || e.Request.Method == http.MethodGet {
		return e.Next()
	}
	for _, route := range auditedRoutes {
		if route.method != e.Request.Method || !route.path.MatchString(urlPath) {
			continue
		}
		if route.action == "sql.read" && !isSingleSelect(e) {
			return httpx.NewError(http.StatusForbidden, "Only a single SELECT can be run here.", nil)
		}
		by := RequestActor(e)
		if err := e.Next(); err != nil {
			return err
		}
		return l.Record(e.App, by, route.action, Subject{Label: e.Request.Method + " " + urlPath}, nil)
	}
	return e.Next()
}

func isSingleSelect(e *core.RequestEvent) bool {
	var form struct {
		Query string `json:"query" form:"query"`
	}
	if err := e.BindBody(&form); err != nil && err != io.EOF {
		return false
	}
	query := strings.TrimSuffix(strings.TrimSpace(form.Query), ";")
	return strings.HasPrefix(strings.ToUpper(query), "SELECT") && !strings.Contains(query, ";")
}
