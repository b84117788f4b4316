package accounts

import (
	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/rules"
)

// InvitationRedeemer uses the token of an invitation for a new account, within the sign-up's transaction.
// Its error is an answer, and ends the sign-up.
type InvitationRedeemer func(tx core.App, token string, user *core.Record) error

// SetInvitationRedeemer sets who redeems the invitations that come with a sign-up. Call it before the
// routes are open.
func (a *Accounts) SetInvitationRedeemer(redeem InvitationRedeemer) { a.redeemInvitation = redeem }

// invitationForm is what a sign-up by invitation sends on top of RegisterForm.
var invitationForm = rules.Form{{Name: "invitation", Label: "Invitation", Kind: rules.Secret, Max: 200}}
