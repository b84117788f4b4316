// Package accounts is the room of sign-up, sign-in, the PIN, the password reset and the admins'
// accounts.
package accounts

import "boardcircle/pb_hooks/internal/rules"

// What people may ask for when they sign up.
const (
	Enquiry    = "enquiry"
	Membership = "membership"
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
		// 71 bytes is PocketBase's limit: bcrypt reads no further than 72.
		Name: "password", Label: "Password", Kind: rules.Password, Required: true, Min: 12, Max: 71,
		Messages: rules.Messages{
			Required: "Password must be at least 12 characters",
			Short:    "Password must be at least 12 characters",
			Long:     "Password is too long: please use at most 71 characters (fewer with accents or emoji)",
			Invalid:  "Password must contain at least one uppercase letter, one lowercase letter, and one number",
		},
	}
)

// RegisterForm is the body of POST /api/register.
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
		Options: []string{Enquiry, Membership}, Default: Enquiry,
	},
}

// LoginForm is the body of POST /api/login; password is the password or the PIN.
var LoginForm = rules.Form{
	emailField,
	{
		Name: "password", Label: "Password", Kind: rules.Secret, Required: true, Max: 1000,
		Messages: rules.Messages{Required: "Password is required"},
	},
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
}

// AdminLoginForm is the body of POST /api/admin/login. Without code an account that has a second
// factor is asked for one.
var AdminLoginForm = rules.Form{
	{
		Name: "username", Label: "Username", Kind: rules.Line, Required: true, Max: 60,
		Messages: rules.Messages{Required: "Username is required"},
	},
	{
		Name: "password", Label: "Password", Kind: rules.Secret, Required: true, Max: 1000,
		Messages: rules.Messages{Required: "Password is required"},
	},
	// asked for in a second step where the account has a second factor
	codeField(false),
}

// codeField is a code of an authenticator app or a recovery code.
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
