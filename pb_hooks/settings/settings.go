// Package settings reads what staff can change in the dashboard without a new release: the GST
// rate, and who stands as the supplier on receipts and invoices.
package settings

import (
	"database/sql"
	"errors"

	"github.com/pocketbase/pocketbase/core"
)

const (
	collection = "settings"
	// key is the key of the only record.
	key = "site"
)

// Settings are the values in force.
type Settings struct {
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
		GSTRate: 18, SupplierName: "Boardcircle", SupplierAddress: "Mumbai, Maharashtra, India", SupplierState: "27",
		SACCode: "999512", SACDescription: "Services furnished by professional organisations",
		ReviewVotes: 1,
	}
}

// Read returns the settings in force. An empty text means its default; the GST rate of a record
// that exists is meant, also when it is 0.
func Read(app core.App) (Settings, error) {
	s := Defaults()
	record, err := app.FindFirstRecordByData(collection, "key", key)
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
	for name, field := range map[string]*string{
		"supplierName": &s.SupplierName, "supplierAddress": &s.SupplierAddress, "supplierState": &s.SupplierState,
		"supplierGstin": &s.SupplierGSTIN, "sacCode": &s.SACCode, "sacDescription": &s.SACDescription,
	} {
		if value := record.GetString(name); value != "" {
			*field = value
		}
	}
	return s, nil
}
