package directory

import (
	"cmp"
	"database/sql"
	"errors"
	"strings"
	"time"

	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/hook"

	"boardcircle/pb_hooks/internal/clock"
	"boardcircle/pb_hooks/internal/database"
	"boardcircle/pb_hooks/internal/identity"
	"boardcircle/pb_hooks/internal/india"
	"boardcircle/pb_hooks/internal/modules"
	"boardcircle/pb_hooks/internal/normal"
	"boardcircle/pb_hooks/internal/rules"
	"boardcircle/pb_hooks/payments/ledger"
)

// forLife is the end of a membership without an end.
var forLife = time.Date(9999, 1, 1, 0, 0, 0, 0, time.UTC)

// RegisterHooks computes what the directory searches and sorts by whenever a profile, an account or a term of a
// membership is saved, also in PocketBase's dashboard.
func RegisterHooks(app core.App, now clock.Clock) {
	bind := func(h *hook.TaggedHook[*core.RecordEvent], handle func(e *core.RecordEvent) error) {
		h.Bind(&hook.Handler[*core.RecordEvent]{
			Func: func(e *core.RecordEvent) error {
				return database.InTransaction(e, func() error { return handle(e) })
			},
		})
	}
	compute := func(e *core.RecordEvent) error {
		p := database.As[profile](e.Record)
		l, err := computeListing(e.App, p, now())
		if err != nil {
			return err
		}
		p.setListing(l)
		return e.Next()
	}
	bind(app.OnRecordCreateExecute(profilesCollection), compute)
	bind(app.OnRecordUpdateExecute(profilesCollection), compute)
	bind(app.OnRecordUpdateExecute(identity.Users), func(e *core.RecordEvent) error {
		if err := e.Next(); err != nil {
			return err
		}
		return relist(e.App, e.Record.Id, now())
	})
	afterTerm := func(e *core.RecordEvent) error {
		owners := ledger.OwnersOfTerm(e.Record)
		if err := e.Next(); err != nil {
			return err
		}
		for _, owner := range owners {
			if err := relist(e.App, owner, now()); err != nil {
				return err
			}
		}
		return nil
	}
	bind(app.OnRecordCreateExecute(ledger.Memberships), afterTerm)
	bind(app.OnRecordUpdateExecute(ledger.Memberships), afterTerm)
	bind(app.OnRecordDeleteExecute(ledger.Memberships), afterTerm)
}

// relist updates the listing of an account's profile, if the account has one.
func relist(tx core.App, userID string, now time.Time) error {
	p, err := findOwn(tx, userID)
	if err != nil || p.IsNew() {
		return err
	}
	l, err := computeListing(tx, p, now)
	if err != nil || p.equals(l) {
		return err
	}
	p.setListing(l)
	return database.Wrap("list profile "+p.Id, tx.Save(p))
}

func computeListing(app core.App, p *profile, now time.Time) (listing, error) {
	account, err := identity.FindUser(app, p.userID())
	if errors.Is(err, sql.ErrNoRows) {
		return listing{}, nil // staff have deleted the account
	}
	if err != nil {
		return listing{}, database.Wrap("find the account of a profile", err)
	}
	entitlement, err := ledger.EntitlementIn(app, modules.Directory, p.userID(), now)
	if err != nil {
		return listing{}, err
	}
	l := listing{name: normal.Fold(account.Name()), searchText: searchText(p, account)}
	if entitlement.State.HasAccess() {
		l.until = cmp.Or(entitlement.Last().GraceUntil().Time(), forLife)
	}
	l.isListed = p.state() == StatePublished && account.IsActive() && account.Verified() &&
		entitlement.State.HasAccess()
	return l, nil
}

// searchText has only what every member sees of a listed profile, folded. A search cannot match across its lines.
func searchText(p *profile, account *identity.User) string {
	shown := entry{p, account}.person("", false)
	lines := []string{shown.Name, shown.Designation, shown.Company, shown.Biography, shown.City, shown.LookingFor}
	for _, board := range shown.Boards {
		lines = append(lines, board.Company, board.Role)
	}
	for _, values := range [][]string{rules.Options(shown.Sectors...), rules.Options(shown.CanHelpWith...)} {
		for _, value := range values {
			lines = append(lines, strings.ReplaceAll(value, "-", " "))
		}
	}
	text := normal.Fold(strings.Join(lines, "\n"))
	return strings.ToValidUTF8(text[:min(len(text), maxSearchText)], "")
}

// maxSearchText is the number of bytes of a profile that a search looks into.
const maxSearchText = 11_000

// The days after which Purge deletes views of profiles: of those without contacts, and of those with contacts.
const (
	viewDays    = 30
	contactDays = 365
)

// RelistDue lists the published profiles to whose members the directory has become open.
func RelistDue(tx core.App, now time.Time) error {
	userIDs, err := listDue(tx, now)
	for _, userID := range userIDs {
		err = errors.Join(err, relist(tx, userID, now))
	}
	return err
}

// Purge takes profiles off the list whose membership has ended, and deletes old views. It runs once a day.
func (d *Directory) Purge(app core.App) error {
	now := d.now()
	userIDs, err := listDue(app, now)
	for _, userID := range userIDs {
		err = errors.Join(err, app.RunInTransaction(func(tx core.App) error { return relist(tx, userID, now) }))
	}
	return errors.Join(err, purgeViews(app, india.Day(now.AddDate(0, 0, -viewDays)),
		india.Day(now.AddDate(0, 0, -contactDays))))
}
