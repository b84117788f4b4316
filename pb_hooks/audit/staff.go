package audit

import (
	"maps"
	"net/http"
	"reflect"
	"slices"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/httpx"
)

// RegisterHooks writes what staff do in PocketBase's dashboard: each record that they create, change
// or delete, in the transaction of the change, and their comings. RecordSuperuserRequest writes the rest.
func (l *Log) RegisterHooks(app core.App) {
	app.OnRecordCreateRequest().BindFunc(func(e *core.RecordRequestEvent) error { return l.recordSuperuserChange(e, "record.created") })
	app.OnRecordUpdateRequest().BindFunc(func(e *core.RecordRequestEvent) error { return l.recordSuperuserChange(e, "record.updated") })
	app.OnRecordDeleteRequest().BindFunc(func(e *core.RecordRequestEvent) error { return l.recordSuperuserChange(e, "record.deleted") })
	app.OnRecordAuthRequest(core.CollectionNameSuperusers).BindFunc(func(e *core.RecordAuthRequestEvent) error {
		if e.AuthMethod != "" { // a session that is only prolonged has none
			if err := l.Record(e.App, AccountActor(e.RequestEvent, e.Record), "session.opened", SubjectOf(e.Record), nil); err != nil {
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
		if recordErr := l.Record(e.App, AccountActor(e.RequestEvent, nil), "session.refused", SubjectOf(e.Record), nil); recordErr != nil {
			return recordErr
		}
		return err
	})
	app.OnCollectionCreate().BindFunc(requireSingleStatement)
	app.OnCollectionUpdate().BindFunc(requireSingleStatement)
	app.OnCollectionUpdateRequest().BindFunc(protectLogCollection)
	app.OnCollectionDeleteRequest().BindFunc(protectLogCollection)
	app.OnCollectionsImportRequest().BindFunc(func(e *core.CollectionsImportRequestEvent) error {
		log, err := e.App.FindCachedCollectionByNameOrId(collectionName)
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

// recordSuperuserChange lets a record change and writes the row beside it. The log itself is nobody's to write.
func (l *Log) recordSuperuserChange(e *core.RecordRequestEvent, action string) error {
	if !e.HasSuperuserAuth() {
		return e.Next()
	}
	if e.Collection.Name == collectionName {
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
		e.App = tx // PocketBase saves with it, and answers once it is committed
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
		return l.insertEntry(tx, actor, action, subjectOf(e.Record), before, after)
	})
}

// hiddenValues are the values that no row may hold, only to see whether they change.
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
	log, err := e.App.FindCachedCollectionByNameOrId(collectionName)
	if err != nil {
		return err
	}
	if e.Collection.Id == log.Id { // its name may be what is about to change
		return protectedError()
	}
	return e.Next()
}

func protectedError() error {
	return httpx.NewError(http.StatusForbidden, "The audit log is written by the house alone: nobody edits, shortens or reshapes it.", nil)
}
