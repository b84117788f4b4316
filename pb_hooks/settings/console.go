package settings

import (
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/audit"
	"boardcircle/pb_hooks/internal/apperr"
	"boardcircle/pb_hooks/internal/config"
	"boardcircle/pb_hooks/internal/gst"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/india"
	"boardcircle/pb_hooks/internal/rules"
)

// Console has the handlers of the console's settings page.
type Console struct {
	audit    *audit.Log
	cfg      config.Config
	accounts AccountRules
}

// NewConsole returns the handlers for the settings of an app.
func NewConsole(app core.App, cfg config.Config, log *audit.Log, accounts AccountRules) *Console {
	c := &Console{audit: log, cfg: cfg, accounts: accounts}
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
	RequiresTOTP bool `json:"asksCode"`
}

var errStaleUpdate = &apperr.Error{
	Code: "overtaken", Status: http.StatusConflict, Field: "updatedAt",
	Message: "Another admin has changed the settings in the meantime. Please reload them before you save yours.",
}

var errWouldLockOut = apperr.Conflict("would-lock-out",
	"Your own account has no two-step sign-in, so this would shut you out. Please set it up under Your account first.")

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

// form is the body of PUT /api/admin/settings.
type form struct {
	_            struct{} `wire:"settings"`
	rules.Values `json:"-"`
}

// Rules returns the rules of the form.
func (form) Rules() rules.Form { return Form }

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

func (c *Console) put(e *core.RequestEvent, change httpx.Change[form]) (View, error) {
	var saved *record
	err := e.App.RunInTransaction(func(tx core.App) error {
		var err error
		if saved, err = findOrNew(tx); err != nil {
			return err
		}
		values, err := applyBody(saved, change.Body)
		if err != nil {
			return err
		}
		if !httpx.IsReauthenticated(e) && changesProtected(saved, values) {
			return errStaleUpdate // a protected field was sent unchanged but has changed since
		}
		saved.setValues(values)
		return c.audit.Save(tx, audit.RequestActor(e), "settings.updated", saved.Record)
	})
	if err != nil {
		return View{}, saveError(err)
	}
	return c.view(e, saved), nil
}

// applyBody returns the checked settings after the values of a body are applied to a record.
func applyBody(r *record, body map[string]any) (rules.Values, error) {
	if version, given := body["updatedAt"].(string); given && version != r.version() {
		return nil, errStaleUpdate
	}
	merged := r.formValues()
	maps.Copy(merged, body)
	values, problems := check(newRecord(r.Original()), merged)
	if len(problems) > 0 {
		return nil, httpx.Invalid(problems...)
	}
	return values, nil
}

func (c *Console) view(e *core.RequestEvent, r *record) View {
	v := View{
		Values: map[string]string{}, Defaults: map[string]string{},
		UpdatedAt: httpx.Time(r.updatedAt()), RequiresTOTP: c.accounts.RequiresTOTP(e.Auth),
	}
	for name, value := range r.formValues() {
		v.Values[name], _ = value.(string)
	}
	defaults := Defaults()
	for name, text := range defaults.textFields() {
		v.Defaults[name] = *text
	}
	site := c.cfg.Site
	maps.Copy(v.Defaults, map[string]string{
		"siteName": site.Name, "contactEmail": site.ContactEmail, "contactPhone": site.ContactPhone,
		"providerUrl": site.ProviderURL, "notificationEmail": c.cfg.Mail.AdminEmail, "eventDate": defaults.EventDay(),
		"offlineSecondAdminAbove": strconv.Itoa(defaults.OfflineSecondAdminAbove),
	})
	return v
}

// AccountRules are functions of the accounts package, which imports this package.
type AccountRules struct {
	// RequiresTOTP reports whether re-authentication needs a code because the account has a second factor.
	RequiresTOTP func(account *core.Record) bool
	// NotifyAdmins emails all admins about changes of a record, within the transaction of the change.
	NotifyAdmins func(tx core.App, record *core.Record, changes []string) error
}

// protectedFields are the settings that require re-authentication. They decide who can use the console, how many
// votes approve, who can buy, who is notified, where visitors are sent, and how purchases are taxed. All admins are
// emailed when one changes.
var protectedFields = []string{
	"totpRequired", "reviewVotes", "campaignApprovalAbove", "purchaseNeedsApproval", "notificationEmail",
	"contactEmail", "contactPhone", "providerUrl",
	"bankDetails", "offlineSecondAdminAbove",
	"emailAccent", "emailLink", "emailLogo", "emailFooter", "emailAddress",
	"taxStatus", "taxAdviser", "taxSettledOn", "gstRate", "supplierName", "supplierAddress", "supplierState",
	"supplierGstin",
	"sacCode", "sacDescription", "lutNumber", "lutYear", "eInvoices", "supplierPlace", "supplierPin",
}

