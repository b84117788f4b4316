package nominations

import (
	"cmp"
	"reflect"
	"slices"
	"strings"

	"github.com/pocketbase/pocketbase/tools/types"

	"boardcircle/pb_hooks/internal/rules"
)

// The choices of the form, as sent and stored.
type (
	Industry          string
	YearsOfExperience string
	DirectorType      string
	NumberOfBoards    string
	Expertise         string
	Source            string
	MeetingFormat     string
)

// Values returns all industries.
func (Industry) Values() []string {
	return []string{
		"financial-services", "technology", "manufacturing", "healthcare", "real-estate", "energy",
		"retail-consumer", "pharmaceuticals", "telecommunications", "automotive", "agriculture",
		"media-entertainment", "education", "infrastructure", "other",
	}
}

// Values returns all ranges of years.
func (YearsOfExperience) Values() []string { return []string{"0-1", "1-3", "3-5", "5-10", "10+"} }

// Values returns all types of directors.
func (DirectorType) Values() []string {
	return []string{"executive", "independent", "non-executive", "advisory", "chairperson"}
}

// Values returns all numbers of boards.
func (NumberOfBoards) Values() []string { return []string{"1", "2", "3", "4", "5+"} }

// Values returns all areas of expertise.
func (Expertise) Values() []string {
	return []string{
		"finance", "strategy", "technology", "hr", "operations", "marketing", "risk-management",
		"legal-compliance", "sustainability", "international", "innovation", "governance",
	}
}

// Values returns all sources from which applicants hear about the circle.
func (Source) Values() []string {
	return []string{
		"existing-member", "linkedin", "industry-event", "business-network", "board-directory",
		"professional-association", "media-article", "search-engine", "other",
	}
}

// Values returns all formats of meetings.
func (MeetingFormat) Values() []string { return []string{"in-person", "virtual", "hybrid"} }

// CreateForm is the body of POST /api/registrations.
type CreateForm struct {
	_ struct{} `wire:"nomination"`
	Answers
	AgreeTerms bool `json:"agreeTerms"`
}

// Rules returns the rules of the form.
func (CreateForm) Rules() rules.Form { return Form }

// Form has the rules of the nomination form.
var Form = rules.Form{
	{Name: "name", Label: "Full name", Kind: rules.Line, Required: true, Max: 120},
	{Name: "email", Label: "Email", Kind: rules.Email, Required: true, Max: 254,
		Messages: rules.Messages{Invalid: "Please enter a valid email address"}},
	{Name: "phone", Label: "Phone", Kind: rules.Phone, Required: true, Min: 10, Max: 32,
		Messages: rules.Messages{
			Short:   "Phone number must be at least 10 digits",
			Long:    "Please enter a valid phone number",
			Invalid: "Please enter a valid phone number",
		}},
	{Name: "city", Label: "City", Kind: rules.Line, Max: 80},
	{Name: "state", Label: "State", Kind: rules.Line, Max: 80},
	{Name: "country", Label: "Country", Kind: rules.Line, Max: 80},
	{Name: "linkedinUrl", Label: "LinkedIn profile", Kind: rules.Link, Max: 300, Hosts: []string{".linkedin.com"},
		Messages: rules.Messages{Invalid: "Please enter a full address such as https://www.linkedin.com/in/your-name"}},
	{Name: "currentDesignation", Label: "Current designation", Kind: rules.Line, Required: true, Max: 160},
	{Name: "companyName", Label: "Company name", Kind: rules.Line, Required: true, Max: 200},
	{Name: "industry", Label: "Industry", Kind: rules.Choice, Required: true, Options: Industry("").Values()},
	{
		Name:     "yearsOfExperience",
		Label:    "Years of experience",
		Kind:     rules.Choice,
		Required: true,
		Options:  YearsOfExperience("").Values(),
		Messages: rules.Messages{Required: "Please choose your years of experience"},
	},
	{Name: "directorType", Label: "Director type", Kind: rules.Choice, Required: true,
		Options: DirectorType("").Values()},
	{Name: "currentBoards", Label: "Current boards", Kind: rules.Text, Required: true, Max: 2000,
		Messages: rules.Messages{Required: "Please name the boards you serve on now"}},
	{Name: "numberOfBoards", Label: "Number of boards", Kind: rules.Choice, Required: true,
		Options:  NumberOfBoards("").Values(),
		Messages: rules.Messages{Required: "Please choose the number of boards you serve on"}},
	{Name: "previousBoardExperience", Label: "Previous board experience", Kind: rules.Text, Max: 4000},
	{Name: "areasOfExpertise", Label: "Areas of expertise", Kind: rules.Choices, Options: Expertise("").Values()},
	{Name: "howDidYouHear", Label: "How you heard about us", Kind: rules.Choice, Required: true,
		Options: Source("").Values(), Messages: rules.Messages{Required: "Please tell us how you heard about us"}},
	{Name: "whyInterested", Label: "Why you are interested", Kind: rules.Text, Required: true, Max: 4000,
		Messages: rules.Messages{Required: "Please tell us why you are interested"}},
	{
		Name:     "preferredMeetingFormat",
		Label:    "Preferred meeting format",
		Kind:     rules.Choice,
		Required: true,
		Options:  MeetingFormat("").Values(),
	},
	{Name: "agreeTerms", Label: "Agreement", Kind: rules.Consent, Required: true,
		Messages: rules.Messages{Required: "Please confirm that you serve on a board in India and agree to the terms"}},
}

