package nominations

import (
	"strings"

	"github.com/pocketbase/pocketbase/core"
)

// RegisterHooks keeps an invariant of the records whoever writes them, staff in the dashboard included:
// a registration's e-mail is trimmed and lower case.
func RegisterHooks(app core.App) {
	app.OnRecordValidate(registrations).BindFunc(func(e *core.RecordEvent) error {
		e.Record.Set("email", strings.ToLower(strings.TrimSpace(e.Record.GetString("email"))))
		return e.Next()
	})
}
