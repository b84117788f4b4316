package automations

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"time"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/types"

	"boardcircle/pb_hooks/internal/database"
	"boardcircle/pb_hooks/internal/triggers"
)

const automationsCollection = "automations"

// setting is a record of automations: the admin's settings of one automation. Without a record the automation is off.
type setting struct{ core.BaseRecordProxy }

func (s *setting) IsOn() bool                { return s.GetBool("isOn") }
func (s *setting) EnabledAt() types.DateTime { return s.GetDateTime("enabledAt") }
func (s *setting) UpdatedAt() types.DateTime { return s.GetDateTime("updatedAt") }
func (s *setting) DelayHours() int           { return s.GetInt("delayHours") }
func (s *setting) delay() time.Duration      { return time.Duration(s.DelayHours()) * time.Hour }

// form returns the values as an admin would enter them.
func (s *setting) form() Form { return Form{IsOn: s.IsOn(), DelayHours: s.DelayHours()} }

// versionedForm returns the values that the version covers. It omits the switch, so that turning the automation on or
// off does not make an open delay form outdated.
func (s *setting) versionedForm() Form { return Form{DelayHours: s.DelayHours()} }

func (s *setting) setDelay(hours int) { s.Set("delayHours", hours) }

// switchTo switches the automation on or off. Earlier events are skipped when it is switched on.
func (s *setting) switchTo(on bool, now time.Time) {
	if on && !s.IsOn() {
		s.Load(map[string]any{"enabledAt": now, "cursorAt": now, "cursorId": ""})
	}
	s.Set("isOn", on)
}

// cursor returns the last event that was handled.
func (s *setting) cursor() triggers.Event {
	return triggers.Event{ID: s.GetString("cursorId"), At: s.GetDateTime("cursorAt")}
}

// moveCursor stores the last event that was handled, within the caller's transaction.
func (s *setting) moveCursor(tx core.App, last triggers.Event) error {
	_, err := tx.NonconcurrentDB().Update(automationsCollection,
		dbx.Params{"cursorAt": last.At.String(), "cursorId": last.ID}, dbx.HashExp{"id": s.Id}).Execute()
	if err != nil {
		return fmt.Errorf("move cursor of automation %s: %w", s.Id, err)
	}
	return nil
}

// readSetting returns the record of an automation, or a new one that is off.
func readSetting(app core.App, entry *automation) (*setting, error) {
	s, err := database.FirstOrNew[setting](app, automationsCollection, dbx.HashExp{"name": entry.id})
	if err == nil && s.IsNew() {
		s.setDelay(int(entry.delay / time.Hour))
	}
	return s, err
}

// maxKey is the maximum length of an event's key in a dedupe key. Longer keys are hashed.
const maxKey = 120

// dedupeKey returns the dedupe key of an event's email.
func dedupeKey(entry *automation, event string) string {
	if len(event) > maxKey {
		sum := sha256.Sum256([]byte(event))
		event = hex.EncodeToString(sum[:])
	}
	return "auto:" + entry.id + ":" + event
}
