// Package emails defines the emails of the members' directory, and their parameters. The texts are in the Markdown
// files of this directory.
package emails

import (
	"embed"

	"boardcircle/pb_hooks/mail/outbox"
	"boardcircle/pb_hooks/mail/texts"
)

// KindVouched tells a member that another member has vouched for them. It does not have the line.
const KindVouched = "vouch-received"

// ParamVouch is the param that the feature reads when an email is sent.
const ParamVouch = "vouchId"

//go:embed *.md
var files embed.FS

// Texts declares the texts of this directory.
var Texts = texts.Set{Files: files, Kinds: map[string]texts.Declaration{
	KindVouched: {
		Fields: []texts.Field{
			texts.Line("name", "Asha Rao"),
			texts.Line("author", "Meera Iyer").Required(),
			texts.Hidden(ParamVouch, "sample"),
			texts.Link("profileLink", "{{.siteURL}}/circle/profile"),
		},
	},
}}

// Vouched tells a member that another member has vouched for them.
type Vouched struct{ VouchID, Name, Email, Author string }

func (e Vouched) Build() outbox.Email {
	name := texts.GreetingName(e.Name)
	return outbox.Email{
		Kind: KindVouched, DedupeKey: KindVouched + ":" + e.VouchID, To: outbox.Address{Email: e.Email, Name: name},
		Params: map[string]string{"name": name, "author": e.Author, ParamVouch: e.VouchID},
	}
}
