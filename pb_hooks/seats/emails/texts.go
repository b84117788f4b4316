package emails

import (
	"embed"

	"boardcircle/pb_hooks/mail/texts"
)

//go:embed *.md
var files embed.FS

// Texts declares the texts of this directory.
var Texts = texts.Set{Files: files, Kinds: map[string]texts.Declaration{
	KindTermEnding: {
		Fields: []texts.Field{
			texts.Line("name", "Asha Rao"),
			texts.Line(ParamCompany, "Sample Industries Limited").Required(),
			texts.Line(ParamEndsOn, "31 Mar 2027").Required(),
			texts.Line("isFirst", "true"),
			texts.Line("isSecond", ""),
			texts.Line("eligibleOn", "1 Apr 2030"),
			texts.Hidden(ParamUser, "sample"),
			texts.Link("termsLink", "{{.siteURL}}/circle/board-seats"),
		},
	},
}}
