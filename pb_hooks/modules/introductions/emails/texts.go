package emails

import (
	"embed"

	"boardcircle/pb_hooks/mail/texts"
)

//go:embed *.md
var files embed.FS

var declaration = texts.Declaration{Fields: []texts.Field{
	texts.Line("name", "Asha Rao"),
	texts.Line("member", "Meera Iyer"),
	texts.Hidden(ParamIntroduction, "sample"),
	texts.Hidden(ParamPerson, "sample"),
	texts.Link("introductionLink", "{{.siteURL}}/circle/introductions/{{.introductionId}}"),
}}

// Texts declares the texts of this directory.
var Texts = texts.Set{Files: files, Kinds: map[string]texts.Declaration{
	KindAsked: declaration, KindSuggested: declaration, KindOpened: declaration, KindMessage: declaration,
}}
