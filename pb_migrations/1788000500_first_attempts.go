package pb_migrations

import (
	"github.com/pocketbase/pocketbase/core"
	m "github.com/pocketbase/pocketbase/migrations"
)

// The time of a batch's first attempt says that the provider may have accepted it. An email that waits for a retry in
// an open batch was certainly not sent, so its batch has no such time.
func init() {
	m.Register(func(app core.App) error {
		_, err := app.NonconcurrentDB().NewQuery(`
			UPDATE email_batches SET firstAttemptAt = '' WHERE state = 'open' AND id IN
				(SELECT batchId FROM email_logs WHERE status = 'queued' AND batchId != '')`).Execute()
		return err
	}, func(core.App) error { return nil }) // the version before sets the time at the next attempt
}
