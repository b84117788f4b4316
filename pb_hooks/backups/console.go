package backups

import (
	"cmp"
	"fmt"
	"net/http"
	"slices"
	"strconv"

	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/types"

	"boardcircle/pb_hooks/audit"
	"boardcircle/pb_hooks/internal/apperr"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/identity"
	"boardcircle/pb_hooks/internal/rules"
)

// Backup is a backup in the console's list.
type Backup struct {
	Name string     `json:"name"`
	Size int64      `json:"size"`
	At   httpx.Time `json:"at"`
}

// View is the data of the console's page.
type View struct {
	Backups []Backup `json:"backups"`
	// Operation is the running operation, or "".
	Operation operation  `json:"operation" wire:"orEmpty"`
	Since     httpx.Time `json:"since"`
	// LastError says why the last operation failed.
	LastError string `json:"failed"`
	// Storage is "disk" or "S3".
	Storage  string   `json:"place"`
	Schedule Schedule `json:"schedule"`
	// RequiresTOTP is true if re-authentication requires a code of the admin's second factor.
	RequiresTOTP bool `json:"isCodeRequired"`
}

// List is GET /api/admin/backups.
func (b *Backups) List() httpx.Endpoint {
	return httpx.Get(b.list, httpx.Doc{Tag: "backups", Summary: "List the backups, with their schedule"})
}

func (b *Backups) list(e *core.RequestEvent) (View, error) {
	view, err := b.view()
	if err != nil {
		return View{}, apperr.Fail("The backups could not be listed.", fmt.Errorf("list backups: %w", err))
	}
	view.RequiresTOTP = identity.HasMFA(e.Auth)
	return view, nil
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
	if view.Operation == idle && b.app.Store().Has(core.StoreKeyActiveBackup) {
		view.Operation = creating // started by the schedule or in the dashboard
	}
	return view, nil
}

func parseTime(at any) httpx.Time {
	parsed, _ := types.ParseDateTime(at) // zero if invalid
	return httpx.Time(parsed)
}

// Create is POST /api/admin/backups.
func (b *Backups) Create() httpx.Endpoint {
	return httpx.DoJSON(b.start, httpx.Doc{
		Tag: "backups", Summary: "Create a backup", Description: "Answers at once. The list shows the result.",
		Status: http.StatusAccepted, Errors: []*apperr.Error{errBusy}, Statuses: []int{http.StatusConflict},
	})
}

func (b *Backups) start(e *core.RequestEvent) (View, error) {
	if err := b.checkManualLimit(); err != nil {
		return View{}, err
	}
	if !b.begin(creating) {
		return View{}, errBusy
	}
	by, name := audit.RequestActor(e), b.newName()
	b.onChange()
	b.running.Go(func() { b.create(by, name) })
	return b.list(e)
}

// Delete is POST /api/admin/backups/{name}/delete.
func (b *Backups) Delete() httpx.Endpoint {
	return httpx.Do(b.delete, httpx.Doc{
		Tag:     "backups",
		Summary: "Delete a backup",
		Errors:  []*apperr.Error{errNotFound, errBusy, errSuperuser},
	})
}

func (b *Backups) delete(e *core.RequestEvent) error {
	name, files, err := b.openBackup(e)
	if err != nil {
		return err
	}
	defer files.Close()
	if e.App.Store().Get(core.StoreKeyActiveBackup) == name {
		return errBusy
	}
	if err := files.Delete(name); err != nil {
		return apperr.Fail("The backup could not be deleted. Please try again.",
			fmt.Errorf("delete backup %s: %w", name, err))
	}
	b.onChange()
	if err := b.audit.Record(
		e.App, audit.RequestActor(e), "backup.deleted", audit.Subject{Label: name}, nil,
	); err != nil {
		return apperr.Fail("The backup was deleted, but the audit log could not be written.",
			fmt.Errorf("record deletion of backup %s: %w", name, err))
	}
	return nil
}

