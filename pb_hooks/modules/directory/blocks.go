package directory

import (
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/hook"

	"boardcircle/pb_hooks/internal/apperr"
	"boardcircle/pb_hooks/internal/database"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/people"
)

// A block works in both directions and is silent: neither of the two people sees the other in the directory and in what
// depends on it, and the blocked person is not told. It ends the mentorships and requests between the two, because they
// could not end them while it hides them. They stay ended after the block is lifted.

// OnBlocked calls end when one of two people blocks the other, in the transaction of the block, and when a merge of two
// people makes a block apply to what another of their accounts had.
func OnBlocked(app core.App, id string, end func(tx core.App, person, other string) error) {
	app.OnRecordCreateExecute(blocksCollection).Bind(&hook.Handler[*core.RecordEvent]{
		Id: id,
		Func: func(e *core.RecordEvent) error {
			return database.InTransaction(e, func() error {
				if err := e.Next(); err != nil {
					return err
				}
				person, other := peopleOfBlock(e.Record)
				return end(e.App, person, other)
			})
		},
	})
	people.OnMerged(app, func(tx core.App, person string) error {
		blocked, err := BlockedWith(tx, person)
		for _, other := range blocked {
			if err == nil {
				err = end(tx, person, other)
			}
		}
		return err
	})
}

// BlockView is a person whom the caller has blocked.
type BlockView struct {
	// ID is the id of the person. Name is their name at the time of the block, because the block hides a later one.
	ID        string     `json:"id" db:"other"`
	Name      string     `json:"name" db:"name"`
	CreatedAt httpx.Time `json:"createdAt" db:"createdAt"`
}

// Block is POST /api/directory/{person}/block.
func (d *Directory) Block() httpx.Endpoint {
	return httpx.Do(d.block, httpx.Doc{
		Tag: "directory", Summary: "Block a member",
		Description: "The member is not told. Mentorships and requests between the two end.",
		Errors:      []*apperr.Error{errNotFound, errYourself},
	})
}

func (d *Directory) block(e *core.RequestEvent) error {
	viewer := httpx.CurrentPersonID(e)
	err := e.App.RunInTransaction(func(tx core.App) error {
		n, err := find(tx, viewer, e.Request.PathValue("person"), d.now())
		switch {
		case err != nil:
			return err
		case n.personID() == viewer:
			return errYourself
		}
		return insertBlock(tx, viewer, n.personID(), n.account.Name(), d.now())
	})
	return apperr.SaveFailed("block member", err)
}

// Unblock is DELETE /api/directory/{person}/block. It does nothing if there is no block.
func (d *Directory) Unblock() httpx.Endpoint {
	return httpx.Do(d.unblock, httpx.Doc{Tag: "directory", Summary: "Unblock a member"})
}

func (d *Directory) unblock(e *core.RequestEvent) error {
	return apperr.SaveFailed("unblock member",
		deleteBlock(e.App, httpx.CurrentPersonID(e), e.Request.PathValue("person")))
}

// ListBlocks is GET /api/blocks.
func (d *Directory) ListBlocks() httpx.Endpoint {
	return httpx.Get(d.listBlocks, httpx.Doc{Tag: "directory", Summary: "List the members whom you have blocked"})
}

func (d *Directory) listBlocks(e *core.RequestEvent) ([]BlockView, error) {
	list, err := listBlocks(e.App, httpx.CurrentPersonID(e))
	return list, apperr.Fail("The list could not be read.", err)
}
