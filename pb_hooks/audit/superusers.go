package audit

import (
	"errors"
	"maps"
	"net/http"
	"path"
	"reflect"
	"regexp"
	"slices"

	"github.com/pocketbase/pocketbase/apis"
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/router"

	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/lists"
)

// RegisterHooks records what superusers do in PocketBase's dashboard: each record that they create, change or delete,
// in the transaction of the change, their reads of many records, and their sign-ins. RecordSuperuserRequest records
// the rest. The hooks also protect the log's collection from changes. Protected fields cannot be read (secrets.go)
// or, unless SQL is allowed, set (protected.go).
func (l *Log) RegisterHooks(app core.App, allowSQL bool) {
	l.allowSQL = allowSQL
	l.bindProtection(app)
	app.OnRecordCreateRequest().
		BindFunc(func(e *core.RecordRequestEvent) error { return l.recordSuperuserChange(e, "record.created") })
	app.OnRecordUpdateRequest().
		BindFunc(func(e *core.RecordRequestEvent) error { return l.recordSuperuserChange(e, "record.updated") })
	app.OnRecordDeleteRequest().
		BindFunc(func(e *core.RecordRequestEvent) error { return l.recordSuperuserChange(e, "record.deleted") })
	app.OnRecordAuthRequest(core.CollectionNameSuperusers).BindFunc(func(e *core.RecordAuthRequestEvent) error {
		// The method is empty when a session is refreshed. A password that requires a code does not open a session
		// yet.
		needsCode := e.Collection.MFA.Enabled && e.AuthMethod == core.MFAMethodPassword
		if e.AuthMethod != "" && !needsCode {
			if err := l.Record(
				e.App, AccountActor(e.RequestEvent, e.Record), "session.opened", SubjectOf(e.Record), nil,
			); err != nil {
				return err
			}
		}
		return e.Next()
	})
	app.OnRecordAuthWithPasswordRequest(core.CollectionNameSuperusers).
		BindFunc(func(e *core.RecordAuthWithPasswordRequestEvent) error {
			err := e.Next()
			// A caller who has to wait, or to enter a code, was not refused.
			if err == nil || e.Record == nil || errors.Is(err, apis.ErrMFA) ||
				router.ToApiError(err).Status != http.StatusBadRequest {
				return err
			}
			if recordErr := l.Record(
				e.App, AccountActor(e.RequestEvent, nil), "session.refused", SubjectOf(e.Record), nil,
			); recordErr != nil {
				return recordErr
			}
			return err
		})
	app.OnRecordsListRequest().BindFunc(l.recordSuperuserRead)
	app.OnRecordEnrich().BindFunc(hideSecrets)
	app.OnRealtimeSubscribeRequest().BindFunc(checkSubscriptions)
	app.OnCollectionCreate().BindFunc(protectSecrets)
	app.OnCollectionUpdate().BindFunc(protectSecrets)
	app.OnCollectionUpdateRequest().BindFunc(protectLogCollection)
	app.OnCollectionDeleteRequest().BindFunc(protectLogCollection)
	app.OnCollectionsImportRequest().BindFunc(func(e *core.CollectionsImportRequestEvent) error {
		log, err := e.App.FindCachedCollectionByNameOrId(auditCollection)
		if err != nil {
			return err
		}
		isLog := func(data map[string]any) bool { return data["name"] == log.Name || data["id"] == log.Id }
		if e.DeleteMissing || slices.ContainsFunc(e.CollectionsData, isLog) {
			return protectedError()
		}
		return e.Next()
	})
}

// recordSuperuserChange records a superuser's change of a record and refuses changes of the log.
func (l *Log) recordSuperuserChange(e *core.RecordRequestEvent, action string) error {
	if !e.HasSuperuserAuth() {
		return e.Next()
	}
	if e.Collection.Name == auditCollection {
		return protectedError()
	}
	before := map[string]any{}
	if action != "record.created" {
		before = visibleValues(e.Record.Original())
	}
	hiddenBefore := hiddenValues(e.Record.Original())
	actor := RequestActor(e.RequestEvent)
	e.Record.SetRaw(pendingChangeKey, PendingChange{actor, action})
	app := e.App
	defer func() { e.App = app }()
	return app.RunInTransaction(func(tx core.App) error {
		e.App = tx // PocketBase saves with it and responds after the commit
		if err := e.Next(); err != nil {
			return err
		}
		after := map[string]any{}
		if action != "record.deleted" {
			after = visibleValues(e.Record)
		}
		if action == "record.updated" {
			dropEqual(before, after)
			if changed := changedHiddenFields(hiddenBefore, hiddenValues(e.Record)); len(changed) > 0 {
				after["changed, not shown"] = changed
			}
		}
		return l.insert(tx, actor, action, SubjectOf(e.Record), before, after)
	})
}

