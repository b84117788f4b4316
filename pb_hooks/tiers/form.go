package tiers

import (
	"regexp"
	"strings"

	"boardcircle/pb_hooks/internal/rules"
)

// maxPrice, in major units, is far above any membership and far below what overflows.
const maxPrice = 10_000_000

// TierForm is the body of POST and PUT /api/membership-tiers.
var TierForm = rules.Form{
	{Name: "name", Label: "Name", Kind: rules.Line, Required: true, Max: 120},
	{
		Name: "slug", Label: "Slug", Kind: rules.Line, Max: 120, Pattern: `^[a-z0-9]+(-[a-z0-9]+)*$`,
		Messages: rules.Messages{
			Required: "Slug is required: the name has no letter from a to z and no digit to make one of",
			Invalid:  "Slug may hold lower-case letters, digits and single hyphens between them",
		},
	},
	{Name: "description", Label: "Description", Kind: rules.Text, Max: 2000},
	{
		Name: "price", Label: "Price", Kind: rules.Amount, Required: true, Max: maxPrice,
		Messages: rules.Messages{Invalid: "Please enter a price such as 25000 or 1178.50"},
	},
	{Name: "currency", Label: "Currency", Kind: rules.Choice, Required: true, Options: []string{"INR", "USD"}, Default: "INR"},
	{Name: "duration", Label: "Duration", Kind: rules.Choice, Required: true, Options: []string{"lifetime", "annual", "monthly"}, Default: "lifetime"},
	{Name: "features", Label: "Features", Kind: rules.List, Max: 30},
	{
		Name: "razorpayPlanId", Label: "Razorpay plan id", Kind: rules.Line, Max: 64, Pattern: `^plan_[A-Za-z0-9]{14}$`,
		Messages: rules.Messages{Invalid: "Please enter the plan's id as Razorpay shows it, such as plan_00000000000001"},
	},
	{
		Name: "razorpayPaymentLink", Label: "Razorpay payment link", Kind: rules.Link, Max: 500,
		Messages: rules.Messages{Invalid: "Please enter a full address such as https://rzp.io/l/membership"},
	},
	{Name: "isActive", Label: "Active", Kind: rules.Flag, Default: "true"},
	{Name: "sortOrder", Label: "Sort order", Kind: rules.Integer, Min: -100_000, Max: 100_000, Default: "0"},
	{Name: "buttonText", Label: "Button text", Kind: rules.Line, Max: 60, Default: "Choose Plan"},
	{
		Name: "buttonColor", Label: "Button colour", Kind: rules.Line, Max: 7, Pattern: `^#[0-9a-fA-F]{6}$`, Default: "#0052CC",
		Messages: rules.Messages{Invalid: "Please enter a colour such as #0052CC"},
	},
}

var nonAlphanumeric = regexp.MustCompile(`[^a-z0-9]+`)

// Slug derives a tier's slug from its name: lower case, each run of other characters one hyphen,
// none at either end.
func Slug(name string) string {
	return strings.Trim(nonAlphanumeric.ReplaceAllString(strings.ToLower(name), "-"), "-")
}
