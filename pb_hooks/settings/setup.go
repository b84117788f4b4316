package settings

import (
	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/audit"
	"boardcircle/pb_hooks/internal/apperr"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/rules"
)

// SetupTask is a task of the checklist that an owner sees after the first sign-in.
type SetupTask string

// The tasks. Each is done when the settings, the configuration or the accounts say so.
const (
	SetupName        SetupTask = "name"
	SetupContacts    SetupTask = "contacts"
	SetupTax         SetupTask = "tax"
	SetupRazorpay    SetupTask = "razorpay"
	SetupEmail       SetupTask = "email"
	SetupBackups     SetupTask = "backups"
	SetupSecondAdmin SetupTask = "second-admin"
	// SetupReview is done when a purchase needs an approved nomination. That is recommended, and off by default.
	SetupReview SetupTask = "review"
)

// Values returns all tasks.
func (SetupTask) Values() []string {
	return rules.Options(SetupName, SetupContacts, SetupTax, SetupRazorpay, SetupEmail, SetupBackups,
		SetupSecondAdmin, SetupReview)
}

// SetupLine is a task with its state.
type SetupLine struct {
	Task   SetupTask `json:"task"`
	IsDone bool      `json:"isDone"`
}

// Setup is the checklist. It has no lines after an owner has dismissed it.
type Setup struct {
	Lines []SetupLine `json:"lines"`
}

// GetSetup is GET /api/admin/setup.
func (c *Console) GetSetup() httpx.Endpoint {
	return httpx.Get(c.getSetup, httpx.Doc{
		Tag: "settings", Summary: "Read the checklist of the first setup",
		Description: "It has no lines after an owner has dismissed it.",
	})
}

func (c *Console) getSetup(e *core.RequestEvent) (Setup, error) {
	setup := Setup{Lines: []SetupLine{}}
	r, err := findOrNew(e.App)
	if err != nil {
		return setup, apperr.Fail("The checklist could not be read.", err)
	}
	if r.isSetupDismissed() {
		return setup, nil
	}
	hasSecond, err := c.accounts.HasSecondAdmin(e.App, e.Auth.Id)
	if err != nil {
		return setup, apperr.Fail("The checklist could not be read.", err)
	}
	form := r.form()
	setup.Lines = []SetupLine{
		{SetupName, form.SiteName != ""},
		{SetupContacts, form.ContactEmail != "" && form.ContactPhone != ""},
		{SetupTax, Settings{Form: form}.IsTaxSettled()},
		{SetupRazorpay, c.cfg.Razorpay.Configured()},
		{SetupEmail, c.cfg.Brevo.Configured()},
		{SetupBackups, e.App.Settings().Backups.Cron != ""},
		{SetupSecondAdmin, hasSecond},
		{SetupReview, form.IsPurchaseRestricted},
	}
	return setup, nil
}

// DismissSetup is POST /api/admin/setup/dismiss.
func (c *Console) DismissSetup() httpx.Endpoint {
	return httpx.Do(c.dismissSetup, httpx.Doc{
		Tag: "settings", Summary: "Dismiss the checklist of the first setup for good",
	})
}

func (c *Console) dismissSetup(e *core.RequestEvent) error {
	err := e.App.RunInTransaction(func(tx core.App) error {
		r, err := findOrNew(tx)
		if err != nil {
			return err
		}
		r.setSetupDismissed()
		return c.audit.Save(tx, audit.RequestActor(e), "setup.dismissed", r.Record)
	})
	return apperr.SaveFailed("dismiss the setup", err)
}
