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
	"boardcircle/pb_hooks/internal/india"
	"boardcircle/pb_hooks/internal/money"
)

// Settings are the values in force.
type Settings struct {
	// SiteName, ContactEmail, ContactPhone and ProviderURL are "" if the configuration's values apply. Site resolves
	// them.
	SiteName, ContactEmail, ContactPhone, ProviderURL string
	// ContactPlace is the address of the organisation.
	ContactPlace string
	// EventDate is the launch event's day, such as 2026-09-16, or "" for the built-in day. EventDay formats it.
	// UpcomingEventDay formats it until it is over.
	EventDate string
	// FigureMembers, FigureShare and FigureTarget are the figures on the landing page.
	FigureMembers, FigureShare, FigureTarget string
	// NotificationEmail receives the admins' notifications. If it is "", ADMIN_EMAIL applies.
	NotificationEmail string
	// GSTRate is in per cent and is added to a tier's price. It is 0 if the supplier is not registered.
	GSTRate int
	// gstRateChanges is the JSON of the rates before GSTRate. It is a string so that Settings stay comparable. RateAt
	// parses it.
	gstRateChanges string
	// SupplierName, SupplierAddress and SupplierState (a GST state code) describe the seller.
	SupplierName, SupplierAddress, SupplierState string
	// SupplierGSTIN turns receipts into tax invoices.
	SupplierGSTIN string
	// SACCode is the GST code of the service; SACDescription describes it.
	SACCode, SACDescription string
	// OfflineSecondAdminAbove is the list value in rupees above which a second admin must confirm a gift or an
	// offline payment. IsAboveApprovalLimit applies it.
	OfflineSecondAdminAbove int
	// BankDetails are printed on proforma invoices.
	BankDetails string
	// TaxStatus, TaxAdviser (who settled it) and TaxSettledOn say how tax was settled; see tax.go.
	TaxStatus                TaxStatus
	TaxAdviser, TaxSettledOn string
	// LUTNumber is the letter of undertaking that exempts exports from tax in the financial year LUTYear, such as
	// 2026-27.
	LUTNumber, LUTYear string
	// EInvoices reports that documents to a GSTIN or abroad wait for their registration (IRN). SupplierPlace and
	// SupplierPIN are further details of the supplier that the registration needs.
	EInvoices                  bool
	SupplierPlace, SupplierPIN string
	// ReviewVotes is the number of yes votes that an approval needs, at least 1.
	ReviewVotes int
	// PurchaseNeedsApproval allows only approved nominees to buy.
	PurchaseNeedsApproval bool
	// CampaignApprovalAbove is the number of recipients above which a second admin must approve a campaign; 0 means
	// never.
	CampaignApprovalAbove int
	// EmailAccent and EmailLink are the colours of emails. EmailLogo is a picture that replaces the built-in logo, or
	// "". EmailFooter is a line in the footer. EmailAddress is the postal address; if it is "", ContactPlace is used.
	EmailAccent, EmailLink, EmailLogo, EmailFooter, EmailAddress string
	// PictureHosts are the other hosts whose pictures may be shown, separated by spaces.
	PictureHosts string
	// TOTPRequired requires two-step sign-in for admin accounts.
	TOTPRequired bool
}

// Defaults returns the values before any are saved.
func Defaults() Settings {
	return Settings{
		ContactPlace: "Mumbai, India", FigureMembers: "300+", FigureShare: "18.67%", FigureTarget: "10,000",
		GSTRate: 18, SupplierName: "Boardcircle", SupplierAddress: "Mumbai, Maharashtra, India", SupplierState: "27",
		SACCode: "999512", SACDescription: "Services furnished by professional organisations",
		ReviewVotes: 1, OfflineSecondAdminAbove: 50_000,
		EmailAccent: "#f99f1b", EmailLink: "#9a4f00",
	}
}

// IsAboveApprovalLimit reports whether a second admin must confirm a gift or an offline payment with this list value,
// in paise with tax.
func (s Settings) IsAboveApprovalLimit(listValue money.Amount) bool {
	return listValue > money.Amount(s.OfflineSecondAdminAbove)*100
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

func (s Settings) eventDate() time.Time {
	day, err := time.ParseInLocation(time.DateOnly, s.EventDate, india.Zone)
	if err != nil { // no date is set
		day, _ = time.ParseInLocation(time.DateOnly, defaultEventDate, india.Zone)
	}
	return day
}

// EventDay returns the launch event's day as the site and the emails show it, such as "September 16th".
func (s Settings) EventDay() string {
	day := s.eventDate()
	return day.Month().String() + " " + ordinal(day.Day())
}

// UpcomingEventDay returns EventDay until the end of that day in India, then "", because a past event is not
// announced.
func (s Settings) UpcomingEventDay(now time.Time) string {
	if now.After(india.EndOfDay(s.eventDate())) {
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

// WhenChanged calls do with the new settings in the transaction of each change, in the console or in the dashboard. A
// second call with the same id replaces the first one.
func WhenChanged(app core.App, id string, do func(tx core.App, now Settings) error) {
	follow := &hook.Handler[*core.RecordEvent]{Id: id, Func: func(e *core.RecordEvent) error {
		if err := e.Next(); err != nil {
			return err
		}
		now, err := load(e.App) // the cache still has the previous settings
		if err != nil {
			return err
		}
		return do(e.App, now)
	}}
	app.OnRecordCreate(collection).Bind(follow)
	app.OnRecordUpdate(collection).Bind(follow)
}

// RegisterHooks validates all changes of the settings, including those in the dashboard, records earlier GST rates,
// and updates the cache. Call it before the features are created: their own hooks must read the new values.
func RegisterHooks(app core.App, now clock.Clock) {
	bindCache(app)
	app.OnRecordUpdate(collection).BindFunc(func(e *core.RecordEvent) error {
		if err := newRecord(e.Record).noteRateChange(now()); err != nil {
			return err
		}
		return e.Next()
	})
	app.OnRecordValidate(collection).BindFunc(func(e *core.RecordEvent) error {
		r := newRecord(e.Record)
		values, problems := check(newRecord(e.Record.Original()), r.formValues())
		fieldErrors := validation.Errors{}
		for _, p := range problems {
			fieldErrors[p.Field] = validation.NewError(p.Code, p.Message)
		}
		if len(fieldErrors) > 0 {
			return fieldErrors
		}
		r.setValues(values) // trimmed, with addresses in lower case
		return e.Next()
	})
	app.OnRecordDelete(collection).BindFunc(func(e *core.RecordEvent) error {
		if newRecord(e.Record).taxStatus() != "" {
			return errTaxSettled
		}
		return e.Next()
	})
}