// changesProtected reports whether values change a protected field.
func changesProtected(r *record, values rules.Values) bool {
	current := r.formValues()
	return slices.ContainsFunc(protectedFields, func(name string) bool { return values.Text(name) != current[name] })
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
	values, err := applyBody(r, body)
	if err != nil || !changesProtected(r, values) {
		return false, err
	}
	turnsOn := values.Text("totpRequired") == "true" && !r.totpRequired()
	if turnsOn && !e.Auth.IsSuperuser() && !c.accounts.RequiresTOTP(e.Auth) {
		return false, errWouldLockOut
	}
	return true, nil
}

// notifyOfChanges emails all admins when a protected field changes, in the console or in the dashboard.
func (c *Console) notifyOfChanges(e *core.RecordEvent) error {
	before, isNew := newRecord(e.Record.Original()).formValues(), e.Record.IsNew()
	if isNew {
		before = newRecord(core.NewRecord(e.Record.Collection())).formValues()
	}
	if err := e.Next(); err != nil {
		return err
	}
	after := newRecord(e.Record).formValues()
	var changes []string
	for _, name := range protectedFields {
		if before[name] != after[name] {
			changes = append(changes, fmt.Sprintf("%s: %s (before: %s)", Form.Field(name).Label, inWords(after[name]),
				inWords(before[name])))
		}
	}
	return c.accounts.NotifyAdmins(e.App, e.Record, changes)
}

// inWords formats a setting for an email.
func inWords(value any) string {
	switch value {
	case "", nil:
		return "the default"
	case string(Unregistered):
		return "not registered"
	case "true":
		return "on"
	case "false":
		return "off"
	}
	return fmt.Sprint(value)
}

// saveError wraps the error of a change. Schema errors become errors of form fields.
func saveError(err error) error {
	if problems := httpx.SchemaProblems(err, Form); len(problems) > 0 {
		return httpx.Invalid(problems...)
	}
	return apperr.Fail("The settings could not be saved. Please try again.", fmt.Errorf("save settings: %w", err))
}

// maxGSTRate and maxVotes are the schema's limits.
const maxGSTRate, maxVotes = 100, 20

