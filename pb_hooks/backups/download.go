package backups

import (
	"fmt"
	"maps"
	"sync"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/audit"
	"boardcircle/pb_hooks/internal/apperr"
	"boardcircle/pb_hooks/internal/clock"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/keys"
)

// ticketTTL is long enough for a browser to start a download. The download itself may take longer.
const ticketTTL = time.Minute

var errInvalidTicket = apperr.Forbidden(
	"invalid-ticket",
	"This download link was used before or has expired. It works once, within a minute. Please start the download "+
		"again on the Backups page.",
)

// ticket allows one account to download one file once.
type ticket struct {
	holder, file string
	expiresAt    time.Time
}

// tickets are the unused tickets, by the hash of their secret. A restart invalidates them.
type tickets struct {
	now    clock.Clock
	mu     sync.Mutex
	byHash map[string]ticket
}

func newTickets(now clock.Clock) *tickets {
	return &tickets{now: now, byHash: map[string]ticket{}}
}

// issue returns a new ticket and deletes expired ones.
func (t *tickets) issue(holder, file string) string {
	secret, now := keys.Random(), t.now()
	t.mu.Lock()
	defer t.mu.Unlock()
	maps.DeleteFunc(t.byHash, func(_ string, old ticket) bool { return !now.Before(old.expiresAt) })
	t.byHash[keys.Hash(secret)] = ticket{holder: holder, file: file, expiresAt: now.Add(ticketTTL)}
	return secret
}

// redeem reports whether a ticket allows an account to download a file. The ticket is invalid afterwards, whatever the
// result.
func (t *tickets) redeem(secret, holder, file string) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	found, known := t.byHash[keys.Hash(secret)]
	delete(t.byHash, keys.Hash(secret))
	return known && found.holder == holder && found.file == file && t.now().Before(found.expiresAt)
}

// Ticket is the response to POST /api/admin/backups/{name}/ticket.
type Ticket struct {
	// URL is the address of the file. It works once, within a minute.
	URL string `json:"url"`
}

// IssueTicket is POST /api/admin/backups/{name}/ticket.
func (b *Backups) IssueTicket() httpx.Endpoint {
	return httpx.DoJSON(b.issueTicket, httpx.Doc{
		Tag:       "backups",
		Summary:   "Get a link that downloads a backup once",
		Errors:    []*apperr.Error{errNotFound, errSuperuser},
		Unaudited: "the download with the ticket is recorded",
	})
}

func (b *Backups) issueTicket(e *core.RequestEvent) (Ticket, error) {
	name, files, err := b.openBackup(e)
	if err != nil {
		return Ticket{}, err
	}
	_ = files.Close()
	secret := b.tickets.issue(httpx.AccountKey(e), name)
	return Ticket{URL: "/api/admin/backups/" + name + "/download?ticket=" + secret}, nil
}

// Download is GET /api/admin/backups/{name}/download.
func (b *Backups) Download() httpx.Endpoint {
	return httpx.File(b.download, []string{"application/zip"}, httpx.Doc{
		Tag:     "backups",
		Summary: "Download a backup with a ticket",
		Errors:  []*apperr.Error{errNotFound, errInvalidTicket},
		Query:   []httpx.Parameter{{Name: "ticket", Description: "The ticket in the link."}},
	})
}

func (b *Backups) download(e *core.RequestEvent) error {
	name, files, err := b.openBackup(e)
	if err != nil {
		return err
	}
	defer files.Close()
	if !b.tickets.redeem(httpx.Ticket(e), httpx.AccountKey(e), name) {
		return errInvalidTicket
	}
	// The audit entry is written first, so that every download is recorded.
	if err := b.audit.Record(
		e.App, audit.RequestActor(e), "backup.downloaded", audit.Subject{Label: name}, nil,
	); err != nil {
		return apperr.Fail("The download could not be recorded in the audit log. Please try again.",
			fmt.Errorf("record download of backup %s: %w", name, err))
	}
	e.Response.Header().Set("Content-Disposition", `attachment; filename="`+name+`"`)
	return files.Serve(e.Response, e.Request, name, name)
}
