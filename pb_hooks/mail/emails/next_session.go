package emails

import (
	"time"

	"boardcircle/pb_hooks/internal/india"
	"boardcircle/pb_hooks/internal/plural"
	"boardcircle/pb_hooks/mail/texts"
)

// NextSessionFields are the fields of the emails that welcome a member. Texts use nextSession, which is "" if no
// session is planned.
func NextSessionFields() []texts.Field {
	return []texts.Field{
		texts.Phrase("session", "Reading the audit report, on Thursday, 26 Nov 2026, 18:00 IST"),
		texts.Line("host", "Meera Krishnan"),
		texts.Line("members", "Farah Khan and Bina Das"),
		texts.Derived("nextSession", "{{if .session}}The next session is {{.session}}, hosted by {{.host}}."+
			"{{if .members}} There you will meet {{.members}}.{{end}}{{end}}"),
	}
}

// NextSession is the session that an email names, or the zero value. Members are the names of members who are going and
// whom the reader sees in the directory.
type NextSession struct {
	Title    string
	StartsAt time.Time
	Host     string
	Members  []string
}

// Params returns the params of NextSessionFields.
func (s NextSession) Params() map[string]string {
	params := map[string]string{"session": "", "host": s.Host, "members": plural.List(s.Members)}
	if s.Title != "" {
		params["session"] = s.Title + ", on " + s.StartsAt.In(india.Zone).Format("Monday, ") +
			india.TimeText(s.StartsAt)
	}
	return params
}
