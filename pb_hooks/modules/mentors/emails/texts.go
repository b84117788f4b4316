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
	texts.Hidden(ParamMentorship, "sample"),
	texts.Hidden(ParamPerson, "sample"),
	texts.Link("mentorsLink", "{{.siteURL}}/circle/mentors"),
	texts.Link("guideLink", "{{.siteURL}}/circle/mentors/guide"),
}}

// Texts declares the texts of this directory.
var Texts = texts.Set{Files: files, Kinds: map[string]texts.Declaration{
	KindAsked: declaration, KindNudge: declaration, KindStarted: declaration, KindUnanswered: declaration,
	KindCheckIn: declaration,
}}
