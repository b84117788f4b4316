package pb_migrations

import (
	"github.com/pocketbase/pocketbase/core"
	m "github.com/pocketbase/pocketbase/migrations"
)

// A company buys several memberships of one tier at once. Each is a seat of the transaction; whoever accepts its
// invitation holds a term that names the seat.
func init() {
	m.Register(func(app core.App) error {
		for _, step := range []func(core.App) error{addSeatFields, createSeats} {
			if err := step(app); err != nil {
				return err
			}
		}
		return nil
	}, func(app core.App) error {
		seats, err := app.FindCollectionByNameOrId("seats")
		if err != nil {
			return err
		}
		if err := app.Delete(seats); err != nil {
			return err
		}
		if err := execute(app, "DELETE FROM memberships WHERE source = 'seat'", "UPDATE memberships SET endReason = 'office' WHERE endReason = 'seat'"); err != nil {
			return err
		}
		err = changeCollection(app, "memberships", func(memberships *core.Collection) {
			setOptions(memberships, "source", "payment", "complimentary", "offline")
			setOptions(memberships, "endReason", "refund", "dispute", "office", "bounced")
			memberships.RemoveIndex("idx_memberships_seatId")
			memberships.Fields.RemoveByName("seatId")
		})
		if err != nil {
			return err
		}
		return changeCollection(app, "transactions", func(transactions *core.Collection) { transactions.Fields.RemoveByName("seats") })
	})
}

func addSeatFields(app core.App) error {
	err := changeCollection(app, "transactions", func(transactions *core.Collection) {
		transactions.Fields.Add(countField("seats", "How many memberships a company has bought for others; 0: one for the buyer."))
	})
	if err != nil {
		return err
	}
	return changeCollection(app, "memberships", func(memberships *core.Collection) {
		setOptions(memberships, "source", "payment", "complimentary", "offline", "seat")
		setOptions(memberships, "endReason", "refund", "dispute", "office", "bounced", "seat")
		memberships.Fields.Add(lineField("seatId", 15, false))
		memberships.AddIndex("idx_memberships_seatId", false, "seatId", "seatId != ''")
	})
}

func createSeats(app core.App) error {
	transactions, err := app.FindCollectionByNameOrId("transactions")
	if err != nil {
		return err
	}
	seats := core.NewBaseCollection("seats")
	seats.Fields.Add(
		&core.RelationField{Name: "transactionId", CollectionId: transactions.Id, MaxSelect: 1, Required: true},
		countField("number", "Of those of its transaction, from 1 on."),
		selectField("state", true, "open", "invited", "taken", "ended"),
		lineField("name", 120, false),
		lineField("email", 254, false),
		countField("round", "How often it was invited: the links of earlier rounds are void."),
		&core.DateField{Name: "invitedAt"},
		&core.DateField{Name: "expiresAt", Help: "Until when the invitation can be accepted."},
		&core.RelationField{Name: "userId", CollectionId: "_pb_users_auth_", MaxSelect: 1},
		lineField("membershipId", 15, false),
		&core.DateField{Name: "takenAt"},
		&core.DateField{Name: "restEndsAt", Help: "When the term of an earlier holder was to end: what is left of it is what the next one gets."},
		textField("endReason", 1000, false),
		lineField("endedBy", 254, false),
		&core.DateField{Name: "endedAt"},
	)
	seats.AddIndex("idx_seats_transactionId", true, "transactionId, number", "")
	return saveCollection(app, seats)
}
