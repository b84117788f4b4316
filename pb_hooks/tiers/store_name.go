package tiers

import (
	"database/sql"
	"errors"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"
)

// Name is what a tier is called; "" where there is none.
func Name(app core.App, id string) (name string, err error) {
	err = app.DB().Select("name").From(collection).Where(dbx.HashExp{"id": id}).Row(&name)
	if errors.Is(err, sql.ErrNoRows) {
		return "", nil
	}
	return name, err
}
