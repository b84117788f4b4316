package backups

import (
	"encoding/json"
	"os"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/audit"
)

// restoredVariable carries a restore's audit row through the restart: what is written before it
// goes with the old data.
const restoredVariable = "BOARDCIRCLE_RESTORED"

type restored struct {
	By   audit.Actor
	Name string
}

// AfterRestart ends a restore, where this start is one's: it ends every session and notes who
// restored what.
func (b *Backups) AfterRestart() error {
	told, is := os.LookupEnv(restoredVariable)
	if !is {
		return nil
	}
	_ = os.Unsetenv(restoredVariable)
	var r restored
	if err := json.Unmarshal([]byte(told), &r); err != nil {
		return nil // somebody else's variable
	}
	return b.app.RunInTransaction(func(tx core.App) error {
		if err := endSessions(tx); err != nil {
			return err
		}
		return b.audit.Note(tx, r.By, "backup.restored", audit.Subject{Label: r.Name}, nil)
	})
}

// endSessions gives every account a new token key. One statement a collection: there may be a
// hundred thousand accounts.
func endSessions(tx core.App) error {
	collections, err := tx.FindAllCollections(core.CollectionTypeAuth)
	if err != nil {
		return err
	}
	for _, c := range collections {
		_, err := tx.NonconcurrentDB().NewQuery("UPDATE {{" + c.Name + "}} SET tokenKey = lower(hex(randomblob(25)))").Execute()
		if err != nil {
			return err
		}
	}
	return nil
}
