package content

import (
	"encoding/json"
	"strings"

	"boardcircle/pb_hooks/settings"
)

// builtInEvent is how the built-in texts name the launch event's day.
const builtInEvent = "16 September"

// withFigures writes the office's marketing figures and the launch event's day where the built-in
// texts name the default ones. A figure holds nothing that is markup (settings.Form), so it is the
// same in plain text and in HTML.
func withFigures(landing Landing, office settings.Settings) (Landing, error) {
	plain := settings.Defaults()
	var changes []string
	change := func(from, to string) {
		if from != to {
			changes = append(changes, from, to)
		}
	}
	change(plain.FigureMembers, office.FigureMembers)
	change(plain.FigureShare, office.FigureShare)
	change(plain.FigureTarget, office.FigureTarget)
	if office.EventDate != "" {
		change(builtInEvent, office.EventDay())
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

// texts are the built-in texts with the office's figures.
func (s *Site) texts() (Landing, error) {
	office, err := settings.Read(s.app)
	if err != nil {
		return Landing{}, err
	}
	return withFigures(s.builtIn, office)
}
