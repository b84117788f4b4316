// Package emails defines the email with the office's week. Its text is in the Markdown file of this directory.
package emails

import (
	"embed"

	"boardcircle/pb_hooks/mail/outbox"
	"boardcircle/pb_hooks/mail/texts"
)

// KindWeek is the email's kind.
const KindWeek = "office-week"

// ParamAccount is the account that gets the email.
const ParamAccount = "account"

//go:embed *.md
var files embed.FS

// Week is what is to do this week. Each list has a line for each item, or is "".
type Week struct {
	Account, Email, Day           string
	Sessions, Overdue, NewMembers string
	// Endings says how many memberships end soon, or is "".
	Endings string
}

// IsEmpty reports whether there is nothing to do.
func (e Week) IsEmpty() bool {
	return e.Sessions == "" && e.Overdue == "" && e.NewMembers == "" && e.Endings == ""
}

func (e Week) Build() outbox.Email {
	return outbox.Email{
		Kind: KindWeek, DedupeKey: KindWeek + ":" + e.Account + ":" + e.Day, To: outbox.Address{Email: e.Email},
		Params: map[string]string{
			ParamAccount: e.Account, "sessions": e.Sessions, "waiting": e.Overdue, "newMembers": e.NewMembers,
			"endings": e.Endings,
		},
	}
}

// Texts declares the text of this directory.
var Texts = texts.Set{Files: files, Kinds: map[string]texts.Declaration{
	KindWeek: {
		Fields: []texts.Field{
			texts.Lines("sessions", "Reading the audit report, 26 Nov 2026, 18:00 IST"),
			texts.Lines("waiting", "Nomination of Asha Rao, since 22 Nov 2026"),
			texts.Lines("newMembers", "Meera Iyer, joined on 24 Nov 2026"),
			texts.Phrase("endings", "4 memberships end"),
			texts.Hidden(ParamAccount, "sample"),
		},
	},
}}
