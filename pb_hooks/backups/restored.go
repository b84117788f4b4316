package backups

import (
	"encoding/json"
	"os"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/audit"
)

// restoreEnv carries a restore's audit row through the restart: what is written before it
// goes with the old data.
const restoreEnv = "BOARDCIRCLE_RESTORED"

type restoreRecord struct {
	By   audit.Actor
	Name string
}

// restoreActorKey is the key of the actor in a restore's context.
type restoreActorKey struct{}

// dashboardActor is who restores when PocketBase's own button is pressed: it does not tell the name.
var dashboardActor = audit.Actor{Kind: "staff", Name: "PocketBase's dashboard"}

// passThroughRestart hands a restore's row to the start that follows, whichever button was pressed.
func passThroughRestart(e *core.BackupEvent) error {
	by, known := e.Context.Value(restoreActorKey{}).(audit.Actor)
	if !known {
		by = dashboardActor
	}
	encoded, err := json.Marshal(restoreRecord{By: by, Name: e.Name})
	if err == nil {
		err = os.Setenv(restoreEnv, string(encoded))
	}
	if err == nil {
		err = e.Next() // on success nothing after this runs
	}
	_ = os.Unsetenv(restoreEnv)
	return err
}

// CompleteRestore ends a restore, where this start is one's: it ends every session and notes who
// restored what.
func (b *Backups) CompleteRestore() error {
	encoded, found := os.LookupEnv(restoreEnv)
	if !found {
		return nil
	}
	_ = os.Unsetenv(restoreEnv)
	var r restoreRecord
	if err := json.Unmarshal([]byte(encoded), &r); err != nil {
		return nil // somebody else's variable
	}
	return b.app.RunInTransaction(func(tx core.App) error {
		if err := endSessions(tx); err != nil {
			return err
		}
		return b.audit.Record(tx, r.By, "backup.restored", audit.Subject{Label: r.Name}, nil)
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
