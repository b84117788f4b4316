package thisweek

import (
	"encoding/json"
	"time"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/types"

	"boardcircle/pb_hooks/internal/database"
)

const (
	welcomes      = "welcomes"
	subscriptions = "weekly_emails"
)

// mark says who has welcomed a person, and when.
type mark struct {
	Person string         `db:"person"`
	By     string         `db:"by"`
	At     types.DateTime `db:"at"`
}

// findWelcome returns the mark of a person, or sql.ErrNoRows.
func findWelcome(app core.App, person string) (*core.Record, error) {
	record, err := app.FindFirstRecordByData(welcomes, "person", person)
	return record, database.Wrap("find welcome", err)
}

func newWelcome(app core.App, person, by string, at time.Time) (*core.Record, error) {
	record, err := database.NewRecord(app, welcomes)
	if err != nil {
		return nil, err
	}
	record.Load(map[string]any{"person": person, "by": by, "at": database.DateTime(at)})
	return record, nil
}

// findWelcomed returns which of some people were welcomed.
func findWelcomed(app core.App, ids []string) (done []string, err error) {
	asked, err := json.Marshal(ids)
	if err != nil || len(ids) == 0 {
		return nil, err
	}
	err = app.DB().NewQuery("SELECT person FROM welcomes WHERE person IN (SELECT value FROM json_each({:ids}))").
		Bind(dbx.Params{"ids": string(asked)}).Column(&done)
	return done, database.Wrap("find who was welcomed", err)
}

// listWelcomed returns the marks since a time, the newest first.
func listWelcomed(app core.App, since time.Time) (list []mark, err error) {
	err = app.DB().Select("person", "by", "at").From(welcomes).
		Where(dbx.NewExp("at >= {:since}", dbx.Params{"since": database.FormatTime(since)})).
		OrderBy("at DESC", "id DESC").Limit(maxPeople).All(&list)
	return list, database.Wrap("list who was welcomed", err)
}

// isSubscribed reports whether an account gets the week by email.
func isSubscribed(app core.App, account string) (is bool, err error) {
	err = app.DB().NewQuery("SELECT EXISTS (SELECT 1 FROM weekly_emails WHERE account = {:account})").
		Bind(dbx.Params{"account": account}).Row(&is)
	return is, database.Wrap("find who gets the week by email", err)
}

// listSubscribed returns the accounts that get the week by email.
func listSubscribed(app core.App) (accounts []string, err error) {
	err = app.DB().Select("account").From(subscriptions).OrderBy("account").Column(&accounts)
	return accounts, database.Wrap("list who gets the week by email", err)
}

// setSubscribed stores whether an account gets the week by email, and reports whether that is a change.
func setSubscribed(tx core.App, account string, is bool) (isChange bool, err error) {
	was, err := isSubscribed(tx, account)
	if err != nil || was == is {
		return false, err
	}
	if !is {
		_, err = tx.NonconcurrentDB().Delete(subscriptions, dbx.HashExp{"account": account}).Execute()
		return true, database.Wrap("stop the weekly email", err)
	}
	record, err := database.NewRecord(tx, subscriptions)
	if err != nil {
		return false, err
	}
	record.Set("account", account)
	return true, database.Wrap("start the weekly email", tx.Save(record))
}
