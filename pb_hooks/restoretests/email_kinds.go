package restoretests

import (
	"strings"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/mail/outbox"
	"boardcircle/pb_hooks/restoretests/emails"
)

func emailKinds() []outbox.Kind {
	return []outbox.Kind{{Name: emails.KindRestoreTestFailed, Texts: emails.Texts}}
}

// emailFailures emails the failures to the office.
func (r *RestoreTests) emailFailures(tx core.App, jobID string, results []Result) error {
	for _, result := range results {
		if result.Outcome != Failed {
			continue
		}
		email := emails.RestoreTestFailed{
			JobID:   jobID,
			Source:  string(result.Source),
			Name:    strings.TrimSpace(result.Name),
			Message: result.Message,
		}.Build()
		if err := r.Outbox.EnqueueToOffice(tx, email); err != nil {
			return err
		}
	}
	return nil
}
