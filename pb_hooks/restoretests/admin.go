package restoretests

import (
	"net/http"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/audit"
	"boardcircle/pb_hooks/internal/apperr"
	"boardcircle/pb_hooks/internal/httpx"
)

// resultsShown is how many results the console lists.
const resultsShown = 10

// RestoreTest is a restore test in the console.
type RestoreTest struct {
	Source Source `json:"source"`
	// Name is the name of the backup, or the replica's address.
	Name string     `json:"name"`
	At   httpx.Time `json:"at"`
	// StateOf is the time of the restored data.
	StateOf httpx.Time `json:"stateOf"`
	// Outcome is "passed", "failed" or "untried".
	Outcome      Outcome `json:"outcome"`
	Message      string  `json:"message"`
	Rows         int     `json:"rows"`
	Milliseconds int     `json:"milliseconds"`
}

// List is GET /api/admin/restore-drills.
func (r *RestoreTests) List() httpx.Endpoint {
	return httpx.Get(list, httpx.Doc{Tag: "backups",
		Summary: "List the results of the latest restore tests, newest first"})
}

func list(e *core.RequestEvent) ([]RestoreTest, error) {
	results, err := listResults(e.App, resultsShown)
	return results, apperr.Fail("The restore tests could not be listed.", err)
}

// Start is POST /api/admin/restore-drills.
func (r *RestoreTests) Start() httpx.Endpoint {
	return httpx.DoJSON(r.start, httpx.Doc{
		Tag:         "backups",
		Summary:     "Start a restore test",
		Description: "Answers at once. The list shows the result.",
		Status:      http.StatusAccepted,
	})
}

func (r *RestoreTests) start(e *core.RequestEvent) ([]RestoreTest, error) {
	err := e.App.RunInTransaction(func(tx core.App) error {
		if err := r.Enqueue(tx); err != nil {
			return err
		}
		return r.Audit.Record(tx, audit.RequestActor(e), "drill.started", audit.Subject{Label: "restore test"}, nil)
	})
	if err != nil {
		return nil, apperr.Fail("The restore test could not be started. Please try again.", err)
	}
	return list(e)
}
