package hooks

import (
	"github.com/pocketbase/dbx"

	"boardcircle/pb_hooks/internal/database"
)

// ConnectDB opens the app's databases.
func ConnectDB(path string) (*dbx.DB, error) { return database.Connect(path) }
