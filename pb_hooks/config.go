package hooks

import (
	"github.com/pocketbase/dbx"

	"boardcircle/pb_hooks/internal/config"
	"boardcircle/pb_hooks/internal/database"
)

// Config is what the environment sets.
type Config = config.Config

// ConfigFromEnv reads the environment; an error names the variable that is set but wrong.
func ConfigFromEnv(lookup func(string) (string, bool)) (Config, error) {
	return config.FromEnv(lookup)
}

// ConnectDB opens the app's databases.
func ConnectDB(path string) (*dbx.DB, error) { return database.Connect(path) }
