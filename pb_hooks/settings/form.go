package settings

import (
	"fmt"
	"reflect"

	"boardcircle/pb_hooks/internal/gst"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/rules"
)

// Form is the body of PUT /api/admin/settings, and the stored settings. An empty text means its default. The names in
// JSON are those of the columns, some of which are older than the names of the fields.
type Form struct {
	_            struct{} `wire:"settings"`
	SiteName     string   `json:"siteName"`
	ContactEmail string   `json:"contactEmail"`
	ContactPhone string   `json:"contactPhone"`
	// ContactAddress is the address of the organisation.
	ContactAddress string `json:"contactPlace"`
	ProviderURL    string `json:"providerUrl"`
	// EventDate is the launch event's day, such as 2026-09-16. EventDay formats it. UpcomingEventDay formats it until
	// it is over.
	EventDate string `json:"eventDate"`
	// FigureMembers, FigureShare and FigureTarget are the figures on the landing page.
	FigureMembers string `json:"figureMembers"`
	FigureShare   string `json:"figureShare"`
	FigureTarget  string `json:"figureTarget"`
	// PictureHosts are the other hosts whose pictures may be shown, separated by spaces.
	PictureHosts string `json:"pictureHosts"`
	// NotificationEmail receives the admins' notifications.
	NotificationEmail string `json:"notificationEmail"`
	// ReportEmail and SecondReportEmail are the addresses of the two admins who get the emails about reports. If both
	// are "", all admins who may decide about reports get them.
	ReportEmail       string `json:"reportEmail"`
	SecondReportEmail string `json:"secondReportEmail"`

	// ReviewVotes is the number of yes votes that an approval needs, at least 1.
	ReviewVotes int `json:"reviewVotes"`
	// CampaignApprovalAbove is the number of recipients above which a second admin must approve a campaign; 0 means
	// never.
	CampaignApprovalAbove int `json:"campaignApprovalAbove"`
	// IsPurchaseRestricted allows only approved nominees to buy.
	IsPurchaseRestricted bool `json:"purchaseNeedsApproval"`
	// IsTOTPRequired requires two-step sign-in for admin accounts.
	IsTOTPRequired bool `json:"totpRequired"`

	// TaxStatus is whether the supplier is registered for GST, as TaxAdviser decided on the day TaxSettledOn. All three
	// are "" until an admin enters the decision; see tax.go.
	TaxStatus    TaxStatus `json:"taxStatus"`
	TaxAdviser   string    `json:"taxAdviser"`
	TaxSettledOn string    `json:"taxSettledOn"`
	// GSTRate is in per cent and is added to a tier's price.
	GSTRate int `json:"gstRate"`
	// SupplierName, SupplierAddress and SupplierState (a GST state code) describe the seller.
	SupplierName    string `json:"supplierName"`
	SupplierAddress string `json:"supplierAddress"`
	SupplierState   string `json:"supplierState"`
	// SupplierGSTIN turns receipts into tax invoices.
	SupplierGSTIN string `json:"supplierGstin"`
	// SACCode is the GST code of the service; SACDescription describes it.
	SACCode        string `json:"sacCode"`
	SACDescription string `json:"sacDescription"`
	// BankDetails are printed on proforma invoices.
	BankDetails string `json:"bankDetails"`
	// OfflineSecondAdminAbove is the list value in rupees above which a second admin must confirm a gift or an offline
	// payment. It is a text, because an empty one means the default. IsAboveApprovalLimit applies it.
	OfflineSecondAdminAbove string `json:"offlineSecondAdminAbove"`
	// OfflineWriteOffUpTo is the rest of an offline payment in rupees that an admin may write off. An empty one means
	// the default. WriteOffLimit returns it.
	OfflineWriteOffUpTo string `json:"offlineWriteOffUpTo"`
	// TDSRateLimit is the highest rate in per cent at which payers may deduct tax. An empty one means the default.
	// MaxTDS applies it.
	TDSRateLimit string `json:"tdsRateLimit"`
	// ProformaDays is the number of days for which a proforma is valid. An empty one means the default.
	// ProformaValidity returns it.
	ProformaDays string `json:"proformaDays"`

	// EmailAccent and EmailLink are the colours of emails. EmailLogo is a picture that replaces the built-in logo.
	// EmailFooter is a line in the footer. EmailAddress is the postal address; if it is "", ContactAddress is used.
	EmailAccent  string `json:"emailAccent"`
	EmailLink    string `json:"emailLink"`
	EmailLogo    string `json:"emailLogo"`
	EmailFooter  string `json:"emailFooter"`
	EmailAddress string `json:"emailAddress"`

	// LUTNumber is the letter of undertaking that exempts exports from tax in the financial year LUTYear, such as
	// 2026-27.
	LUTNumber string `json:"lutNumber"`
	LUTYear   string `json:"lutYear"`
	// HasEInvoicing reports whether documents to a GSTIN or abroad must be registered with the tax portal before they
	// are sent. SupplierCity and SupplierPIN are details of the supplier that the registration needs.
	HasEInvoicing bool   `json:"eInvoices"`
	SupplierCity  string `json:"supplierPlace"`
	SupplierPIN   string `json:"supplierPin"`
}

