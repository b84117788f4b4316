package sessions

import (
	"context"
	"database/sql"
	"fmt"
	"sync"
	"time"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"
)

// Cache finds sessions, and keeps them with their accounts for as long as nobody writes to the database. A
// connection's data_version tells of each commit of all other connections, of this process and of others, so
// what ends a session ends it here too, however it is written. Safe for concurrent use; the zero value is empty.
type Cache struct {
	mu      sync.Mutex
	version *sql.Stmt
	// current is the version of the sessions that are kept by their tokens.
	current int64
	kept    map[string]cached
}

type cached struct {
	account *core.Record
	session Session
}

// maxCached bounds the memory.
const maxCached = 5000

// Find returns the account of a session's token, and the session. The error is ErrEnded for a session that has
// ended, and PocketBase's for what is no valid token. active tells that somebody uses the session, and not
// only a page that keeps itself up to date. Each caller gets a record of its own, which a request may change.
func (c *Cache) Find(app core.App, token string, active bool, now time.Time) (*core.Record, Session, error) {
	account, session, err := c.read(app, token)
	if err != nil {
		return nil, Session{}, err
	}
	if err := session.use(app, account, active, now); err != nil {
		return nil, Session{}, err
	}
	return account, session, nil
}

func (c *Cache) read(app core.App, token string) (*core.Record, Session, error) {
	version, err := c.DataVersion(app)
	if err != nil {
		app.Logger().Warn("Sessions are read from the database each time", "error", err)
		return read(app, token)
	}
	if kept, ok := c.get(version, token); ok {
		return kept.account.Fresh(), kept.session, nil
	}
	account, session, err := read(app, token)
	if err == nil {
		c.put(version, token, cached{account.Fresh(), session})
	}
	return account, session, err
}

func (c *Cache) get(version int64, token string) (cached, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.current != version {
		return cached{}, false
	}
	kept, ok := c.kept[token]
	return kept, ok
}

// put keeps what was read after the version.
func (c *Cache) put(version int64, token string, kept cached) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.current != version || len(c.kept) >= maxCached {
		c.current, c.kept = version, map[string]cached{}
	}
	c.kept[token] = kept
}

// DataVersion returns a number that changes with each commit. It is read over a connection of its own, for each connection
// counts for itself.
func (c *Cache) DataVersion(app core.App) (version int64, err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.version == nil {
		if err := c.connect(app); err != nil {
			return 0, fmt.Errorf("read data version: %w", err)
		}
	}
	if err := c.version.QueryRow().Scan(&version); err != nil {
		return 0, fmt.Errorf("read data version: %w", err)
	}
	return version, nil
}

func (c *Cache) connect(app core.App) error {
	db, ok := app.ConcurrentDB().(*dbx.DB)
	if !ok {
		return fmt.Errorf("the database is a %T", app.ConcurrentDB())
	}
	conn, err := db.DB().Conn(context.Background())
	if err != nil {
		return err
	}
	if c.version, err = conn.PrepareContext(context.Background(), "PRAGMA data_version"); err != nil {
		_ = conn.Close() // the error tells more
		return err
	}
	app.OnTerminate().BindFunc(func(e *core.TerminateEvent) error {
		err := e.Next()
		_ = conn.Close() // the program ends
		return err
	})
	return nil
}
