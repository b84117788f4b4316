package automations

import (
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/types"

	"boardcircle/pb_hooks/internal/causes"
	"boardcircle/pb_hooks/internal/database"
)

const (
	collectionName  = "automations"
	textsCollection = "automation_texts"
)

// setting is a record of automations: what an admin has set of one. Without a row it is off, with the built-in text.
type setting struct{ core.BaseRecordProxy }

func (s *setting) IsOn() bool                { return s.GetBool("isOn") }
func (s *setting) EnabledAt() types.DateTime { return s.GetDateTime("enabledAt") }
func (s *setting) UpdatedAt() types.DateTime { return s.GetDateTime("updatedAt") }
func (s *setting) DelayHours() int           { return s.GetInt("delayHours") }
func (s *setting) delay() time.Duration      { return time.Duration(s.DelayHours()) * time.Hour }
func (s *setting) text() wording {
	return wording{s.GetString("subject"), s.GetString("preheader"), s.GetString("content")}
}

func (s *setting) setText(text wording) {
	s.Load(map[string]any{"subject": text.Subject, "preheader": text.Preheader, "content": text.Content})
}

func (s *setting) setDelay(hours int) { s.Set("delayHours", hours) }

// switchTo turns the automation on or off. What was before it is turned on is never looked at.
func (s *setting) switchTo(on bool, now time.Time) {
	if on && !s.IsOn() {
		s.Load(map[string]any{"enabledAt": now, "cursorAt": now, "cursorId": ""})
	}
	s.Set("isOn", on)
}

// cursor is the last cause that was looked at.
func (s *setting) cursor() causes.Cause {
	return causes.Cause{ID: s.GetString("cursorId"), At: s.GetDateTime("cursorAt")}
}

// moveCursor notes the last cause that was looked at, within the caller's transaction.
func (s *setting) moveCursor(tx core.App, last causes.Cause) error {
	_, err := tx.NonconcurrentDB().Update(collectionName, dbx.Params{"cursorAt": last.At.String(), "cursorId": last.ID}, dbx.HashExp{"id": s.Id}).Execute()
	return err
}

// ShowsPicture reports whether an automation's text shows the picture at an address of this site.
func ShowsPicture(app core.App, address string) (shown bool, err error) {
	err = app.DB().NewQuery("SELECT EXISTS (SELECT 1 FROM automations WHERE instr(content, {:address}) > 0)").
		Bind(dbx.Params{"address": address}).Row(&shown)
	return shown, err
}

// read is what is set of an automation: its row, or a new one with what is built in.
func read(app core.App, entry *automation) (*setting, error) {
	s := &setting{}
	err := app.RecordQuery(collectionName).AndWhere(dbx.HashExp{"name": entry.id}).Limit(1).One(s)
	if err == nil {
		return s, nil
	}
	if !errors.Is(err, sql.ErrNoRows) {
		return nil, fmt.Errorf("read automation %s: %w", entry.id, err)
	}
	collection, err := app.FindCachedCollectionByNameOrId(collectionName)
	if err != nil {
		return nil, err
	}
	s.SetProxyRecord(core.NewRecord(collection))
	s.Set("name", entry.id)
	s.setDelay(int(entry.delay / time.Hour))
	s.setText(entry.text)
	return s, nil
}

// keepText stores a text that an e-mail is written with, once, and returns its id.
func keepText(tx core.App, entry *automation, text wording, now time.Time) (string, error) {
	sum := sha256.Sum256([]byte(strings.Join([]string{entry.id, text.Subject, text.Preheader, text.Content}, "\x00")))
	id := hex.EncodeToString(sum[:])[:15]
	_, err := tx.NonconcurrentDB().NewQuery(`
		INSERT OR IGNORE INTO automation_texts (id, name, subject, preheader, content, createdAt, updatedAt)
		VALUES ({:id}, {:name}, {:subject}, {:preheader}, {:content}, {:now}, {:now})`).
		Bind(dbx.Params{
			"id": id, "name": entry.id, "subject": text.Subject, "preheader": text.Preheader, "content": text.Content,
			"now": database.FormatTime(now),
		}).Execute()
	if err != nil {
		return "", fmt.Errorf("keep text of automation %s: %w", entry.id, err)
	}
	return id, nil
}

// findText returns the text that an e-mail was written with; sql.ErrNoRows if it is not kept.
func findText(app core.App, id string) (text wording, err error) {
	err = app.DB().Select("subject", "preheader", "content").From(textsCollection).Where(dbx.HashExp{"id": id}).
		Row(&text.Subject, &text.Preheader, &text.Content)
	return text, err
}

// maxKey is how long a cause may stand in a dedupe key.
const maxKey = 120

// dedupeKey names the e-mail of a cause.
func dedupeKey(entry *automation, cause string) string {
	if len(cause) > maxKey {
		sum := sha256.Sum256([]byte(cause))
		cause = hex.EncodeToString(sum[:])
	}
	return "auto:" + entry.id + ":" + cause
}
