package pb_migrations

import (
	"github.com/pocketbase/pocketbase/core"
	m "github.com/pocketbase/pocketbase/migrations"
)

// A batch says which campaign sends it, so that no other job sends its emails. It is empty for the batch of one email
// that the job mail.send has claimed.
func init() {
	m.Register(func(app core.App) error {
		batches, err := app.FindCollectionByNameOrId("email_batches")
		if err != nil {
			return err
		}
		batches.Fields.Add(lineField("campaignId", 15, false))
		if err := app.Save(batches); err != nil {
			return err
		}
		_, err = app.NonconcurrentDB().NewQuery(`
			UPDATE email_batches SET campaignId = coalesce((SELECT campaignId FROM email_logs
				WHERE batchId = email_batches.id AND batchId != '' LIMIT 1), '')
			WHERE state IN ('open', 'uncertain')`).Execute()
		return err
	}, func(app core.App) error {
		batches, err := app.FindCollectionByNameOrId("email_batches")
		if err != nil {
			return err
		}
		batches.Fields.RemoveByName("campaignId")
		return app.Save(batches)
	})
}
