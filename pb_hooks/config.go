package hooks

import (
	"io"

	"boardcircle/pb_hooks/internal/config"
	"boardcircle/pb_hooks/internal/database"
	"boardcircle/pb_hooks/pages"
	"boardcircle/pb_hooks/replication"
)

// Config is what the environment sets.
type Config = config.Config

// ConfigFromEnv reads the environment; an error names the variable that is set but wrong.
func ConfigFromEnv(lookup func(string) (string, bool)) (Config, error) {
	return config.FromEnv(lookup)
}

// CheckReplicaURL returns an error that says what is wrong with a replica's address.
func CheckReplicaURL(address string) error { return config.CheckReplicaURL(address) }

// IsWorker tells whether the program was started by a server as one of its workers: to replicate its database, or to
// render its pages.
func IsWorker(args []string) bool { return replication.IsWorker(args) || pages.IsWorker(args) }

// RunWorker is that program.
func RunWorker(args []string, in io.Reader, out io.Writer) error {
	if pages.IsWorker(args) {
		return pages.RunWorker(in, out)
	}
	return replication.RunWorker(in, out)
}

// NewDatabases returns what opens the app's databases, and tells when the disk takes nothing any more.
func NewDatabases() *database.Watch { return &database.Watch{} }
