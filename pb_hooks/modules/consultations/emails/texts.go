package emails

import (
	"embed"

	"boardcircle/pb_hooks/mail/texts"
)

//go:embed *.md
var files embed.FS

const link = "{{.siteURL}}/circle/polls/{{.pollId}}"

// Texts declares the texts of this directory.
var Texts = texts.Set{Files: files, Kinds: map[string]texts.Declaration{
	KindDiscussion: {Fields: fields(texts.Time("endsAt"))},
	KindVote: {Fields: fields(question, texts.Time("endsAt"), texts.Hidden("isSecret", "yes"),
		texts.Derived("ballotKind", "{{if .isSecret}}a secret ballot{{else}}an open ballot, so your name is shown "+
			"with your vote after the result is published{{end}}"))},
	KindClosing: {Fields: fields(question, texts.Time("endsAt"))},
	KindResult:  {Fields: fields(question, texts.Phrase("outcome", "The circle has decided: Yes."))},
	KindLost:    {Fields: fields(question)},
	KindWithdrawn: {Fields: fields(
		texts.Lines("reason", "The regulator has withdrawn its draft.\nWe will not comment on it.").Required())},
}}

var question = texts.Line("question", "Shall the circle send this text to the regulator?")

// fields returns the fields that all kinds have, and more.
func fields(more ...texts.Field) []texts.Field {
	return append([]texts.Field{
		texts.Line("name", "Asha Rao"),
		texts.Line("title", "Comments on the draft LODR amendments"),
		texts.Hidden("pollId", "sample"),
		texts.Hidden("personId", "sample"),
		texts.Link("pollLink", link).Required(),
	}, more...)
}
