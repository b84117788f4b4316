package hooks

import (
	"boardcircle/pb_hooks/internal/config"
	"boardcircle/pb_hooks/internal/database"
)

// Config is what the environment sets.
type Config = config.Config

// ConfigFromEnv reads the environment; an error names the variable that is set but wrong.
func ConfigFromEnv(lookup func(string) (string, bool)) (Config, error) {
	return config.FromEnv(lookup)
}

// NewDatabases returns what opens the app's databases, and tells when the disk takes nothing any more.
func NewDatabases() *database.Watch { return &database.Watch{} }
