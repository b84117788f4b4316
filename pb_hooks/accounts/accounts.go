package accounts

import (
	"time"

	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/types"
	"golang.org/x/crypto/bcrypt"

	"boardcircle/pb_hooks/audit"
	"boardcircle/pb_hooks/clock"
	"boardcircle/pb_hooks/edge"
	"boardcircle/pb_hooks/keys"
	"boardcircle/pb_hooks/mail"
	"boardcircle/pb_hooks/worker"
)

// Letterbox takes the letters that a change of an account brings about, inside its transaction.
type Letterbox interface {
	Enqueue(tx core.App, letter mail.Letter) error
	Pace(kind, email string) error
}

// Accounts is the room. Its methods are the handlers of the route table.
type Accounts struct {
	app     core.App
	edge    *edge.Edge
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
func New(app core.App, g *edge.Edge, letters Letterbox, key keys.Key, now clock.Clock, log *audit.Log) *Accounts {
	return &Accounts{
		app: app, edge: g, letters: letters, key: key, now: now, log: log,
		decoy: newDecoy(app), compare: bcrypt.CompareHashAndPassword, worker: worker.New(),
	}
}

// User is the session user as it travels.
type User struct {
	ID          string     `json:"id"`
	Name        string     `json:"name"`
	Email       string     `json:"email"`
	Phone       string     `json:"phone"`
	Location    string     `json:"location"`
	RequestType string     `json:"requestType"`
	IsAdmin     edge.Flag  `json:"isAdmin"`
	IsActive    edge.Flag  `json:"isActive"`
	CreatedAt   edge.Stamp `json:"createdAt"`
}

func userOf(r *core.Record) User {
	return User{
		ID: r.Id, Name: r.GetString("name"), Email: r.Email(), Phone: r.GetString("phone"),
		Location: r.GetString("location"), RequestType: r.GetString("requestType"),
		IsAdmin: edge.Flag(r.GetBool("isAdmin")), IsActive: edge.Flag(r.GetBool("isActive")),
		CreatedAt: edge.Stamp(r.GetDateTime("createdAt")),
	}
}

// stored writes an instant as PocketBase stores it, so that instants compare as text.
func stored(t time.Time) string { return t.UTC().Format(types.DefaultDateLayout) }
