package httpx

import (
	"context"
	"database/sql"
	"fmt"
	"sync"
	"time"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/security"
)

// sessionCache keeps the accounts of session tokens for as long as nobody writes to the database. A connection's
// data_version tells of each commit of all other connections, of this process and of others, so what ends a
// session ends it here too, however it is written.
type sessionCache struct {
	mu      sync.Mutex
	version *sql.Stmt
	// current is the version of the accounts.
	current  int64
	accounts map[string]cachedAccount
}

type cachedAccount struct {
	*core.Record
	expiresAt time.Time
}

// maxCachedSessions bounds the memory.
const maxCachedSessions = 5000

// find returns a record of its own to each caller: a request may change it.
func (c *sessionCache) find(app core.App, token string) (*core.Record, error) {
	version, err := c.dataVersion(app)
	if err != nil {
		app.Logger().Warn("Sessions are read from the database each time", "error", err)
		return app.FindAuthRecordByToken(token, core.TokenTypeAuth)
	}
	if account := c.get(version, token); account != nil {
		return account.Fresh(), nil
	}
	account, err := app.FindAuthRecordByToken(token, core.TokenTypeAuth)
	if err != nil {
		return nil, err
	}
	claims, err := security.ParseUnverifiedJWT(token) // it has just been verified
	if err != nil {
		return nil, err
	}
	if expiry, err := claims.GetExpirationTime(); err == nil && expiry != nil {
		c.put(version, token, cachedAccount{account.Fresh(), expiry.Time})
	}
	return account, nil
}

func (c *sessionCache) get(version int64, token string) *core.Record {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.current != version {
		return nil
	}
	// the system's clock, by which tokens are made and verified
	if account, ok := c.accounts[token]; ok && time.Now().Before(account.expiresAt) {
		return account.Record
	}
	return nil
}

// put keeps an account that was read after the version.
func (c *sessionCache) put(version int64, token string, account cachedAccount) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.current != version || len(c.accounts) >= maxCachedSessions {
		c.current, c.accounts = version, map[string]cachedAccount{}
	}
	c.accounts[token] = account
}

// dataVersion reads the version over a connection of its own, for each connection counts for itself.
func (c *sessionCache) dataVersion(app core.App) (version int64, err error) {
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

func (c *sessionCache) connect(app core.App) error {
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
