package emails

import (
	"embed"

	"boardcircle/pb_hooks/mail/texts"
)

//go:embed *.md
var files embed.FS

// Texts declares the texts of this directory.
var Texts = texts.Set{Files: files, Kinds: map[string]texts.Declaration{
	KindDraftLink: {
		Fields: []texts.Field{
			// Emails of earlier versions wait without this param.
			texts.Hidden("applicant", "Asha Rao"),
			texts.Derived("name", `{{index . "applicant"}}`),
			texts.Line("email", "asha@example.com"),
			texts.Secret("token", "sample-token"),
			texts.Link("draftLink", "{{.siteURL}}/nomination?draft={{urlquery .token}}").Required(),
		},
	},
	KindInvitation: {
		IsOccasion: true,
		Fields: []texts.Field{
			texts.Line("name", "Asha Rao"),
			texts.Time("expiresAt"),
			texts.Secret("token", "sample-token"),
			texts.Link("invitationLink", "{{.siteURL}}/auth?invitation={{urlquery .token}}").Required(),
		},
	},
	KindAnswered: {
		Fields: []texts.Field{
			texts.Line("name", "Asha Rao"),
			texts.Line("email", "asha@example.com"),
			texts.Lines("answer", "The audit committee.\nSince 2019.").Required(),
			texts.Hidden("nominationId", "sample"),
			texts.Link("reviewLink", "{{.siteURL}}/admin/nominations/{{.nominationId}}"),
		},
	},
	KindDeclined: {
		Fields: []texts.Field{
			texts.Line("name", "Asha Rao"),
			texts.Lines("words", "Please try again next year,\nwhen you sit on a board."),
		},
	},
	KindNew: {
		Fields: []texts.Field{
			texts.Line("name", "Asha Rao"),
			texts.Line("designation", "Independent Director"),
			texts.Line("company", "Sample Industries Limited"),
			texts.Line("email", "asha@example.com"),
			texts.Line("phone", "+91 98765 43210"),
			texts.Line("location", "Pune, Maharashtra"),
			texts.Time("at"),
			texts.Hidden("nominationId", "sample"),
			texts.Link("reviewLink", `{{.siteURL}}/admin/nominations{{with index . "nominationId"}}/{{.}}{{end}}`),
			texts.Facts(
				texts.Fact("Name", "{{.name}}"),
				texts.Fact("Designation", "{{.designation}}"),
				texts.Fact("Company", "{{.company}}"),
				texts.Fact("Email", "{{.email}}"),
				texts.Fact("Phone", "{{.phone}}"),
				texts.Fact("Location", "{{.location}}"),
				texts.Fact("Received", "{{when .at}}"),
			).Required(),
		},
	},
	KindQuestion: {
		Fields: []texts.Field{
			texts.Line("name", "Asha Rao"),
			texts.Lines("question", "Which committee do you serve on,\nand since when?").Required(),
			texts.Secret("token", "sample-token"),
			texts.Link("nominationLink", "{{if .token}}{{.siteURL}}/nomination?token={{urlquery .token}}{{end}}"),
		},
	},
	KindReceived: {
		Fields: []texts.Field{
			texts.Line("name", "Asha Rao"),
			texts.Secret("token", "sample-token"),
			texts.Link("nominationLink", "{{if .token}}{{.siteURL}}/nomination?token={{urlquery .token}}{{end}}"),
		},
	},
	KindWithdrawn: {
		Fields: []texts.Field{
			texts.Line("name", "Asha Rao"),
			texts.Secret("token", "sample-token"),
			texts.Link("nominationLink", "{{if .token}}{{.siteURL}}/nomination?token={{urlquery .token}}{{end}}"),
		},
	},
}}
