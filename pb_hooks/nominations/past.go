package nominations

import (
	"fmt"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/audit"
	"boardcircle/pb_hooks/internal/rules"
)

// ReplayStep takes a step of a review within the caller's transaction, with all that it brings about,
// for whoever writes down what has happened: a demo begins with some reviews.
func (n *Nominations) ReplayStep(tx core.App, by audit.Actor, id, name string, values rules.Values) error {
	r, err := tx.FindRecordById(registrations, id)
	if err != nil {
		return err
	}
	for _, s := range steps {
		if s.name == name && s.from == r.GetString("status") {
			return n.applyStep(tx, by, r, s, values)
		}
	}
	return fmt.Errorf("a nomination that is %s does not take the step %q", r.GetString("status"), name)
}

// ReplayAcceptance lets an account accept the invitation that its approval has brought.
func (n *Nominations) ReplayAcceptance(tx core.App, id string, user *core.Record) error {
	invitation, err := findLatestInvitation(tx, id)
	if err != nil {
		return err
	}
	if invitation == nil {
		return fmt.Errorf("the nomination %s has no invitation", id)
	}
	return n.RedeemInvitation(tx, n.invitationToken(invitation.Id), user)
}
