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
func (b *Backups) List(e *core.RequestEvent) error { return b.respond(e, http.StatusOK) }

func (b *Backups) respond(e *core.RequestEvent, status int) error {
	view, err := b.view()
	if err != nil {
		return httpx.NewError(http.StatusInternalServerError, "The backups could not be listed.", err)
	}
	view.RequiresTOTP = accounts.RequiresTOTP(e.Auth)
	return e.JSON(status, view)
}

func (b *Backups) view() (View, error) {
	view := View{Backups: []Backup{}, Storage: "disk", Schedule: newSchedule(b.app.Settings())}
	if b.app.Settings().Backups.S3.Enabled {
		view.Storage = "S3"
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
			view.Backups = append(view.Backups, Backup{file.Key, file.Size, parseTime(file.ModTime)})
		}
	}
	slices.SortFunc(view.Backups, func(x, y Backup) int {
		return cmp.Or(types.DateTime(y.At).Time().Compare(types.DateTime(x.At).Time()), cmp.Compare(y.Name, x.Name))
	})
	b.mu.Lock()
	view.Operation, view.Since, view.LastError = b.operation, parseTime(b.since), b.lastError
	b.mu.Unlock()
	if view.Operation == "" && b.app.Store().Has(core.StoreKeyActiveBackup) {
		view.Operation = "taking" // by the schedule or in the dashboard
	}
	return view, nil
}

// byHash finds the backup that a request names. The caller closes the files.
func (b *Backups) openBackup(e *core.RequestEvent) (string, *filesystem.System, error) {
	name := e.Request.PathValue("name")
	missing := httpx.NewError(http.StatusNotFound, "This backup was not found.", nil)
	if !fileName.MatchString(name) {
		return "", nil, missing
	}
	files, err := e.App.NewBackupsFilesystem()
	if err != nil {
		return "", nil, httpx.NewError(http.StatusInternalServerError, "The backups could not be reached.", err)
	}
	if exists, err := files.Exists(name); err != nil || !exists {
		_ = files.Close()
		return "", nil, missing
	}
	return name, files, nil
}

func parseTime(at any) httpx.Time {
	stamp, _ := types.ParseDateTime(at) // what is no time is none
	return httpx.Time(stamp)
}