// Answers has the applicant's answers: one for each field of Form except the consent. The heading of an answer's column
// in the export is the label in Form, unless the field has the tag heading.
type Answers struct {
	Name                    string            `json:"name" db:"name" heading:"Name"`
	Email                   string            `json:"email" db:"email"`
	Phone                   string            `json:"phone" db:"phone"`
	City                    string            `json:"city" db:"city"`
	State                   string            `json:"state" db:"state"`
	Country                 string            `json:"country" db:"country"`
	LinkedinURL             string            `json:"linkedinUrl" db:"linkedinUrl" heading:"LinkedIn"`
	CurrentDesignation      string            `json:"currentDesignation" db:"currentDesignation" heading:"Designation"`
	CompanyName             string            `json:"companyName" db:"companyName" heading:"Company"`
	Industry                Industry          `json:"industry" db:"industry"`
	YearsOfExperience       YearsOfExperience `json:"yearsOfExperience" db:"yearsOfExperience" heading:"Experience"`
	DirectorType            DirectorType      `json:"directorType" db:"directorType"`
	CurrentBoards           string            `json:"currentBoards" db:"currentBoards"`
	NumberOfBoards          NumberOfBoards    `json:"numberOfBoards" db:"numberOfBoards"`
	PreviousBoardExperience string            `json:"previousBoardExperience" db:"previousBoardExperience"`

	AreasOfExpertise types.JSONArray[Expertise] `json:"areasOfExpertise" db:"areasOfExpertise"`

	HowDidYouHear          Source        `json:"howDidYouHear" db:"howDidYouHear" heading:"How they heard about us"`
	WhyInterested          string        `json:"whyInterested" db:"whyInterested" heading:"Why they are interested"`
	PreferredMeetingFormat MeetingFormat `json:"preferredMeetingFormat" db:"preferredMeetingFormat"`
}

// Headings returns the headings of the export, in the order of the fields.
func (a Answers) Headings() []string {
	var headings []string
	for field := range reflect.TypeOf(a).Fields() {
		label := Form.Field(field.Tag.Get("json")).Label
		headings = append(headings, cmp.Or(field.Tag.Get("heading"), label))
	}
	return headings
}

