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

// restorer is the key of the actor in a restore's context.
type restorer struct{}

// dashboard is who restores when PocketBase's own button is pressed: it does not tell the name.
var dashboard = audit.Actor{Kind: "staff", Name: "PocketBase's dashboard"}

// carry hands a restore's row to the start that follows, whichever button was pressed.
func carry(e *core.BackupEvent) error {
	by, known := e.Context.Value(restorer{}).(audit.Actor)
	if !known {
		by = dashboard
	}
	told, err := json.Marshal(restored{By: by, Name: e.Name})
	if err == nil {
		err = os.Setenv(restoredVariable, string(told))
	}
	if err == nil {
		err = e.Next() // on success nothing after this runs
	}
	_ = os.Unsetenv(restoredVariable)
	return err
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
