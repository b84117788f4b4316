package hooks

import "boardcircle/pb_hooks/internal/config"

// Config is what the environment sets.
type Config = config.Config

// ConfigFromEnv reads the environment; an error names the variable that is set but wrong.
func ConfigFromEnv(lookup func(string) (string, bool)) (Config, error) {
	return config.FromEnv(lookup)
}
