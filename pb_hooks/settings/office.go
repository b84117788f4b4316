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

// Office is the console's door to the settings.
type Office struct {
	audit *audit.Log
	cfg   config.Config
	proof Proof
}

// New opens the office.
func New(cfg config.Config, log *audit.Log, proof Proof) *Office {
	return &Office{audit: log, cfg: cfg, proof: proof}
}

// View is the settings as the console edits them.
type View struct {
	// Values are what is set, by field; an empty text means its default.
	Values map[string]string `json:"values"`
	// Defaults say what stands where a text is empty.
	Defaults map[string]string `json:"defaults"`
	// UpdatedAt names the edition: it is sent back with a change, so that nobody overwrites what she
	// has not seen.
	UpdatedAt httpx.Stamp `json:"updatedAt"`
	// AsksCode tells whether the proof takes a code of the viewer's second factor.
	AsksCode bool `json:"asksCode"`
}

// Get is GET /api/admin/settings.
func (o *Office) Get(e *core.RequestEvent) error {
	record, err := current(e.App)
	if err != nil {
		return httpx.Refuse(http.StatusInternalServerError, "The settings could not be read.", err)
	}
	return e.JSON(http.StatusOK, o.view(e, record))
}

// Put is PUT /api/admin/settings. A field that is left out keeps its value; updatedAt, where it is
// sent, must be the edition in force. A change of what is guarded has the proof beside it.
func (o *Office) Put(e *core.RequestEvent) error {
	body, err := httpx.Object(e)
	if err != nil {
		return err
	}
	isProved, err := o.prove(e, body)
	if err != nil {
		return refusal(err)
	}
	var saved *core.Record
	err = e.App.RunInTransaction(func(tx core.App) error {
		if saved, err = current(tx); err != nil {
			return err
		}
		values, err := changed(saved, body)
		if err != nil {
			return err
		}
		if !isProved && isGuarded(saved, values) {
			return errOvertaken // what was sent as it stood stands no more
		}
		saved.Load(values)
		return o.audit.Save(tx, audit.By(e), "settings.updated", saved)
	})
	if err != nil {
		return refusal(err)
	}
	return e.JSON(http.StatusOK, o.view(e, saved))
}

// changed are the settings that a record has once a body is laid over it.
func changed(record *core.Record, body map[string]any) (rules.Values, error) {
	if seen, given := body["updatedAt"].(string); given && seen != edition(record) {
		return nil, errOvertaken
	}
	whole := stored(record)
	maps.Copy(whole, body)
	values, problems := check(whole)
	if len(problems) > 0 {
		return nil, httpx.Invalid(problems...)
	}
	return values, nil
}

var errOvertaken = httpx.Conflict(rules.Problem{
	Field: "updatedAt", Code: "overtaken",
	Message: "Somebody else has changed the settings meanwhile. Please look at them again, then save yours.",
})

// current is the record, or a new one that holds the defaults.
func current(app core.App) (*core.Record, error) {
	record, err := find(app)
	if !errors.Is(err, sql.ErrNoRows) {
		return record, err
	}
	all, err := app.FindCachedCollectionByNameOrId(collection)
	if err != nil {
		return nil, err
	}
	record = core.NewRecord(all)
	record.Load(map[string]any{"key": key, "gstRate": Defaults().GSTRate, "reviewVotes": Defaults().ReviewVotes})
	return record, nil
}

func (o *Office) view(e *core.RequestEvent, record *core.Record) View {
	v := View{
		Values: map[string]string{}, Defaults: map[string]string{},
		UpdatedAt: httpx.Stamp(record.GetDateTime("updatedAt")), AsksCode: o.proof.AsksCode(e.Auth),
	}
	for name, value := range stored(record) {
		v.Values[name], _ = value.(string)
	}
	plain := Defaults()
	for name, text := range plain.texts() {
		v.Defaults[name] = *text
	}
	site := o.cfg.Site
	maps.Copy(v.Defaults, map[string]string{
		"siteName": site.Name, "contactEmail": site.ContactEmail, "contactPhone": site.ContactPhone,
		"providerUrl": site.ProviderURL, "notificationEmail": o.cfg.Mail.AdminEmail, "eventDate": plain.EventDay(),
	})
	return v
}

// edition is a record's updatedAt as it travels.
func edition(record *core.Record) string {
	at := record.GetDateTime("updatedAt")
	if at.IsZero() {
		return ""
	}
	return at.Time().UTC().Format("2006-01-02T15:04:05.000Z07:00")
}
