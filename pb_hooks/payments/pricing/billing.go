package pricing

import (
	"strings"

	"boardcircle/pb_hooks/internal/apperr"
	"boardcircle/pb_hooks/internal/gst"
	"boardcircle/pb_hooks/internal/money"
	"boardcircle/pb_hooks/internal/rules"
	"boardcircle/pb_hooks/payments/invoices"
	"boardcircle/pb_hooks/settings"
)

// BuyerKind is the kind of a buyer.
type BuyerKind string

// The kinds of buyers.
const (
	KindIndividual BuyerKind = "individual"
	KindCompany    BuyerKind = "company"
)

// Values returns all kinds of buyers.
func (BuyerKind) Values() []string { return rules.Options(KindIndividual, KindCompany) }

// Billing is the buyer on an invoice, and the form in which buyers state it. State is a GST state code and Country an
// ISO code. The zero Billing means that no billing is known.
type Billing struct {
	Kind      BuyerKind `json:"kind" wire:"orEmpty"`
	LegalName string    `json:"legalName"`
	GSTIN     string    `json:"gstin"`
	Address   string    `json:"address"`
	State     string    `json:"state"`
	PIN       string    `json:"pin"`
	Country   string    `json:"country"`
}

// Rules returns the rules of the billing details that a buyer states.
func (Billing) Rules() rules.Form { return billingRules }

var billingRules = rules.Form{
	{
		Name:    "kind",
		Label:   "Bought by",
		Kind:    rules.Choice,
		Options: BuyerKind("").Values(),
		Default: string(KindIndividual),
	},
	{Name: "legalName", Label: "Company’s legal name", Kind: rules.Line, Max: 200},
	{Name: "gstin", Label: "GSTIN", Kind: rules.GSTIN},
	{Name: "address", Label: "Address", Kind: rules.Text, Max: 500},
	{Name: "state", Label: "State", Kind: rules.Line, Max: 60},
	{Name: "pin", Label: "PIN code", Kind: rules.Line, Max: 12},
	{Name: "country", Label: "Country", Kind: rules.Line, Max: 60, Default: gst.India},
}

// CheckFields converts the names of a state and a country to their codes, and checks the fields that depend on each
// other. If there is a GSTIN, its state overrides the stated one.
func (b *Billing) CheckFields() []rules.Problem {
	var problems []rules.Problem
	refuse := func(field, code, message string) {
		problems = append(problems, rules.Problem{Field: field, Code: code, Message: message})
	}
	if code := gst.CountryCode(b.Country); code != "" {
		b.Country = code
	}
	if gst.CountryOf(b.Country).Name == "" {
		refuse("country", "invalid", "Please choose a country from the list")
	}
	if b.Kind == KindCompany {
		if b.LegalName == "" {
			refuse("legalName", "required", "Please enter the company’s legal name")
		}
		if b.Address == "" {
			refuse("address", "required", "Please enter the company’s address")
		}
	} else {
		b.LegalName, b.GSTIN = "", ""
	}
	if b.Country != gst.India {
		b.State = ""
		if b.GSTIN != "" {
			refuse("gstin", "invalid", "A GSTIN belongs to a company in India")
		}
		return problems
	}
	switch {
	case b.GSTIN != "":
		b.State = gst.Registered(b.GSTIN).Code
	case b.State == "":
		refuse("state", "required", "Please choose your state")
	default:
		if code := gst.StateCode(b.State); code != "" {
			b.State = code
		}
		if gst.StateOf(b.State).Name == "" {
			refuse("state", "invalid", "Please choose a state from the list")
		}
	}
	switch {
	case b.PIN == "":
		refuse("pin", "required", "Please enter your PIN code")
	case !isPINCode(b.PIN):
		refuse("pin", "invalid", "A PIN code has six digits, such as 400001")
	}
	return problems
}

func isPINCode(text string) bool {
	digits := strings.Trim(text, "0123456789")
	return len(text) == 6 && digits == "" && text[0] != '0'
}

// addressFrom is the total in paise from which a tax invoice must state the address of a buyer without a GSTIN. Rule 46
// of the CGST Rules requires name, address and state; the name and the state are always required.
const addressFrom = money.Amount(50_000_00)

// NeedsAddress reports whether a document over this total must state the buyer's address.
func NeedsAddress(site settings.Settings, b Billing, total money.Amount, currency string) bool {
	return site.SupplierGSTIN != "" && b.GSTIN == "" && currency == "INR" && total >= addressFrom
}

// CheckInvoiceable returns an error if the tax invoice would lack details of the buyer that the law requires. All kinds
// of sales call it: orders, renewals, offline payments and unmatched payments.
func CheckInvoiceable(site settings.Settings, b Billing, total money.Amount, currency string) error {
	switch {
	case b == (Billing{}) && site.SupplierGSTIN != "":
		return errBillingRequired
	case b.Address == "" && NeedsAddress(site, b, total, currency):
		return errAddressRequired
	}
	return nil
}

// Place returns the place of supply, or the zero State if none was stated.
func (b Billing) Place() gst.State {
	switch {
	case b.Country == "":
		return gst.State{}
	case b.Country != gst.India:
		return gst.Abroad
	}
	return gst.StateOf(b.State)
}

// Recipient returns the recipient of the document of a customer's purchase.
func (b Billing) Recipient(customer Customer) invoices.Recipient {
	r := invoices.Recipient{
		Name:    customer.Name,
		Email:   customer.Email,
		Phone:   customer.Contact,
		GSTIN:   b.GSTIN,
		Address: b.Address,
		PIN:     b.PIN,
		State:   gst.StateOf(b.State),
	}
	if b.Kind == KindCompany {
		r.Name, r.Contact = b.LegalName, customer.Name
	}
	if b.Country != "" && b.Country != gst.India {
		r.Country = gst.CountryOf(b.Country).Name
	}
	return r
}

const (
	// MinAmount is the smallest amount that the provider accepts: one rupee, in paise.
	MinAmount = 100
)

// Customer prefills the form of the checkout.
type Customer struct {
	Name    string `json:"name"`
	Email   string `json:"email"`
	Contact string `json:"contact"`
}

// The errors of an order and its payment. None of them loses an order: its transaction stays, and the next attempt or a
// later sync continues with it.
var (
	errBillingRequired = apperr.Invalid("billing-required", "billing",
		"Please tell us your state and PIN code. The tax on the invoice depends on them.")
	errAddressRequired = apperr.Invalid("address-required", "billing.address",
		"Please enter the address. An invoice of ₹50,000 or more must show it.")
)

// Errors are the errors about missing billing details.
var Errors = []*apperr.Error{errBillingRequired, errAddressRequired}