// refuseSuperuser refuses superusers, because they have no password in the console. They can use the backups page of
// PocketBase's dashboard.
func refuseSuperuser(e *core.RequestEvent) error {
	if e.Auth.IsSuperuser() {
		return errSuperuser
	}
	return nil
}

// ProtectsBackup is the re-authentication rule of the routes that download or delete a backup.
func (b *Backups) ProtectsBackup(e *core.RequestEvent) (bool, error) {
	if err := refuseSuperuser(e); err != nil {
		return false, err
	}
	_, files, err := b.openBackup(e)
	if err != nil {
		return false, err
	}
	return true, files.Close()
}

// dailyCron is 02:00 in India. The cron uses UTC.
const dailyCron = "30 20 * * *"

// defaultKeep is how many daily backups are stored by default.
const defaultKeep = 7

// Schedule is the schedule of automatic backups. PocketBase creates them and deletes the oldest ones.
type Schedule struct {
	Daily httpx.Bool `json:"daily"`
	Keep  int        `json:"keep"`
	// Custom is a schedule that was set in the dashboard, or "".
	Custom string `json:"custom"`
}

// scheduleForm is what an admin enters for the schedule.
type scheduleForm struct {
	_     struct{} `wire:"backupSchedule"`
	Daily bool     `json:"daily"`
	Keep  int      `json:"keep"`
}

// Rules returns the rules of the form.
func (scheduleForm) Rules() rules.Form { return scheduleRules }

var scheduleRules = rules.Form{
	{Name: "daily", Label: "Daily backup", Kind: rules.Flag, Default: "false"},
	{
		Name:     "keep",
		Label:    "Backups to keep",
		Kind:     rules.Integer,
		Required: true,
		Min:      1,
		Max:      90,
		Default:  strconv.Itoa(defaultKeep),
	},
}

func newSchedule(settings *core.Settings) Schedule {
	s := Schedule{Daily: httpx.Bool(settings.Backups.Cron != ""), Keep: settings.Backups.CronMaxKeep}
	if settings.Backups.Cron != dailyCron {
		s.Custom = settings.Backups.Cron
	}
	if !s.Daily {
		s.Keep = defaultKeep
	}
	return s
}

// ProtectsSchedule is the re-authentication rule of PUT /api/admin/backups/schedule.
func (b *Backups) ProtectsSchedule(e *core.RequestEvent) (bool, error) {
	if err := refuseSuperuser(e); err != nil {
		return false, err
	}
	_, err := httpx.Decode[scheduleForm](e)
	return true, err
}

// SetSchedule is PUT /api/admin/backups/schedule.
func (b *Backups) SetSchedule() httpx.Endpoint {
	return httpx.JSON(b.setSchedule, httpx.Doc{
		Tag: "backups", Summary: "Set the schedule of the backups", Errors: []*apperr.Error{errSuperuser},
		Example: map[string]any{"daily": true, "keep": 7},
	})
}

func (b *Backups) setSchedule(e *core.RequestEvent, form scheduleForm) (View, error) {
	settings, err := e.App.Settings().Clone()
	if err != nil {
		return View{}, apperr.Fail("The schedule could not be read.", fmt.Errorf("read backup schedule: %w", err))
	}
	settings.Backups.Cron = ""
	if form.Daily {
		settings.Backups.Cron = dailyCron
	}
	settings.Backups.CronMaxKeep = form.Keep
	err = e.App.RunInTransaction(func(tx core.App) error {
		if err := tx.Save(settings); err != nil {
			return err
		}
		return b.audit.Record(tx, audit.RequestActor(e), "backups.scheduled", audit.Subject{Label: "daily backup"},
			map[string]any{"daily": strconv.FormatBool(form.Daily), "keep": form.Keep})
	})
	if err != nil {
		return View{}, apperr.Fail("The schedule could not be saved. Please try again.",
			fmt.Errorf("save backup schedule: %w", err))
	}
	b.onChange()
	return b.list(e)
}
