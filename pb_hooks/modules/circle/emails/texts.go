package emails

import (
	"embed"

	"boardcircle/pb_hooks/mail/texts"
)

//go:embed *.md
var files embed.FS

// Texts declares the texts of this directory.
var Texts = texts.Set{Files: files, Kinds: map[string]texts.Declaration{
	KindDigest: {Fields: []texts.Field{
		texts.Line("name", "Asha Rao"),
		texts.Lines("library", "The new LODR amendments\nReading an audit report"),
		texts.Lines("sessions", "The work of a risk committee: 3 Sep 2026, 18:30 IST"),
		texts.Lines("seats", "Independent director: until 30 Sep 2026"),
		texts.Lines("consultations", "A code of conduct for the circle: open for comments"),
		texts.Link("circleLink", "{{.siteURL}}/circle").Required(),
		texts.Link("libraryLink", "{{.siteURL}}/circle/library"),
		texts.Link("sessionsLink", "{{.siteURL}}/circle/sessions"),
		texts.Link("seatsLink", "{{.siteURL}}/circle/board-seats"),
		texts.Link("consultationsLink", "{{.siteURL}}/circle/polls"),
	}},
}}
