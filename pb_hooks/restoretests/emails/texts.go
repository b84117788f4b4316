package emails

import (
	"embed"

	"boardcircle/pb_hooks/mail/texts"
)

//go:embed *.md
var files embed.FS

// Texts declares the texts of this directory.
var Texts = texts.Set{Files: files, Kinds: map[string]texts.Declaration{
	KindRestoreTestFailed: {
		Fields: []texts.Field{
			texts.Line("source", "backup"),
			texts.Line("name", "boardcircle_20260901.zip"),
			texts.Line("message", "A table is missing."),
			texts.Facts(
				texts.Fact("Result", "{{.message}}"),
				texts.Fact("Restored from", "{{.name}}"),
			).Required(),
		},
	},
}}
