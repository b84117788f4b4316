// Package health reports whether the program can store data.
//
// While all is well, it writes nothing to find out, because the databases record the disk errors that SQLite reports.
// After writes have failed, it tries to write every few seconds until that succeeds.
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

	"boardcircle/pb_hooks/internal/clock"
	"boardcircle/pb_hooks/internal/database"
	"boardcircle/pb_hooks/internal/datadir"
)

const (
	path = "/api/health"
	// tryEvery is the time between two attempts after writes have failed.
	tryEvery = 3 * time.Second
	// tryBytes must fit on the disk in addition to the databases' next pages.
	tryBytes = 1 << 20
)

// Monitor watches the databases of an app.
type Monitor struct {
	app    core.App
	watch  *database.Watch
	report func(message string)
}

// New returns a monitor. It calls report once when writes start to fail and once when they succeed again. report must
// not use a log in the database, because that cannot be written while writes fail.
func New(app core.App, watch *database.Watch, report func(message string)) *Monitor {
	return &Monitor{app: app, watch: watch, report: report}
}

// Run reports problems and tries to write until ctx ends.
func (m *Monitor) Run(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-m.watch.Failing():
		}
		m.report("Nothing can be stored: " + m.watch.Problem() + ".")
		failing := clock.StartStopwatch()
		for m.tryWrites(ctx) != nil {
			select {
			case <-ctx.Done():
				return
			case <-time.After(tryEvery):
			}
		}
		m.watch.Clear()
		m.report(fmt.Sprintf("Everything can be stored again, after %s.", failing.Elapsed().Round(time.Second)))
	}
}

// tryWrites writes a file and one page of each database.
func (m *Monitor) tryWrites(ctx context.Context) error {
	if err := tryFile(m.app.DataDir()); err != nil {
		return err
	}
	for _, db := range []dbx.Builder{m.app.NonconcurrentDB(), m.app.AuxNonconcurrentDB()} {
		// No code reads this number, but setting it is a real write.
		var version int
		if err := db.NewQuery("PRAGMA user_version").WithContext(ctx).Row(&version); err != nil {
			return err
		}
		if _, err := db.NewQuery(fmt.Sprintf("PRAGMA user_version = %d", version)).WithContext(ctx).
			Execute(); err != nil {
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

// Respond answers GET /api/health with 503 and the reason while writes fail. Otherwise PocketBase answers.
func (m *Monitor) Respond(e *core.RequestEvent) error {
	if e.Request.URL.Path != path {
		return e.Next()
	}
	problem := m.watch.Problem()
	if problem == "" {
		return e.Next()
	}
	return e.JSON(http.StatusServiceUnavailable, map[string]any{
		"code":    http.StatusServiceUnavailable,
		"message": "Nothing can be stored: " + problem + ".",
		"data":    map[string]any{},
	})
}
