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

// Outbox takes the letters that a change of an account brings about, inside its transaction.
type Outbox interface {
	Register(kinds ...mail.Kind)
	Enqueue(tx core.App, letter mail.Email) error
	Throttle(kind, email string) error
}

// Accounts is the room. Its methods are the handlers of the route table.
type Accounts struct {
	app        core.App
	middleware *httpx.Middleware
	outbox     Outbox
	key        keys.Key
	now        clock.Clock
	log        *audit.Log
	// isDummy is what a secret is compared with where there is nothing to compare it with.
	dummyHash string
	// compare is bcrypt's; the tests count how often it is called.
	compare          func(hash, secret []byte) error
	redeemInvitation InvitationRedeemer

	worker *worker.Worker
}

// New opens the room.
func New(app core.App, middleware *httpx.Middleware, outbox Outbox, key keys.Key, now clock.Clock, log *audit.Log) *Accounts {
	a := &Accounts{
		app: app, middleware: middleware, outbox: outbox, key: key, now: now, log: log,
		dummyHash: newDummyHash(app), compare: bcrypt.CompareHashAndPassword, worker: worker.New(),
	}
	a.outbox.Register(a.emailKinds()...)
	return a
}

// User is the session user as it travels.
type User struct {
	ID          string     `json:"id"`
	Name        string     `json:"name"`
	Email       string     `json:"email"`
	Phone       string     `json:"phone"`
	Location    string     `json:"location"`
	RequestType string     `json:"requestType"`
	IsAdmin     httpx.Bool `json:"isAdmin"`
	IsActive    httpx.Bool `json:"isActive"`
	CreatedAt   httpx.Time `json:"createdAt"`
}

func newUser(r *core.Record) User {
	return User{
		ID: r.Id, Name: r.GetString("name"), Email: r.Email(), Phone: r.GetString("phone"),
		Location: r.GetString("location"), RequestType: r.GetString("requestType"),
		IsAdmin: httpx.Bool(r.GetBool("isAdmin")), IsActive: httpx.Bool(r.GetBool("isActive")),
		CreatedAt: httpx.Time(r.GetDateTime("createdAt")),
	}
}

// formatTime writes an instant as PocketBase stores it, so that instants compare as text.
func formatTime(t time.Time) string { return t.UTC().Format(types.DefaultDateLayout) }
