package pb_migrations

import (
	"github.com/pocketbase/pocketbase/core"
	m "github.com/pocketbase/pocketbase/migrations"
)

// An import is run by a job from here on: those that are running get theirs.
func init() {
	m.Register(func(app core.App) error {
		return execute(app, `INSERT INTO jobs (type, key, payload, priority, runAt, state, attempts, createdAt, updatedAt)
			SELECT 'imports.run', id, '{}', 0, createdAt, 'queued', 0, createdAt, createdAt FROM legacy_imports WHERE state = 'running'`)
	}, func(app core.App) error {
		return execute(app, `DELETE FROM jobs WHERE type = 'imports.run'`)
	})
}
