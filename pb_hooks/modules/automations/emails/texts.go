// Package emails declares the emails of the automations and their fields. The texts are in the Markdown files of this
// directory.
package emails

import (
	"embed"
	"slices"

	"boardcircle/pb_hooks/mail/texts"
)

//go:embed *.md
var files embed.FS

var (
	names = []texts.Field{texts.Line("firstName", "Asha"), texts.Line("name", "Asha Rao")}
	place = []texts.Field{texts.Line("city", "Pune"), texts.Line("company", "Sahyadri Mills Ltd")}
	tier  = []texts.Field{texts.Line("tier", "Annual Membership")}

	expires = []texts.Field{texts.Phrase("expires", "22 Dec 2026")}
	years   = []texts.Field{texts.Phrase("years", "3 years")}

	publicPage = []texts.Field{texts.Hidden("path", "/sample"), texts.Link("link", "{{.siteURL}}{{.path}}")}
	// secretPage is for addresses that grant access.
	secretPage = []texts.Field{texts.Secret("path", "/sample"), texts.Link("link", "{{.siteURL}}{{.path}}")}
)

// Texts declares the texts of this directory.
var Texts = texts.Set{Files: files, Kinds: map[string]texts.Declaration{
	"checkout-abandoned-1":  declare(place, names, tier, publicPage),
	"checkout-abandoned-24": declare(place, names, tier, publicPage),
	"draft-abandoned":       declare(names, secretPage),
	"invitation-unused-3":   declare(place, expires, names, secretPage),
	"invitation-unused-10":  declare(place, expires, names, secretPage),
	"membership-birthday":   declare(place, names, tier, years, publicPage),
	"question-unanswered":   declare(place, names, secretPage),
	"win-back-30":           declare(place, names, tier, publicPage),
	"win-back-90":           declare(place, names, tier, publicPage),
}}

func declare(fields ...[]texts.Field) texts.Declaration {
	return texts.Declaration{Fields: slices.Concat(fields...)}
}
