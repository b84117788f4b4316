package content

import (
	"encoding/json"
	"strings"

	"boardcircle/pb_hooks/settings"
)

// defaultEventDay is how the built-in texts name the launch event's day.
const defaultEventDay = "16 September"

// applySettings writes the office's marketing figures and the launch event's day where the built-in
// texts name the default ones. A figure holds nothing that is markup (settings.Form), so it is the
// same in plain text and in HTML.
func applySettings(landing Landing, current settings.Settings) (Landing, error) {
	plain := settings.Defaults()
	var changes []string
	change := func(from, to string) {
		if from != to {
			changes = append(changes, from, to)
		}
	}
	change(plain.FigureMembers, current.FigureMembers)
	change(plain.FigureShare, current.FigureShare)
	change(plain.FigureTarget, current.FigureTarget)
	if current.EventDate != "" {
		change(defaultEventDay, current.EventDay())
	}
	if len(changes) == 0 {
		return landing, nil
	}
	text, err := json.Marshal(landing)
	if err != nil {
		return landing, err
	}
	var changed Landing
	err = json.Unmarshal([]byte(strings.NewReplacer(changes...).Replace(string(text))), &changed)
	return changed, err
}

// defaultLanding are the built-in texts with the office's figures.
func (s *Content) defaultLanding() (Landing, error) {
	current, err := settings.Read(s.app)
	if err != nil {
		return Landing{}, err
	}
	return applySettings(s.defaults, current)
}
