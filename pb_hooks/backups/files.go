package backups

import (
	"cmp"
	"net/http"
	"slices"

	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/filesystem"
	"github.com/pocketbase/pocketbase/tools/types"

	"boardcircle/pb_hooks/accounts"
	"boardcircle/pb_hooks/internal/httpx"
)

// List is GET /api/admin/backups.
func (b *Backups) List(e *core.RequestEvent) error { return b.answer(e, http.StatusOK) }

func (b *Backups) answer(e *core.RequestEvent, status int) error {
	view, err := b.view()
	if err != nil {
		return httpx.Refuse(http.StatusInternalServerError, "The backups could not be listed.", err)
	}
	view.AsksCode = accounts.AsksCode(e.Auth)
	return e.JSON(status, view)
}

func (b *Backups) view() (View, error) {
	view := View{Backups: []Backup{}, Place: "disk", Schedule: scheduleOf(b.app.Settings())}
	if b.app.Settings().Backups.S3.Enabled {
		view.Place = "S3"
	}
	files, err := b.app.NewBackupsFilesystem()
	if err != nil {
		return view, err
	}
	defer files.Close()
	found, err := files.List("")
	if err != nil {
		return view, err
	}
	for _, file := range found {
		if fileName.MatchString(file.Key) {
			view.Backups = append(view.Backups, Backup{file.Key, file.Size, stampOf(file.ModTime)})
		}
	}
	slices.SortFunc(view.Backups, func(x, y Backup) int {
		return cmp.Or(types.DateTime(y.At).Time().Compare(types.DateTime(x.At).Time()), cmp.Compare(y.Name, x.Name))
	})
	b.mu.Lock()
	view.Doing, view.Since, view.Failed = b.doing, stampOf(b.since), b.failed
	b.mu.Unlock()
	if view.Doing == "" && b.app.Store().Has(core.StoreKeyActiveBackup) {
		view.Doing = "taking" // by the schedule or in the dashboard
	}
	return view, nil
}

// open finds the backup that a request names. The caller closes the files.
func (b *Backups) open(e *core.RequestEvent) (string, *filesystem.System, error) {
	name := e.Request.PathValue("name")
	missing := httpx.Refuse(http.StatusNotFound, "This backup was not found.", nil)
	if !fileName.MatchString(name) {
		return "", nil, missing
	}
	files, err := e.App.NewBackupsFilesystem()
	if err != nil {
		return "", nil, httpx.Refuse(http.StatusInternalServerError, "The backups could not be reached.", err)
	}
	if there, err := files.Exists(name); err != nil || !there {
		_ = files.Close()
		return "", nil, missing
	}
	return name, files, nil
}

func stampOf(at any) httpx.Stamp {
	stamp, _ := types.ParseDateTime(at) // what is no time is none
	return httpx.Stamp(stamp)
}
