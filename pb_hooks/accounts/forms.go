package accounts

import (
	"strconv"

	"boardcircle/pb_hooks/accounts/signin"
	"boardcircle/pb_hooks/internal/identity"
	"boardcircle/pb_hooks/internal/rules"
)

// RegisterRules are the rules of the account fields of RegisterForm.
var RegisterRules = rules.Form{
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
		Options: rules.Options(identity.Enquiry, identity.Membership), Default: string(identity.Enquiry),
	},
}

// RegisterForm is the body of POST /api/register.
type RegisterForm struct {
	Name        string               `json:"name"`
	Email       string               `json:"email"`
	Phone       string               `json:"phone"`
	Location    string               `json:"location"`
	Password    string               `json:"password"`
	PIN         string               `json:"pin"`
	RequestType identity.RequestType `json:"requestType"`
	// Invitation is the token of the invitation that the sign-up redeems. Rules leaves out its rule, invitationField,
	// because the page's form has no such field.
	Invitation string `json:"invitation,omitempty"`
}

// Rules returns the rules of the form.
func (RegisterForm) Rules() rules.Form { return RegisterRules }

var invitationField = rules.Field{Name: "invitation", Label: "Invitation", Kind: rules.Secret, Max: 200}

// ImportForm has the fields of an imported account. It requires less than a sign-up, because old lists have gaps.
type ImportForm struct {
	Name        string `json:"name"`
	Email       string `json:"email"`
	Phone       string `json:"phone"`
	Location    string `json:"location"`
	RequestType string `json:"requestType"`
}

// Rules returns the rules of the form.
func (ImportForm) Rules() rules.Form {
	return rules.Form{
		RegisterRules.Field("name"), signin.EmailField, optionalField("phone"), optionalField("location"),
		RegisterRules.Field("requestType"),
	}
}

func optionalField(name string) rules.Field {
	field := RegisterRules.Field(name)
	field.Required = false
	return field
}

// MaxBoards is the largest number of boards in a profile.
const MaxBoards = 30

const invalidCIN = "A CIN has 21 letters and digits, such as L17110MH1973PLC019786"

// BoardForm has the rules of a board of a profile. The DIN is not among them, because it is a number of the person. The
// fields from category on are private: they say when the person's terms end.
var BoardForm = rules.Form{
	{
		Name:     "company",
		Label:    "Company",
		Kind:     rules.Line,
		Required: true,
		Max:      200,
		Messages: rules.Messages{Required: "Please enter the company"},
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
	{Name: "category", Label: "Kind of directorship", Kind: rules.Choice, Options: identity.BoardCategory("").Values()},
	{Name: "companyType", Label: "Legal form", Kind: rules.Choice, Options: identity.CompanyType("").Values()},
	{Name: "appointedOn", Label: "First term from", Kind: rules.Day},
	{Name: "secondTermOn", Label: "Second term from", Kind: rules.Day},
	{Name: "lastDay", Label: "Last day in office", Kind: rules.Day},
}

// CheckBoards checks the order of the days of each board. The rules of BoardForm have checked that each day is valid.
func CheckBoards(boards []identity.Board) (problems []rules.Problem) {
	for i, board := range boards {
		refuse := func(field, message string) {
			problems = append(problems, rules.Invalid("boards."+strconv.Itoa(i)+"."+field, message))
		}
		switch {
		case board.SecondTermOn != "" && board.AppointedOn == "":
			refuse("appointedOn", "Please enter the first day of the first term too")
		case board.SecondTermOn != "" && board.SecondTermOn <= board.AppointedOn:
			refuse("secondTermOn", "The second term must start after the first")
		case board.LastDay != "" && board.LastDay < max(board.AppointedOn, board.SecondTermOn):
			refuse("lastDay", "The last day must not be before the start of the term")
		}
	}
	return problems
}

// ProfileForm is the body of PATCH /api/user.
type ProfileForm struct {
	Name        string           `json:"name"`
	Phone       string           `json:"phone"`
	Location    string           `json:"location"`
	Company     string           `json:"company"`
	Designation string           `json:"designation"`
	DIN         string           `json:"din"`
	Boards      []identity.Board `json:"boards"`
	Biography   string           `json:"biography"`
}

// Rules returns the rules of the form.
func (ProfileForm) Rules() rules.Form { return profileRules }

var profileRules = rules.Form{
	RegisterRules.Field("name"), RegisterRules.Field("phone"), RegisterRules.Field("location"),
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
type ChangePasswordForm struct {
	Current string `json:"current"`
	New     string `json:"new"`
	Code    string `json:"code"`
}

// Rules returns the rules of the form.
func (ChangePasswordForm) Rules() rules.Form {
	return rules.Form{signin.CurrentPassword("current"), signin.WithName(signin.NewPasswordField, "new"),
		signin.CodeField(false)}
}

// PINForm is the body of POST /api/user/pin. An empty PIN removes the stored PIN.
type PINForm struct {
	_        struct{} `wire:"pin"`
	Password string   `json:"password"`
	PIN      string   `json:"pin"`
	Code     string   `json:"code"`
}

// Rules returns the rules of the form.
func (PINForm) Rules() rules.Form {
	return rules.Form{signin.CurrentPassword("password"), RegisterRules.Field("pin"), signin.CodeField(false)}
}

// LoginForm is the body of POST /api/login.
type LoginForm struct {
	Email string `json:"email"`
	// Password is the password or the PIN.
	Password string `json:"password"`
	// Code is needed if the account has a second factor.
	Code string `json:"code"`
}

// Rules returns the rules of the form.
func (LoginForm) Rules() rules.Form {
	return rules.Form{signin.EmailField, signin.LoginPasswordField, signin.CodeField(false)}
}
