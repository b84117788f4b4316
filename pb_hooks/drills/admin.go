package drills

import (
	"net/http"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/audit"
	"boardcircle/pb_hooks/internal/apperr"
	"boardcircle/pb_hooks/internal/httpx"
)

// resultsShown is how many results the console lists.
const resultsShown = 10

// Drill is a restore test in the console.
type Drill struct {
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

// List handles GET /api/admin/restore-drills. It returns the latest results, newest first.
func (d *Drills) List(e *core.RequestEvent) error { return d.respond(e, http.StatusOK) }

func (d *Drills) respond(e *core.RequestEvent, status int) error {
	list, err := listResults(e.App, resultsShown)
	if err != nil {
		return apperr.Fail("The restore drills could not be listed.", err)
	}
	return e.JSON(status, list)
}

// Start handles POST /api/admin/restore-drills. It responds at once; the list shows the result.
func (d *Drills) Start(e *core.RequestEvent) error {
	err := e.App.RunInTransaction(func(tx core.App) error {
		if err := d.Enqueue(tx); err != nil {
			return err
		}
		return d.Audit.Record(tx, audit.RequestActor(e), "drill.started", audit.Subject{Label: "restore drill"}, nil)
	})
	if err != nil {
		return apperr.Fail("The restore drill could not be begun. Please try again.", err)
	}
	return d.respond(e, http.StatusAccepted)
}
