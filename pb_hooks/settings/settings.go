// Package settings keeps what the office sets without a new release: the site's name and contacts,
// the launch event's day, the marketing figures, the GST rate, who stands as the supplier on
// receipts and invoices, how nominations are reviewed and who is told.
//
// There is one record. A text that is empty means its default: the built-in one, or for the site's
// name and contacts the configuration's. Whoever changes the record, the console or staff in the
// dashboard, changes what every room reads from that moment on; keep.go says how.
package settings

import (
	"database/sql"
	"errors"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/config"
)

const (
	collection = "settings"
	// recordKey is the key of the only record.
	recordKey = "site"
)

// Settings are the values in force.
type Settings struct {
	// SiteName, ContactEmail, ContactPhone and ProviderURL are "" where the configuration's stand;
	// Site tells which do.
	SiteName, ContactEmail, ContactPhone, ProviderURL string
	// ContactPlace is where the office is.
	ContactPlace string
	// EventDate is the launch event's day, such as 2026-09-16, or "" for the built-in one; EventDay
	// says it in words.
	EventDate string
	// FigureMembers, FigureShare and FigureTarget are claims of the landing page.
	FigureMembers, FigureShare, FigureTarget string
	// NotificationEmail is told of what needs a person; "" leaves it to ADMIN_EMAIL.
	NotificationEmail string
	// GSTRate is in percent, on top of a tier's price.
	GSTRate int
	// SupplierName, SupplierAddress and SupplierState (the GST state code) say who sells.
	SupplierName, SupplierAddress, SupplierState string
	// SupplierGSTIN makes documents tax invoices; without it they are receipts.
	SupplierGSTIN string
	// SACCode classifies the service; SACDescription says it in words.
	SACCode, SACDescription string
	// ReviewVotes is how many yes votes an approval needs, at least 1.
	ReviewVotes int
	// PurchaseNeedsApproval lets only approved nominees buy.
	PurchaseNeedsApproval bool
	// TOTPRequired makes a second factor mandatory for admin accounts.
	TOTPRequired bool
}

// Defaults are the values while staff have set nothing.
func Defaults() Settings {
	return Settings{
		ContactPlace: "Mumbai, India", FigureMembers: "300+", FigureShare: "18.67%", FigureTarget: "10,000",
		GSTRate: 18, SupplierName: "Boardcircle", SupplierAddress: "Mumbai, Maharashtra, India", SupplierState: "27",
		SACCode: "999512", SACDescription: "Services furnished by professional organisations",
		ReviewVotes: 1,
	}
}

// textFields are the settings that are texts, by the name of their field.
func (s *Settings) textFields() map[string]*string {
	return map[string]*string{
		"siteName": &s.SiteName, "contactEmail": &s.ContactEmail, "contactPhone": &s.ContactPhone,
		"contactPlace": &s.ContactPlace, "providerUrl": &s.ProviderURL, "eventDate": &s.EventDate,
		"figureMembers": &s.FigureMembers, "figureShare": &s.FigureShare, "figureTarget": &s.FigureTarget,
		"notificationEmail": &s.NotificationEmail,
		"supplierName":      &s.SupplierName, "supplierAddress": &s.SupplierAddress, "supplierState": &s.SupplierState,
		"supplierGstin": &s.SupplierGSTIN, "sacCode": &s.SACCode, "sacDescription": &s.SACDescription,
	}
}

// Site lays the settings over the configuration's name and contacts.
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

// NotificationRecipient is who is told of what needs a person: the setting, else the fallback; "" is nobody.
func NotificationRecipient(app core.App, fallback string) (string, error) {
	s, err := Read(app)
	if s.NotificationEmail != "" {
		return s.NotificationEmail, err
	}
	return fallback, err
}

// load reads the settings from the database. An empty text means its default; the GST rate of a
// record that exists is meant, also when it is 0.
func load(app core.App) (Settings, error) {
	s := Defaults()
	record, err := findRecord(app)
	if errors.Is(err, sql.ErrNoRows) {
		return s, nil
	}
	if err != nil {
		return Settings{}, err
	}
	s.GSTRate = record.GetInt("gstRate")
	s.ReviewVotes = max(1, record.GetInt("reviewVotes"))
	s.PurchaseNeedsApproval = record.GetBool("purchaseNeedsApproval")
	s.TOTPRequired = record.GetBool("totpRequired")
	for name, text := range s.textFields() {
		if value := record.GetString(name); value != "" {
			*text = value
		}
	}
	return s, nil
}

func findRecord(app core.App) (*core.Record, error) {
	return app.FindFirstRecordByData(collection, "key", recordKey)
}
