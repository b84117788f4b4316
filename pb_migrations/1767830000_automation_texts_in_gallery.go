package pb_migrations

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"regexp"
	"strings"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"
	m "github.com/pocketbase/pocketbase/migrations"
	"github.com/pocketbase/pocketbase/tools/types"
)

// writtenAutomations are the automations that had a text of their own until now: the id of the built-in one among those
// that were sent, and why its reader got it, which could not be changed.
var writtenAutomations = map[string]struct{ builtIn, footnote string }{
	"question-unanswered":   {"4e726e5b5369181", "You receive this email because a nomination was sent with this e-mail address. If that was not you, please reply to it and we will remove the nomination."},
	"invitation-unused-3":   {"1e059ead7faf894", "You receive this email because a nomination was sent with this e-mail address, and was approved. The link is for you alone: please do not pass it on."},
	"invitation-unused-10":  {"58a823dab99edfa", "You receive this email because a nomination was sent with this e-mail address, and was approved. The link is for you alone: please do not pass it on."},
	"draft-abandoned":       {"421dea642cc6166", "You receive this email because somebody has begun a nomination with this e-mail address. If that was not you, you need do nothing: the draft is deleted by itself."},
	"checkout-abandoned-1":  {"dd4bb0d77860dde", "You receive this email because you have begun to buy a membership with this account."},
	"checkout-abandoned-24": {"6ec7399fff25671", "You receive this email because you have begun to buy a membership with this account."},
	"win-back-30":           {"fc6d79601617027", "You receive this email because you were a member, and have agreed to offers to come back."},
	"win-back-90":           {"e9aa1e59f2c9239", "You receive this email because you were a member, and have agreed to offers to come back."},
	"membership-birthday":   {"88a356b17c2b3a8", "You receive this email because you are a member."},
}

var (
	// A fallback was written into the merge field; a condition says the same.
	fallbackField = regexp.MustCompile(`\{\{\s*([A-Za-z]+)\s*\|([^{}|\n]*)\}\}`)
	// The gallery's texts have no pictures: who reads one follows a link to it.
	pictureInText = regexp.MustCompile(`!\[([^\]\n]*)\]\(([^)\s]+)[^)\n]*\)`)
)

func inGalleryWords(text string) string {
	text = fallbackField.ReplaceAllStringFunc(text, func(found string) string {
		parts := fallbackField.FindStringSubmatch(found)
		name, fallback := parts[1], strings.TrimSpace(parts[2])
		if fallback == "" {
			return "{{" + name + "}}"
		}
		return "{{if " + name + "}}{{" + name + "}}{{else}}" + fallback + "{{end}}"
	})
	return pictureInText.ReplaceAllStringFunc(text, func(found string) string {
		parts := pictureInText.FindStringSubmatch(found)
		if parts[1] == "" {
			return ""
		}
		return "[" + parts[1] + "](" + parts[2] + ")"
	})
}

// The automations' texts go where the texts of all e-mails are, with their versions: what an admin has changed becomes the
// first version, and what was sent stays as it was sent. The way back switches the automations off, for their texts are
// gone then.
func init() {
	m.Register(func(app core.App) error {
		if err := moveAutomationTexts(app); err != nil {
			return err
		}
		if err := moveSentAutomationTexts(app); err != nil {
			return err
		}
		if err := changeCollections(app, map[string]func(*core.Collection){"automations": func(c *core.Collection) {
			for _, name := range []string{"subject", "preheader", "content"} {
				c.Fields.RemoveByName(name)
			}
		}}); err != nil {
			return err
		}
		texts, err := app.FindCollectionByNameOrId("automation_texts")
		if err != nil {
			return err
		}
		return app.Delete(texts)
	}, func(app core.App) error {
		if err := changeCollections(app, map[string]func(*core.Collection){"automations": func(c *core.Collection) {
			c.Fields.Add(lineField("subject", 200, false), lineField("preheader", 200, false), textField("content", 20_000, false))
		}}); err != nil {
			return err
		}
		texts := core.NewBaseCollection("automation_texts")
		texts.Fields.Add(
			lineField("name", 40, true), lineField("subject", 200, false), lineField("preheader", 200, false), textField("content", 20_000, false),
		)
		if err := saveCollection(app, texts); err != nil {
			return err
		}
		if err := execute(app, "DELETE FROM automations"); err != nil {
			return err
		}
		for _, table := range []string{"email_texts", "email_text_versions"} {
			for key := range writtenAutomations {
				if _, err := app.NonconcurrentDB().Delete(table, dbx.HashExp{"key": key}).Execute(); err != nil {
					return err
				}
			}
		}
		return nil
	})
}

// moveAutomationTexts makes a changed text the first version of its kind.
func moveAutomationTexts(app core.App) error {
	var rows []struct {
		Name, Subject, Preheader, Content string
		UpdatedAt                         types.DateTime `db:"updatedAt"`
	}
	err := app.DB().Select("name", "subject", "preheader", "content", "updatedAt").From("automations").All(&rows)
	if err != nil {
		return err
	}
	for _, row := range rows {
		known, isWritten := writtenAutomations[row.Name]
		if !isWritten || row.Content == "" || idOfText(row.Name, row.Subject, row.Preheader, row.Content) == known.builtIn {
			continue
		}
		for _, table := range []string{"email_texts", "email_text_versions"} {
			_, err := app.NonconcurrentDB().Insert(table, dbx.Params{
				"id": core.GenerateDefaultRandomId(), "key": row.Name, "version": 1, "isBuiltIn": false, "changedBy": "an admin",
				"subject": inGalleryWords(row.Subject), "preview": inGalleryWords(row.Preheader), "body": inGalleryWords(row.Content),
				"footnote": known.footnote, "createdAt": row.UpdatedAt.String(), "updatedAt": row.UpdatedAt.String(),
			}).Execute()
			if err != nil {
				return fmt.Errorf("move text of automation %s: %w", row.Name, err)
			}
		}
	}
	return nil
}

// moveSentAutomationTexts keeps what was sent: an e-mail named its text itself, and its batch names it from now on.
func moveSentAutomationTexts(app core.App) error {
	var rows []struct {
		ID, Name, Subject, Preheader, Content string
		CreatedAt                             types.DateTime `db:"createdAt"`
	}
	err := app.DB().Select("id", "name", "subject", "preheader", "content", "createdAt").From("automation_texts").All(&rows)
	if err != nil || len(rows) == 0 {
		return err
	}
	for _, row := range rows {
		_, err := app.NonconcurrentDB().Insert("email_sent_texts", dbx.Params{
			"id": row.ID, "key": row.Name, "subject": inGalleryWords(row.Subject), "preview": inGalleryWords(row.Preheader),
			"body": inGalleryWords(row.Content), "footnote": writtenAutomations[row.Name].footnote,
			"createdAt": row.CreatedAt.String(), "updatedAt": row.CreatedAt.String(),
		}).Execute()
		if err != nil {
			return fmt.Errorf("move sent text %s: %w", row.ID, err)
		}
	}
	return execute(app, `
		UPDATE email_batches SET text = m.text
		FROM (
			SELECT batchId, json_extract(params, '$.automationText') AS text FROM email_logs
			WHERE batchId != '' AND kind IN (SELECT DISTINCT name FROM automation_texts)
		) AS m
		WHERE email_batches.id = m.batchId AND m.text IN (SELECT id FROM email_sent_texts)`)
}

// idOfText is the id that a sent text had: a hash of its name and its words.
func idOfText(parts ...string) string {
	sum := sha256.Sum256([]byte(strings.Join(parts, "\x00")))
	return hex.EncodeToString(sum[:])[:15]
}
