package accounts

import (
	"slices"

	"boardcircle/pb_hooks/internal/identity"
	"boardcircle/pb_hooks/internal/rules"
	"boardcircle/pb_hooks/mail"
)

var (
	emailField = rules.Field{
		Name: "email", Label: "Email", Kind: rules.Email, Required: true, Max: 254,
		Messages: rules.Messages{
			Required: "Please enter a valid email address",
			Invalid:  "Please enter a valid email address",
		},
	}
	newPasswordField = rules.Field{
		// PocketBase allows 71 bytes, because bcrypt ignores bytes after the 72nd.
		Name: "password", Label: "Password", Kind: rules.Password, Required: true, Min: rules.MinPasswordLength, Max: 71,
		Messages: rules.Messages{
			Required: "Password must be at least 12 characters",
			Short:    "Password must be at least 12 characters",
			Long:     "Password is too long: please use at most 71 characters (fewer with accents or emoji)",
			Invalid:  "Password must contain at least one uppercase letter, one lowercase letter, and one number",
		},
	}
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
	emailField,
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
	newPasswordField,
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
var SignUpForm = append(slices.Clone(RegisterForm), rules.Field{Name: agreeOffers, Label: mail.TopicOffers.Description(), Kind: rules.Flag})

const agreeOffers = "agreeOffers"

// invitationForm has the extra field of a sign-up by invitation.
var invitationForm = rules.Form{{Name: "invitation", Label: "Invitation", Kind: rules.Secret, Max: 200}}

// ImportForm has the fields of an imported account. It requires less than a sign-up, because old lists have gaps.
var ImportForm = rules.Form{
	RegisterForm.Field("name"), emailField, optionalField("phone"), optionalField("location"), optionalField("requestType"),
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
	{Name: "company", Label: "Company", Kind: rules.Line, Required: true, Max: 200, Messages: rules.Messages{Required: "Please name the company"}},
	{Name: "role", Label: "Your role", Kind: rules.Line, Max: 160},
	{
		Name: "cin", Label: "CIN", Kind: rules.Line, Max: 21, Pattern: `^[LUlu][0-9]{5}[A-Za-z]{2}[0-9]{4}[A-Za-z]{3}[0-9]{6}$`,
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
var ChangePasswordForm = rules.Form{currentPassword("current"), withName(newPasswordField, "new"), codeField(false)}

// PINForm is the body of POST /api/user/pin. Without a PIN, the stored one is removed.
var PINForm = rules.Form{currentPassword("password"), RegisterForm.Field("pin"), codeField(false)}

// ChangeEmailForm is the body of POST /api/user/email.
var ChangeEmailForm = rules.Form{currentPassword("password"), emailField, codeField(false)}

// ConfirmEmailForm is the body of POST /api/confirm-email.
var ConfirmEmailForm = rules.Form{
	{
		Name: "token", Label: "Token", Kind: rules.Secret, Required: true, Max: 600,
		Messages: rules.Messages{Required: invalidEmailLink, Long: invalidEmailLink, Invalid: invalidEmailLink},
	},
	optionalPassword("newPassword"),
}

// optionalPassword returns the field of a new password that may be empty.
func optionalPassword(name string) rules.Field {
	field := withName(newPasswordField, name)
	field.Required = false
	return field
}

// LoginForm is the body of POST /api/login. password is the password or the PIN. code is needed if the account has a
// second factor.
var LoginForm = rules.Form{
	emailField,
	{
		Name: "password", Label: "Password", Kind: rules.Secret, Required: true, Max: 1000,
		Messages: rules.Messages{Required: "Password is required"},
	},
	codeField(false),
}

// ForgotForm is the body of POST /api/forgot-password.
var ForgotForm = rules.Form{emailField}

// ResetForm is the body of POST /api/reset-password.
var ResetForm = rules.Form{
	{
		Name: "token", Label: "Token", Kind: rules.Secret, Required: true, Max: 200,
		Messages: rules.Messages{Required: "Invalid reset token", Long: "Invalid reset token", Invalid: "Invalid reset token"},
	},
	withName(newPasswordField, "newPassword"),
	{Name: "removePasskeys", Label: "Passkeys to remove", Kind: rules.List, Max: maxPasskeys},
}

// ResetDetailsForm is the body of POST /api/reset-password/details.
var ResetDetailsForm = rules.Form{ResetForm.Field("token")}

// AdminLoginForm is the body of POST /api/admin/login. If the account has a second factor and code is empty, the
// response asks for it.
var AdminLoginForm = rules.Form{
	{
		Name: "username", Label: "Username", Kind: rules.Line, Required: true, Max: 60,
		Messages: rules.Messages{Required: "Username is required"},
	},
	{
		Name: "password", Label: "Password", Kind: rules.Secret, Required: true, Max: 1000,
		Messages: rules.Messages{Required: "Password is required"},
	},
	codeField(false),
}

// InviteForm is the body of POST /api/admins, besides the re-authentication.
var InviteForm = rules.Form{
	{
		Name: "username", Label: "Username", Kind: rules.Line, Required: true, Min: 2, Max: 60,
		Pattern: `^[A-Za-z0-9][A-Za-z0-9._-]*$`,
		Messages: rules.Messages{
			Required: "Username is required",
			Invalid:  "Username may hold letters, digits, dots, hyphens and underscores, a letter or digit first",
		},
	},
	emailField,
	roleField(string(identity.RoleOffice)),
}

// RoleForm is the body of PUT /api/admins/{id}/role, besides the re-authentication.
var RoleForm = rules.Form{roleField("")}

func roleField(defaultRole string) rules.Field {
	return rules.Field{
		Name: "role", Label: "Role", Kind: rules.Choice, Required: true, Options: identity.RoleNames(), Default: defaultRole,
		Messages: rules.Messages{Required: "Please choose a role"},
	}
}

// GrantForm is the body of POST /api/admins/members, besides the re-authentication.
var GrantForm = rules.Form{emailField}

// ReauthenticateForm has the extra fields of every route that asks for the password (httpx.Route.WithPassword).
var ReauthenticateForm = rules.Form{currentPassword("password"), codeField(false)}

// AcceptInvitationForm is the body of POST /api/admin/welcome.
var AcceptInvitationForm = rules.Form{
	{
		Name: "token", Label: "Token", Kind: rules.Secret, Required: true, Max: 200,
		Messages: rules.Messages{Required: invalidInvitation, Long: invalidInvitation, Invalid: invalidInvitation},
	},
	withName(newPasswordField, "newPassword"),
}

// OwnPasswordForm is the body of POST /api/admin/me/password.
var OwnPasswordForm = rules.Form{
	currentPassword("currentPassword"),
	withName(newPasswordField, "newPassword"),
	codeField(false),
}

// OwnEmailForm is the body of POST /api/admin/me/email, besides the re-authentication.
var OwnEmailForm = rules.Form{emailField}

// StartFactorForm is the body of POST /api/user/second-factor and POST /api/admin/me/second-factor.
var StartFactorForm = rules.Form{currentPassword("password")}

// ConfirmFactorForm is the body of POST /api/user/second-factor/confirm and POST /api/admin/me/second-factor/confirm.
var ConfirmFactorForm = rules.Form{codeField(true)}

// ReauthenticateMFAForm is the body of a request that changes an active second factor. It needs both factors.
var ReauthenticateMFAForm = rules.Form{currentPassword("password"), codeField(true)}

func currentPassword(name string) rules.Field {
	return rules.Field{
		Name: name, Label: "Current password", Kind: rules.Secret, Required: true, Max: 1000,
		Messages: rules.Messages{Required: "Please enter your current password"},
	}
}

// codeField returns the field for an authenticator code or a recovery code.
func codeField(required bool) rules.Field {
	return rules.Field{
		Name: "code", Label: "Code", Kind: rules.Line, Required: required, Max: 40,
		Messages: rules.Messages{Required: "Please enter the code of your authenticator app"},
	}
}

func withName(f rules.Field, name string) rules.Field {
	f.Name = name
	return f
}