// Cells returns the cells of the export below Headings.
func (a Answers) Cells() []any {
	var cells []any
	for _, field := range reflect.ValueOf(a).Fields() {
		switch answer := field.Interface().(type) {
		case YearsOfExperience: // without the unit, spreadsheets convert "3-5" to a date
			cells = append(cells, string(answer)+" years")
		case types.JSONArray[Expertise]:
			cells = append(cells, strings.Join(rules.Options(answer...), "; "))
		default:
			cells = append(cells, field.String())
		}
	}
	return cells
}

// AmendForm is the body of POST /api/nominations/mine/amend.
type AmendForm struct {
	_ struct{} `wire:"-"`
	OwnStepForm
	Answers
}

// Rules returns the rules of the form.
func (AmendForm) Rules() rules.Form { return slices.Concat(ownStepRules, AmendmentRules) }

// AmendmentRules are the rules of corrected answers. The applicant agreed to the terms when they sent the nomination,
// so a correction does not ask for the consent again.
var AmendmentRules = slices.DeleteFunc(slices.Clone(Form), func(f rules.Field) bool { return f.Kind == rules.Consent })

// VersionField is the version of the review that the caller has seen.
var VersionField = rules.Field{Name: "version", Label: "Version", Kind: rules.Integer, Required: true, Max: 1_000_000}

// TokenForm is the body of the routes that the link of an invitation uses.
type TokenForm struct {
	_     struct{} `wire:"-"`
	Token string   `json:"token"`
}

// Rules returns the rules of the form.
func (TokenForm) Rules() rules.Form {
	return rules.Form{{
		Name:     "token",
		Label:    "Invitation",
		Kind:     rules.Secret,
		Required: true,
		Max:      200,
		Messages: rules.Messages{
			Required: invitationNotFoundMessage,
			Long:     invitationNotFoundMessage,
			Invalid:  invitationNotFoundMessage,
		},
	}}
}

// OwnForm is the body of POST /api/nominations/mine/details.
type OwnForm struct {
	_ struct{} `wire:"-"`
	// Token comes from the link in an email. It is empty for a signed-in applicant.
	Token string `json:"token"`
}

// Rules returns the rules of the form.
func (OwnForm) Rules() rules.Form { return ownStepRules[:1] }

// ownStepRules are the rules of the fields that the bodies of all applicants' steps share.
var ownStepRules = rules.Form{
	{
		Name:     "token",
		Label:    "Link",
		Kind:     rules.Secret,
		Max:      200,
		Messages: rules.Messages{Long: LinkUnknownMessage, Invalid: LinkUnknownMessage},
	},
	VersionField,
}

// OwnStepForm is an applicant's step without a text.
type OwnStepForm struct {
	_       struct{} `wire:"-"`
	Token   string   `json:"token"`
	Version int      `json:"version"`
}

// Rules returns the rules of the form.
func (OwnStepForm) Rules() rules.Form { return ownStepRules }

// OwnAnswerForm is an applicant's answer to the reviewers' question.
type OwnAnswerForm struct {
	_ struct{} `wire:"-"`
	OwnStepForm
	Words string `json:"words"`
}

// Rules returns the rules of the form.
func (OwnAnswerForm) Rules() rules.Form { return slices.Concat(ownStepRules, OwnAnswerRules) }

// OwnAnswerRules are the rules of the answer.
var OwnAnswerRules = rules.Form{
	{Name: "words", Label: "Your answer", Kind: rules.Text, Required: true, Max: 2000,
		Messages: rules.Messages{Required: "Please write your answer first"}},
}

// WithdrawForm is an applicant's withdrawal, with an optional reason.
type WithdrawForm struct {
	_ struct{} `wire:"-"`
	OwnStepForm
	Words string `json:"words"`
}

// Rules returns the rules of the form.
func (WithdrawForm) Rules() rules.Form { return slices.Concat(ownStepRules, WithdrawalRules) }

// WithdrawalRules are the rules of the reason.
var WithdrawalRules = rules.Form{
	{Name: "words", Label: "Your reason", Kind: rules.Text, Max: 2000},
}
