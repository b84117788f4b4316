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

// daily is 02:00 in India; the cron's time zone is UTC.
const daily = "30 20 * * *"

// usualKeep is how many daily backups are kept when nobody has said.
const usualKeep = 7

// Schedule is the automatic backup. PocketBase takes it and removes the oldest ones.
type Schedule struct {
	Daily httpx.Flag `json:"daily"`
	Keep  int        `json:"keep"`
	// Custom is a schedule that staff have set in the dashboard, "" for ours or none.
	Custom string `json:"custom"`
}

// ScheduleForm is the body of PUT /api/admin/backups/schedule, beside the proof.
var ScheduleForm = rules.Form{
	{Name: "daily", Label: "Daily backup", Kind: rules.Flag, Default: "false"},
	{Name: "keep", Label: "Backups to keep", Kind: rules.Whole, Required: true, Min: 1, Max: 90, Default: strconv.Itoa(usualKeep)},
}

func scheduleOf(settings *core.Settings) Schedule {
	s := Schedule{Daily: httpx.Flag(settings.Backups.Cron != ""), Keep: settings.Backups.CronMaxKeep}
	if settings.Backups.Cron != daily {
		s.Custom = settings.Backups.Cron
	}
	if !s.Daily {
		s.Keep = usualKeep
	}
	return s
}

// SetSchedule is PUT /api/admin/backups/schedule.
func (b *Backups) SetSchedule(e *core.RequestEvent) error {
	values, err := httpx.Form(e, slices.Concat(ScheduleForm, accounts.ProofForm))
	if err != nil {
		return err
	}
	if err := b.accounts.Prove(e, values.Text("password"), values.Text("code")); err != nil {
		return err
	}
	settings, err := e.App.Settings().Clone()
	if err != nil {
		return httpx.Refuse(http.StatusInternalServerError, "The schedule could not be read.", err)
	}
	settings.Backups.Cron = ""
	if values.Text("daily") == "true" {
		settings.Backups.Cron = daily
	}
	settings.Backups.CronMaxKeep, _ = strconv.Atoi(values.Text("keep")) // the form has checked it
	err = e.App.RunInTransaction(func(tx core.App) error {
		if err := tx.Save(settings); err != nil {
			return err
		}
		return b.audit.Note(tx, audit.By(e), "backups.scheduled", audit.Subject{Label: "daily backup"},
			map[string]any{"daily": values.Text("daily"), "keep": settings.Backups.CronMaxKeep})
	})
	if err != nil {
		return httpx.Refuse(http.StatusInternalServerError, "The schedule could not be saved. Please try again.", err)
	}
	b.changed()
	return b.answer(e, http.StatusOK)
}
