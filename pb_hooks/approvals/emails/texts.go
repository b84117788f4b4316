package emails

import (
	"embed"

	"boardcircle/pb_hooks/mail/texts"
)

//go:embed *.md
var files embed.FS

// Texts declares the texts of this directory.
var Texts = texts.Set{Files: files, Kinds: map[string]texts.Declaration{
	KindApprovalRequested: {
		IsSensitive: true,
		Fields: []texts.Field{
			texts.Line("by", "ravi").Required(),
			texts.Line("summary", "A complimentary membership “Founding circle” for Asha Rao, worth ₹59,000").
				Required(),
			texts.Line("reason", "Founded the Pune chapter"),
		},
	},
}}
