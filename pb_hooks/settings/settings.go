// Package settings stores what admins can change without a new release: the site's name and contacts, the launch
// event's day, the marketing figures, the GST rate, the supplier on receipts and invoices, how nominations are
// reviewed and who is notified.
//
// There is one record. An empty text means its default: the built-in value or, for the site's name and contacts, the
// configuration's value. A change of the record, in the console or in the dashboard, applies to every feature at
// once; store.go has the cache.
package settings

import (
	"strconv"
	"time"

	validation "github.com/pocketbase/ozzo-validation/v4"
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/hook"

	"boardcircle/pb_hooks/internal/clock"
	"boardcircle/pb_hooks/internal/config"
	"boardcircle/pb_hooks/internal/database"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/india"
	"boardcircle/pb_hooks/internal/money"
)

// Settings are the values in force: those of the form, where a default replaces an empty text.
//
// SiteName, ContactEmail, ContactPhone and ProviderURL are "" if the configuration's values apply, which Site resolves.
// NotificationEmail is "" if ADMIN_EMAIL applies, and EventDate for the built-in day. GSTRate is 0 if the supplier is
// not registered.
type Settings struct {
	Form
	// gstRateChanges is the JSON of the rates before GSTRate. It is a string so that Settings stay comparable. RateAt
	// parses it.
	gstRateChanges string
	// modulesOn is the JSON of the modules that are on, a string for the same reason. Modules parses it.
	modulesOn string
}

// Defaults returns the values before any are saved.
func Defaults() Settings {
	return Settings{Form: Form{
		ContactAddress: "Mumbai, India", FigureMembers: "300+", FigureShare: "18.67%", FigureTarget: "10,000",
		GSTRate: 18, SupplierName: "Boardcircle", SupplierAddress: "Mumbai, Maharashtra, India", SupplierState: "27",
		SACCode: "999512", SACDescription: "Services furnished by professional organisations",
		ReviewVotes: 1, OfflineSecondAdminAbove: "50000", OfflineWriteOffUpTo: "100", TDSRateLimit: "10", ProformaDays: "30",
		EmailAccent: "#f99f1b", EmailLink: "#9a4f00",
	}}
}

// IsAboveApprovalLimit reports whether a second admin must confirm a gift or an offline payment with this list value,
// in paise with tax.
func (s Settings) IsAboveApprovalLimit(listValue money.Amount) bool {
	limit, _ := money.Parse(s.OfflineSecondAdminAbove) // the form has checked the number
	return listValue > limit
}

// WriteOffLimit returns the largest rest of an offline payment that an admin may write off, in paise.
func (s Settings) WriteOffLimit() money.Amount {
	limit, _ := money.Parse(s.OfflineWriteOffUpTo) // the form has checked the number
	return limit
}

// MaxTDS returns the most tax that payers may deduct from a value without GST, in paise. Deductors round up to rupees.
func (s Settings) MaxTDS(value money.Amount) money.Amount {
	rate, _ := strconv.Atoi(s.TDSRateLimit) // the form has checked the number
	return (value*money.Amount(rate) + 9999) / 10000 * 100
}

// ProformaValidity returns the number of days for which a proforma is valid.
func (s Settings) ProformaValidity() int {
	days, _ := strconv.Atoi(s.ProformaDays) // the form has checked the number
	return days
}

// NeedsCampaignApproval reports whether a second admin must approve an email to this number of people.
func (s Settings) NeedsCampaignApproval(people int64) bool {
	return s.CampaignApprovalAbove > 0 && people > int64(s.CampaignApprovalAbove)
}

// Site returns the configuration's name and contacts, overridden by the settings.
func (s Settings) Site(fallback config.Site) config.Site {
	for _, over := range []struct {
		field *string
		value string
	}{
		{&fallback.Name, s.SiteName}, {&fallback.ContactEmail, s.ContactEmail},
		{&fallback.ContactPhone, s.ContactPhone}, {&fallback.ProviderURL, s.ProviderURL},
	} {
		if over.value != "" {
			*over.field = over.value
		}
	}
	return fallback
}

// NotificationRecipient returns the address for the admins' notifications: the setting or the fallback. "" means that
// no one is notified.
func NotificationRecipient(app core.App, fallback string) (string, error) {
	s, err := Read(app)
	if s.NotificationEmail != "" {
		return s.NotificationEmail, err
	}
	return fallback, err
}

// defaultEventDate is the day if none is set.
const defaultEventDate = "2026-09-16"

// EventTime returns the start of the launch event's day.
func (s Settings) EventTime() time.Time {
	day, err := time.ParseInLocation(time.DateOnly, s.EventDate, india.Zone)
	if err != nil { // no date is set
		day, _ = time.ParseInLocation(time.DateOnly, defaultEventDate, india.Zone)
	}
	return day
}

// EventDay returns the launch event's day as the site and the emails show it, such as "September 16th".
func (s Settings) EventDay() string {
	day := s.EventTime()
	return day.Month().String() + " " + ordinal(day.Day())
}

// UpcomingEventDay returns EventDay until the end of that day in India, then "", because a past event is not
// announced.
func (s Settings) UpcomingEventDay(now time.Time) string {
	if now.After(india.EndOfDay(s.EventTime())) {
		return ""
	}
	return s.EventDay()
}

func ordinal(n int) string {
	suffix := "th"
	if n < 11 || n > 13 {
		switch n % 10 {
		case 1:
			suffix = "st"
		case 2:
			suffix = "nd"
		case 3:
			suffix = "rd"
		}
	}
	return strconv.Itoa(n) + suffix
}

// WhenChanged calls do with the previous and the new settings in the transaction of each change, in the console or in
// the dashboard. A second call with the same id replaces the first one.
func WhenChanged(app core.App, id string, do func(tx core.App, before, now Settings) error) {
	follow := &hook.Handler[*core.RecordEvent]{Id: id, Func: func(e *core.RecordEvent) error {
		before, err := database.As[record](e.Record.Original()).settings()
		if err != nil {
			return err
		}
		if err := e.Next(); err != nil {
			return err
		}
		now, err := load(e.App) // the cache still has the previous settings
		if err != nil {
			return err
		}
		return do(e.App, before, now)
	}}
	app.OnRecordCreate(collection).Bind(follow)
	app.OnRecordUpdate(collection).Bind(follow)
}

// RegisterHooks validates all changes of the settings, including those in the dashboard, records earlier GST rates,
// and updates the cache. Call it before the features are created: their own hooks must read the new values.
func RegisterHooks(app core.App, now clock.Clock) {
	bindCache(app)
	app.OnRecordUpdate(collection).BindFunc(func(e *core.RecordEvent) error {
		if err := database.As[record](e.Record).noteRateChange(now()); err != nil {
			return err
		}
		return e.Next()
	})
	app.OnRecordValidate(collection).BindFunc(func(e *core.RecordEvent) error {
		r := database.As[record](e.Record)
		stored, err := httpx.Object(r.form())
		if err != nil {
			return err
		}
		form, problems := check(database.As[record](e.Record.Original()), stored)
		fieldErrors := validation.Errors{}
		for _, p := range problems {
			fieldErrors[p.Field] = validation.NewError(p.Code, p.Message)
		}
		if len(fieldErrors) > 0 {
			return fieldErrors
		}
		r.setForm(form) // trimmed, with addresses in lower case
		return e.Next()
	})
	app.OnRecordDelete(collection).BindFunc(func(e *core.RecordEvent) error {
		if database.As[record](e.Record).taxStatus() != "" {
			return errTaxSettled
		}
		return e.Next()
	})
}
