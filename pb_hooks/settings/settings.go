// Package settings keeps what admins change without a new release: the site's name and contacts,
// the launch event's day, the marketing figures, the GST rate, who is the supplier on receipts and
// invoices, how nominations are reviewed and who is notified.
//
// There is one record. An empty text means its default: the built-in one, or for the site's name and
// contacts the configuration's. Whoever changes the record, in the console or in the dashboard,
// changes what every feature reads from that moment on; store.go has the cache.
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
	// SiteName, ContactEmail, ContactPhone and ProviderURL are "" where the configuration's apply; Site
	// resolves them.
	SiteName, ContactEmail, ContactPhone, ProviderURL string
	// ContactPlace is the address of the organisation.
	ContactPlace string
	// EventDate is the launch event's day, such as 2026-09-16, or "" for the built-in one; EventDay formats it, and
	// UpcomingEventDay does until it is over.
	EventDate string
	// FigureMembers, FigureShare and FigureTarget are numbers on the landing page.
	FigureMembers, FigureShare, FigureTarget string
	// NotificationEmail receives the admins' notifications; "" leaves that to ADMIN_EMAIL.
	NotificationEmail string
	// GSTRate is in percent, on top of a tier's price; 0 where the supplier is not registered.
	GSTRate int
	// gstRateChanges are the rates before GSTRate as they are stored, so that Settings stay comparable; RateAt reads them.
	gstRateChanges string
	// SupplierName, SupplierAddress and SupplierState (a GST state code) are the seller.
	SupplierName, SupplierAddress, SupplierState string
	// SupplierGSTIN makes documents tax invoices; without it they are receipts.
	SupplierGSTIN string
	// SACCode classifies the service; SACDescription describes it.
	SACCode, SACDescription string
	// OfflineSecondAdminAbove is the list value in rupees above which no admin alone gives anything away, offline
	// payments included: NeedsSecondAdmin is the rule.
	OfflineSecondAdminAbove int
	// BankDetails tell on a proforma where to pay.
	BankDetails string
	// TaxStatus, TaxAdviser (who settled it) and TaxSettledOn say how tax was settled; tax.go has the rules.
	TaxStatus                TaxStatus
	TaxAdviser, TaxSettledOn string
	// LUTNumber is the letter of undertaking under which exports bear no tax in the financial year LUTYear,
	// such as 2026-27.
	LUTNumber, LUTYear string
	// EInvoices tells that documents to a GSTIN and abroad wait for their registration (IRN); SupplierPlace and
	// SupplierPIN are what the registration tells of the supplier besides.
	EInvoices                  bool
	SupplierPlace, SupplierPIN string
	// ReviewVotes is how many yes votes an approval needs, at least 1.
	ReviewVotes int
	// PurchaseNeedsApproval lets only approved nominees buy.
	PurchaseNeedsApproval bool
	// CampaignApprovalAbove is the number of recipients above which a second admin approves a campaign; 0 is never.
	CampaignApprovalAbove int
	// EmailAccent and EmailLink are the colours of the e-mails' frame, EmailLogo a picture of the library in place of the
	// ring and the name, or "", EmailFooter a line at the foot, and EmailAddress the postal address, "" for the place.
	EmailAccent, EmailLink, EmailLogo, EmailFooter, EmailAddress string
	// PictureHosts are the hosts of other sites whose pictures are shown, with spaces between them.
	PictureHosts string
	// TOTPRequired makes a second factor mandatory for admin accounts.
	TOTPRequired bool
}

// Defaults are the values while nobody has set any.
func Defaults() Settings {
	return Settings{
		ContactPlace: "Mumbai, India", FigureMembers: "300+", FigureShare: "18.67%", FigureTarget: "10,000",
		GSTRate: 18, SupplierName: "Boardcircle", SupplierAddress: "Mumbai, Maharashtra, India", SupplierState: "27",
		SACCode: "999512", SACDescription: "Services furnished by professional organisations",
		ReviewVotes: 1, OfflineSecondAdminAbove: 50_000,
		EmailAccent: "#f99f1b", EmailLink: "#9a4f00",
	}
}

// NeedsSecondAdmin is the one rule above which list value, in paise with tax, a second admin confirms what an admin gives.
func (s Settings) IsAboveApprovalLimit(listValue money.Amount) bool {
	return listValue > money.Amount(s.OfflineSecondAdminAbove)*100
}

// NeedsCampaignApproval is the one rule above how many people a second admin approves what an admin writes to them.
func (s Settings) NeedsCampaignApproval(people int64) bool {
	return s.CampaignApprovalAbove > 0 && people > int64(s.CampaignApprovalAbove)
}

// Site is the configuration's name and contacts, with those that the settings override.
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

// NotificationRecipient is the address of the admins' notifications: the setting, else the fallback; ""
// is nobody.
func NotificationRecipient(app core.App, fallback string) (string, error) {
	s, err := Read(app)
	if s.NotificationEmail != "" {
		return s.NotificationEmail, err
	}
	return fallback, err
}

// defaultEventDate is the day while none is set.
const defaultEventDate = "2026-09-16"

func (s Settings) eventDate() time.Time {
	day, err := time.ParseInLocation(time.DateOnly, s.EventDate, india.Zone)
	if err != nil { // no date is set
		day, _ = time.ParseInLocation(time.DateOnly, defaultEventDate, india.Zone)
	}
	return day
}

// EventDay is the launch event's day as the site and the e-mails show it: "September 16th".
func (s Settings) EventDay() string {
	day := s.eventDate()
	return day.Month().String() + " " + ordinal(day.Day())
}

// UpcomingEventDay is EventDay until the end of that day in India, then "": a past event is not announced.
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

// WhenChanged calls do with the settings as they are from now on, in the transaction of each change, whoever makes it.
// A second call with the same id replaces the first one.
func WhenChanged(app core.App, id string, do func(tx core.App, now Settings) error) {
	follow := &hook.Handler[*core.RecordEvent]{Id: id, Func: func(e *core.RecordEvent) error {
		if err := e.Next(); err != nil {
			return err
		}
		now, err := load(e.App) // the cache still has what was before
		if err != nil {
			return err
		}
		return do(e.App, now)
	}}
	app.OnRecordCreate(collection).Bind(follow)
	app.OnRecordUpdate(collection).Bind(follow)
}

// RegisterHooks validates the settings whoever writes them, staff in the dashboard included, notes until when a GST
// rate applied, and keeps the cache. It is bound before the features are built: they react to changes too, and what they
// read then must be the new values.
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
		r.setValues(values) // trimmed, and an address in lower case
		return e.Next()
	})
	app.OnRecordDelete(collection).BindFunc(func(e *core.RecordEvent) error {
		if newRecord(e.Record).taxStatus() != "" {
			return errTaxSettled
		}
		return e.Next()
	})
}
