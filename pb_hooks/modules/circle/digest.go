package circle

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/types"

	"boardcircle/pb_hooks/accounts"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/identity"
	"boardcircle/pb_hooks/internal/india"
	"boardcircle/pb_hooks/internal/jobs"
	"boardcircle/pb_hooks/internal/modules"
	"boardcircle/pb_hooks/mail/outbox"
	"boardcircle/pb_hooks/mail/preferences"
	"boardcircle/pb_hooks/modules/boardseats"
	"boardcircle/pb_hooks/modules/circle/emails"
	"boardcircle/pb_hooks/modules/consultations"
	"boardcircle/pb_hooks/payments/ledger"
	"boardcircle/pb_hooks/settings"
)

// DigestJob is the job that enqueues the digests of a week. Its key is the Monday on which the week ends.
const DigestJob = "circle.digest"

const (
	// digestHour is the hour in India at which a week ends.
	digestHour = 9
	// maxDigested is the number of lines that a digest has about each feature.
	maxDigested = 20
	// emailsPerTransaction limits the time for which a transaction locks out other writers.
	emailsPerTransaction = 200
)

// Jobs runs the background work.
type Jobs interface {
	Register(t jobs.Type)
	Enqueue(tx core.App, job jobs.Job) error
}

// Outbox queues emails.
type Outbox interface {
	Register(kinds ...outbox.Kind)
	Enqueue(tx core.App, email outbox.Email) error
}

var digestKind = outbox.Kind{
	Name: emails.KindDigest, Texts: emails.Texts, Priority: jobs.Low, Topic: preferences.About(preferences.TopicDigest),
}

// EnqueueDigest enqueues the next digest. It runs once a day. The job is in the queue before Monday, so the digest is
// also sent if the server is down at its time.
func (c *Circle) EnqueueDigest() error {
	at := nextDigest(c.now())
	return c.app.RunInTransaction(func(tx core.App) error {
		return c.Jobs.Enqueue(tx, jobs.Job{Type: DigestJob, Key: india.Day(at), Priority: jobs.Low, RunAt: at})
	})
}

// nextDigest returns the first end of a week after now.
func nextDigest(now time.Time) time.Time {
	day := india.StartOfDay(now)
	untilMonday := (int(time.Monday) - int(day.Weekday()) + 7) % 7
	at := day.AddDate(0, 0, untilMonday).Add(digestHour * time.Hour)
	if !at.After(now) {
		at = at.AddDate(0, 0, 7)
	}
	return at
}

// handleDigest enqueues the digest of a week to each member who has chosen it. If it is interrupted it starts again,
// and the dedupe keys prevent a second email.
func (c *Circle) handleDigest(ctx context.Context, job jobs.Job) error {
	monday, err := india.ParseDay(job.Key)
	if err != nil {
		return jobs.Discard(err.Error())
	}
	until := india.StartOfDay(monday).Add(digestHour * time.Hour)
	since := until.AddDate(0, 0, -7)
	digest, err := c.digest(since, until)
	if err != nil {
		return fmt.Errorf("read what is new: %w", err)
	}
	readers, err := c.digestReaders()
	if err != nil {
		return fmt.Errorf("list the readers of the digest: %w", err)
	}
	opened, err := c.listOpened()
	if err != nil {
		return fmt.Errorf("list the modules of the readers: %w", err)
	}
	for batch := range slices.Chunk(readers, emailsPerTransaction) {
		if err := ctx.Err(); err != nil {
			return err
		}
		err := c.app.RunInTransaction(func(tx core.App) error {
			var errs []error
			for _, reader := range batch {
				errs = append(errs, c.enqueueDigest(tx, digest, reader, opened[reader.Person], since))
			}
			return errors.Join(errs...)
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// digestReaders returns the addresses of the members who have chosen the digest.
func (c *Circle) digestReaders() ([]accounts.Mailbox, error) {
	members, err := ledger.ListMembers(c.app, c.now())
	if err != nil {
		return nil, err
	}
	mailboxes, err := accounts.ListMailboxes(c.app, members)
	if err != nil {
		return nil, err
	}
	agreed, err := preferences.AgreedAddresses(c.app, preferences.TopicDigest)
	slices.Sort(agreed)
	return slices.DeleteFunc(mailboxes, func(m accounts.Mailbox) bool {
		_, hasAgreed := slices.BinarySearch(agreed, identity.EmailKey(m.Email))
		return !hasAgreed
	}), err
}

// digest returns what is new for all members in a week.
func (c *Circle) digest(since, until time.Time) (d emails.Digest, err error) {
	d.At = until
	on, err := settings.ReadModules(c.app)
	if err != nil {
		return d, err
	}
	all, err := c.announced(c.app, on, since, maxDigested)
	if err != nil {
		return d, err
	}
	for _, i := range all.items {
		if isByEnd(i.At, until) {
			d.Library = append(d.Library, i.Title)
		}
	}
	for _, s := range all.sessions {
		switch {
		case !isByEnd(s.At, until):
		case s.IsMaterials:
			d.Sessions = append(d.Sessions, s.Title+": recording, slides or notes")
		default:
			d.Sessions = append(d.Sessions, s.Title+": "+india.TimeText(types.DateTime(s.StartsAt).Time()))
		}
	}
	steps := map[consultations.State]string{
		consultations.Discussing: "open for comments", consultations.Voting: "the vote is open", consultations.Published: "the result",
		consultations.Withdrawn: "withdrawn by the office", consultations.Lost: "the votes are lost",
	}
	for _, p := range all.consultations {
		if isByEnd(p.At, until) {
			d.Consultations = append(d.Consultations, p.Title+": "+steps[p.State])
		}
	}
	return d, nil
}

func isByEnd(at httpx.Time, until time.Time) bool { return !types.DateTime(at).Time().After(until) }

// listOpened returns the modules of the circle that are on and that each member's plan opens, by person.
func (c *Circle) listOpened() (map[string]modules.Set, error) {
	on, err := settings.ReadModules(c.app)
	if err != nil {
		return nil, err
	}
	opened := map[string]modules.Set{}
	for _, module := range on.And(modules.NewSet(modules.Circle()...)).IDs() {
		people, err := ledger.ListMembersIn(c.app, module, c.now())
		if err != nil {
			return nil, err
		}
		for _, person := range people {
			if opened[person] == nil {
				opened[person] = modules.Set{}
			}
			opened[person].Add(module)
		}
	}
	return opened, nil
}

// enqueueDigest leaves out the modules that are closed to the reader, adds the board seats that the reader may see, and
// enqueues the digest unless it is empty.
func (c *Circle) enqueueDigest(tx core.App, d emails.Digest, reader accounts.Mailbox, open modules.Set,
	since time.Time) (err error) {
	if !open[modules.Sessions] {
		d.Sessions = nil
	}
	if !open[modules.Consultations] {
		d.Consultations = nil
	}
	if !open[modules.Library] {
		d.Library = nil
	}
	var openings []boardseats.Announcement
	if open[modules.BoardSeats] {
		if openings, err = c.Seats.Announced(tx, reader.Person, since, maxDigested); err != nil {
			return err
		}
	}
	for _, s := range openings {
		if isByEnd(s.At, d.At) {
			d.Seats = append(d.Seats, s.Title+": until "+india.DayText(types.DateTime(s.ClosesAt).Time()))
		}
	}
	if d.IsEmpty() {
		return nil
	}
	d.PersonID, d.Name, d.Email = reader.Person, reader.Name, reader.Email
	return c.Outbox.Enqueue(tx, d.Build())
}
