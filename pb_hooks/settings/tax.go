package settings

import (
	"cmp"
	"fmt"
	"net/http"
	"strconv"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/database"
	"boardcircle/pb_hooks/internal/gst"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/india"
	"boardcircle/pb_hooks/internal/overdue"
)

// Tax is settled once an admin has entered what the accountant decided: whether the supplier is registered for GST.
//
//	not settled ──> registered: a GSTIN; the rate, by place of supply
//	            │       ↕
//	            ╰─> not registered: rate 0, and no word of tax anywhere
//
// While tax is not settled, demo and test keys use the rate of the settings (18 %), and nothing can be bought with
// live keys. Settled tax can't become unsettled: charges of mandates and payments of open orders could still arrive,
// and their receipts would show GST without a registration.

// TaxStatus is whether the supplier is registered for GST, or "" if tax is not settled.
type TaxStatus string

// The values of TaxStatus.
const (
	Registered   TaxStatus = "registered"
	Unregistered TaxStatus = "unregistered"
)

// IsTaxSettled reports whether an admin has settled how purchases are taxed.
func (s Settings) IsTaxSettled() bool { return s.TaxStatus != "" }

// MaySell reports whether memberships may be sold. With live keys, tax must be settled first.
func (s Settings) MaySell(isLive bool) bool { return !isLive || s.IsTaxSettled() }

// Supplier returns the seller. If there is a GSTIN, its state is used, so that the two never differ.
func (s Settings) Supplier() gst.Supplier {
	if state := gst.Registered(s.SupplierGSTIN); state.Code != "" {
		return gst.Supplier{State: state, IsRegistered: true}
	}
	return gst.Supplier{State: gst.StateOf(s.SupplierState)}
}

// RateAt returns the GST rate on a day in per cent. It is 0 if the supplier is not registered.
func (s Settings) RateAt(at time.Time) int {
	if s.TaxStatus == Unregistered {
		return 0
	}
	changes, err := parseRateChanges(s.gstRateChanges)
	if err != nil { // can't happen: load has checked it
		return s.GSTRate
	}
	return gst.RateAt(at, changes, s.GSTRate)
}

// LUT returns the letter of undertaking for exports at a time, or "".
func (s Settings) LUT(at time.Time) string {
	if s.SupplierGSTIN == "" || s.LUTYear != india.FinancialYear(at) {
		return ""
	}
	return s.LUTNumber
}

// lutNotice and lutGrace are how long before and after the end of a letter of undertaking the office is reminded of it.
const lutNotice, lutGrace = 31 * 24 * time.Hour, 30 * 24 * time.Hour

// ListEndingLUT returns the letter of undertaking in March, in which it ends, and in April if no other has been
// entered.
func ListEndingLUT(app core.App, now time.Time) ([]overdue.Item, error) {
	site, err := Read(app)
	if err != nil || site.LUTNumber == "" || site.TaxStatus != Registered {
		return nil, err
	}
	first, err := strconv.Atoi(site.LUTYear[:len("2026")])
	if err != nil { // can't happen: the form has checked it
		return nil, err
	}
	end := india.EndOfDay(time.Date(first+1, time.March, 31, 0, 0, 0, 0, india.Zone))
	if now.Before(end.Add(-lutNotice)) || now.After(end.Add(lutGrace)) {
		return nil, nil
	}
	return []overdue.Item{{
		ID: "lut", Label: "The letter of undertaking for exports ends on " + india.DayText(end),
		Since: database.DateTime(end.Add(-lutNotice)), DueAt: database.DateTime(end),
	}}, nil
}

// messageStaysSettled is the error for a change that would remove the decision about tax.
const messageStaysSettled = "Tax was settled on %s, and payments may still be in progress, so it stays settled. " +
	"Please choose registered or not registered."

// errTaxSettled refuses to delete the record, because tax would no longer be settled.
var errTaxSettled = httpx.NewError(http.StatusForbidden,
	"The settings can no longer be deleted, because the tax in them has been settled.", nil)

// checkEInvoicing checks that all details that registering a document needs are set.
func (form Form) checkEInvoicing(addProblem func(field, message string)) {
	if !form.HasEInvoicing {
		return
	}
	if form.TaxStatus != Registered {
		addProblem("eInvoices", "Only a supplier who is registered for GST issues e-invoices")
	}
	if form.SupplierCity == "" {
		addProblem("supplierPlace", "Please enter the supplier's city: each registration names it")
	}
	if form.SupplierPIN == "" {
		addProblem("supplierPin", "Please enter the supplier's PIN code: each registration names it")
	}
	if code := form.SACCode; code != "" && len(code) < len("999512") {
		addProblem("sacCode", "E-invoices take a code of 6 digits, such as 999512")
	}
}

// state returns the GST code of the supplier's state.
func (form Form) state() string { return cmp.Or(form.SupplierState, Defaults().SupplierState) }

// checkTax checks the combination of the tax fields. before has the stored settings.
func (form Form) checkTax(before Form, addProblem func(field, message string)) {
	status, gstin := form.TaxStatus, form.SupplierGSTIN
	switch {
	case before.TaxStatus != "" && status == "":
		addProblem("taxStatus", fmt.Sprintf(messageStaysSettled, before.TaxSettledOn))
	case status != "":
		if form.TaxAdviser == "" {
			addProblem("taxAdviser", "Please enter the name of the accountant who settled this")
		}
		if form.TaxSettledOn == "" {
			addProblem("taxSettledOn", "Please enter the day on which it was settled")
		}
	}
	switch {
	case status == Registered && gstin == "":
		addProblem("supplierGstin", "Please enter the GSTIN")
	case status == Unregistered && gstin != "":
		addProblem("supplierGstin", "A supplier who is not registered has no GSTIN. Please leave this field empty")
	}
	if gstin != "" && gstin[:2] != form.state() {
		addProblem("supplierGstin", "The GSTIN belongs to another state: its first two digits are the state's code")
	}
	pin, isStored := form.SupplierPIN, form.SupplierPIN == before.SupplierPIN && form.state() == before.state()
	if pin != "" && !isStored && !india.PINAgrees(pin, form.state()) {
		addProblem("supplierPin", "This PIN code belongs to another state. Please correct the PIN code or the state")
	}
	number, year := form.LUTNumber, form.LUTYear
	switch {
	case number != "" && year == "":
		addProblem("lutYear", "Please enter the financial year that the letter is for")
	case number == "" && year != "":
		addProblem("lutNumber", "Please enter the letter's reference number")
	case number != "" && status == Unregistered:
		addProblem("lutNumber", "A supplier who is not registered cannot give a letter of undertaking")
	case len(year) == len("2026-27"):
		if first, _ := strconv.Atoi(year[2:4]); fmt.Sprintf("%02d", (first+1)%100) != year[5:] {
			addProblem("lutYear", wrongYear)
		}
	}
}