// Rules returns the rules of the fields. check has the rules that involve several fields.
func (Form) Rules() rules.Form { return formRules }

// texts returns the values by field, each as its text.
func (form Form) texts() map[string]string {
	texts := map[string]string{}
	for name, field := range rules.StructFields(reflect.ValueOf(form)) {
		texts[name] = fmt.Sprint(field.Interface())
	}
	return texts
}

// check validates complete settings by the rules of the fields and then by rules that involve several fields. before is
// the stored record, or an empty one.
func check(before *record, body map[string]any) (Form, []rules.Problem) {
	form, problems := httpx.Bind[Form](body)
	if len(problems) > 0 {
		return form, problems
	}
	addProblem := func(field, message string) {
		problems = append(problems, rules.Invalid(field, message))
	}
	form.checkTax(before.form(), addProblem)
	form.checkEInvoicing(addProblem)
	form.checkEmailColours(addProblem)
	return form, problems
}

// maxGSTRate and maxVotes are the schema's limits.
const maxGSTRate, maxVotes = 100, 20

var formRules = rules.Form{
	{Name: "siteName", Label: "Site name", Kind: rules.Line, Max: 80},
	{
		Name:     "contactEmail",
		Label:    "Contact email",
		Kind:     rules.Email,
		Max:      254,
		Messages: rules.Messages{Invalid: "Please enter a valid email address"},
	},
	{
		Name: "contactPhone", Label: "Contact phone", Kind: rules.Line, Max: 40, Pattern: `^\+?[0-9][0-9 ()-]{8,38}$`,
		Messages: rules.Messages{Invalid: "Please enter a phone number such as +91 22 4000 1234"},
	},
	{Name: "contactPlace", Label: "Location", Kind: rules.Line, Max: 120},
	{
		Name: "providerUrl", Label: "Provider’s website", Kind: rules.Link, Max: 300,
		Messages: rules.Messages{Invalid: "Please enter a full address such as https://mentoring.example"},
	},
	{Name: "eventDate", Label: "Launch event", Kind: rules.Day},
	{Name: "figureMembers", Label: "Current members", Kind: rules.Line, Max: 20, Pattern: figurePattern},
	{Name: "figureShare", Label: "Share of women on boards", Kind: rules.Line, Max: 20, Pattern: figurePattern},
	{Name: "figureTarget", Label: "Target number of members", Kind: rules.Line, Max: 20, Pattern: figurePattern},
	{
		Name:    "pictureHosts",
		Label:   "Images from other sites",
		Kind:    rules.Line,
		Max:     500,
		Pattern: pictureHostsPattern,
		Messages: rules.Messages{
			Invalid: "Please enter host names such as images.example.org, separated by spaces",
		},
	},
	{
		Name:     "notificationEmail",
		Label:    "Notification address",
		Kind:     rules.Email,
		Max:      254,
		Messages: rules.Messages{Invalid: "Please enter a valid email address"},
	},

	{
		Name:     "reportEmail",
		Label:    "Email of the first administrator for reports",
		Kind:     rules.Email,
		Max:      254,
		Messages: rules.Messages{Invalid: "Please enter a valid email address"},
	},
	{
		Name:     "secondReportEmail",
		Label:    "Email of the second administrator for reports",
		Kind:     rules.Email,
		Max:      254,
		Messages: rules.Messages{Invalid: "Please enter a valid email address"},
	},

	{
		Name:     "reviewVotes",
		Label:    "Votes for an approval",
		Kind:     rules.Integer,
		Required: true,
		Min:      1,
		Max:      maxVotes,
		Default:  "1",
	},
	{
		Name:    "campaignApprovalAbove",
		Label:   "Recipients above which a second administrator must approve a campaign",
		Kind:    rules.Integer,
		Max:     1_000_000,
		Default: "0",
	},
	{Name: "purchaseNeedsApproval", Label: "Only approved nominees can buy", Kind: rules.Flag, Default: "false"},
	{Name: "totpRequired", Label: "Administrators must use two-step sign-in", Kind: rules.Flag, Default: "false"},

	{
		Name:    "taxStatus",
		Label:   "Registration for GST",
		Kind:    rules.Choice,
		Options: []string{string(Registered), string(Unregistered)},
	},
	{Name: "taxAdviser", Label: "Settled by", Kind: rules.Line, Max: 120},
	{Name: "taxSettledOn", Label: "Settled on", Kind: rules.Day},
	{Name: "gstRate", Label: "GST rate", Kind: rules.Integer, Required: true, Min: 0, Max: maxGSTRate, Default: "18"},
	{Name: "supplierName", Label: "Supplier’s name", Kind: rules.Line, Max: 200},
	{Name: "supplierAddress", Label: "Supplier’s address", Kind: rules.Text, Max: 1000},
	{Name: "supplierState", Label: "Supplier’s state", Kind: rules.Choice, Options: stateCodes()},
	{Name: "supplierGstin", Label: "GSTIN", Kind: rules.GSTIN},
	{
		Name: "sacCode", Label: "SAC code", Kind: rules.Line, Max: 6, Pattern: `^[0-9]{4,6}$`,
		Messages: rules.Messages{Invalid: "Please enter a code of 4 to 6 digits, such as 999512"},
	},
	{Name: "sacDescription", Label: "Description of the service", Kind: rules.Line, Max: 200},
	{Name: "bankDetails", Label: "Bank details", Kind: rules.Text, Max: 1000},
	{
		Name:  "offlineSecondAdminAbove",
		Label: "Value above which a second administrator must confirm",
		Kind:  rules.Integer,
		Min:   0,
		Max:   99_999_999,
	},
	{
		Name:  "offlineWriteOffUpTo",
		Label: "Largest rest of an offline payment that may be written off",
		Kind:  rules.Integer,
		Min:   0,
		Max:   99_999,
	},
	{Name: "tdsRateLimit", Label: "Highest rate of TDS", Kind: rules.Integer, Min: 0, Max: 30},
	{Name: "proformaDays", Label: "Validity of proformas in days", Kind: rules.Integer, Min: 1, Max: 365},
	{
		Name:     "emailAccent",
		Label:    "Accent colour",
		Kind:     rules.Line,
		Max:      7,
		Pattern:  colourPattern,
		Messages: rules.Messages{Invalid: wrongColour},
	},
	{
		Name:     "emailLink",
		Label:    "Link colour",
		Kind:     rules.Line,
		Max:      7,
		Pattern:  colourPattern,
		Messages: rules.Messages{Invalid: wrongColour},
	},
	{
		Name: "emailLogo", Label: "Logo", Kind: rules.Line, Max: 200, Pattern: `^/images/[A-Za-z0-9._-]+$`,
		Messages: rules.Messages{Invalid: "Please enter the address of an uploaded image, such as /images/logo.png"},
	},
	{Name: "emailFooter", Label: "Footer text", Kind: rules.Line, Max: 300},
	{Name: "emailAddress", Label: "Postal address", Kind: rules.Text, Max: 300},
	{Name: "lutNumber", Label: "Letter of undertaking", Kind: rules.Line, Max: 40},
	{
		Name: "lutYear", Label: "Financial year of the letter", Kind: rules.Line, Max: 7,
		Pattern:  `^20[0-9]{2}-[0-9]{2}$`,
		Messages: rules.Messages{Invalid: wrongYear},
	},
	{
		Name:    "eInvoices",
		Label:   "Invoices to companies and abroad wait for their IRN",
		Kind:    rules.Flag,
		Default: "false",
	},
	{Name: "supplierPlace", Label: "Supplier’s city", Kind: rules.Line, Max: 50},
	{
		Name: "supplierPin", Label: "Supplier’s PIN code", Kind: rules.PINCode, Max: 6,
	},
}

const (
	// figurePattern excludes characters that are markup in a page.
	figurePattern = `^[^<>&"\\]*$`

	wrongYear = "Please enter a financial year such as 2026-27"
)

func stateCodes() []string {
	codes := make([]string, len(gst.States))
	for i, state := range gst.States {
		codes[i] = state.Code
	}
	return codes
}
