package accounts

import (
	"time"

	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/types"
	"golang.org/x/crypto/bcrypt"

	"boardcircle/pb_hooks/audit"
	"boardcircle/pb_hooks/internal/clock"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/jobs/worker"
	"boardcircle/pb_hooks/internal/keys"
	"boardcircle/pb_hooks/mail"
)

// Letterbox takes the letters that a change of an account brings about, inside its transaction.
type Letterbox interface {
	Enqueue(tx core.App, letter mail.Letter) error
	Pace(kind, email string) error
}

// Accounts is the room. Its methods are the handlers of the route table.
type Accounts struct {
	app     core.App
	edge    *httpx.Edge
	letters Letterbox
	key     keys.Key
	now     clock.Clock
	log     *audit.Log
	// decoy is what a secret is compared with where there is nothing to compare it with.
	decoy string
	// compare is bcrypt's; the tests count how often it is called.
	compare func(hash, secret []byte) error
	redeem  Redeemer

	worker *worker.Worker
}

// New opens the room.
func New(app core.App, g *httpx.Edge, letters Letterbox, key keys.Key, now clock.Clock, log *audit.Log) *Accounts {
	return &Accounts{
		app: app, edge: g, letters: letters, key: key, now: now, log: log,
		decoy: newDecoy(app), compare: bcrypt.CompareHashAndPassword, worker: worker.New(),
	}
}

// User is the session user as it travels.
type User struct {
	ID          string      `json:"id"`
	Name        string      `json:"name"`
	Email       string      `json:"email"`
	Phone       string      `json:"phone"`
	Location    string      `json:"location"`
	RequestType string      `json:"requestType"`
	IsAdmin     httpx.Flag  `json:"isAdmin"`
	IsActive    httpx.Flag  `json:"isActive"`
	CreatedAt   httpx.Stamp `json:"createdAt"`
}

func userOf(r *core.Record) User {
	return User{
		ID: r.Id, Name: r.GetString("name"), Email: r.Email(), Phone: r.GetString("phone"),
		Location: r.GetString("location"), RequestType: r.GetString("requestType"),
		IsAdmin: httpx.Flag(r.GetBool("isAdmin")), IsActive: httpx.Flag(r.GetBool("isActive")),
		CreatedAt: httpx.Stamp(r.GetDateTime("createdAt")),
	}
}

// stored writes an instant as PocketBase stores it, so that instants compare as text.
func stored(t time.Time) string { return t.UTC().Format(types.DefaultDateLayout) }
