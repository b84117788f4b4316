package settings

import (
	"fmt"
	"net/http"
	"reflect"
	"slices"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/audit"
	"boardcircle/pb_hooks/internal/apperr"
	"boardcircle/pb_hooks/internal/clock"
	"boardcircle/pb_hooks/internal/config"
	"boardcircle/pb_hooks/internal/database"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/rules"
)

// Console has the handlers of the console's settings page.
type Console struct {
	audit    *audit.Log
	cfg      config.Config
	accounts AccountRules
	// listSamples returns the texts of the pages that are still samples.
	listSamples func(app core.App) ([]SampleText, error)
	partsOf     ModuleParts
	now         clock.Clock
}

// NewConsole returns the handlers for the settings of an app.
func NewConsole(app core.App, cfg config.Config, log *audit.Log, accounts AccountRules,
	listSamples func(app core.App) ([]SampleText, error), partsOf ModuleParts, now clock.Clock) *Console {
	c := &Console{audit: log, cfg: cfg, accounts: accounts, listSamples: listSamples, partsOf: partsOf, now: now}
	app.OnRecordCreate(collection).BindFunc(c.notifyOfChanges)
	app.OnRecordUpdate(collection).BindFunc(c.notifyOfChanges)
	return c
}

// View is the settings in JSON.
type View struct {
	// Values are the saved values by field. An empty text means its default.
	Values map[string]string `json:"values"`
	// Defaults are the values that replace empty texts.
	Defaults map[string]string `json:"defaults"`
	// UpdatedAt is the version. It must be sent with a change, so that no one overwrites a change that they have not
	// seen.
	UpdatedAt httpx.Time `json:"updatedAt"`
	// RequiresTOTP reports whether re-authentication needs a code of the viewer's second factor.
	RequiresTOTP bool `json:"isCodeRequired"`
}

var errStaleUpdate = &apperr.Error{
	Code: "overtaken", Status: http.StatusConflict, Field: "updatedAt",
	Message: "Another admin has changed the settings in the meantime. Please reload them before you save yours.",
}

var errWouldLockOut = apperr.Conflict("would-lock-out",
	"Your own account does not use two-step sign-in, so this would lock you out. Please set it up under Your "+
		"account first.")

// Get is GET /api/admin/settings.
func (c *Console) Get() httpx.Endpoint {
	return httpx.Get(c.get, httpx.Doc{Tag: "settings", Summary: "Get the settings, with their defaults"})
}

func (c *Console) get(e *core.RequestEvent) (View, error) {
	r, err := findOrNew(e.App)
	if err != nil {
		return View{}, apperr.Fail("The settings could not be read.", err)
	}
	return c.view(e, r), nil
}

// Put is PUT /api/admin/settings.
func (c *Console) Put() httpx.Endpoint {
	return httpx.Patch(c.put, httpx.Doc{
		Tag:     "settings",
		Summary: "Change the settings",
		Description: "A field that is missing keeps its value. updatedAt, if sent, must be the current version. A " +
			"change of a protected setting, such as the tax details or the contact addresses, requires the caller's " +
			"password.",
		Errors:  []*apperr.Error{errStaleUpdate, errWouldLockOut},
		Example: map[string]any{"siteName": "The Circle"},
	})
}

func (c *Console) put(e *core.RequestEvent, change httpx.Change[Form]) (View, error) {
	var saved *record
	err := e.App.RunInTransaction(func(tx core.App) error {
		var err error
		if saved, err = findOrNew(tx); err != nil {
			return err
		}
		form, err := apply(saved, change)
		if err != nil {
			return err
		}
		if !httpx.IsReauthenticated(e) && form.changesProtected(saved.form()) {
			return errStaleUpdate // a protected field was sent unchanged but has changed since
		}
		if err := c.checkReportAdmins(tx, saved.form(), form); err != nil {
			return err
		}
		saved.setForm(form)
		if _, isAnswered := change.Body["purchaseNeedsApproval"]; isAnswered {
			saved.setPurchaseDecided()
		}
		return c.audit.Save(tx, audit.RequestActor(e), "settings.updated", saved.Record)
	})
	if err != nil {
		return View{}, saveError(err)
	}
	return c.view(e, saved), nil
}

// checkReportAdmins checks a change of the admins for reports: the settings name two who may decide, or none.
func (c *Console) checkReportAdmins(tx core.App, before, form Form) error {
	named := []string{form.ReportEmail, form.SecondReportEmail}
	isUnchanged := before.ReportEmail == named[0] && before.SecondReportEmail == named[1]
	if isUnchanged || named[0] == "" && named[1] == "" {
		return nil
	}
	admins, err := c.accounts.FindReportAdmins(tx)
	if err != nil {
		return err
	}
	var problems []rules.Problem
	for i, field := range []string{"reportEmail", "secondReportEmail"} {
		message := ""
		switch {
		case named[i] == "":
			message = "Please enter two administrators, or none"
		case !slices.Contains(admins, named[i]):
			message = "No administrator who may decide about reports has this email"
		case i == 1 && named[1] == named[0]:
			message = "Please enter two different administrators"
		default:
			continue
		}
		problems = append(problems, rules.Invalid(field, message))
	}
	if len(problems) > 0 {
		return httpx.Invalid(problems...)
	}
	return nil
}

