package backups

import (
	"net/http"
	"slices"
	"strconv"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/accounts"
	"boardcircle/pb_hooks/audit"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/rules"
)

// dailyCron is 02:00 in India; the cron's time zone is UTC.
const dailyCron = "30 20 * * *"

// defaultKeep is how many daily backups are kept when nobody has said.
const defaultKeep = 7

// Schedule is the automatic backup. PocketBase takes it and removes the oldest ones.
type Schedule struct {
	Daily httpx.Bool `json:"daily"`
	Keep  int        `json:"keep"`
	// Custom is a schedule that staff have set in the dashboard, "" for ours or none.
	Custom string `json:"custom"`
}

// ScheduleForm is the body of PUT /api/admin/backups/schedule, beside the proof.
var ScheduleForm = rules.Form{
	{Name: "daily", Label: "Daily backup", Kind: rules.Flag, Default: "false"},
	{Name: "keep", Label: "Backups to keep", Kind: rules.Integer, Required: true, Min: 1, Max: 90, Default: strconv.Itoa(defaultKeep)},
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

// SetSchedule is PUT /api/admin/backups/schedule.
func (b *Backups) SetSchedule(e *core.RequestEvent) error {
	values, err := httpx.DecodeForm(e, slices.Concat(ScheduleForm, accounts.ReauthenticateForm))
	if err != nil {
		return err
	}
	if err := b.accounts.Reauthenticate(e, values.Text("password"), values.Text("code")); err != nil {
		return err
	}
	settings, err := e.App.Settings().Clone()
	if err != nil {
		return httpx.NewError(http.StatusInternalServerError, "The schedule could not be read.", err)
	}
	settings.Backups.Cron = ""
	if values.Text("daily") == "true" {
		settings.Backups.Cron = dailyCron
	}
	settings.Backups.CronMaxKeep, _ = strconv.Atoi(values.Text("keep")) // the form has checked it
	err = e.App.RunInTransaction(func(tx core.App) error {
		if err := tx.Save(settings); err != nil {
			return err
		}
		return b.audit.Record(tx, audit.RequestActor(e), "backups.scheduled", audit.Subject{Label: "daily backup"},
			map[string]any{"daily": values.Text("daily"), "keep": settings.Backups.CronMaxKeep})
	})
	if err != nil {
		return httpx.NewError(http.StatusInternalServerError, "The schedule could not be saved. Please try again.", err)
	}
	b.onChange()
	return b.respond(e, http.StatusOK)
}
