package sessions

import (
	"context"
	"database/sql"
	"fmt"
	"sync"
	"time"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/cache"
)

// Cache finds sessions and caches them with their accounts until the next write to the database. The data_version of
// its connection changes with each commit of any other connection, in this process or another. So a session that was
// ended in any way also ends in the cache. Safe for concurrent use. The zero value is empty.
type Cache struct {
	mu      sync.Mutex
	version *sql.Stmt
	// cached has the sessions of the current data_version by token.
	cached cache.Versioned[cachedSession]
}

type cachedSession struct {
	account *core.Record
	session Session
}

// maxCached bounds the memory.
const maxCached = 5000

// Find returns the account and the session of a token. It returns ErrEnded for a session that has ended, and
// PocketBase's error for an invalid token. active is true if a person uses the session, not only a page that refreshes
// itself. Each caller gets its own copy of the record, which a request may change.
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
	if entry, ok := c.cached.Get(version, token); ok {
		return entry.account.Fresh(), entry.session, nil
	}
	account, session, err := read(app, token)
	if err == nil {
		c.cached.Put(version, token, cachedSession{account.Fresh(), session}, maxCached)
	}
	return account, session, err
}

// DataVersion returns a number that changes with each commit. It uses its own connection, because a connection's
// data_version does not change with its own commits.
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
		_ = conn.Close() // err is more useful
		return err
	}
	app.OnTerminate().BindFunc(func(e *core.TerminateEvent) error {
		err := e.Next()
		_ = conn.Close() // the program is ending
		return err
	})
	return nil
}
