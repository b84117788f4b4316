package pricing

import (
	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/apperr"
	"boardcircle/pb_hooks/internal/gst"
	"boardcircle/pb_hooks/internal/india"
	"boardcircle/pb_hooks/internal/money"
	"boardcircle/pb_hooks/internal/normal"
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
	// IsSEZ reports whether a company is a unit or a developer in a special economic zone.
	IsSEZ   bool   `json:"isSEZ"`
	Address string `json:"address"`
	State   string `json:"state"`
	PIN     string `json:"pin"`
	Country string `json:"country"`
	// ConfirmedPlace is the state and the PIN code, such as "27-560001", that the buyer has confirmed although the PIN
	// code belongs to another state. It is "" if the two agree.
	ConfirmedPlace string `json:"confirmedPlace"`
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
	{
		Name: "isSEZ", Label: "Unit or developer in a special economic zone (SEZ)", Kind: rules.Flag,
		Default: "false",
	},
	{Name: "address", Label: "Address", Kind: rules.Text, Max: 500},
	{Name: "state", Label: "State", Kind: rules.Line, Max: 60},
	{Name: "pin", Label: "PIN code", Kind: rules.Line, Max: 12},
	{Name: "country", Label: "Country", Kind: rules.Line, Max: 60, Default: gst.India},
	{Name: "confirmedPlace", Label: "The state and the PIN code are both right", Kind: rules.Line, Max: 12},
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
		b.LegalName, b.GSTIN, b.IsSEZ = "", "", false
	}
	if b.Country != gst.India {
		b.State, b.ConfirmedPlace, b.IsSEZ = "", "", false
		if b.GSTIN != "" {
			refuse("gstin", "invalid", "A GSTIN belongs to a company in India")
		}
		return problems
	}
	if b.IsSEZ && b.GSTIN == "" {
		refuse("gstin", "required", "Please enter the GSTIN of the company in the special economic zone")
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
	b.PIN = normal.Code(b.PIN)
	switch {
	case b.PIN == "":
		refuse("pin", "required", "Please enter your PIN code")
	case !gst.ValidPIN(b.PIN):
		refuse("pin", "invalid", "A PIN code has six digits, such as 400001")
	case len(problems) == 0 && !b.placeAgrees():
		refuse("pin", "disagrees", messagePINElsewhere)
	}
	if india.PINAgrees(b.PIN, b.State) {
		b.ConfirmedPlace = ""
	}
	return problems
}

// messagePINElsewhere asks which of the state and the PIN code is right. A wrong state would put the tax into the wrong
// returns.
const messagePINElsewhere = "This PIN code belongs to another state. Please correct the state or the PIN code, or " +
	"confirm that both are right"

// placeAgrees reports whether the PIN code may belong to the state, or the buyer has confirmed the two.
func (b Billing) placeAgrees() bool {
	return b.Country != gst.India || india.PINAgrees(b.PIN, b.State) || b.ConfirmedPlace == b.State+"-"+b.PIN
}

// NeedsAddress reports whether a document over this total must state the buyer's address.
func NeedsAddress(app core.App, site settings.Settings, b Billing, total money.Amount, currency string) (bool, error) {
	if site.SupplierGSTIN == "" {
		return false, nil
	}
	return invoices.NeedsAddress(app, b.GSTIN, int64(total), currency)
}

// LacksAddress reports whether a document over this total must state the buyer's address, which is not known.
func LacksAddress(app core.App, site settings.Settings, b Billing, total money.Amount, currency string) (bool, error) {
	if b.Address != "" {
		return false, nil
	}
	return NeedsAddress(app, site, b, total, currency)
}

// CheckInvoiceable returns an error if the tax invoice would lack details of the buyer that the law requires. All kinds
// of sales call it: orders, renewals, offline payments and unmatched payments.
func CheckInvoiceable(app core.App, site settings.Settings, b Billing, total money.Amount, currency string) error {
	lacksAddress, err := LacksAddress(app, site, b, total, currency)
	switch {
	case err != nil:
		return err
	case b == (Billing{}) && site.SupplierGSTIN != "":
		return errBillingRequired
	case lacksAddress:
		return errAddressRequired
	case b != (Billing{}) && !b.placeAgrees():
		return errPINElsewhere // a profile that is older than the question
	}
	return CheckBuyer(site, b)
}

// CheckBuyer returns an error if the buyer is the supplier, because no one can sell to themselves.
func CheckBuyer(site settings.Settings, b Billing) error {
	if b.isSupplier(site) {
		return errOwnGSTIN
	}
	return nil
}

// CheckProfile is CheckBuyer for a form that has only billing details.
func CheckProfile(site settings.Settings, b Billing) error {
	if b.isSupplier(site) {
		return ErrOwnProfile
	}
	return nil
}

func (b Billing) isSupplier(site settings.Settings) bool {
	return b.GSTIN != "" && b.GSTIN == site.SupplierGSTIN
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
		IsSEZ:   b.IsSEZ,
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
	errOwnGSTIN     = apperr.Invalid("own-gstin", "billing.gstin", messageOwnGSTIN)
	errPINElsewhere = apperr.Invalid("pin-elsewhere", "billing.pin", messagePINElsewhere+".")
)

// Errors are the errors about billing details that do not suffice for an invoice.
var Errors = []*apperr.Error{errBillingRequired, errAddressRequired, errPINElsewhere, errOwnGSTIN}

// ErrOwnProfile is errOwnGSTIN for a form that has only billing details.
var ErrOwnProfile = apperr.Invalid("own-gstin-in-profile", "gstin", messageOwnGSTIN)

// ErrAddressOfProfile is errAddressRequired for a form that has only billing details.
var ErrAddressOfProfile = apperr.Invalid("address-required-in-profile", "address",
	"Please enter your address. A tax invoice of ₹50,000 or more waits for it.")

const messageOwnGSTIN = "This is our own GSTIN. Please enter the GSTIN of your company."
