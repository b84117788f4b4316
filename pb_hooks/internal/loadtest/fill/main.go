// Command fill adds many people to a data directory, for tests of the running binary.
package main

import (
	"flag"
	"log"

	"github.com/pocketbase/pocketbase/core"

	hooks "boardcircle/pb_hooks"
	"boardcircle/pb_hooks/internal/loadtest"
	_ "boardcircle/pb_migrations"
)

func main() {
	dir := flag.String("dir", "", "the data directory, whose migrations have run")
	users := flag.Int("people", 100_000, "how many accounts")
	full := flag.Bool("full", false, "nominations, transactions, emails and the like too, which takes a minute or two")
	flag.Parse()
	app := core.NewBaseApp(core.BaseAppConfig{DataDir: *dir})
	if err := app.Bootstrap(); err != nil {
		log.Fatal(err)
	}
	hooks.RegisterReadModels(app)
	if err := loadtest.Fill(app, *users, *full); err != nil {
		log.Fatal(err)
	}
	if err := app.ResetBootstrapState(); err != nil {
		log.Fatal(err)
	}
}
