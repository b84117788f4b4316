package settings

import (
	"database/sql"
	"errors"
	"maps"
	"net/http"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/audit"
	"boardcircle/pb_hooks/internal/config"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/rules"
)

// Console is the console's door to the settings.
type Console struct {
	audit           *audit.Log
	cfg             config.Config
	reauthenticator Reauthenticator
}

// NewConsole opens the office.
func NewConsole(cfg config.Config, log *audit.Log, reauthenticator Reauthenticator) *Console {
	return &Console{audit: log, cfg: cfg, reauthenticator: reauthenticator}
}

// View is the settings as the console edits them.
type View struct {
	// Values are what is set, by field; an empty text means its default.
	Values map[string]string `json:"values"`
	// Defaults say what stands where a text is empty.
	Defaults map[string]string `json:"defaults"`
	// UpdatedAt names the edition: it is sent back with a change, so that nobody overwrites what she
	// has not seen.
	UpdatedAt httpx.Time `json:"updatedAt"`
	// RequiresTOTP tells whether the proof takes a code of the viewer's second factor.
	RequiresTOTP bool `json:"asksCode"`
}

// Get is GET /api/admin/settings.
func (o *Console) Get(e *core.RequestEvent) error {
	record, err := findOrNew(e.App)
	if err != nil {
		return httpx.NewError(http.StatusInternalServerError, "The settings could not be read.", err)
	}
	return e.JSON(http.StatusOK, o.view(e, record))
}

// Put is PUT /api/admin/settings. A field that is left out keeps its value; updatedAt, where it is
// sent, must be the edition in force. A change of what is guarded has the proof beside it.
func (o *Console) Put(e *core.RequestEvent) error {
	body, err := httpx.DecodeObject(e)
	if err != nil {
		return err
	}
	reauthenticated, err := o.reauthenticate(e, body)
	if err != nil {
		return saveError(err)
	}
	var saved *core.Record
	err = e.App.RunInTransaction(func(tx core.App) error {
		if saved, err = findOrNew(tx); err != nil {
			return err
		}
		values, err := applyBody(saved, body)
		if err != nil {
			return err
		}
		if !reauthenticated && changesProtected(saved, values) {
			return errStaleUpdate // what was sent as it stood stands no more
		}
		saved.Load(values)
		return o.audit.Save(tx, audit.RequestActor(e), "settings.updated", saved)
	})
	if err != nil {
		return saveError(err)
	}
	return e.JSON(http.StatusOK, o.view(e, saved))
}

// onChange are the settings that a record has once a body is laid over it.
func applyBody(record *core.Record, body map[string]any) (rules.Values, error) {
	if version, given := body["updatedAt"].(string); given && version != formatVersion(record) {
		return nil, errStaleUpdate
	}
	merged := formValues(record)
	maps.Copy(merged, body)
	values, problems := check(merged)
	if len(problems) > 0 {
		return nil, httpx.Invalid(problems...)
	}
	return values, nil
}

var errStaleUpdate = httpx.Conflict(rules.Problem{
	Field: "updatedAt", Code: "overtaken",
	Message: "Somebody else has changed the settings meanwhile. Please look at them again, then save yours.",
})

// findOrNew is the record, or a new one that holds the defaults.
func findOrNew(app core.App) (*core.Record, error) {
	record, err := findRecord(app)
	if !errors.Is(err, sql.ErrNoRows) {
		return record, err
	}
	all, err := app.FindCachedCollectionByNameOrId(collection)
	if err != nil {
		return nil, err
	}
	record = core.NewRecord(all)
	record.Load(map[string]any{"key": recordKey, "gstRate": Defaults().GSTRate, "reviewVotes": Defaults().ReviewVotes})
	return record, nil
}

func (o *Console) view(e *core.RequestEvent, record *core.Record) View {
	v := View{
		Values: map[string]string{}, Defaults: map[string]string{},
		UpdatedAt: httpx.Time(record.GetDateTime("updatedAt")), RequiresTOTP: o.reauthenticator.RequiresTOTP(e.Auth),
	}
	for name, value := range formValues(record) {
		v.Values[name], _ = value.(string)
	}
	defaults := Defaults()
	for name, text := range defaults.textFields() {
		v.Defaults[name] = *text
	}
	site := o.cfg.Site
	maps.Copy(v.Defaults, map[string]string{
		"siteName": site.Name, "contactEmail": site.ContactEmail, "contactPhone": site.ContactPhone,
		"providerUrl": site.ProviderURL, "notificationEmail": o.cfg.Mail.AdminEmail, "eventDate": defaults.EventDay(),
	})
	return v
}

// version is a record's updatedAt as it travels.
func formatVersion(record *core.Record) string {
	at := record.GetDateTime("updatedAt")
	if at.IsZero() {
		return ""
	}
	return at.Time().UTC().Format("2006-01-02T15:04:05.000Z07:00")
}
