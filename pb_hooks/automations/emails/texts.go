// Package emails declares the emails of the automations and their fields. The texts are in the Markdown files of this
// directory.
package emails

import (
	"embed"

	"boardcircle/pb_hooks/mail/texts"
)

//go:embed *.md
var files embed.FS

// Texts declares the texts of this directory.
var Texts = texts.Set{Files: files, Kinds: map[string]texts.Declaration{
	"checkout-abandoned-1": {
		Fields: []texts.Field{
			texts.Line("city", "Pune"),
			texts.Line("company", "Sahyadri Mills Ltd"),
			texts.Line("firstName", "Asha"),
			texts.Line("name", "Asha Rao"),
			texts.Line("tier", "Annual Membership"),
			texts.Hidden("path", "/sample"),
			texts.Link("link", "{{.siteURL}}{{.path}}"),
		},
	},
	"checkout-abandoned-24": {
		Fields: []texts.Field{
			texts.Line("city", "Pune"),
			texts.Line("company", "Sahyadri Mills Ltd"),
			texts.Line("firstName", "Asha"),
			texts.Line("name", "Asha Rao"),
			texts.Line("tier", "Annual Membership"),
			texts.Hidden("path", "/sample"),
			texts.Link("link", "{{.siteURL}}{{.path}}"),
		},
	},
	"draft-abandoned": {
		Fields: []texts.Field{
			texts.Line("firstName", "Asha"),
			texts.Line("name", "Asha Rao"),
			texts.Secret("path", "/sample"),
			texts.Link("link", "{{.siteURL}}{{.path}}"),
		},
	},
	"invitation-unused-10": {
		Fields: []texts.Field{
			texts.Line("city", "Pune"),
			texts.Line("company", "Sahyadri Mills Ltd"),
			texts.Phrase("expires", "22 Dec 2026"),
			texts.Line("firstName", "Asha"),
			texts.Line("name", "Asha Rao"),
			texts.Secret("path", "/sample"),
			texts.Link("link", "{{.siteURL}}{{.path}}"),
		},
	},
	"invitation-unused-3": {
		Fields: []texts.Field{
			texts.Line("city", "Pune"),
			texts.Line("company", "Sahyadri Mills Ltd"),
			texts.Phrase("expires", "22 Dec 2026"),
			texts.Line("firstName", "Asha"),
			texts.Line("name", "Asha Rao"),
			texts.Secret("path", "/sample"),
			texts.Link("link", "{{.siteURL}}{{.path}}"),
		},
	},
	"membership-birthday": {
		Fields: []texts.Field{
			texts.Line("city", "Pune"),
			texts.Line("company", "Sahyadri Mills Ltd"),
			texts.Line("firstName", "Asha"),
			texts.Line("name", "Asha Rao"),
			texts.Line("tier", "Annual Membership"),
			texts.Phrase("years", "3 years"),
			texts.Hidden("path", "/sample"),
			texts.Link("link", "{{.siteURL}}{{.path}}"),
		},
	},
	"question-unanswered": {
		Fields: []texts.Field{
			texts.Line("city", "Pune"),
			texts.Line("company", "Sahyadri Mills Ltd"),
			texts.Line("firstName", "Asha"),
			texts.Line("name", "Asha Rao"),
			texts.Secret("path", "/sample"),
			texts.Link("link", "{{.siteURL}}{{.path}}"),
		},
	},
	"win-back-30": {
		Fields: []texts.Field{
			texts.Line("city", "Pune"),
			texts.Line("company", "Sahyadri Mills Ltd"),
			texts.Line("firstName", "Asha"),
			texts.Line("name", "Asha Rao"),
			texts.Line("tier", "Annual Membership"),
			texts.Hidden("path", "/sample"),
			texts.Link("link", "{{.siteURL}}{{.path}}"),
		},
	},
	"win-back-90": {
		Fields: []texts.Field{
			texts.Line("city", "Pune"),
			texts.Line("company", "Sahyadri Mills Ltd"),
			texts.Line("firstName", "Asha"),
			texts.Line("name", "Asha Rao"),
			texts.Line("tier", "Annual Membership"),
			texts.Hidden("path", "/sample"),
			texts.Link("link", "{{.siteURL}}{{.path}}"),
		},
	},
}}