// apply returns the checked settings after a change is applied to those of a record.
func apply(r *record, change httpx.Change[Form]) (Form, error) {
	if version, given := change.Body["updatedAt"].(string); given && version != r.version() {
		return Form{}, errStaleUpdate
	}
	merged, err := change.Over(r.form())
	if err != nil {
		return Form{}, err
	}
	form, problems := check(database.As[record](r.Original()), merged)
	if len(problems) > 0 {
		return Form{}, httpx.Invalid(problems...)
	}
	return form, nil
}

func (c *Console) view(e *core.RequestEvent, r *record) View {
	defaults, site := Defaults(), c.cfg.Site
	defaults.SiteName, defaults.ProviderURL = site.Name, site.ProviderURL
	defaults.ContactEmail, defaults.ContactPhone = site.ContactEmail, site.ContactPhone
	defaults.NotificationEmail, defaults.EventDate = c.cfg.Mail.AdminEmail, defaults.EventDay()
	v := View{
		Values: r.form().texts(), Defaults: map[string]string{},
		UpdatedAt: httpx.Time(r.updatedAt()), RequiresTOTP: c.accounts.RequiresTOTP(e.Auth),
	}
	for name, field := range rules.StructFields(reflect.ValueOf(defaults.Form)) {
		if field.Kind() == reflect.String { // a number and a flag are never empty
			v.Defaults[name] = field.String()
		}
	}
	return v
}

// AccountRules are functions of the accounts package, which imports this package.
type AccountRules struct {
	// RequiresTOTP reports whether re-authentication needs a code because the account has a second factor.
	RequiresTOTP func(account *core.Record) bool
	// HasSecondAdmin reports whether an account other than this one has the office's permissions.
	HasSecondAdmin func(app core.App, accountID string) (bool, error)
	// FindReportAdmins returns the addresses, in lower case, of the admins who may decide about reports.
	FindReportAdmins func(app core.App) ([]string, error)
	// NotifyAdmins emails all admins about changes of a record, within the transaction of the change.
	NotifyAdmins func(tx core.App, record *core.Record, changes []string) error
}

// protectedFields are the settings that require re-authentication. They decide who can use the console, how many
// votes approve, who can buy, who is notified, where visitors are sent, and how purchases are taxed. All admins are
// emailed when one changes.
var protectedFields = []string{
	"totpRequired", "reviewVotes", "campaignApprovalAbove", "purchaseNeedsApproval", "notificationEmail", "reportEmail",
	"secondReportEmail", "contactEmail", "contactPhone", "providerUrl", "bankDetails", "offlineSecondAdminAbove",
	"offlineWriteOffUpTo", "tdsRateLimit", "emailAccent", "emailLink", "emailLogo", "emailFooter", "emailAddress", "taxStatus", "taxAdviser", "taxSettledOn",
	"gstRate", "supplierName", "supplierAddress", "supplierState", "supplierGstin", "sacCode", "sacDescription",
	"lutNumber", "lutYear", "eInvoices", "supplierPlace", "supplierPin",
}

// changesProtected reports whether a form differs from the stored one in a protected field.
func (form Form) changesProtected(stored Form) bool {
	before, after := stored.texts(), form.texts()
	return slices.ContainsFunc(protectedFields, func(name string) bool { return after[name] != before[name] })
}

// ChangesProtected reports whether a request changes protected fields and therefore requires re-authentication.
func (c *Console) ChangesProtected(e *core.RequestEvent) (bool, error) {
	body, err := httpx.DecodeObject(e)
	if err != nil {
		return false, err
	}
	r, err := findOrNew(e.App)
	if err != nil {
		return false, err
	}
	form, err := apply(r, httpx.Change[Form]{Body: body})
	if err != nil || !form.changesProtected(r.form()) {
		return false, err
	}
	turnsOn := form.IsTOTPRequired && !r.form().IsTOTPRequired
	if turnsOn && !e.Auth.IsSuperuser() && !c.accounts.RequiresTOTP(e.Auth) {
		return false, errWouldLockOut
	}
	return true, nil
}

// notifyOfChanges emails all admins when a protected field changes, in the console or in the dashboard.
func (c *Console) notifyOfChanges(e *core.RecordEvent) error {
	original := e.Record.Original()
	if e.Record.IsNew() {
		original = core.NewRecord(e.Record.Collection())
	}
	before := database.As[record](original).form().texts()
	if err := e.Next(); err != nil {
		return err
	}
	after := database.As[record](e.Record).form().texts()
	var changes []string
	for _, name := range protectedFields {
		if before[name] != after[name] {
			changes = append(changes, fmt.Sprintf("%s: %s (before: %s)", formRules.Field(name).Label,
				inWords(after[name]), inWords(before[name])))
		}
	}
	return c.accounts.NotifyAdmins(e.App, e.Record, changes)
}

// inWords formats a setting for an email.
func inWords(value string) string {
	switch value {
	case "":
		return "the default"
	case string(Unregistered):
		return "not registered"
	case "true":
		return "on"
	case "false":
		return "off"
	}
	return value
}

// saveError wraps the error of a change. Schema errors become errors of form fields.
func saveError(err error) error {
	if problems := httpx.SchemaProblems(err, formRules); len(problems) > 0 {
		return httpx.Invalid(problems...)
	}
	return apperr.Fail("The settings could not be saved. Please try again.", fmt.Errorf("save settings: %w", err))
}
