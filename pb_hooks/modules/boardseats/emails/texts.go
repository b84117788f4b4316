package emails

import (
	"embed"

	"boardcircle/pb_hooks/mail/texts"
)

//go:embed *.md
var files embed.FS

// openingLink leads the office to the console and a member to the circle.
const openingLink = "{{.siteURL}}{{if .isOffice}}/admin{{else}}/circle{{end}}/board-seats/{{.openingId}}"

// Texts declares the texts of this directory.
var Texts = texts.Set{Files: files, Kinds: map[string]texts.Declaration{
	KindWaiting: {
		Fields: []texts.Field{
			texts.Line("title", "Independent director").Required(),
			texts.Line(ParamCompany, "Sample Industries Limited"),
			texts.Line("poster", "Asha Rao"),
			texts.Hidden(ParamOpening, "sample"),
			texts.Link("openingLink", "{{.siteURL}}/admin/board-seats/{{.openingId}}"),
		},
	},
	KindDecided: {
		Fields: []texts.Field{
			texts.Line("name", "Asha Rao"),
			texts.Line("title", "Independent director").Required(),
			texts.Line("isApproved", "true"),
			texts.Line("isConfidential", ""),
			texts.Lines("reason", "Please name the committee."),
			texts.Hidden(ParamOpening, "sample"),
			texts.Link("openingLink", "{{.siteURL}}/circle/board-seats/{{.openingId}}"),
		},
	},
	KindInterest: {
		Fields: []texts.Field{
			texts.Line("name", "Asha Rao"),
			texts.Line("title", "Independent director").Required(),
			texts.Line("member", "Meera Iyer"),
			texts.Hidden("isOffice", ""),
			texts.Hidden(ParamOpening, "sample"),
			texts.Hidden(ParamInterest, "sample"),
			texts.Link("openingLink", openingLink),
		},
	},
	KindClosed: {
		Fields: []texts.Field{
			texts.Line("name", "Asha Rao"),
			texts.Line("title", "Independent director").Required(),
			texts.Phrase("interests", "3 members were"),
			texts.Hidden("isOffice", ""),
			texts.Hidden(ParamOpening, "sample"),
			texts.Link("openingLink", openingLink),
		},
	},
	KindTermEnding: {
		Fields: []texts.Field{
			texts.Line("name", "Asha Rao"),
			texts.Line(ParamCompany, "Sample Industries Limited").Required().Private(),
			texts.Phrase(ParamEndsOn, "31 Mar 2027").Required().Private(),
			texts.Line("isFirst", "true"),
			texts.Phrase("eligibleOn", "1 Apr 2030").Private(),
			texts.Hidden(ParamUser, "sample"),
			texts.Link("termsLink", "{{.siteURL}}/circle/board-seats"),
		},
	},
}}
