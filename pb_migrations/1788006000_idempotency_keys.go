package pb_migrations

import (
	"github.com/pocketbase/pocketbase/core"
	m "github.com/pocketbase/pocketbase/migrations"
)

// The keys of requests are stored for a day, with the answers, so that a repeated request runs once.
func init() {
	tables := []collection{{
		name: "idempotency_keys",
		fields: []core.Field{
			&core.TextField{Name: "key", Hidden: true, Max: 64, Required: true,
				Help: "A hash of the caller, the route and the Idempotency-Key."},
			&core.TextField{Name: "content", Hidden: true, Max: 43, Required: true,
				Help: "An HMAC of the address and the body."},
			&core.NumberField{Name: "status", OnlyInt: true, Help: "The status of the answer. 0: no result is stored."},
			lineField("contentType", 200, false),
			&core.TextField{Name: "answer", Hidden: true, Max: 1 << 22,
				Help: "The body of the answer, encrypted with the Idempotency-Key."},
		},
		indexes: []index{
			{"idx_idempotency_keys_key", true, "key", ""},
			{"idx_idempotency_keys_createdAt", false, "createdAt", ""},
		},
	}}
	m.Register(
		func(app core.App) error { return createTables(app, tables) },
		func(app core.App) error { return deleteTables(app, tables) },
	)
}
