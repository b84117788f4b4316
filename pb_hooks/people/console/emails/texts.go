package emails

import (
	"embed"

	"boardcircle/pb_hooks/mail/texts"
)

//go:embed *.md
var files embed.FS

// Texts declares the texts of this directory.
var Texts = texts.Set{Files: files, Kinds: map[string]texts.Declaration{
	KindMessage: {
		Fields: []texts.Field{
			texts.Line("name", "Asha Rao"),
			texts.Line("subject", "Your seat in March"),
			texts.Lines("words", "We have moved the meeting to Friday.\nPlease tell us whether that suits you.").
				Required(),
		},
	},
}}
