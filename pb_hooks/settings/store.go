package settings

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"time"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/types"

	"boardcircle/pb_hooks/internal/cache"
	"boardcircle/pb_hooks/internal/database"
	"boardcircle/pb_hooks/internal/gst"
	"boardcircle/pb_hooks/internal/modules"
	"boardcircle/pb_hooks/internal/rules"
)

const (
	collection = "settings"
	// recordKey is the key of the only record.
	recordKey = "site"
)

// record is the row of settings. Its fields have the same names as those of Form.
type record struct{ core.BaseRecordProxy }

// find returns sql.ErrNoRows if no settings were saved yet.
func find(app core.App) (*record, error) {
	return database.First[record](app, collection, dbx.HashExp{"key": recordKey})
}

// findOrNew returns the record, or a new one with the defaults.
func findOrNew(app core.App) (*record, error) {
	r, err := database.FirstOrNew[record](app, collection, dbx.HashExp{"key": recordKey})
	if err == nil && r.IsNew() {
		r.Load(map[string]any{"gstRate": Defaults().GSTRate, "reviewVotes": Defaults().ReviewVotes})
	}
	return r, err
}

// noteRateChange records until when the previous GST rate applied, if the rate has changed. Settling the tax is not a
// change, because there was no earlier rate.
func (r *record) noteRateChange(now time.Time) error {
	before := database.As[record](r.Original())
	if before.GetString("taxSettledOn") == "" || before.GetInt("gstRate") == r.GetInt("gstRate") {
		return nil
	}
	changes, err := parseRateChanges(before.GetString("gstRateChanges"))
	if err != nil {
		return err
	}
	r.Set("gstRateChanges", append(changes, gst.RateChange{Rate: before.GetInt("gstRate"), Until: now}))
	return nil
}

// parseRateChanges parses the earlier GST rates. It returns none for "" and "null".
func parseRateChanges(text string) (changes []gst.RateChange, err error) {
	if text == "" || text == "null" {
		return nil, nil
	}
	if err := json.Unmarshal([]byte(text), &changes); err != nil {
		return nil, fmt.Errorf("read the earlier GST rates: %w", err)
	}
	return changes, nil
}

func (r *record) taxStatus() TaxStatus { return TaxStatus(r.GetString("taxStatus")) }

func (r *record) updatedAt() types.DateTime { return r.GetDateTime("updatedAt") }

// isSetupDismissed reports whether an owner has dismissed the checklist of the first setup.
func (r *record) isSetupDismissed() bool { return r.GetBool("isSetupDismissed") }

func (r *record) setSetupDismissed() { r.Set("isSetupDismissed", true) }

// isPurchaseDecided reports whether an admin has saved who can buy, even if that is the default.
func (r *record) isPurchaseDecided() bool { return r.GetBool("isPurchaseDecided") }

func (r *record) setPurchaseDecided() { r.Set("isPurchaseDecided", true) }

// modulesOn returns the modules that are on.
func (r *record) modulesOn() (modules.Set, error) { return parseModules(r.GetString("modulesOn")) }

func (r *record) setModulesOn(on modules.Set) { r.Set("modulesOn", on.IDs()) }

// hasChosenModules reports whether an admin has chosen the modules, even if they chose none. Until then modulesOn is
// null.
func (r *record) hasChosenModules() bool {
	text := r.GetString("modulesOn")
	return text != "" && text != "null"
}

// ChooseModules stores which modules are on.
func ChooseModules(tx core.App, on modules.Set) error {
	r, err := findOrNew(tx)
	if err != nil {
		return err
	}
	r.setModulesOn(on)
	return database.Wrap("choose the modules", tx.Save(r))
}

// DismissSetup stores that the checklist of the first setup is not shown.
func DismissSetup(tx core.App) error {
	r, err := findOrNew(tx)
	if err != nil {
		return err
	}
	r.setSetupDismissed()
	return database.Wrap("dismiss the setup", tx.Save(r))
}

// version returns updatedAt in its JSON format.
func (r *record) version() string {
	at := r.updatedAt()
	if at.IsZero() {
		return ""
	}
	return at.Time().UTC().Format("2006-01-02T15:04:05.000Z07:00")
}

