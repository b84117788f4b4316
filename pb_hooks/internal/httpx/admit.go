package httpx

import (
	"net/http"

	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/router"
)

// Need is what stands between an admin and the console although she is signed in; "" is nothing.
type Need string

// What the console can ask for. Both are met only where the settings make the second factor
// mandatory: an admin account must set one up, and a member's account, which has none, must give
// way to an admin account.
const (
	NeedsNothing      Need = ""
	NeedsSecondFactor Need = "second-factor"
	NeedsAdminAccount Need = "admin-account"
)

// needKey is where the need of the caller's account is kept, for this request and no longer: it is
// no field of the collection.
const needKey = "boardcircle:need"

var needSentences = map[Need]string{
	NeedsSecondFactor: "Two-step sign-in is required here. Please set it up first.",
	NeedsAdminAccount: "Two-step sign-in is required here, and members' accounts do not have it. Please sign in with an admin account.",
}

// AdmitBy sets the rule by which admins are let in; without one nothing is needed.
func (g *Edge) AdmitBy(rule func(account *core.Record) (Need, error)) { g.need = rule }

// Admits tells whether an account may use the console at this moment; it accepts nil.
func (g *Edge) Admits(account *core.Record) bool {
	if !IsAdmin(account) {
		return false
	}
	if g.need == nil {
		return true
	}
	need, err := g.need(account)
	return err == nil && need == NeedsNothing
}

// NeedOf tells what the caller's account lacks for the console.
func NeedOf(account *core.Record) Need {
	if account == nil {
		return NeedsNothing
	}
	return Need(account.GetString(needKey))
}

// admit marks the session of an admin who needs something more: from here on she is no admin.
func (g *Edge) admit(e *core.RequestEvent) error {
	if err := g.mark(e.Auth); err != nil {
		return unchecked(err)
	}
	return e.Next()
}

func (g *Edge) mark(account *core.Record) error {
	if g.need == nil || !IsAdmin(account) {
		return nil
	}
	need, err := g.need(account)
	if err == nil && need != NeedsNothing {
		account.SetRaw(needKey, string(need))
	}
	return err
}

func unchecked(err error) error {
	return Refuse(http.StatusInternalServerError, "The session could not be checked. Please try again.", err)
}

// needs refuses an admin who needs something more, with the code that tells the console what.
func needs(need Need) *router.ApiError {
	refusal := Refuse(http.StatusForbidden, needSentences[need], nil)
	refusal.Data["session"] = map[string]string{"code": string(need), "message": needSentences[need]}
	return refusal
}
