package httpx

import (
	"net/http"

	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/router"
)

// Requirement is what stands between an admin and the console although she is signed in; "" is nothing.
type Requirement string

// What the console can ask for. Both are met only where the settings make the second factor
// mandatory: an admin account must set one up, and a member's account, which has none, must give
// way to an admin account.
const (
	NoRequirement        Requirement = ""
	RequiresMFA          Requirement = "second-factor"
	RequiresAdminAccount Requirement = "admin-account"
)

// requirementKey is where the need of the caller's account is kept, for this request and no longer: it is
// no field of the collection.
const requirementKey = "boardcircle:need"

var requirementMessages = map[Requirement]string{
	RequiresMFA:          "Two-step sign-in is required here. Please set it up first.",
	RequiresAdminAccount: "Two-step sign-in is required here, and members' accounts do not have it. Please sign in with an admin account.",
}

// SetRequirement sets the rule by which admins are let in; without one nothing is needed.
func (g *Middleware) SetRequirement(rule func(account *core.Record) (Requirement, error)) {
	g.requirement = rule
}

// CanUseConsole tells whether an account may use the console at this moment; it accepts nil.
func (g *Middleware) CanUseConsole(account *core.Record) bool {
	if !IsAdmin(account) {
		return false
	}
	if g.requirement == nil {
		return true
	}
	need, err := g.requirement(account)
	return err == nil && need == NoRequirement
}

// RequirementOf tells what the caller's account lacks for the console.
func RequirementOf(account *core.Record) Requirement {
	if account == nil {
		return NoRequirement
	}
	return Requirement(account.GetString(requirementKey))
}

// applyRequirement marks the session of an admin who needs something more: from here on she is no admin.
func (g *Middleware) applyRequirement(e *core.RequestEvent) error {
	if err := g.markRequirement(e.Auth); err != nil {
		return sessionCheckError(err)
	}
	return e.Next()
}

func (g *Middleware) markRequirement(account *core.Record) error {
	if g.requirement == nil || !IsAdmin(account) {
		return nil
	}
	need, err := g.requirement(account)
	if err == nil && need != NoRequirement {
		account.SetRaw(requirementKey, string(need))
	}
	return err
}

func sessionCheckError(err error) error {
	return NewError(http.StatusInternalServerError, "The session could not be checked. Please try again.", err)
}

// requirementError refuses an admin who needs something more, with the code that tells the console what.
func requirementError(need Requirement) *router.ApiError {
	apiErr := NewError(http.StatusForbidden, requirementMessages[need], nil)
	apiErr.Data["session"] = map[string]string{"code": string(need), "message": requirementMessages[need]}
	return apiErr
}
