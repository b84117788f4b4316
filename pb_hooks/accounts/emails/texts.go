package emails

import (
	"embed"

	mailemails "boardcircle/pb_hooks/mail/emails"
	"boardcircle/pb_hooks/mail/texts"
)

//go:embed *.md
var files embed.FS

// Texts declares the texts of this directory.
var Texts = texts.Set{Files: files, Kinds: map[string]texts.Declaration{
	KindAccountNotice: {
		IsSensitive: true,
		Fields: []texts.Field{
			texts.Line("name", "Asha Rao"),
			texts.Time("at"),
		},
		Choose: "what",
		Variants: []texts.Variant{
			{Name: "pin-set", Label: "PIN set"},
			{Name: "pin-removed", Label: "PIN removed"},
			{Name: "email-change-requested", Label: "Address change requested"},
			{Name: "email-changed", Label: "Address changed"},
			{Name: "passkey-added", Label: "Passkey added"},
			{Name: "passkey-removed", Label: "Passkey removed"},
			{Name: "second-factor-set", Label: "Two-step sign-in on"},
			{Name: "second-factor-removed", Label: "Two-step sign-in off"},
			{Name: "second-factor-reset", Label: "Two-step sign-in reset by the office"},
			{Name: "recovery-codes-renewed", Label: "New recovery codes"},
			{Name: "email-changed-by-office", Label: "Address changed by the office"},
			{Name: "merged-away", Label: "Account merged into another"},
			{Name: "merged-into", Label: "Another account merged into this one"},
			{Name: "merge-undone", Label: "Merge undone"},
		},
	},
	KindAdminAlert: {
		IsSensitive: true,
		Fields: []texts.Field{
			texts.Line("by", "the administrator Meera").Required(),
			texts.Lines("changes", "Contact email: info@example.com (before: the default)\nThe payment link of the "+
				"tier Gold: none").
				Required(),
			texts.Time("at"),
		},
	},
	KindAdminInvited: {
		IsSensitive: true,
		Fields: []texts.Field{
			texts.Line("username", "meera"),
			texts.Secret("token", "sample-token"),
			texts.Link("welcomeLink", "{{.siteURL}}/admin/welcome?token={{urlquery .token}}").Required(),
		},
	},
	KindAdminEmailChange: {
		IsSensitive: true,
		Fields: []texts.Field{
			texts.Line("username", "meera"),
			texts.Line("email", "meera@example.com"),
			texts.Secret("token", "sample-token"),
			texts.Link("confirmLink", "{{.siteURL}}/admin/settings/account?confirm={{urlquery .token}}").Required(),
		},
	},
	KindAdminNotice: {
		IsSensitive: true,
		Fields: []texts.Field{
			texts.Line("username", "meera"),
			texts.Time("at"),
		},
		Choose: "what",
		Variants: []texts.Variant{
			{Name: "password-changed", Label: "Password changed"},
			{Name: "email-changed", Label: "Address changed"},
			{Name: "second-factor-set", Label: "Two-step sign-in on"},
			{Name: "second-factor-removed", Label: "Two-step sign-in off"},
			{Name: "second-factor-reset", Label: "Two-step sign-in reset"},
			{Name: "recovery-codes-renewed", Label: "New recovery codes"},
			{Name: "passkey-added", Label: "Passkey added"},
			{Name: "passkey-removed", Label: "Passkey removed"},
		},
	},
	KindEmailChange: {
		IsSensitive: true,
		Fields: []texts.Field{
			texts.Line("name", "Asha Rao"),
			texts.Line("email", "asha@example.com"),
			texts.Time("until"),
			texts.Secret("token", "sample-token"),
			texts.Link("confirmLink", "{{.siteURL}}/confirm-email?token={{urlquery .token}}").Required(),
		},
	},
	KindEmailVerification: {
		IsSensitive: true,
		Fields: []texts.Field{
			texts.Line("name", "Asha Rao"),
			texts.Line("email", "asha@example.com"),
			texts.Time("until"),
			texts.Secret("token", "sample-token"),
			texts.Link("confirmLink", "{{.siteURL}}/confirm-email?token={{urlquery .token}}").Required(),
		},
	},
	KindImportInvitation: {
		IsSensitive: true,
		Fields: append([]texts.Field{
			texts.Line("name", "Asha Rao"),
			texts.Line("tier", "Annual Membership"),
			texts.Phrase("period", "until 31 Mar 2027"),
			texts.Time("until"),
			texts.Secret("token", "sample-token"),
			texts.Link("resetLink", "{{.siteURL}}/reset-password?token={{urlquery .token}}").Required(),
		}, mailemails.NextSessionFields()...),
	},
	KindPasswordChanged: {
		IsSensitive: true,
		Fields: []texts.Field{
			texts.Line("name", "Asha Rao"),
			texts.Time("at"),
		},
	},
	KindPasswordReset: {
		IsSensitive: true,
		Fields: []texts.Field{
			texts.Line("name", "Asha Rao"),
			texts.Secret("token", "sample-token"),
			texts.Link("resetLink", "{{.siteURL}}/reset-password?token={{urlquery .token}}").Required(),
		},
	},
	KindPINRemoved: {
		IsSensitive: true,
		Fields: []texts.Field{
			texts.Line("name", "Asha Rao"),
			texts.Time("at"),
		},
	},
	KindWelcome: {
		IsOccasion: true,
		Fields: []texts.Field{
			texts.Line("name", "Asha Rao"),
			texts.Line("email", "asha@example.com"),
			// Emails of earlier versions wait without this param.
			texts.Hidden("nominated", ""),
			texts.Derived("hasNomination", `{{index . "nominated"}}`),
		},
	},
}}
