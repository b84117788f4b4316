package emails

import (
	"embed"

	"boardcircle/pb_hooks/mail/texts"
)

//go:embed *.md
var files embed.FS

// Texts declares the texts of this directory.
var Texts = texts.Set{Files: files, Kinds: map[string]texts.Declaration{
	KindReceived: {
		Fields: []texts.Field{
			texts.Line("name", "Asha Rao"),
			texts.Phrase("subject", "a comment").Required(),
			texts.Phrase("reason", "harassment"),
			texts.Phrase("decideBy", "31 Mar 2027, 18:30 IST").Required(),
		},
	},
	KindNew: {
		Fields: []texts.Field{
			texts.Phrase("subject", "a comment").Required(),
			texts.Phrase("reason", "harassment"),
			texts.Phrase("decideBy", "31 Mar 2027, 18:30 IST").Required(),
			texts.Hidden(ParamReport, "sample"),
			texts.Link("reportLink", "{{.siteURL}}/admin/reports/{{.reportId}}"),
		},
	},
	KindDecided: {
		Fields: []texts.Field{
			texts.Line("name", "Asha Rao"),
			texts.Phrase("subject", "a comment").Required(),
			texts.Line("isUpheld", "true"),
			texts.Phrase("reportedOn", "30 Mar 2027").Required(),
		},
	},
	KindWarning: {
		Fields: []texts.Field{
			texts.Line("name", "Asha Rao"),
			texts.Phrase("subject", "your comment").Required(),
			texts.Line("isRemoved", "true"),
			texts.Lines("message", "Please write about the text and not about its author.").Required(),
		},
	},
	KindReversed: {
		Fields: []texts.Field{
			texts.Line("name", "Asha Rao"),
			texts.Link("profileLink", "{{.siteURL}}/circle/profile"),
		},
	},
	KindOverdue: {
		Fields: []texts.Field{
			texts.Line("reports", "2 reports are").Required(),
			texts.Link("reportsLink", "{{.siteURL}}/admin/reports"),
		},
	},
}}
