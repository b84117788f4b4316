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
	// SetupModules is done when an admin has chosen the modules, even if they chose none.
	SetupModules SetupTask = "modules"
	SetupName    SetupTask = "name"
	// SetupPurchase is done when an admin has decided who can buy, even if the answer is the default: anyone who is
	// signed in.
	SetupPurchase SetupTask = "purchase"
	SetupContacts SetupTask = "contacts"
	// SetupEvent is done while the day of the launch event is not over.
	SetupEvent       SetupTask = "event"
	SetupTax         SetupTask = "tax"
	SetupRazorpay    SetupTask = "razorpay"
	SetupEmail       SetupTask = "email"
	SetupBackups     SetupTask = "backups"
	SetupSecondAdmin SetupTask = "second-admin"
	// SetupTestimonials is done when no text of the site is a sample.
	SetupTestimonials SetupTask = "testimonials"
)

// Values returns all tasks.
func (SetupTask) Values() []string {
	return rules.Options(SetupModules, SetupName, SetupPurchase, SetupContacts, SetupEvent, SetupTax, SetupRazorpay,
		SetupEmail, SetupBackups, SetupSecondAdmin, SetupTestimonials)
}

// SetupLine is a task with its state.
type SetupLine struct {
	Task   SetupTask `json:"task"`
	IsDone bool      `json:"isDone"`
	// Samples are the texts that SetupTestimonials still asks for.
	Samples []SampleText `json:"samples"`
}

// SampleText is a text of a page that names no real person yet.
type SampleText struct {
	Label string `json:"label"`
	// Path is the address at which an editor changes it.
	Path string `json:"path"`
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
	samples, err := c.listSamples(e.App)
	if err != nil {
		return setup, apperr.Fail("The checklist could not be read.", err)
	}
	form := r.form()
	add := func(task SetupTask, isDone bool) {
		setup.Lines = append(setup.Lines, SetupLine{Task: task, IsDone: isDone, Samples: []SampleText{}})
	}
	add(SetupModules, r.hasChosenModules())
	add(SetupName, form.SiteName != "")
	add(SetupPurchase, r.isPurchaseDecided())
	add(SetupContacts, form.ContactEmail != "" && form.ContactPhone != "")
	add(SetupEvent, Settings{Form: form}.UpcomingEventDay(c.now()) != "")
	add(SetupTax, Settings{Form: form}.IsTaxSettled())
	add(SetupRazorpay, c.cfg.Razorpay.Configured())
	add(SetupEmail, c.cfg.Brevo.Configured())
	add(SetupBackups, e.App.Settings().Backups.Cron != "")
	add(SetupSecondAdmin, hasSecond)
	add(SetupTestimonials, len(samples) == 0)
	setup.Lines[len(setup.Lines)-1].Samples = append([]SampleText{}, samples...)
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