// recordSuperuserRead records that a superuser reads many records of a collection, before they are sent.
func (l *Log) recordSuperuserRead(e *core.RecordsListRequestEvent) error {
	if rows := len(e.Records); e.HasSuperuserAuth() && rows > lists.MaxUnrecordedRows {
		if err := l.RecordBulkRead(e.RequestEvent, int64(rows), lists.QueryNames(e.RequestEvent)); err != nil {
			return err
		}
	}
	return e.Next()
}

// hiddenValues returns the values that an entry must not contain. They are only used to detect changes.
func hiddenValues(record *core.Record) map[string]any {
	values := map[string]any{}
	for _, field := range record.Collection().Fields {
		name := field.GetName()
		switch {
		case field.Type() == core.FieldTypePassword:
			values[name] = record.GetString(name + ":hash")
		case field.GetHidden() && name != core.FieldNameTokenKey:
			values[name] = record.Get(name)
		}
	}
	return values
}

func changedHiddenFields(before, after map[string]any) []string {
	var names []string
	for _, name := range slices.Sorted(maps.Keys(after)) {
		if !reflect.DeepEqual(before[name], after[name]) {
			names = append(names, name)
		}
	}
	return names
}

func protectLogCollection(e *core.CollectionRequestEvent) error {
	log, err := e.App.FindCachedCollectionByNameOrId(auditCollection)
	if err != nil {
		return err
	}
	if e.Collection.Id == log.Id { // compare ids, because the change may rename the collection
		return protectedError()
	}
	return e.Next()
}

// protectedError returns an error for PocketBase's own routes, which cannot handle domain errors.
func protectedError() error {
	return httpx.NewError(http.StatusForbidden, "The audit log can't be edited, truncated or restructured.", nil)
}

// auditedRoutes are PocketBase's own routes with which superusers change something other than a record. Request
// bodies are not recorded, because settings contain secrets.
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
}

var backupFileRegexp = regexp.MustCompile(`^/api/backups/[^/]+$`)

// RecordBackupDownload is the middleware that records a superuser's download of a backup before it starts. The
// dashboard authenticates the download by a token in the URL.
func (l *Log) RecordBackupDownload(e *core.RequestEvent) error {
	if e.Request.Method != http.MethodGet || !backupFileRegexp.MatchString(e.Request.URL.Path) {
		return e.Next()
	}
	superuser, err := e.App.FindAuthRecordByToken(e.Request.URL.Query().Get("token"), core.TokenTypeFile)
	if err != nil || !superuser.IsSuperuser() {
		return e.Next() // PocketBase refuses it
	}
	if err := l.Record(e.App, AccountActor(e, superuser), "serverbackup.downloaded",
		Subject{Label: path.Base(e.Request.URL.Path)}, nil); err != nil {
		return err
	}
	return e.Next()
}

// RecordSuperuserRequest is the middleware that records a call of an audited route after it has succeeded. It also
// protects the dashboard's SQL page (protected.go) and checks the fields by which records are filtered and sorted.
func (l *Log) RecordSuperuserRequest(e *core.RequestEvent) error {
	urlPath := e.Request.URL.Path
	if e.HasSuperuserAuth() {
		if err := checkRecordQuery(e); err != nil {
			return err
		}
	}
	if !e.HasSuperuserAuth() || e.Request.Method == http.MethodGet {
		return e.Next()
	}
	if e.Request.Method == http.MethodPost && urlPath == "/api/sql" {
		return l.recordSQL(e)
	}
	for _, route := range auditedRoutes {
		if route.method != e.Request.Method || !route.path.MatchString(urlPath) {
			continue
		}
		by := RequestActor(e)
		if err := e.Next(); err != nil {
			return err
		}
		return l.Record(e.App, by, route.action, Subject{Label: e.Request.Method + " " + urlPath}, nil)
	}
	return e.Next()
}
