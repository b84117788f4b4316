package audit

import (
	"maps"
	"net/http"
	"reflect"
	"slices"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/httpx"
)

// WatchStaff writes what staff do in PocketBase's dashboard: each record that they create, change
// or delete, in the transaction of the change, and their comings. StaffCall writes the rest.
func (l *Log) WatchStaff(app core.App) {
	app.OnRecordCreateRequest().BindFunc(func(e *core.RecordRequestEvent) error { return l.byStaff(e, "record.created") })
	app.OnRecordUpdateRequest().BindFunc(func(e *core.RecordRequestEvent) error { return l.byStaff(e, "record.updated") })
	app.OnRecordDeleteRequest().BindFunc(func(e *core.RecordRequestEvent) error { return l.byStaff(e, "record.deleted") })
	app.OnRecordAuthRequest(core.CollectionNameSuperusers).BindFunc(func(e *core.RecordAuthRequestEvent) error {
		if e.AuthMethod != "" { // a session that is only prolonged has none
			if err := l.Note(e.App, Of(e.RequestEvent, e.Record), "session.opened", About(e.Record), nil); err != nil {
				return err
			}
		}
		return e.Next()
	})
	app.OnRecordAuthWithPasswordRequest(core.CollectionNameSuperusers).BindFunc(func(e *core.RecordAuthWithPasswordRequestEvent) error {
		err := e.Next()
		if err == nil || e.Record == nil {
			return err
		}
		if noteErr := l.Note(e.App, Of(e.RequestEvent, nil), "session.refused", About(e.Record), nil); noteErr != nil {
			return noteErr
		}
		return err
	})
	app.OnCollectionCreate().BindFunc(oneStatement)
	app.OnCollectionUpdate().BindFunc(oneStatement)
	app.OnCollectionUpdateRequest().BindFunc(keepLog)
	app.OnCollectionDeleteRequest().BindFunc(keepLog)
	app.OnCollectionsImportRequest().BindFunc(func(e *core.CollectionsImportRequestEvent) error {
		log, err := e.App.FindCachedCollectionByNameOrId(collection)
		if err != nil {
			return err
		}
		isLog := func(data map[string]any) bool { return data["name"] == log.Name || data["id"] == log.Id }
		if e.DeleteMissing || slices.ContainsFunc(e.CollectionsData, isLog) {
			return sealed()
		}
		return e.Next()
	})
}

// byStaff lets a record change and writes the row beside it. The log itself is nobody's to write.
func (l *Log) byStaff(e *core.RecordRequestEvent, action string) error {
	if !e.HasSuperuserAuth() {
		return e.Next()
	}
	if e.Collection.Name == collection {
		return sealed()
	}
	before := map[string]any{}
	if action != "record.created" {
		before = visible(e.Record.Original())
	}
	secrets := hidden(e.Record.Original())
	by := By(e.RequestEvent)
	e.Record.SetRaw(deedKey, Deed{by, action})
	outer := e.App
	defer func() { e.App = outer }()
	return outer.RunInTransaction(func(tx core.App) error {
		e.App = tx // PocketBase saves with it, and answers once it is committed
		if err := e.Next(); err != nil {
			return err
		}
		after := map[string]any{}
		if action != "record.deleted" {
			after = visible(e.Record)
		}
		if action == "record.updated" {
			dropEqual(before, after)
			if changed := changedSecrets(secrets, hidden(e.Record)); len(changed) > 0 {
				after["changed, not shown"] = changed
			}
		}
		return l.write(tx, by, action, subjectOf(e.Record), before, after)
	})
}

// hidden are the values that no row may hold, only to see whether they change.
func hidden(record *core.Record) map[string]any {
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

func changedSecrets(before, after map[string]any) []string {
	var names []string
	for _, name := range slices.Sorted(maps.Keys(after)) {
		if !reflect.DeepEqual(before[name], after[name]) {
			names = append(names, name)
		}
	}
	return names
}

func keepLog(e *core.CollectionRequestEvent) error {
	log, err := e.App.FindCachedCollectionByNameOrId(collection)
	if err != nil {
		return err
	}
	if e.Collection.Id == log.Id { // its name may be what is about to change
		return sealed()
	}
	return e.Next()
}

func sealed() error {
	return httpx.Refuse(http.StatusForbidden, "The audit log is written by the house alone: nobody edits, shortens or reshapes it.", nil)
}
