package texts

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strings"
	"time"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/database"
	"boardcircle/pb_hooks/internal/httpx"
)

// All queries about the texts of emails are in this file.
const (
	textsCollection        = "email_texts"
	draftsCollection       = "email_text_drafts"
	textVersionsCollection = "email_text_versions"
	sentTextsCollection    = "email_sent_texts"
)

// textRecord is a row of email_texts, of email_text_versions or of email_text_drafts, which share most fields.
type textRecord struct{ core.BaseRecordProxy }

func (r *textRecord) text() string      { return r.GetString("key") }
func (r *textRecord) version() int      { return r.GetInt("version") }
func (r *textRecord) isBuiltIn() bool   { return r.GetBool("isBuiltIn") }
func (r *textRecord) changedBy() string { return r.GetString("changedBy") }
func (r *textRecord) changedAt() httpx.Time {
	return httpx.Time(r.GetDateTime("updatedAt"))
}

func (r *textRecord) wording() Wording {
	return Wording{
		Subject:  r.GetString("subject"),
		Preview:  r.GetString("preview"),
		Body:     r.GetString("body"),
		Footnote: r.GetString("footnote"),
	}
}

func (r *textRecord) set(w Wording, isBuiltIn bool, version int, by string) {
	r.Load(map[string]any{
		"subject": w.Subject, "preview": w.Preview, "body": w.Body, "footnote": w.Footnote,
		"isBuiltIn": isBuiltIn, "version": version, "changedBy": by,
	})
}

// source returns the hash of the English text that a translation was made from. It is empty for an English text, and
// for a translation that is older than the field.
func (r *textRecord) source() string { return r.GetString("source") }

func (r *textRecord) setSource(hash string) { r.Set("source", hash) }

// inForce returns the text that emails are sent with. r may be nil.
func (r *textRecord) inForce(builtIn Wording) Wording {
	if r == nil || r.version() == 0 || r.isBuiltIn() {
		return builtIn
	}
	return r.wording()
}

func (r *textRecord) isDraft() bool        { return r.GetBool("isDraft") }
func (r *textRecord) draftedAt() time.Time { return r.GetDateTime("draftedAt").Time() }

func (r *textRecord) setDraft(w Wording, isDraft bool, by string, at time.Time) {
	if !isDraft {
		w = Wording{}
	}
	r.Load(map[string]any{
		"subject": w.Subject, "preview": w.Preview, "body": w.Body, "footnote": w.Footnote,
		"isDraft": isDraft, "version": r.version() + 1, "changedBy": by, "draftedAt": database.DateTime(at),
	})
}

// listDrafts returns the ids of the texts that have a draft.
func listDrafts(app core.App) (map[string]bool, error) {
	var rows []*textRecord
	err := app.RecordQuery(draftsCollection).AndWhere(dbx.HashExp{"isDraft": true}).All(&rows)
	ids := map[string]bool{}
	for _, row := range rows {
		ids[row.text()] = true
	}
	return ids, database.Wrap("list drafts of texts", err)
}

// findOrNewRow returns the row of a text or of its draft, or a new one.
func findOrNewRow(app core.App, table, id string) (*textRecord, error) {
	return database.FirstOrNew[textRecord](app, table, dbx.HashExp{"key": id})
}

// listTexts returns the rows of all texts that were ever changed. There is at most one row per text.
func listTexts(app core.App) (rows []*textRecord, err error) {
	err = app.RecordQuery(textsCollection).OrderBy("key").All(&rows)
	return rows, database.Wrap("list texts", err)
}

// saveTextVersion stores the current state of a text as a version.
func saveTextVersion(tx core.App, text *textRecord) error {
	version, err := database.New[textRecord](tx, textVersionsCollection)
	if err != nil {
		return fmt.Errorf("save version of text: %w", err)
	}
	version.Set("key", text.text())
	version.set(text.wording(), text.isBuiltIn(), text.version(), text.changedBy())
	version.setSource(text.source())
	return database.Wrap("save version of text "+text.text(), tx.Save(version))
}

// maxListedVersions is how many versions are listed.
const maxListedVersions = 100

// listTextVersions returns the versions of a text, newest first.
func listTextVersions(app core.App, id string) (rows []*textRecord, err error) {
	err = app.RecordQuery(textVersionsCollection).AndWhere(dbx.HashExp{"key": id}).OrderBy("version DESC").
		Limit(maxListedVersions).All(&rows)
	return rows, database.Wrap("list versions of text "+id, err)
}

// findTextVersion returns nil if the text has no such version.
func findTextVersion(app core.App, id string, version int) (*textRecord, error) {
	found, err := database.First[textRecord](app, textVersionsCollection, dbx.HashExp{"key": id, "version": version})
	return found, database.IgnoreMissing(err)
}

// insertSentText stores a text that an email is rendered with, unless it is stored already, and returns its id.
func insertSentText(tx core.App, key string, w Wording, now time.Time) (string, error) {
	id := w.hash(key)[:15]
	_, err := tx.NonconcurrentDB().NewQuery(`
		INSERT OR IGNORE INTO email_sent_texts (id, key, subject, preview, body, footnote, createdAt, updatedAt)
		VALUES ({:id}, {:key}, {:subject}, {:preview}, {:body}, {:footnote}, {:now}, {:now})`).
		Bind(dbx.Params{
			"id":       id,
			"key":      key,
			"subject":  w.Subject,
			"preview":  w.Preview,
			"body":     w.Body,
			"footnote": w.Footnote,
			"now":      database.FormatTime(now),
		}).Execute()
	return id, database.Wrap("keep text "+key, err)
}

// hash returns a hash of a text, and of the text's key if it has one.
func (w Wording) hash(key string) string {
	sum := sha256.Sum256([]byte(strings.Join([]string{key, w.Subject, w.Preview, w.Body, w.Footnote}, "\x00")))
	return hex.EncodeToString(sum[:])
}

// findSentText returns a text that emails were rendered with. It returns sql.ErrNoRows if the text is not stored.
func findSentText(app core.App, id string) (w Wording, err error) {
	err = app.DB().Select("subject", "preview", "body",
		"footnote").From(sentTextsCollection).Where(dbx.HashExp{"id": id}).
		Row(&w.Subject, &w.Preview, &w.Body, &w.Footnote)
	return w, err
}
