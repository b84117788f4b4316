// Package emails declares the emails of the outbox itself, and fields that emails of several features have. The texts
// are in the Markdown files of this directory.
package emails

import (
	"embed"

	"boardcircle/pb_hooks/mail/texts"
)

// The kinds of emails in this package.
const (
	// KindTest is an email that an admin sends to check that sending works.
	KindTest = "test"
	// KindTextFault tells the admins that a changed text is not used.
	KindTextFault = "email-text-fault"
)

//go:embed *.md
var files embed.FS

// Texts declares the texts of this directory.
var Texts = texts.Set{Files: files, Kinds: map[string]texts.Declaration{
	KindTest: {Fields: []texts.Field{texts.Time("at")}},
	KindTextFault: {Fields: []texts.Field{
		texts.Line("text", "welcome"),
		texts.Link("textLink", "{{.siteURL}}/admin/email-texts/{{.text}}").Required(),
	}},
}}
