package accounts

import (
	"slices"

	"boardcircle/pb_hooks/accounts/signin"
	"boardcircle/pb_hooks/internal/identity"
	"boardcircle/pb_hooks/internal/rules"
	"boardcircle/pb_hooks/mail/preferences"
)

// RegisterForm has the account fields of POST /api/register.
var RegisterForm = rules.Form{
	{
		Name: "name", Label: "Full name", Kind: rules.Line, Required: true, Min: 2, Max: 120,
		Messages: rules.Messages{
			Required: "Name must be at least 2 characters",
			Short:    "Name must be at least 2 characters",
		},
	},
	signin.EmailField,
	{
		Name: "phone", Label: "Phone", Kind: rules.Phone, Required: true, Min: 10, Max: 18,
		Messages: rules.Messages{
			Required: "Phone number must be at least 10 digits",
			Short:    "Phone number must be at least 10 digits",
			Long:     "Please enter a valid phone number",
			Invalid:  "Please enter a valid phone number",
		},
	},
	{
		Name: "location", Label: "Location", Kind: rules.Line, Required: true, Min: 2, Max: 160,
		Messages: rules.Messages{
			Required: "Location is required",
			Short:    "Location is required",
		},
	},
	signin.NewPasswordField,
	{
		Name: "pin", Label: "PIN", Kind: rules.PIN,
		Messages: rules.Messages{Invalid: "PIN must be exactly 4 digits"},
	},
	{
		Name: "requestType", Label: "Interest", Kind: rules.Choice, Required: true,
		Options: []string{identity.Enquiry, identity.Membership}, Default: identity.Enquiry,
	},
}

// SignUpForm is RegisterForm with the consent to offers, which is not ticked by default.
var SignUpForm = append(slices.Clone(RegisterForm),
	rules.Field{Name: agreeOffers, Label: preferences.TopicOffers.Description(), Kind: rules.Flag})

const agreeOffers = "agreeOffers"

// invitationForm has the extra field of a sign-up by invitation.
var invitationForm = rules.Form{{Name: "invitation", Label: "Invitation", Kind: rules.Secret, Max: 200}}

// ImportForm has the fields of an imported account. It requires less than a sign-up, because old lists have gaps.
var ImportForm = rules.Form{
	RegisterForm.Field("name"), signin.EmailField, optionalField("phone"), optionalField("location"),
	optionalField("requestType"),
}

func optionalField(name string) rules.Field {
	field := RegisterForm.Field(name)
	field.Required = false
	return field
}

// MaxBoards is the largest number of boards in a profile.
const MaxBoards = 30

const invalidCIN = "A CIN has 21 letters and digits, such as L17110MH1973PLC019786"

// BoardForm is a board of a profile. The DIN is not part of it, because it belongs to the person.
var BoardForm = rules.Form{
	{
		Name:     "company",
		Label:    "Company",
		Kind:     rules.Line,
		Required: true,
		Max:      200,
		Messages: rules.Messages{Required: "Please name the company"},
	},
	{Name: "role", Label: "Your role", Kind: rules.Line, Max: 160},
	{
		Name:     "cin",
		Label:    "CIN",
		Kind:     rules.Line,
		Max:      21,
		Pattern:  `^[LUlu][0-9]{5}[A-Za-z]{2}[0-9]{4}[A-Za-z]{3}[0-9]{6}$`,
		Messages: rules.Messages{Invalid: invalidCIN, Long: invalidCIN},
	},
}

// ProfileForm is the body of PATCH /api/user.
var ProfileForm = rules.Form{
	RegisterForm.Field("name"), RegisterForm.Field("phone"), RegisterForm.Field("location"),
	{Name: "company", Label: "Company", Kind: rules.Line, Max: 200},
	{Name: "designation", Label: "Designation", Kind: rules.Line, Max: 160},
	{
		Name: "din", Label: "DIN", Kind: rules.Line, Max: 8, Pattern: `^[0-9]{8}$`,
		Messages: rules.Messages{Invalid: "A DIN has eight digits", Long: "A DIN has eight digits"},
	},
	{Name: "boards", Label: "Boards", Kind: rules.Rows, Max: MaxBoards, Row: BoardForm},
	{Name: "biography", Label: "Short biography", Kind: rules.Text, Max: 1200},
}

// ChangePasswordForm is the body of POST /api/user/password.
var ChangePasswordForm = rules.Form{signin.CurrentPassword("current"), signin.WithName(signin.NewPasswordField, "new"),
	signin.CodeField(false)}

// PINForm is the body of POST /api/user/pin. Without a PIN, the stored one is removed.
var PINForm = rules.Form{signin.CurrentPassword("password"), RegisterForm.Field("pin"), signin.CodeField(false)}

// LoginForm is the body of POST /api/login. password is the password or the PIN. code is needed if the account has a
// second factor.
var LoginForm = rules.Form{
	signin.EmailField,
	{
		Name: "password", Label: "Password", Kind: rules.Secret, Required: true, Max: 1000,
		Messages: rules.Messages{Required: "Password is required"},
	},
	signin.CodeField(false),
}
