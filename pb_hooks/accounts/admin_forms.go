package accounts

import "boardcircle/pb_hooks/internal/rules"

// InviteForm is the body of POST /api/admins.
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
	CurrentPassword,
	OptionalCode,
}

// GrantForm is the body of POST /api/admins/members.
var GrantForm = rules.Form{emailField, CurrentPassword, OptionalCode}

// ReauthenticateForm is the body of what asks for the proof and needs nothing else.
var ReauthenticateForm = rules.Form{CurrentPassword, OptionalCode}

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
}

// OwnEmailForm is the body of POST /api/admin/me/email.
var OwnEmailForm = rules.Form{emailField, CurrentPassword, OptionalCode}

// StartFactorForm is the body of POST /api/admin/me/second-factor.
var StartFactorForm = rules.Form{currentPassword("password")}

// ConfirmFactorForm is the body of POST /api/admin/me/second-factor/confirm.
var ConfirmFactorForm = rules.Form{codeField(true)}

// ReauthenticateMFAForm is the body of what changes a second factor that is set up: both factors at once.
var ReauthenticateMFAForm = rules.Form{currentPassword("password"), codeField(true)}

// CurrentPassword and OptionalCode are the fields of a form whose handler calls Prove.
var (
	CurrentPassword = currentPassword("password")
	OptionalCode    = codeField(false)
)

func currentPassword(name string) rules.Field {
	return rules.Field{
		Name: name, Label: "Current password", Kind: rules.Secret, Required: true, Max: 1000,
		Messages: rules.Messages{Required: "Please enter your current password"},
	}
}