// Form is the body of PUT /api/admin/settings. An empty text means its default.
var Form = rules.Form{
	{Name: "siteName", Label: "Site name", Kind: rules.Line, Max: 80},
	{
		Name:     "contactEmail",
		Label:    "Contact email",
		Kind:     rules.Email,
		Max:      254,
		Messages: rules.Messages{Invalid: "Please enter a valid email address"},
	},
	{
		Name: "contactPhone", Label: "Contact phone", Kind: rules.Line, Max: 40, Pattern: `^\+?[0-9][0-9 ()-]{8,38}$`,
		Messages: rules.Messages{Invalid: "Please enter a phone number such as +91 22 4000 1234"},
	},
	{Name: "contactPlace", Label: "Place", Kind: rules.Line, Max: 120},
	{
		Name: "providerUrl", Label: "Provider's site", Kind: rules.Link, Max: 300,
		Messages: rules.Messages{Invalid: "Please enter a full address such as https://mentoring.example"},
	},
	{
		Name: "eventDate", Label: "Launch event", Kind: rules.Line, Max: 10, Pattern: india.DayPattern,
		Messages: rules.Messages{Invalid: wrongDate},
	},
	{Name: "figureMembers", Label: "Current members", Kind: rules.Line, Max: 20, Pattern: figurePattern},
	{Name: "figureShare", Label: "Women on boards", Kind: rules.Line, Max: 20, Pattern: figurePattern},
	{Name: "figureTarget", Label: "Members aimed at", Kind: rules.Line, Max: 20, Pattern: figurePattern},
	{
		Name:    "pictureHosts",
		Label:   "Pictures from other sites",
		Kind:    rules.Line,
		Max:     500,
		Pattern: pictureHostsPattern,
		Messages: rules.Messages{
			Invalid: "Please enter host names such as pictures.example.org, with spaces between them",
		},
	},
	{
		Name:     "notificationEmail",
		Label:    "Notification address",
		Kind:     rules.Email,
		Max:      254,
		Messages: rules.Messages{Invalid: "Please enter a valid email address"},
	},

	{
		Name:     "reviewVotes",
		Label:    "Votes for an approval",
		Kind:     rules.Integer,
		Required: true,
		Min:      1,
		Max:      maxVotes,
		Default:  "1",
	},
	{
		Name:    "campaignApprovalAbove",
		Label:   "A second administrator approves campaigns to more people than",
		Kind:    rules.Integer,
		Max:     1_000_000,
		Default: "0",
	},
	{Name: "purchaseNeedsApproval", Label: "Only approved nominees can buy", Kind: rules.Flag, Default: "false"},
	{Name: "totpRequired", Label: "Administrators must use two-step sign-in", Kind: rules.Flag, Default: "false"},

	{
		Name:    "taxStatus",
		Label:   "Registration for GST",
		Kind:    rules.Choice,
		Options: []string{string(Registered), string(Unregistered)},
	},
	{Name: "taxAdviser", Label: "Settled by", Kind: rules.Line, Max: 120},
	{
		Name: "taxSettledOn", Label: "Settled on", Kind: rules.Line, Max: 10, Pattern: india.DayPattern,
		Messages: rules.Messages{Invalid: wrongDate},
	},
	{Name: "gstRate", Label: "GST rate", Kind: rules.Integer, Required: true, Min: 0, Max: maxGSTRate, Default: "18"},
	{Name: "supplierName", Label: "Supplier's name", Kind: rules.Line, Max: 200},
	{Name: "supplierAddress", Label: "Supplier's address", Kind: rules.Text, Max: 1000},
	{Name: "supplierState", Label: "Supplier's state", Kind: rules.Choice, Options: stateCodes()},
	{
		Name: "supplierGstin", Label: "GSTIN", Kind: rules.Line, Max: 15, Pattern: gst.GSTINPattern,
		Messages: rules.Messages{Invalid: wrongGSTIN},
	},
	{
		Name: "sacCode", Label: "SAC code", Kind: rules.Line, Max: 6, Pattern: `^[0-9]{4,6}$`,
		Messages: rules.Messages{Invalid: "Please enter a code of 4 to 6 digits, such as 999512"},
	},
	{Name: "sacDescription", Label: "Description of the service", Kind: rules.Line, Max: 200},
	{Name: "bankDetails", Label: "Bank details", Kind: rules.Text, Max: 1000},
	{
		Name:  "offlineSecondAdminAbove",
		Label: "A second administrator confirms what is worth more than",
		Kind:  rules.Integer,
		Min:   0,
		Max:   99_999_999,
	},
	{
		Name:     "emailAccent",
		Label:    "Accent",
		Kind:     rules.Line,
		Max:      7,
		Pattern:  colourPattern,
		Messages: rules.Messages{Invalid: wrongColour},
	},
	{
		Name:     "emailLink",
		Label:    "Links",
		Kind:     rules.Line,
		Max:      7,
		Pattern:  colourPattern,
		Messages: rules.Messages{Invalid: wrongColour},
	},
	{
		Name: "emailLogo", Label: "Logo", Kind: rules.Line, Max: 200, Pattern: `^/images/[A-Za-z0-9._-]+$`,
		Messages: rules.Messages{Invalid: "Please enter the address of an uploaded picture, such as /images/logo.png"},
	},
	{Name: "emailFooter", Label: "Line at the foot", Kind: rules.Line, Max: 300},
	{Name: "emailAddress", Label: "Postal address", Kind: rules.Text, Max: 300},
	{Name: "lutNumber", Label: "Letter of undertaking", Kind: rules.Line, Max: 40},
	{
		Name: "lutYear", Label: "Its financial year", Kind: rules.Line, Max: 7, Pattern: `^20[0-9]{2}-[0-9]{2}$`,
		Messages: rules.Messages{Invalid: wrongYear},
	},
	{
		Name:    "eInvoices",
		Label:   "Invoices to companies and abroad wait for their IRN",
		Kind:    rules.Flag,
		Default: "false",
	},
	{Name: "supplierPlace", Label: "Supplier's city", Kind: rules.Line, Max: 50},
	{
		Name: "supplierPin", Label: "Supplier's PIN code", Kind: rules.Line, Max: 6, Pattern: `^[1-9][0-9]{5}$`,
		Messages: rules.Messages{Invalid: "Please enter a PIN code of six digits, such as 400001"},
	},
}

const (
	// figurePattern excludes characters that are markup in a page.
	figurePattern = `^[^<>&"\\]*$`

	wrongYear  = "Please enter a financial year such as 2026-27"
	wrongDate  = "Please enter a day that exists, such as 2026-09-16"
	wrongGSTIN = "This is not a GSTIN. Please compare its 15 characters with the certificate"
	wrongState = "The GSTIN belongs to another state: its first two digits are the state's code"
)

func stateCodes() []string {
	codes := make([]string, len(gst.States))
	for i, state := range gst.States {
		codes[i] = state.Code
	}
	return codes
}

// check validates complete settings by the form's rules and by rules that involve several fields. before is the
// stored record, or an empty one.
func check(before *record, raw map[string]any) (rules.Values, []rules.Problem) {
	values, problems := Form.Check(raw)
	addProblem := func(field, message string) {
		problems = append(problems, rules.Problem{Field: field, Code: "invalid", Message: message})
	}
	if date := values.Text("eventDate"); date != "" {
		if _, err := time.Parse(time.DateOnly, date); err != nil {
			addProblem("eventDate", wrongDate)
		}
	}
	checkTax(values, addProblem)
	checkStaysSettled(before, values, addProblem)
	checkFrame(values, addProblem)
	if gstin := values.Text("supplierGstin"); gstin != "" {
		state := values.Text("supplierState")
		if state == "" {
			state = Defaults().SupplierState
		}
		switch {
		case !gst.ValidGSTIN(gstin):
			addProblem("supplierGstin", wrongGSTIN)
		case gstin[:2] != state:
			addProblem("supplierGstin", wrongState)
		}
	}
	return values, problems
}