// SetEventDate stores the day of the launch event, such as 2026-09-16.
func SetEventDate(tx core.App, day string) error {
	r, err := findOrNew(tx)
	if err != nil || r.GetString("eventDate") == day {
		return err
	}
	r.Set("eventDate", day)
	return database.Wrap("save the day of the launch event", tx.Save(r))
}

// setForm sets the values of a checked form.
func (r *record) setForm(form Form) { database.SetFields(r.Record, form, nil) }

// form returns the stored values.
func (r *record) form() Form {
	var form Form
	database.ReadFields(r.Record, &form)
	form.ReviewVotes = max(1, form.ReviewVotes) // 0 if it was never set
	return form
}

// orDefaults returns a form with the defaults instead of empty texts.
func (form Form) orDefaults(defaults Form) Form {
	texts := maps.Collect(rules.StructFields(reflect.ValueOf(defaults)))
	for name, field := range rules.StructFields(reflect.ValueOf(&form).Elem()) {
		if field.Kind() == reflect.String && field.String() == "" {
			field.SetString(texts[name].String())
		}
	}
	return form
}

// load reads the settings from the database. An empty text means its default. The GST rate of an existing record
// applies even if it is 0.
func load(app core.App) (Settings, error) {
	r, err := find(app)
	if errors.Is(err, sql.ErrNoRows) {
		return Defaults(), nil
	}
	if err != nil {
		return Settings{}, fmt.Errorf("load settings: %w", err)
	}
	return r.settings()
}

// settings returns the settings of a record.
func (r *record) settings() (Settings, error) {
	s := Defaults()
	s.Form = r.form().orDefaults(s.Form)
	if text := r.GetString("gstRateChanges"); text != "null" {
		s.gstRateChanges = text
	}
	if _, err := parseRateChanges(s.gstRateChanges); err != nil {
		return Settings{}, err
	}
	if text := r.GetString("modulesOn"); text != "null" {
		s.modulesOn = text
	}
	if s.TaxStatus == Unregistered {
		s.GSTRate = 0
	}
	return s, nil
}

// ReadTaxSettled reports whether tax is settled, from a database that no app has open.
func ReadTaxSettled(ctx context.Context, db *sql.DB) (settled bool, err error) {
	err = db.QueryRowContext(ctx, "SELECT EXISTS (SELECT 1 FROM settings WHERE key = ? AND taxStatus != '')",
		recordKey).
		Scan(&settled)
	return settled, err
}

// ReadOrDefaults returns the settings, or the defaults if they can't be read, for an email or a page that must not
// fail.
func ReadOrDefaults(app core.App) Settings {
	current, err := Read(app)
	if err != nil {
		app.Logger().Error("The default settings are used", "error", err)
		return Defaults()
	}
	return current
}

// cacheKey is the key of the cache in the app's store. Nearly every page, email and purchase reads the settings.
const cacheKey = "boardcircleSettings"

// Read returns the settings in force. Within a transaction it returns the transaction's own changes.
func Read(app core.App) (Settings, error) {
	cached, _ := app.Store().Get(cacheKey).(*cache.Value[Settings])
	if cached == nil || app.IsTransactional() {
		return load(app)
	}
	return cached.Get(func() (Settings, error) { return load(app) })
}

// bindCache enables the cache of an app's settings. Each commit that changes them clears the cache.
func bindCache(app core.App) {
	cached := &cache.Value[Settings]{}
	app.Store().Set(cacheKey, cached)
	OnChange(app, cached.Invalidate)
}

// OnChange calls do after each change of the settings, in the console or in the dashboard.
func OnChange(app core.App, do func()) {
	onChange := func(e *core.RecordEvent) error {
		do()
		return e.Next()
	}
	app.OnRecordAfterCreateSuccess(collection).BindFunc(onChange)
	app.OnRecordAfterUpdateSuccess(collection).BindFunc(onChange)
	app.OnRecordAfterDeleteSuccess(collection).BindFunc(onChange)
}
