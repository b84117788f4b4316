package settings

import (
	"time"

	"boardcircle/pb_hooks/internal/gst"
	"boardcircle/pb_hooks/internal/rules"
)

// maxGSTRate and maxVotes are what the schema takes.
const maxGSTRate, maxVotes = 100, 20

// Form is the body of PUT /api/admin/settings. A text that is left empty means its default.
var Form = rules.Form{
	{Name: "siteName", Label: "Site name", Kind: rules.Line, Max: 80},
	{Name: "contactEmail", Label: "Contact email", Kind: rules.Email, Max: 254, Messages: rules.Messages{Invalid: "Please enter a valid email address"}},
	{
		Name: "contactPhone", Label: "Contact phone", Kind: rules.Line, Max: 40, Pattern: `^\+?[0-9][0-9 ()-]{8,38}$`,
		Messages: rules.Messages{Invalid: "Please enter a phone number such as +91 22 4000 1234"},
	},
	{Name: "contactPlace", Label: "Place", Kind: rules.Line, Max: 120},
	{
		Name: "providerUrl", Label: "Provider's site", Kind: rules.Link, Max: 300,
		Messages: rules.Messages{Invalid: "Please enter a full address such as https://mentoring.example"},
	},
	{
		Name: "eventDate", Label: "Launch event", Kind: rules.Line, Max: 10, Pattern: `^\d{4}-\d{2}-\d{2}$`,
		Messages: rules.Messages{Invalid: wrongDate},
	},
	{Name: "figureMembers", Label: "Current members", Kind: rules.Line, Max: 20, Pattern: figurePattern},
	{Name: "figureShare", Label: "Women on boards", Kind: rules.Line, Max: 20, Pattern: figurePattern},
	{Name: "figureTarget", Label: "Members aimed at", Kind: rules.Line, Max: 20, Pattern: figurePattern},
	{Name: "notificationEmail", Label: "Notification address", Kind: rules.Email, Max: 254, Messages: rules.Messages{Invalid: "Please enter a valid email address"}},

	{Name: "reviewVotes", Label: "Votes for an approval", Kind: rules.Integer, Required: true, Min: 1, Max: maxVotes, Default: "1"},
	{Name: "purchaseNeedsApproval", Label: "Only approved nominees can buy", Kind: rules.Flag, Default: "false"},
	{Name: "totpRequired", Label: "Administrators must use two-step sign-in", Kind: rules.Flag, Default: "false"},

	{Name: "gstRate", Label: "GST rate", Kind: rules.Integer, Required: true, Min: 0, Max: maxGSTRate, Default: "18"},
	{Name: "supplierName", Label: "Supplier's name", Kind: rules.Line, Max: 200},
	{Name: "supplierAddress", Label: "Supplier's address", Kind: rules.Text, Max: 1000},
	{Name: "supplierState", Label: "Supplier's state", Kind: rules.Choice, Options: stateCodes()},
	{
		Name: "supplierGstin", Label: "GSTIN", Kind: rules.Line, Max: 15, Pattern: gst.GSTINPattern,
		Messages: rules.Messages{Invalid: wrongGSTIN},
	},
	{
		Name: "sacCode", Label: "SAC code", Kind: rules.Line, Max: 6, Pattern: `^[0-9]{4,6}$`,
		Messages: rules.Messages{Invalid: "Please enter a code of 4 to 6 digits, such as 999512"},
	},
	{Name: "sacDescription", Label: "Description of the service", Kind: rules.Line, Max: 200},
}

const (
	// figurePattern keeps out what would be markup in a page's text.
	figurePattern = `^[^<>&"\\]*$`

	wrongDate  = "Please enter a day that exists, such as 2026-09-16"
	wrongGSTIN = "This is not a GSTIN: please compare its 15 characters with the certificate"
	wrongState = "The GSTIN belongs to another state: its first two digits are the state's code"
)

func stateCodes() []string {
	codes := make([]string, len(gst.States))
	for i, state := range gst.States {
		codes[i] = state.Code
	}
	return codes
}

// check reads whole settings by the form's rules, and what the rules of single fields can't say.
func check(raw map[string]any) (rules.Values, []rules.Problem) {
	values, problems := Form.Check(raw)
	addProblem := func(field, message string) {
		problems = append(problems, rules.Problem{Field: field, Code: "invalid", Message: message})
	}
	if date := values.Text("eventDate"); date != "" {
		if _, err := time.Parse(time.DateOnly, date); err != nil {
			addProblem("eventDate", wrongDate)
		}
	}
	if gstin := values.Text("supplierGstin"); gstin != "" {
		state := values.Text("supplierState")
		if state == "" {
			state = Defaults().SupplierState
		}
		switch {
		case !gst.ValidGSTIN(gstin):
			addProblem("supplierGstin", wrongGSTIN)
		case gstin[:2] != state:
			addProblem("supplierGstin", wrongState)
		}
	}
	return values, problems
}
