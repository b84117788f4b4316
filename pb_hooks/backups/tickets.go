package backups

import (
	"maps"
	"net/http"
	"sync"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/clock"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/keys"
)

// ticketLife is enough for a browser to begin a download; the download itself may take longer.
const ticketLife = time.Minute

// ticket lets one account download one file once.
type ticket struct {
	holder, file string
	until        time.Time
}

// tickets are the open ones by the hash of what was handed out. A restart ends them all.
type tickets struct {
	now  clock.Clock
	mu   sync.Mutex
	open map[string]ticket
}

func newTickets(now clock.Clock) *tickets {
	return &tickets{now: now, open: map[string]ticket{}}
}

// issue returns a new ticket, and forgets those whose time is over.
func (t *tickets) issue(holder, file string) string {
	secret, now := keys.Random(), t.now()
	t.mu.Lock()
	defer t.mu.Unlock()
	maps.DeleteFunc(t.open, func(_ string, old ticket) bool { return !now.Before(old.until) })
	t.open[keys.Hash(secret)] = ticket{holder: holder, file: file, until: now.Add(ticketLife)}
	return secret
}

// redeem tells whether a ticket opens a file to somebody. Once shown it is void, right or wrong.
func (t *tickets) redeem(secret, holder, file string) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	shown, known := t.open[keys.Hash(secret)]
	delete(t.open, keys.Hash(secret))
	return known && shown.holder == holder && shown.file == file && t.now().Before(shown.until)
}

// Ticket is the answer to POST /api/admin/backups/{name}/ticket.
type Ticket struct {
	// URL is where the file is, once and for a minute.
	URL string `json:"url"`
}

// IssueTicket is POST /api/admin/backups/{name}/ticket.
func (b *Backups) IssueTicket(e *core.RequestEvent) error {
	name, files, err := b.open(e)
	if err != nil {
		return err
	}
	_ = files.Close()
	if err := b.prove(e); err != nil {
		return err
	}
	secret := b.tickets.issue(httpx.Holder(e), name)
	return e.JSON(http.StatusOK, Ticket{"/api/admin/backups/" + name + "/download?ticket=" + secret})
}
