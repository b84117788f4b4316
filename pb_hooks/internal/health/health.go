// Package health tells whether the program can store what it is given.
//
// Nothing is written to find out, as long as nothing goes wrong: the databases note what SQLite says of the disk. Once
// writes fail, they are tried every few seconds until they succeed.
package health

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"net/http"
	"os"
	"time"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/database"
	"boardcircle/pb_hooks/internal/datadir"
)

const (
	path = "/api/health"
	// tryEvery is how long writes are let alone after they have failed.
	tryEvery = 3 * time.Second
	// tryBytes is what must fit on the disk besides the databases' next pages.
	tryBytes = 1 << 20
)

// Monitor watches an app's databases.
type Monitor struct {
	app    core.App
	watch  *database.Watch
	report func(message string)
}

// New returns a monitor that says by report when writes begin to fail and when they succeed again, each once. A log that
// is kept in the database would not hold the first.
func New(app core.App, watch *database.Watch, report func(message string)) *Monitor {
	return &Monitor{app: app, watch: watch, report: report}
}

// Run reports and tries until ctx ends.
func (m *Monitor) Run(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-m.watch.Failing():
		}
		m.report("Nothing can be stored: " + m.watch.Problem() + ".")
		since := time.Now()
		for m.tryWrites(ctx) != nil {
			select {
			case <-ctx.Done():
				return
			case <-time.After(tryEvery):
			}
		}
		m.watch.Clear()
		m.report(fmt.Sprintf("Everything can be stored again, after %s.", time.Since(since).Round(time.Second)))
	}
}

// tryWrites writes a file, and a page of each database.
func (m *Monitor) tryWrites(ctx context.Context) error {
	if err := tryFile(m.app.DataDir()); err != nil {
		return err
	}
	for _, db := range []dbx.Builder{m.app.NonconcurrentDB(), m.app.AuxNonconcurrentDB()} {
		// nobody reads this number, and to set it is a write like any other
		var version int
		if err := db.NewQuery("PRAGMA user_version").WithContext(ctx).Row(&version); err != nil {
			return err
		}
		if _, err := db.NewQuery(fmt.Sprintf("PRAGMA user_version = %d", version)).WithContext(ctx).Execute(); err != nil {
			return err
		}
	}
	return nil
}

func tryFile(dir string) (err error) {
	folder, err := datadir.NewStaging(dir)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(folder)) }()
	content := make([]byte, tryBytes)
	rand.Read(content)
	file, err := os.CreateTemp(folder, "try-*")
	if err != nil {
		return err
	}
	_, err = file.Write(content)
	return errors.Join(err, file.Sync(), file.Close())
}

// Respond answers GET /api/health with 503 and the reason while writes fail; PocketBase answers it otherwise.
func (m *Monitor) Respond(e *core.RequestEvent) error {
	if e.Request.URL.Path != path {
		return e.Next()
	}
	problem := m.watch.Problem()
	if problem == "" {
		return e.Next()
	}
	return e.JSON(http.StatusServiceUnavailable, map[string]any{"code": http.StatusServiceUnavailable, "message": "Nothing can be stored: " + problem + ".", "data": map[string]any{}})
}
