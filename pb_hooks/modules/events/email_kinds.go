package events

import (
	"database/sql"
	"errors"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/database"
	"boardcircle/pb_hooks/mail/outbox"
	"boardcircle/pb_hooks/mail/preferences"
	"boardcircle/pb_hooks/modules/events/emails"
	"boardcircle/pb_hooks/modules/events/places"
)

func (ev *Events) emailKinds() []outbox.Kind {
	return []outbox.Kind{
		{Name: emails.KindReminder, Texts: emails.Texts, Params: requireGoing,
			Topic: preferences.About(preferences.TopicEvents)},
		{Name: emails.KindPromoted, Texts: emails.Texts, Params: requireGoing},
		{Name: emails.KindChanged, Texts: emails.Texts, Params: requireCurrent},
		{Name: emails.KindCancelled, Texts: emails.Texts},
		{Name: emails.KindGuest, Texts: emails.Texts, Params: ev.guestParams},
	}
}

// requireGoing makes an email obsolete if its reader is not going any more, or if the session has changed meanwhile.
func requireGoing(app core.App, params map[string]string) (map[string]string, error) {
	if _, err := requireCurrent(app, params); err != nil {
		return nil, err
	}
	a, err := findAnswer(app, params[emails.ParamSession], params[emails.ParamUser])
	if errors.Is(err, sql.ErrNoRows) || err == nil && a.State() != places.Going {
		return nil, outbox.ErrObsolete
	}
	return nil, err
}

// requireCurrent makes an email obsolete if the session is cancelled, or if the time or the place has changed since.
// That change has an email of its own.
func requireCurrent(app core.App, params map[string]string) (map[string]string, error) {
	s, err := Find(app, params[emails.ParamSession])
	if err != nil {
		return nil, database.IfMissing(err, outbox.ErrObsolete)
	}
	if s.State() != Published || s.Place() != params[emails.ParamPlace] ||
		s.StartsAt().UTC().Format(time.RFC3339) != params[emails.ParamStartsAt] {
		return nil, outbox.ErrObsolete
	}
	return nil, nil
}
