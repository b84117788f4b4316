package signin

import (
	"boardcircle/pb_hooks/internal/rules"
)

var (
	EmailField = rules.Field{
		Name: "email", Label: "Email", Kind: rules.Email, Required: true, Max: 254,
		Messages: rules.Messages{
			Required: "Please enter a valid email address",
			Invalid:  "Please enter a valid email address",
		},
	}
	NewPasswordField = rules.Field{
		// PocketBase allows 71 bytes, because bcrypt ignores bytes after the 72nd.
		Name:     "password",
		Label:    "Password",
		Kind:     rules.Password,
		Required: true,
		Min:      rules.MinPasswordLength,
		Max:      71,
		Messages: rules.Messages{
			Required: "Password must be at least 12 characters",
			Short:    "Password must be at least 12 characters",
			Long:     "Password is too long: please use at most 71 characters (fewer with accents or emoji)",
			Invalid:  "Password must contain at least one uppercase letter, one lowercase letter, and one number",
		},
	}
)

// LoginPasswordField is the field of the password of a sign-in.
var LoginPasswordField = rules.Field{
	Name: "password", Label: "Password", Kind: rules.Secret, Required: true, Max: 1000,
	Messages: rules.Messages{Required: "Password is required"},
}

// OptionalPassword returns the field of a new password that may be empty.
func OptionalPassword(name string) rules.Field {
	field := WithName(NewPasswordField, name)
	field.Required = false
	return field
}

func CurrentPassword(name string) rules.Field {
	return rules.Field{
		Name: name, Label: "Current password", Kind: rules.Secret, Required: true, Max: 1000,
		Messages: rules.Messages{Required: "Please enter your current password"},
	}
}

// CodeField returns the field for an authenticator code or a recovery code.
func CodeField(required bool) rules.Field {
	return rules.Field{
		Name: "code", Label: "Code", Kind: rules.Line, Required: required, Max: 40,
		Messages: rules.Messages{Required: "Please enter the code of your authenticator app"},
	}
}

func WithName(f rules.Field, name string) rules.Field {
	f.Name = name
	return f
}
