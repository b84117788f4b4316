package hooks

import (
	"net/http"

	"boardcircle/pb_hooks/accounts"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/identity"
	"boardcircle/pb_hooks/internal/modules"
	"boardcircle/pb_hooks/modules/events"
	"boardcircle/pb_hooks/modules/library"
	"boardcircle/pb_hooks/nominations/review"
	"boardcircle/pb_hooks/pictures"
)

const (
	get   = http.MethodGet
	post  = http.MethodPost
	put   = http.MethodPut
	patch = http.MethodPatch
	del   = http.MethodDelete

	kB = 1 << 10
	mB = 1 << 20
)

// Roles other than owner. Owners may call every admin route. A route without roles is for owners only.
const (
	office     = identity.RoleOffice
	reviewer   = identity.RoleReviewer
	accountant = identity.RoleAccountant
	editor     = identity.RoleEditor
)

var everyRole = []identity.Role{office, reviewer, accountant, editor}

// The reasons why a POST route ignores the Idempotency-Key.
const (
	changesNothing = "it changes nothing"
	needsNoForm    = "it is not sent by a form, and a repeat does no harm"
	fromElsewhere  = "another program sends it, and the feature recognises its repeats"
	setsCookie     = "its answer sets a cookie or ends the session"
	hasMeeting     = "its answer has the secret address of the meeting"
	hasSecret      = "its answer has a secret, and a repeat replaces the secret"
	replacesKeys   = "it replaces the database, with the keys"
)

// Routes returns the table of Boardcircle's own routes. It is the access policy: who may call a route, how large the
// request may be, how often it may be called, and which modules it belongs to.
func (a *App) Routes() []httpx.Route {
	return []httpx.Route{
		// accounts
		newRoute(get, "/api/user", httpx.Public, 0, httpx.Unlimited, a.Accounts.CurrentUser()),
		newRoute(patch, "/api/user", httpx.User, 64*kB, httpx.Unlimited, a.Accounts.UpdateOwnProfile()),
		newRoute(get, "/api/user/profile", httpx.User, 0, httpx.Unlimited, a.Accounts.GetOwnProfile()),
		newRoute(get, "/api/user/portrait", httpx.User, 0, httpx.Unlimited, a.Accounts.GetOwnPortrait()),
		newRoute(put, "/api/user/portrait", httpx.User, accounts.MaxPortraitSize+64*kB, httpx.Portraits, a.Accounts.PutPortrait()),
		newRoute(del, "/api/user/portrait", httpx.User, kB, httpx.Unlimited, a.Accounts.DeletePortrait()),
		newRoute(get, "/api/user/email-preferences", httpx.User, 0, httpx.Unlimited, a.Preferences.GetOwnPreferences()),
		newRoute(put, "/api/user/email-preferences", httpx.User, 4*kB, httpx.Unlimited, a.Preferences.PutOwnPreferences()),
		newRoute(get, "/api/user/security", httpx.User, 0, httpx.Unlimited, a.Accounts.GetSecurity()),
		newRoute(post, "/api/user/password", httpx.User, 4*kB, httpx.SignIn, a.Accounts.ChangePassword()).WithoutKey(setsCookie),
		newRoute(post, "/api/user/pin", httpx.User, 4*kB, httpx.SignIn, a.Accounts.SetPIN()),
		newRoute(post, "/api/user/email", httpx.User, 4*kB, httpx.SignIn, a.Accounts.Links.ChangeEmail()),
		newRoute(post, "/api/user/verification", httpx.User, kB, httpx.Reset, a.Accounts.Links.RequestVerification()),
		newRoute(post, "/api/confirm-email", httpx.Public, kB, httpx.Reset, a.Accounts.Links.ConfirmEmail()).WithoutKey(setsCookie),
		newRoute(get, "/api/user/sessions", httpx.User, 0, httpx.Unlimited, a.Accounts.ListOwnSessions()),
		newRoute(del, "/api/user/sessions", httpx.User, kB, httpx.Unlimited, a.Accounts.EndUserSessions()),
		newRoute(del, "/api/user/sessions/{id}", httpx.User, kB, httpx.Unlimited, a.Accounts.EndUserSession()),
		newRoute(post, "/api/user/second-factor", httpx.User, 4*kB, httpx.SignIn, a.Accounts.MFA.Start()).WithPassword(a.Accounts.MFA.CanStart).WithoutKey(hasSecret),
		newRoute(post, "/api/user/second-factor/confirm", httpx.User, kB, httpx.SignIn, a.Accounts.MFA.Confirm()).WithoutKey(setsCookie),
		newRoute(post, "/api/user/second-factor/remove", httpx.User, 4*kB, httpx.SignIn, a.Accounts.MFA.Remove()).WithPassword(a.Accounts.MFA.CanRemove).WithoutKey(setsCookie),
		newRoute(post, "/api/user/recovery-codes", httpx.User, 4*kB, httpx.SignIn, a.Accounts.MFA.RenewRecoveryCodes()).WithPassword(a.Accounts.MFA.IsOn).WithoutKey(hasSecret),
		newRoute(get, "/api/passkeys", httpx.User, 0, httpx.Unlimited, a.Accounts.Passkeys.List()),
		newRoute(post, "/api/passkeys/begin", httpx.User, 4*kB, httpx.SignIn, a.Accounts.Passkeys.BeginAdd()).WithPassword(a.Accounts.Passkeys.CanAdd).WithoutKey(setsCookie),
		newRoute(post, "/api/passkeys/finish", httpx.User, 16*kB, httpx.SignIn, a.Accounts.Passkeys.FinishAdd()).WithoutKey(setsCookie),
		newRoute(del, "/api/passkeys/{id}", httpx.User, 4*kB, httpx.SignIn, a.Accounts.Passkeys.Delete()).WithPassword(always),
		newRoute(post, "/api/passkeys/login/begin", httpx.Public, kB, httpx.SignIn, a.Accounts.Passkeys.BeginLogin()).WithoutKey(setsCookie),
		newRoute(post, "/api/passkeys/login/finish", httpx.Public, 16*kB, httpx.SignIn, a.Accounts.FinishPasskeyLogin()).WithoutKey(setsCookie),
		newRoute(post, "/api/register", httpx.Public, 8*kB, httpx.SignUp, a.Accounts.Register()).WithoutKey(setsCookie),
		newRoute(post, "/api/login", httpx.Public, 8*kB, httpx.SignIn, a.Accounts.Login()).WithoutKey(setsCookie),
		newRoute(post, "/api/logout", httpx.Public, kB, httpx.Unlimited, a.Accounts.Logout()).WithoutKey(setsCookie),
		newRoute(post, "/api/forgot-password", httpx.Public, 4*kB, httpx.Reset, a.Accounts.Links.ForgotPassword()),
		newRoute(post, "/api/reset-password/details", httpx.Public, kB, httpx.Reset, a.Accounts.Links.GetResetDetails()).WithoutKey(changesNothing),
		newRoute(post, "/api/reset-password", httpx.Public, 4*kB, httpx.Reset, a.Accounts.Links.ResetPassword()),
		newRoute(post, "/api/admin/login", httpx.Public, 4*kB, httpx.SignIn, a.Accounts.Admins.Login()).WithoutKey(setsCookie),
		newRoute(post, "/api/admin/login/passkey/begin", httpx.Public, kB, httpx.SignIn, a.Accounts.Passkeys.BeginAdminLogin()).WithoutKey(setsCookie),
		newRoute(post, "/api/admin/login/passkey/finish", httpx.Public, 16*kB, httpx.SignIn, a.Accounts.Admins.FinishPasskeyLogin()).WithoutKey(setsCookie),
		newRoute(post, "/api/admin/logout", httpx.Public, kB, httpx.Unlimited, a.Accounts.Admins.Logout()).WithoutKey(setsCookie),
		newRoute(get, "/api/admin/session", httpx.PublicOrAdmin, 0, httpx.Unlimited, a.Accounts.Admins.GetSession()),
		newRoute(get, "/api/admin/access", httpx.Admin, 0, httpx.Unlimited, a.Accounts.Admins.GetAccess()).For(everyRole...),

		// the audit log
		newRoute(get, "/api/audit", httpx.Admin, 0, httpx.Unlimited, a.Audit.List()).For(office),
		newRoute(get, "/api/audit/choices", httpx.Admin, 0, httpx.Unlimited, a.Audit.ListFilterOptions()).For(office),
		newRoute(get, "/api/audit/export", httpx.Admin, 0, httpx.Unlimited, a.Audit.Export()),
		newRoute(get, "/api/audit/{id}", httpx.Admin, 0, httpx.Unlimited, a.Audit.Get()).For(office),

		// admin accounts
		newRoute(get, "/api/admins", httpx.Admin, 0, httpx.Unlimited, a.Accounts.Admins.List()),
		newRoute(post, "/api/admins", httpx.Admin, 4*kB, httpx.SignIn, a.Accounts.Admins.Invite()).WithPassword(always),
		newRoute(post, "/api/admins/{id}/invitation", httpx.Admin, 4*kB, httpx.SignIn, a.Accounts.Admins.ResendInvitation()).WithPassword(always),
		newRoute(post, "/api/admins/{id}/deactivate", httpx.Admin, 4*kB, httpx.SignIn, a.Accounts.Admins.Deactivate()).WithPassword(always),
		newRoute(post, "/api/admins/{id}/reactivate", httpx.Admin, 4*kB, httpx.SignIn, a.Accounts.Admins.Reactivate()).WithPassword(always),
		newRoute(put, "/api/admins/{id}/role", httpx.Admin, 4*kB, httpx.SignIn, a.Accounts.Admins.SetRole()).WithPassword(always),
		newRoute(put, "/api/admins/{id}/person", httpx.Admin, 4*kB, httpx.SignIn, a.Accounts.Admins.SetPerson()).WithPassword(always),
		newRoute(post, "/api/admins/{id}/second-factor/reset", httpx.Admin, 4*kB, httpx.SignIn, a.Accounts.Admins.ResetMFA()).WithPassword(always),
		newRoute(get, "/api/admins/members", httpx.Admin, 0, httpx.Unlimited, a.Accounts.Admins.ListMembers()),
		newRoute(post, "/api/admins/members", httpx.Admin, 4*kB, httpx.SignIn, a.Accounts.Admins.GrantRights()).WithPassword(a.Accounts.Admins.CanGrantRights),
		newRoute(post, "/api/admins/members/{id}/withdraw", httpx.Admin, 4*kB, httpx.SignIn, a.Accounts.Admins.WithdrawRights()).WithPassword(always),
		newRoute(post, "/api/admin/welcome", httpx.Public, 4*kB, httpx.Reset, a.Accounts.Admins.AcceptInvitation()).WithoutKey(setsCookie),
		newRoute(get, "/api/admin/me", httpx.AdminAccount, 0, httpx.Unlimited, a.Accounts.Admins.GetOwn()),
		newRoute(post, "/api/admin/me/email", httpx.AdminAccount, 4*kB, httpx.SignIn, a.Accounts.Admins.ChangeOwnEmail()).WithPassword(a.Accounts.Admins.ChangesOwnEmail),
		newRoute(post, "/api/admin/me/email/confirm", httpx.AdminAccount, 4*kB, httpx.SignIn, a.Accounts.Admins.ConfirmOwnEmail()).WithoutKey(setsCookie),
		newRoute(post, "/api/admin/me/password", httpx.AdminAccount, 4*kB, httpx.SignIn, a.Accounts.Admins.ChangeOwnPassword()).WithoutKey(setsCookie),
		newRoute(post, "/api/admin/me/second-factor", httpx.AdminAccount, 4*kB, httpx.SignIn, a.Accounts.MFA.Start()).WithPassword(a.Accounts.MFA.CanStart).WithoutKey(hasSecret),
		newRoute(post, "/api/admin/me/second-factor/confirm", httpx.AdminAccount, kB, httpx.SignIn, a.Accounts.MFA.Confirm()).WithoutKey(setsCookie),
		newRoute(post, "/api/admin/me/second-factor/remove", httpx.AdminAccount, 4*kB, httpx.SignIn, a.Accounts.MFA.Remove()).WithPassword(a.Accounts.MFA.CanRemove).WithoutKey(setsCookie),
		newRoute(get, "/api/admin/me/sessions", httpx.Admin, 0, httpx.Unlimited, a.Accounts.ListOwnSessions()).For(everyRole...),
		newRoute(post, "/api/admin/me/sessions/end", httpx.Admin, 4*kB, httpx.SignIn, a.Accounts.EndOwnSessions()).For(everyRole...).WithPassword(always).WithoutKey(setsCookie),
		newRoute(post, "/api/admin/me/sessions/{id}/end", httpx.Admin, 4*kB, httpx.SignIn, a.Accounts.EndOwnSession()).For(everyRole...).WithPassword(always).WithoutKey(setsCookie),
		newRoute(post, "/api/admin/me/recovery-codes", httpx.AdminAccount, 4*kB, httpx.SignIn, a.Accounts.MFA.RenewRecoveryCodes()).WithPassword(a.Accounts.MFA.IsOn).WithoutKey(hasSecret),
		newRoute(get, "/api/admin/me/passkeys", httpx.AdminAccount, 0, httpx.Unlimited, a.Accounts.Passkeys.List()),
		newRoute(post, "/api/admin/me/passkeys/begin", httpx.AdminAccount, 4*kB, httpx.SignIn, a.Accounts.Passkeys.BeginAdd()).WithPassword(a.Accounts.Passkeys.CanAdd).WithoutKey(setsCookie),
		newRoute(post, "/api/admin/me/passkeys/finish", httpx.AdminAccount, 16*kB, httpx.SignIn, a.Accounts.Passkeys.FinishAdd()).WithoutKey(setsCookie),
		newRoute(post, "/api/admin/me/passkeys/{id}/remove", httpx.AdminAccount, 4*kB, httpx.SignIn, a.Accounts.Passkeys.Delete()).WithPassword(always),

		// nominations
		newRoute(post, "/api/registrations", httpx.Public, 64*kB, httpx.Nominations, a.Nominations.Create()),
		newRoute(get, "/api/registrations", httpx.Admin, 0, httpx.Unlimited, a.Review.List()).For(office, reviewer),
		newRoute(get, "/api/registrations/export", httpx.Admin, 0, httpx.Unlimited, a.Review.Export()).For(office),
		newRoute(post, "/api/drafts", httpx.Public, 96*kB, httpx.Drafts, a.Drafts.Save()).WithoutKey(setsCookie),
		newRoute(get, "/api/drafts", httpx.Admin, 0, httpx.Unlimited, a.Drafts.List()).For(office),
		newRoute(get, "/api/drafts/mine", httpx.Public, 0, httpx.Unlimited, a.Drafts.Get()),
		newRoute(post, "/api/drafts/mine/link", httpx.Public, kB, httpx.Reset, a.Drafts.MailLink()),
		newRoute(post, "/api/drafts/resume", httpx.Public, kB, httpx.Reset, a.Drafts.Resume()).WithoutKey(setsCookie),
		newRoute(del, "/api/drafts/mine", httpx.Public, kB, httpx.Drafts, a.Drafts.Discard()),

		// the review of nominations
		newRoute(get, "/api/nominations", httpx.Admin, 0, httpx.Unlimited, a.Review.ListQueue()).For(office, reviewer),
		newRoute(get, "/api/nominations/export", httpx.Admin, 0, httpx.Unlimited, a.Review.ExportQueue()).For(office),
		newRoute(get, "/api/nominations/counts", httpx.Admin, 0, httpx.Unlimited, a.Review.CountByStatus()).For(office, reviewer),
		newRoute(post, "/api/nominations/mine/details", httpx.Public, kB, httpx.Drafts, a.Nominations.GetOwnDetail()).WithoutKey(changesNothing),
		newRoute(post, "/api/nominations/mine/amend", httpx.Public, 64*kB, httpx.Drafts, a.Nominations.AmendOwn()),
		newRoute(post, "/api/nominations/mine/answer", httpx.Public, 16*kB, httpx.Drafts, a.Nominations.AnswerOwn()),
		newRoute(post, "/api/nominations/mine/withdraw", httpx.Public, 16*kB, httpx.Drafts, a.Nominations.WithdrawOwn()),
		newRoute(post, "/api/nominations/mine/reopen", httpx.Public, kB, httpx.Drafts, a.Nominations.ReopenOwn()),
		newRoute(get, "/api/nominations/mine", httpx.User, 0, httpx.Unlimited, a.Nominations.GetOwn()),
		newRoute(get, "/api/nominations/{id}", httpx.Admin, 0, httpx.Unlimited, a.Review.Get()).For(office, reviewer),
		newRoute(get, "/api/nominations/{id}/neighbours", httpx.Admin, 0, httpx.Unlimited, a.Review.GetPrevNext()).For(office, reviewer),
		newRoute(post, "/api/nominations/{id}/steps", httpx.Admin, 32*kB, httpx.Unlimited, a.Review.ApplyStep()).For(office, reviewer),
		newRoute(post, "/api/nominations/{id}/notes", httpx.Admin, 32*kB, httpx.Unlimited, a.Review.AddNote()).For(office, reviewer),
		newRoute(del, "/api/nominations/{id}/notes/{note}", httpx.Admin, kB, httpx.Unlimited, a.Review.DeleteNote()).For(office, reviewer),
		newRoute(put, "/api/nominations/{id}/vote", httpx.Admin, kB, httpx.Unlimited, a.Review.CastVote()).For(office, reviewer),
		newRoute(post, "/api/nominations/{id}/decline-preview", httpx.Admin, 16*kB, httpx.Previews, a.Review.PreviewDecline()).For(office, reviewer).WithoutKey(changesNothing),
		newRoute(post, "/api/nominations/{id}/seats", httpx.Admin, 32*kB, httpx.Unlimited, a.Review.AddSeat()).For(office, reviewer),
		newRoute(put, "/api/nominations/{id}/seats/{seat}", httpx.Admin, 32*kB, httpx.Unlimited, a.Review.UpdateSeat()).For(office, reviewer),
		newRoute(del, "/api/nominations/{id}/seats/{seat}", httpx.Admin, kB, httpx.Unlimited, a.Review.DeleteSeat()).For(office, reviewer),
		newRoute(post, "/api/nominations/{id}/seats/{seat}/evidence", httpx.Admin, review.MaxEvidenceSize+64*kB, httpx.Unlimited, a.Review.AddEvidence()).For(office, reviewer),
		newRoute(get, "/api/nominations/{id}/seats/{seat}/evidence", httpx.Admin, 0, httpx.Unlimited, a.Review.GetEvidence()).For(office, reviewer),
		newRoute(del, "/api/nominations/{id}/seats/{seat}/evidence", httpx.Admin, kB, httpx.Unlimited, a.Review.DeleteEvidence()).For(office, reviewer),
		newRoute(put, "/api/nominations/{id}/conflicts", httpx.Admin, 32*kB, httpx.Unlimited, a.Review.SetConflicts()).For(office, reviewer),
		newRoute(post, "/api/nominations/{id}/referees", httpx.Admin, 64*kB, httpx.Unlimited, a.Review.AddReferee()).For(office, reviewer),
		newRoute(put, "/api/nominations/{id}/referees/{referee}", httpx.Admin, 64*kB, httpx.Unlimited, a.Review.UpdateReferee()).For(office, reviewer),
		newRoute(del, "/api/nominations/{id}/referees/{referee}", httpx.Admin, kB, httpx.Unlimited, a.Review.DeleteReferee()).For(office, reviewer),
		newRoute(post, "/api/nominations/{id}/invitation", httpx.Admin, kB, httpx.Unlimited, a.Review.ResendInvitation()).For(office, reviewer),
		newRoute(post, "/api/invitations/look", httpx.Public, kB, httpx.Reset, a.Nominations.LookupInvitation()).WithoutKey(changesNothing),
		newRoute(post, "/api/invitations/accept", httpx.User, kB, httpx.Reset, a.Nominations.AcceptInvitation()),

		// the members' directory
		newRoute(get, "/api/profile", httpx.User, 0, httpx.Unlimited, a.Directory.GetOwn()).In(modules.Directory),
		newRoute(put, "/api/profile", httpx.Member, 64*kB, httpx.Unlimited, a.Directory.PutOwn()).ForUnverified().In(modules.Directory),
		newRoute(post, "/api/profile/publish", httpx.Member, kB, httpx.Unlimited, a.Directory.Publish()).In(modules.Directory),
		newRoute(post, "/api/profile/withdraw", httpx.User, kB, httpx.Unlimited, a.Directory.Withdraw()).In(modules.Directory),
		newRoute(get, "/api/directory", httpx.Member, 0, httpx.Directory, a.Directory.List()).In(modules.Directory),
		newRoute(get, "/api/directory/{person}", httpx.Member, 0, httpx.Directory, a.Directory.Get()).In(modules.Directory),
		newRoute(get, "/api/directory/{person}/portrait", httpx.Member, 0, httpx.Unlimited, a.Directory.GetPortrait()).In(modules.Directory),
		newRoute(post, "/api/directory/{person}/contact", httpx.Member, kB, httpx.Directory, a.Directory.ShowContacts()).In(modules.Directory),
		newRoute(post, "/api/directory/{person}/block", httpx.Member, kB, httpx.Directory, a.Directory.Block()).ForUnverified().In(modules.Directory),
		newRoute(del, "/api/directory/{person}/block", httpx.User, kB, httpx.Directory, a.Directory.Unblock()).In(modules.Directory),
		newRoute(post, "/api/directory/{person}/vouch", httpx.Member, 4*kB, httpx.Comments, a.Directory.Vouch()).In(modules.Directory),
		newRoute(get, "/api/vouches", httpx.User, 0, httpx.Unlimited, a.Directory.ListVouches()).In(modules.Directory),
		newRoute(post, "/api/vouches/{id}/approve", httpx.Member, kB, httpx.Unlimited, a.Directory.ApproveVouch()).In(modules.Directory),
		newRoute(post, "/api/vouches/{id}/decline", httpx.User, kB, httpx.Unlimited, a.Directory.DeclineVouch()).In(modules.Directory),
		newRoute(del, "/api/vouches/{id}", httpx.User, kB, httpx.Unlimited, a.Directory.DeleteVouch()).In(modules.Directory),
		newRoute(get, "/api/blocks", httpx.User, 0, httpx.Unlimited, a.Directory.ListBlocks()).In(modules.Directory),

		// membership tiers
		newRoute(get, "/api/membership-tiers", httpx.PublicOrAdmin, 0, httpx.Unlimited, a.Tiers.List()),
		newRoute(post, "/api/membership-tiers", httpx.Admin, 256*kB, httpx.Unlimited, a.Tiers.Create()).For(office).WithPassword(a.Tiers.ChangesProtected),
		newRoute(put, "/api/membership-tiers/{id}", httpx.Admin, 256*kB, httpx.Unlimited, a.Tiers.Update()).For(office).WithPassword(a.Tiers.ChangesProtected),
		newRoute(del, "/api/membership-tiers/{id}", httpx.Admin, kB, httpx.Unlimited, a.Tiers.Delete()).For(office),
		newRoute(post, "/api/membership-tiers/{id}/plan", httpx.Admin, kB, httpx.Unlimited, a.Tiers.CreatePlan()).For(office),
		newRoute(post, "/api/membership-tiers/reorder", httpx.Admin, 16*kB, httpx.Unlimited, a.Tiers.Reorder()).For(office),

		// payments
		newRoute(post, "/api/payments/create-order", httpx.User, 8*kB, httpx.Orders, a.Payments.Checkout.CreateOrder()),
		newRoute(post, "/api/payments/verify", httpx.User, 4*kB, httpx.Unlimited, a.Payments.Checkout.VerifyPayment()).WithoutKey(needsNoForm),
		newRoute(post, "/api/payments/quote", httpx.Public, 8*kB, httpx.Quotes, a.Payments.Checkout.GetQuote()).WithoutKey(changesNothing),
		newRoute(get, "/api/billing-profile", httpx.User, 0, httpx.Unlimited, a.Payments.Checkout.GetBillingProfile()),
		newRoute(put, "/api/billing-profile", httpx.User, 4*kB, httpx.Unlimited, a.Payments.Checkout.PutBillingProfile()),
		newRoute(post, "/api/renewals/look", httpx.Public, kB, httpx.Quotes, a.Payments.Renewals.LookupRenewal()).WithoutKey(changesNothing),
		newRoute(post, "/api/renewals", httpx.Public, kB, httpx.Orders, a.Payments.Renewals.CreateRenewal()),
		newRoute(post, "/api/payments/verify-link", httpx.Public, 4*kB, httpx.Orders, a.Payments.Checkout.VerifyLink()).WithoutKey(needsNoForm),
		newRoute(get, "/api/seats", httpx.User, 0, httpx.Unlimited, a.Payments.Seats.ListSeats()),
		newRoute(post, "/api/seats/{id}/invite", httpx.User, 4*kB, httpx.Orders, a.Payments.Seats.InviteToSeat()),
		newRoute(post, "/api/seats/{id}/resend", httpx.User, kB, httpx.Orders, a.Payments.Seats.ResendSeat()),
		newRoute(post, "/api/seats/{id}/revoke", httpx.User, kB, httpx.Orders, a.Payments.Seats.RevokeSeat()),
		newRoute(post, "/api/seats/{id}/reassign", httpx.User, 4*kB, httpx.Orders, a.Payments.Seats.ReassignSeat()),
		newRoute(post, "/api/seats/look", httpx.Public, kB, httpx.Quotes, a.Payments.Seats.LookupSeat()).WithoutKey(changesNothing),
		newRoute(post, "/api/seats/accept", httpx.User, kB, httpx.Orders, a.Payments.Overview.AcceptSeat()),
		newRoute(get, "/api/memberships/mine", httpx.User, 0, httpx.Unlimited, a.Payments.Overview.GetMembershipOverview()),
		newRoute(get, "/api/billing-profiles/{id}", httpx.Admin, 0, httpx.Unlimited, a.Payments.Checkout.GetMemberBilling()).For(office, accountant),
		newRoute(post, "/api/members/{id}/memberships", httpx.Admin, 8*kB, httpx.Unlimited, a.Payments.Complimentary.GrantComplimentary()).For(office).In(modules.Offline),
		newRoute(post, "/api/members/{id}/memberships/{membership}/extend", httpx.Admin, 8*kB, httpx.Unlimited, a.Payments.Complimentary.ExtendTerm()).For(office),
		newRoute(post, "/api/members/{id}/memberships/{membership}/end", httpx.Admin, 8*kB, httpx.Unlimited, a.Payments.Complimentary.EndTerm()).For(office),
		newRoute(post, "/api/members/{id}/mandate/cancel", httpx.Admin, 8*kB, httpx.SignIn, a.Payments.Subscriptions.CancelMandate()).For(office).WithPassword(always),
		newRoute(post, "/api/subscriptions/mine/cancel", httpx.User, kB, httpx.Orders, a.Payments.Overview.CancelOwnMandate()),
		newRoute(post, "/api/subscriptions/mine/pause", httpx.User, kB, httpx.Orders, a.Payments.Overview.PauseOwnMandate()),
		newRoute(post, "/api/subscriptions/mine/resume", httpx.User, kB, httpx.Orders, a.Payments.Overview.ResumeOwnMandate()),
		newRoute(post, "/api/subscriptions/mine/card", httpx.User, kB, httpx.Orders, a.Payments.Subscriptions.ChangeOwnCard()),
		newRoute(get, "/api/payments/open", httpx.Admin, 0, httpx.Unlimited, a.Payments.Overview.GetOpenSales()).For(office, accountant),
		newRoute(get, "/api/payments/unknown", httpx.Admin, 0, httpx.Unlimited, a.Payments.Orphans.ListOrphanPayments()).For(office, accountant),
		newRoute(del, "/api/payments/unknown/{id}/attention", httpx.Admin, kB, httpx.Unlimited, a.Payments.Orphans.ClearOrphanAttention()).For(office),
		newRoute(get, "/api/payments/orphans/{id}", httpx.Admin, 0, httpx.Unlimited, a.Payments.Orphans.GetOrphan()).For(office, accountant),
		newRoute(post, "/api/payments/orphans/{id}/attach", httpx.Admin, 8*kB, httpx.SignIn, a.Payments.Orphans.AttachOrphan()).For(office).WithPassword(always),
		newRoute(get, "/api/transactions/{id}", httpx.Admin, 0, httpx.Unlimited, a.Payments.Overview.GetTransaction()).For(office, accountant),
		newRoute(get, "/api/transactions/{id}/documents", httpx.Admin, 0, httpx.Unlimited, a.Payments.Documents.ListDocuments()).For(office, accountant),
		newRoute(del, "/api/transactions/{id}/attention", httpx.Admin, kB, httpx.Unlimited, a.Payments.Overview.ClearAttention()).For(office),
		newRoute(post, "/api/transactions/{id}/accept", httpx.Admin, 8*kB, httpx.SignIn, a.Payments.Refunds.AcceptDifference()).For(office).WithPassword(always),
		newRoute(post, "/api/transactions/{id}/restore", httpx.Admin, 8*kB, httpx.SignIn, a.Payments.Refunds.RestorePurchase()).For(office).WithPassword(always),
		newRoute(post, "/api/transactions/{id}/refund", httpx.Admin, 8*kB, httpx.SignIn, a.Payments.Refunds.RequestRefund()).For(office).WithPassword(always),
		newRoute(post, "/api/transactions/{id}/billing", httpx.Admin, 8*kB, httpx.Unlimited, a.Payments.Documents.EnterBilling()).For(office),
		newRoute(post, "/api/transactions/{id}/notes", httpx.Admin, 32*kB, httpx.Unlimited, a.Payments.Overview.AddNote()).For(office),
		newRoute(post, "/api/transactions/{id}/seats/{seat}/end", httpx.Admin, 8*kB, httpx.Unlimited, a.Payments.Seats.EndSeat()).For(office),
		newRoute(get, "/api/transactions/{id}/invoice", httpx.UserOrAdmin, 0, httpx.Unlimited, a.Payments.Documents.DownloadInvoice()).For(office, accountant),
		newRoute(get, "/api/documents/{id}", httpx.UserOrAdmin, 0, httpx.Unlimited, a.Payments.Documents.DownloadDocument()).For(office, accountant),
		newRoute(post, "/api/documents/{id}/irn/cancel", httpx.Admin, 8*kB, httpx.SignIn, a.Payments.Documents.CancelIRN()).For(office).WithPassword(always),
		newRoute(post, "/api/documents/{id}/irn/correct", httpx.Admin, kB, httpx.Unlimited, a.Payments.Documents.CorrectIRN()).For(office),
		// The handler itself refuses bodies above 1 MiB, because it stores a diagnostic row for each request.
		newRoute(post, "/api/webhooks/razorpay", httpx.Webhook, 8*mB, httpx.Unlimited, a.Payments.Reconciler.ReceiveWebhook()).WithoutKey(fromElsewhere),

		newRoute(post, "/api/transactions/{id}/refunds/{refund}/transfer", httpx.Admin, 4*kB, httpx.SignIn, a.Payments.Refunds.RecordTransfer()).For(office).WithPassword(always),

		// offline payments
		newRoute(get, "/api/offline-payments", httpx.Admin, 0, httpx.Unlimited, a.Payments.Offline.ListOffline()).For(office, accountant).In(modules.Offline),
		newRoute(post, "/api/offline-payments", httpx.Admin, 8*kB, httpx.Unlimited, a.Payments.Offline.CreateOffline()).For(office).In(modules.Offline),
		newRoute(post, "/api/offline-payments/{id}/receipts", httpx.Admin, 8*kB, httpx.Unlimited, a.Payments.Offline.AddOfflineReceipt()).For(office).In(modules.Offline),
		newRoute(post, "/api/offline-payments/{id}/deposit", httpx.Admin, kB, httpx.Unlimited, a.Payments.Offline.DepositOffline()).For(office).In(modules.Offline),
		newRoute(post, "/api/offline-payments/{id}/confirm", httpx.Admin, 4*kB, httpx.SignIn, a.Payments.Offline.ConfirmOffline()).For(office).WithPassword(always).In(modules.Offline),
		newRoute(post, "/api/offline-payments/{id}/bounce", httpx.Admin, 8*kB, httpx.Unlimited, a.Payments.Offline.BounceOffline()).For(office).In(modules.Offline),
		newRoute(post, "/api/offline-payments/{id}/cancel", httpx.Admin, 8*kB, httpx.SignIn, a.Payments.Offline.CancelOffline()).For(office).WithPassword(always).In(modules.Offline),
		newRoute(post, "/api/offline-payments/{id}/refund", httpx.Admin, 8*kB, httpx.SignIn, a.Payments.Offline.RefundOffline()).For(office).WithPassword(always).In(modules.Offline),
		newRoute(post, "/api/offline-payments/{id}/write-off", httpx.Admin, 8*kB, httpx.SignIn, a.Payments.Offline.WriteOffOffline()).For(office).WithPassword(always).In(modules.Offline),
		newRoute(post, "/api/offline-payments/{id}/returned", httpx.Admin, 4*kB, httpx.Unlimited, a.Payments.Offline.ReturnOffline()).For(office).In(modules.Offline),
		newRoute(get, "/api/offline-payments/{id}/proforma", httpx.Admin, 0, httpx.Unlimited, a.Payments.Offline.DownloadProforma()).For(office, accountant).In(modules.Offline),
		newRoute(post, "/api/offline-transfers", httpx.Admin, 16*kB, httpx.Unlimited, a.Payments.Offline.EnterTransfer()).For(office).In(modules.Offline),
		newRoute(get, "/api/offline-receipts", httpx.Admin, 0, httpx.Unlimited, a.Payments.Offline.ListReceipts()).For(office, accountant).In(modules.Books),
		newRoute(put, "/api/offline-receipts/{id}/certificate", httpx.Admin, kB, httpx.Unlimited, a.Payments.Offline.RecordCertificate()).For(office).In(modules.Books),
		newRoute(get, "/api/offline-receipts/export", httpx.Admin, 0, httpx.Unlimited, a.Payments.Offline.ExportReceipts()).For(office, accountant).In(modules.Books),

		// the books
		newRoute(get, "/api/books/registers", httpx.Admin, 0, httpx.Unlimited, a.Books.GetRegisters()).For(office, accountant).In(modules.Books),
		newRoute(get, "/api/books/gstr1", httpx.Admin, 0, httpx.Unlimited, a.Books.GetGSTR1()).For(office, accountant).In(modules.Books),
		newRoute(get, "/api/books/e-invoices", httpx.Admin, 0, httpx.Unlimited, a.Books.ListEInvoices()).For(office, accountant).In(modules.Books),
		newRoute(get, "/api/books/e-invoices/file", httpx.Admin, 0, httpx.Unlimited, a.Books.ExportEInvoices()).For(office, accountant).In(modules.Books),
		newRoute(post, "/api/books/e-invoices", httpx.Admin, 512*kB, httpx.Unlimited, a.Books.RegisterEInvoices()).For(office).In(modules.Books),
		newRoute(get, "/api/books/months", httpx.Admin, 0, httpx.Unlimited, a.Books.ListMonths()).For(office, accountant).In(modules.Books),
		newRoute(get, "/api/books/settlements", httpx.Admin, 0, httpx.Unlimited, a.Books.ListSettlements()).For(office, accountant).In(modules.Books),
		newRoute(get, "/api/books/settlements/{id}", httpx.Admin, 0, httpx.Unlimited, a.Books.GetSettlement()).For(office, accountant).In(modules.Books),
		newRoute(put, "/api/books/settlement-items/{id}/explanation", httpx.Admin, 4*kB, httpx.Unlimited, a.Books.ExplainItem()).For(office).In(modules.Books),
		newRoute(put, "/api/books/months/{month}/rate", httpx.Admin, kB, httpx.Unlimited, a.Books.SetRate()).For(office).In(modules.Books),
		newRoute(post, "/api/books/months/{month}/close", httpx.Admin, kB, httpx.SignIn, a.Books.CloseMonth()).WithPassword(always).In(modules.Books),
		newRoute(post, "/api/books/months/{month}/reopen", httpx.Admin, 4*kB, httpx.SignIn, a.Books.ReopenMonth()).WithPassword(always).In(modules.Books),

		// the office's week
		newRoute(get, "/api/admin/this-week", httpx.Admin, 0, httpx.Unlimited, a.ThisWeek.Get()).For(office),
		newRoute(put, "/api/admin/this-week/email", httpx.Admin, kB, httpx.Unlimited, a.ThisWeek.SetEmail()).For(office),
		newRoute(post, "/api/people/{id}/welcome", httpx.Admin, kB, httpx.Unlimited, a.ThisWeek.Welcome()).For(office),
		newRoute(del, "/api/people/{id}/welcome", httpx.Admin, kB, httpx.Unlimited, a.ThisWeek.UndoWelcome()).For(office),

		// approvals by a second admin
		newRoute(get, "/api/approvals", httpx.Admin, 0, httpx.Unlimited, a.Approvals.List()).For(office),
		newRoute(post, "/api/approvals/{id}/confirm", httpx.Admin, 4*kB, httpx.SignIn, a.Approvals.Confirm()).For(office).WithPassword(always),
		newRoute(post, "/api/approvals/{id}/refuse", httpx.Admin, kB, httpx.Unlimited, a.Approvals.Refuse()).For(office),

		// coupons
		newRoute(get, "/api/coupons", httpx.Admin, 0, httpx.Unlimited, a.Coupons.List()).For(office, accountant).In(modules.Coupons),
		newRoute(post, "/api/coupons", httpx.Admin, 16*kB, httpx.Unlimited, a.Coupons.Create()).For(office).In(modules.Coupons),
		newRoute(put, "/api/coupons/{id}", httpx.Admin, 16*kB, httpx.Unlimited, a.Coupons.Update()).For(office).In(modules.Coupons),
		newRoute(del, "/api/coupons/{id}", httpx.Admin, kB, httpx.Unlimited, a.Coupons.Delete()).For(office).In(modules.Coupons),

		// the sessions of the circle
		newRoute(get, "/api/circle", httpx.Member, 0, httpx.Unlimited, a.Circle.Get()).In(modules.Circle()...),
		newRoute(get, "/api/user/circle", httpx.User, 0, httpx.Unlimited, a.Circle.GetOwn()).In(modules.Circle()...),
		newRoute(post, "/api/circle/visit", httpx.Member, kB, httpx.Unlimited, a.Circle.Visit()).ForUnverified().WithoutKey(needsNoForm).In(modules.Circle()...),
		newRoute(get, "/api/events", httpx.Member, 0, httpx.Unlimited, a.Events.List()).In(modules.Sessions),
		newRoute(get, "/api/events/{id}", httpx.Member, 0, httpx.Unlimited, a.Events.Get()).In(modules.Sessions),
		newRoute(post, "/api/events/{id}/answer", httpx.Member, 4*kB, httpx.Unlimited, a.Events.Answer()).ForUnverified().In(modules.Sessions),
		newRoute(get, "/api/events/{id}/calendar", httpx.Member, 0, httpx.Unlimited, a.Events.GetCalendar()).In(modules.Sessions),
		newRoute(get, "/events/{id}/join", httpx.Member, 0, httpx.Unlimited, a.Events.Join()).WithRefusalPage(events.JoinRefusalPage).In(modules.Sessions),
		newRoute(get, "/api/calendar-feed", httpx.Member, 0, httpx.Unlimited, a.Events.GetFeed()).In(modules.Sessions),
		newRoute(post, "/api/calendar-feed", httpx.Member, kB, httpx.Unlimited, a.Events.IssueFeed()).ForUnverified().WithoutKey(hasSecret).In(modules.Sessions),
		newRoute(del, "/api/calendar-feed", httpx.Member, kB, httpx.Unlimited, a.Events.DeleteFeed()).ForUnverified().In(modules.Sessions),
		newRoute(get, "/api/site/sessions/{id}", httpx.Public, 0, httpx.Unlimited, a.Events.GetPublic()).In(modules.Sessions),
		newRoute(get, "/api/site/sessions/{id}/calendar", httpx.Public, 0, httpx.Unlimited, a.Events.GetPublicCalendar()).In(modules.Sessions),
		newRoute(post, "/api/site/sessions/{id}/guests", httpx.Public, 4*kB, httpx.SignUp, a.Events.AskGuest()).In(modules.Sessions),
		newRoute(post, "/api/site/guests/look", httpx.Public, kB, httpx.Reset, a.Events.LookUpGuest()).WithoutKey(changesNothing).In(modules.Sessions),
		newRoute(post, "/api/site/guests/answer", httpx.Public, kB, httpx.Reset, a.Events.AnswerGuest()).In(modules.Sessions),
		newRoute(post, "/api/site/guests/join", httpx.Public, kB, httpx.Reset, a.Events.JoinAsGuest()).WithoutKey(hasMeeting).In(modules.Sessions),
		newRoute(get, "/cal/{file}", httpx.Link, 0, httpx.Unlimited, a.Events.ServeFeed()).In(modules.Sessions),
		newRoute(get, "/api/admin/events", httpx.Admin, 0, httpx.Unlimited, a.Events.ListAll()).For(office, editor).In(modules.Sessions),
		newRoute(get, "/api/admin/events/{id}", httpx.Admin, 0, httpx.Unlimited, a.Events.GetForOffice()).For(office).In(modules.Sessions),
		newRoute(post, "/api/events", httpx.Admin, 64*kB, httpx.Unlimited, a.Events.Create()).For(office).In(modules.Sessions),
		newRoute(put, "/api/events/{id}", httpx.Admin, 64*kB, httpx.Unlimited, a.Events.Update()).For(office).In(modules.Sessions),
		newRoute(del, "/api/events/{id}", httpx.Admin, kB, httpx.Unlimited, a.Events.Delete()).For(office).In(modules.Sessions),
		newRoute(post, "/api/events/{id}/publish", httpx.Admin, kB, httpx.Unlimited, a.Events.Publish()).For(office).In(modules.Sessions),
		newRoute(post, "/api/events/{id}/cancel", httpx.Admin, 8*kB, httpx.Unlimited, a.Events.Cancel()).For(office).In(modules.Sessions),
		newRoute(post, "/api/events/{id}/repeat", httpx.Admin, kB, httpx.Unlimited, a.Events.Repeat()).For(office).In(modules.Sessions),
		newRoute(put, "/api/events/{id}/tasks", httpx.Admin, kB, httpx.Unlimited, a.Events.SetTasks()).For(office).In(modules.Sessions),
		newRoute(get, "/api/events/{id}/attendees", httpx.Admin, 0, httpx.Unlimited, a.Events.ListAttendees()).For(office).In(modules.Sessions),
		newRoute(get, "/api/events/{id}/guests", httpx.Admin, 0, httpx.Unlimited, a.Events.ListGuests()).For(office).In(modules.Sessions),
		newRoute(get, "/api/events/{id}/attendees/export", httpx.Admin, 0, httpx.Unlimited, a.Events.ExportAttendees()).For(office).In(modules.Sessions),
		newRoute(put, "/api/events/{id}/attendees/{answer}", httpx.Admin, kB, httpx.Unlimited, a.Events.CorrectAttendance()).For(office).In(modules.Sessions),
		newRoute(put, "/api/events/{id}/guests/{guest}", httpx.Admin, kB, httpx.Unlimited, a.Events.CorrectGuestAttendance()).For(office).In(modules.Sessions),
		newRoute(post, "/api/events/{id}/attendance", httpx.Admin, 3*mB, httpx.Unlimited, a.Events.ImportAttendance()).For(office).In(modules.Sessions),

		// members
		newRoute(get, "/api/admin/stats", httpx.Admin, 0, httpx.Unlimited, a.Members.GetStats()).For(office, accountant),
		newRoute(get, "/api/admin/recent-activity", httpx.Admin, 0, httpx.Unlimited, a.Members.ListRecentActivity()).For(office, accountant),
		newRoute(get, "/api/members/figures", httpx.Admin, 0, httpx.Unlimited, a.Members.ListStats()).For(office, accountant),
		newRoute(get, "/api/admin/charts", httpx.Admin, 0, httpx.Unlimited, a.Members.GetCharts()).For(office, accountant),
		newRoute(get, "/api/members/registered-users", httpx.Admin, 0, httpx.Unlimited, accounts.ListRegisteredUsers()).For(office),
		newRoute(get, "/api/members/registered-users/export", httpx.Admin, 0, httpx.Unlimited, accounts.ExportRegisteredUsers(a.Audit, a.opts.Clock)).For(office),
		newRoute(get, "/api/members/leads", httpx.Admin, 0, httpx.Unlimited, a.Members.ListLeads()).For(office),
		newRoute(get, "/api/members/leads/export", httpx.Admin, 0, httpx.Unlimited, a.Members.ExportLeads()).For(office),
		newRoute(get, "/api/paid-members", httpx.Admin, 0, httpx.Unlimited, a.Members.ListPaidMembers()).For(office, accountant),
		newRoute(get, "/api/paid-members/export", httpx.Admin, 0, httpx.Unlimited, a.Members.ExportPaidMembers()).For(office, accountant),
		newRoute(get, "/api/transactions", httpx.Admin, 0, httpx.Unlimited, a.Payments.Overview.ListTransactions()).For(office, accountant),
		newRoute(get, "/api/transactions/export", httpx.Admin, 0, httpx.Unlimited, a.Payments.Overview.ExportTransactions()).For(office, accountant),

		// one person
		newRoute(post, "/api/people", httpx.Admin, 8*kB, httpx.SignIn, a.People.Invite()).For(office),
		newRoute(get, "/api/people/{id}", httpx.Admin, 0, httpx.Unlimited, a.People.Get()).For(office),
		newRoute(patch, "/api/people/{id}", httpx.Admin, 8*kB, httpx.SignIn, a.People.Patch()).For(office).WithPassword(a.People.ChangesEmail),
		newRoute(post, "/api/people/{id}/deactivate", httpx.Admin, kB, httpx.Unlimited, a.People.Deactivate()).For(office),
		newRoute(post, "/api/people/{id}/reactivate", httpx.Admin, kB, httpx.Unlimited, a.People.Reactivate()).For(office),
		newRoute(post, "/api/people/{id}/notes", httpx.Admin, 32*kB, httpx.Unlimited, a.People.AddNote()).For(office),
		newRoute(del, "/api/people/{id}/notes/{note}", httpx.Admin, kB, httpx.Unlimited, a.People.DeleteNote()).For(office),
		newRoute(post, "/api/people/{id}/emails", httpx.Admin, 64*kB, httpx.PersonalEmails, a.People.Write()).For(office),
		newRoute(post, "/api/people/{id}/reset-link", httpx.Admin, kB, httpx.Unlimited, a.People.SendResetLink()).For(office),
		newRoute(get, "/api/people/{id}/portrait", httpx.Admin, 0, httpx.Unlimited, a.People.GetPortrait()).For(office),
		newRoute(post, "/api/people/{id}/proof-link", httpx.Admin, kB, httpx.Unlimited, a.People.SendVerificationLink()).For(office),
		newRoute(post, "/api/people/{id}/second-factor/reset", httpx.Admin, 4*kB, httpx.SignIn, a.People.ResetMFA()).For(office).WithPassword(always),
		newRoute(post, "/api/people/{id}/merge", httpx.Admin, 4*kB, httpx.SignIn, a.People.Merge()).For(office).WithPassword(a.People.Merges),
		newRoute(post, "/api/people/{id}/merges/{merge}/undo", httpx.Admin, kB, httpx.Unlimited, a.People.UndoMerge()).For(office),

		// many people at once
		newRoute(post, "/api/bulk-actions/preview", httpx.Admin, 256*kB, httpx.Previews, a.People.PreviewBulk()).For(office).WithoutKey(changesNothing),
		newRoute(post, "/api/bulk-actions", httpx.Admin, 256*kB, httpx.SignIn, a.People.StartBulk()).For(office).WithPassword(a.People.BulkTakesPassword),
		newRoute(get, "/api/bulk-actions", httpx.Admin, 0, httpx.Unlimited, a.People.ListBulk()).For(office),
		newRoute(get, "/api/bulk-actions/{id}", httpx.Admin, 0, httpx.Unlimited, a.People.GetBulk()).For(office),
		newRoute(post, "/api/bulk-actions/{id}/undo", httpx.Admin, kB, httpx.Unlimited, a.People.UndoBulk()).For(office),

		// Import of legacy members. A file of 5 MB is sent as JSON text, and escaping may double its size.
		newRoute(get, "/api/members/imports", httpx.Admin, 0, httpx.Unlimited, a.Imports.List()).For(office).In(modules.Imports),
		newRoute(post, "/api/members/imports", httpx.Admin, 12*mB, httpx.Unlimited, a.Imports.Create()).For(office).WithPassword(a.Imports.TakesPassword).In(modules.Imports),
		newRoute(get, "/api/members/imports/example", httpx.Admin, 0, httpx.Unlimited, a.Imports.ExportExample()).For(office).In(modules.Imports),
		newRoute(post, "/api/members/imports/wrong-rows", httpx.Admin, 12*mB, httpx.Unlimited, a.Imports.ExportInvalidRows()).For(office).WithoutKey(changesNothing).In(modules.Imports),
		newRoute(post, "/api/members/imports/check", httpx.Admin, 12*mB, httpx.Unlimited, a.Imports.Check()).For(office).WithoutKey(changesNothing).In(modules.Imports),
		newRoute(get, "/api/members/imports/{id}", httpx.Admin, 0, httpx.Unlimited, a.Imports.Get()).For(office).In(modules.Imports),

		// site
		newRoute(get, "/api/config", httpx.Public, 0, httpx.Unlimited, a.Pages.GetConfig()),
		newRoute(get, "/api/openapi.json", httpx.Public, 0, httpx.Unlimited, a.GetOpenAPI()),
		newRoute(get, "/api/cms/content", httpx.PublicOrAdmin, 0, httpx.Unlimited, a.SiteTexts.ListSections()),
		newRoute(post, "/api/cms/content", httpx.Admin, 128*kB, httpx.Unlimited, a.SiteTexts.CreateSection()).For(office, editor),
		newRoute(put, "/api/cms/content/{id}", httpx.Admin, 128*kB, httpx.Unlimited, a.SiteTexts.UpdateSection()).For(office, editor),
		newRoute(del, "/api/cms/content/{id}", httpx.Admin, kB, httpx.Unlimited, a.SiteTexts.DeleteSection()).For(office, editor),
		newRoute(get, "/api/cms/images", httpx.Admin, 0, httpx.Unlimited, a.Pictures.ListImages()).For(office, editor),
		newRoute(post, "/api/cms/images", httpx.Admin, pictures.MaxImageSize+64*kB, httpx.Unlimited, a.Pictures.UploadImage()).For(office, editor),
		newRoute(get, "/images/{name}", httpx.Public, 0, httpx.Unlimited, a.Pictures.GetImage()),
		newRoute(get, "/images/{name}/{size}", httpx.Public, 0, httpx.Unlimited, a.Pictures.GetRendition()),
		newRoute(get, "/api/pictures", httpx.Admin, 0, httpx.Unlimited, a.Pictures.ListPictures()).For(office, editor),
		newRoute(get, "/api/pictures/{id}", httpx.Admin, 0, httpx.Unlimited, a.Pictures.GetPicture()).For(office, editor),
		newRoute(put, "/api/pictures/{id}", httpx.Admin, 8*kB, httpx.Unlimited, a.Pictures.UpdatePicture()).For(office, editor),
		newRoute(post, "/api/pictures/{id}/file", httpx.Admin, pictures.MaxImageSize+64*kB, httpx.Unlimited, a.Pictures.ReplacePicture()).For(office, editor),
		newRoute(del, "/api/pictures/{id}", httpx.Admin, kB, httpx.Unlimited, a.Pictures.DeletePicture()).For(office, editor),
		newRoute(get, "/api/site/texts/{page}", httpx.Public, 0, httpx.Unlimited, a.SiteTexts.GetPublic()),
		newRoute(get, "/api/site/legal/{page}", httpx.Public, 0, httpx.Unlimited, a.SiteTexts.ListLegal()),
		newRoute(get, "/api/site/legal/{page}/{id}", httpx.Public, 0, httpx.Unlimited, a.SiteTexts.GetLegal()),
		// redirects
		newRoute(get, "/api/redirects", httpx.Admin, 0, httpx.Unlimited, a.Redirects.List()).For(office, editor),
		newRoute(post, "/api/redirects", httpx.Admin, 4*kB, httpx.Unlimited, a.Redirects.Create()).For(office, editor),
		newRoute(put, "/api/redirects/{id}", httpx.Admin, 4*kB, httpx.Unlimited, a.Redirects.Update()).For(office, editor),
		newRoute(del, "/api/redirects/{id}", httpx.Admin, kB, httpx.Unlimited, a.Redirects.Delete()).For(office, editor),
		newRoute(get, "/api/texts/coverage", httpx.Admin, 0, httpx.Unlimited, a.SiteTexts.GetCoverage()).For(office, editor),
		newRoute(get, "/api/texts/facts", httpx.Admin, 0, httpx.Unlimited, a.SiteTexts.ListFacts()).For(office, editor),
		newRoute(get, "/api/texts/translations", httpx.Admin, 0, httpx.Unlimited, a.SiteTexts.ListTranslations()).For(office, editor),
		newRoute(get, "/api/texts/{page}", httpx.Admin, 0, httpx.Unlimited, a.SiteTexts.GetPage()).For(office, editor),
		newRoute(put, "/api/texts/{page}", httpx.Admin, 128*kB, httpx.Unlimited, a.SiteTexts.Save()).For(office, editor),
		newRoute(get, "/api/texts/{page}/history", httpx.Admin, 0, httpx.Unlimited, a.SiteTexts.History()).For(office, editor),
		newRoute(post, "/api/texts/{page}/restore", httpx.Admin, 4*kB, httpx.Unlimited, a.SiteTexts.Restore()).For(office, editor),
		newRoute(post, "/api/texts/{page}/translation", httpx.Admin, 128*kB, httpx.Unlimited, a.SiteTexts.SaveTranslation()).For(office, editor),
		newRoute(post, "/api/texts/{page}/preview", httpx.Admin, 4*kB, httpx.Unlimited, a.SiteTexts.Preview()).For(office, editor).WithoutKey(hasSecret),
		newRoute(del, "/api/texts/{page}/preview", httpx.Admin, kB, httpx.Unlimited, a.SiteTexts.RevokePreviews()).For(office, editor),
		newRoute(post, "/api/texts/{page}/publish", httpx.Admin, 128*kB, httpx.Unlimited, a.SiteTexts.Publish()).For(office, editor),
		newRoute(post, "/api/texts/{page}/confirm", httpx.Admin, 4*kB, httpx.Unlimited, a.SiteTexts.Confirm()).For(office, editor),
		newRoute(post, "/api/texts/{page}/discard", httpx.Admin, 128*kB, httpx.Unlimited, a.SiteTexts.Discard()).For(office, editor),

		// campaigns
		newRoute(get, "/api/campaigns", httpx.Admin, 0, httpx.Unlimited, a.Campaigns.List()).For(office),
		newRoute(post, "/api/campaigns", httpx.Admin, 256*kB, httpx.Unlimited, a.Campaigns.Create()).For(office),
		newRoute(post, "/api/campaigns/preview", httpx.Admin, 256*kB, httpx.Previews, a.Campaigns.Preview()).For(office).WithoutKey(changesNothing),
		newRoute(post, "/api/campaigns/check", httpx.Admin, 256*kB, httpx.ProviderTests, a.Campaigns.CheckText()).For(office).WithoutKey(changesNothing),
		newRoute(get, "/api/campaigns/{id}", httpx.Admin, 0, httpx.Unlimited, a.Campaigns.Get()).For(office),
		newRoute(put, "/api/campaigns/{id}", httpx.Admin, 256*kB, httpx.Unlimited, a.Campaigns.Update()).For(office),
		newRoute(del, "/api/campaigns/{id}", httpx.Admin, kB, httpx.Unlimited, a.Campaigns.Delete()).For(office),
		newRoute(post, "/api/campaigns/{id}/duplicate", httpx.Admin, kB, httpx.Unlimited, a.Campaigns.Duplicate()).For(office),
		newRoute(post, "/api/campaigns/{id}/test", httpx.Admin, 4*kB, httpx.TestEmails, a.Campaigns.Test()).For(office),
		newRoute(post, "/api/campaigns/{id}/start", httpx.Admin, 4*kB, httpx.SignIn, a.Campaigns.Start()).For(office).WithPassword(always),
		newRoute(post, "/api/campaigns/{id}/pause", httpx.Admin, kB, httpx.Unlimited, a.Campaigns.Pause()).For(office),
		newRoute(post, "/api/campaigns/{id}/resume", httpx.Admin, kB, httpx.Unlimited, a.Campaigns.Resume()).For(office),
		newRoute(post, "/api/campaigns/{id}/cancel", httpx.Admin, kB, httpx.Unlimited, a.Campaigns.Cancel()).For(office),
		newRoute(post, "/api/campaigns/{id}/retry", httpx.Admin, kB, httpx.Unlimited, a.Campaigns.Retry()).For(office),
		newRoute(post, "/api/campaigns/{id}/winner", httpx.Admin, kB, httpx.Unlimited, a.Campaigns.ChooseSubject()).For(office),
		newRoute(get, "/api/campaigns/{id}/export", httpx.Admin, 0, httpx.Unlimited, a.Campaigns.Export()).For(office),
		newRoute(get, "/api/automations", httpx.Admin, 0, httpx.Unlimited, a.Automations.List()).For(office).In(modules.Automations),
		newRoute(get, "/api/automations/{id}", httpx.Admin, 0, httpx.Unlimited, a.Automations.Get()).For(office).In(modules.Automations),
		newRoute(put, "/api/automations/{id}", httpx.Admin, 64*kB, httpx.Unlimited, a.Automations.Update()).For(office).In(modules.Automations),
		newRoute(get, "/api/automations/{id}/log", httpx.Admin, 0, httpx.Unlimited, a.Automations.Log()).For(office).In(modules.Automations),
		newRoute(get, "/api/segments", httpx.Admin, 0, httpx.Unlimited, a.Campaigns.ListSegments()).For(office),
		newRoute(post, "/api/segments", httpx.Admin, 32*kB, httpx.Unlimited, a.Campaigns.CreateSegment()).For(office),
		newRoute(get, "/api/segments/choices", httpx.Admin, 0, httpx.Unlimited, a.Campaigns.ListSegmentChoices()).For(office),
		newRoute(put, "/api/segments/{id}", httpx.Admin, 32*kB, httpx.Unlimited, a.Campaigns.UpdateSegment()).For(office),
		newRoute(del, "/api/segments/{id}", httpx.Admin, kB, httpx.Unlimited, a.Campaigns.DeleteSegment()).For(office),
		newRoute(post, "/api/segments/count", httpx.Admin, 32*kB, httpx.Unlimited, a.Campaigns.CountPeople()).For(office).WithoutKey(changesNothing),

		// the library of the circle
		newRoute(get, "/api/library", httpx.Member, 0, httpx.Unlimited, a.Library.List()).In(modules.Library),
		newRoute(post, "/api/library", httpx.Admin, 512*kB, httpx.Unlimited, a.Library.Create()).For(office, editor).In(modules.Library),
		newRoute(get, "/api/library/{id}", httpx.Member, 0, httpx.Unlimited, a.Library.Get()).In(modules.Library),
		newRoute(put, "/api/library/{id}", httpx.Admin, 512*kB, httpx.Unlimited, a.Library.Update()).For(office, editor).In(modules.Library),
		newRoute(del, "/api/library/{id}", httpx.Admin, kB, httpx.Unlimited, a.Library.Delete()).For(office, editor).In(modules.Library),
		newRoute(get, "/api/library/{id}/file", httpx.Member, 0, httpx.Unlimited, a.Library.GetFile()).In(modules.Library),
		newRoute(post, "/api/library/{id}/file", httpx.Admin, library.MaxFileSize+64*kB, httpx.Unlimited, a.Library.AddFile()).For(office, editor).In(modules.Library),
		newRoute(del, "/api/library/{id}/file", httpx.Admin, kB, httpx.Unlimited, a.Library.DeleteFile()).For(office, editor).In(modules.Library),
		newRoute(put, "/api/library/{id}/bookmark", httpx.Member, kB, httpx.Unlimited, a.Library.AddBookmark()).ForUnverified().In(modules.Library),
		newRoute(del, "/api/library/{id}/bookmark", httpx.Member, kB, httpx.Unlimited, a.Library.RemoveBookmark()).ForUnverified().In(modules.Library),
		newRoute(get, "/api/admin/library", httpx.Admin, 0, httpx.Unlimited, a.Library.ListAll()).For(office, editor).In(modules.Library),
		newRoute(get, "/api/admin/library/{id}", httpx.Admin, 0, httpx.Unlimited, a.Library.GetForOffice()).For(office, editor).In(modules.Library),
		newRoute(get, "/api/admin/library/{id}/file", httpx.Admin, 0, httpx.Unlimited, a.Library.GetFileForOffice()).For(office, editor).In(modules.Library),
		newRoute(get, "/api/admin/library/{id}/versions", httpx.Admin, 0, httpx.Unlimited, a.Library.ListVersions()).For(office, editor).In(modules.Library),
		newRoute(get, "/api/library-collections", httpx.Member, 0, httpx.Unlimited, a.Library.ListCollections()).In(modules.Library),
		newRoute(get, "/api/library-collections/{id}", httpx.Member, 0, httpx.Unlimited, a.Library.GetCollection()).In(modules.Library),
		newRoute(post, "/api/library-collections", httpx.Admin, 64*kB, httpx.Unlimited, a.Library.CreateCollection()).For(office, editor).In(modules.Library),
		newRoute(put, "/api/library-collections/{id}", httpx.Admin, 64*kB, httpx.Unlimited, a.Library.UpdateCollection()).For(office, editor).In(modules.Library),
		newRoute(del, "/api/library-collections/{id}", httpx.Admin, kB, httpx.Unlimited, a.Library.DeleteCollection()).For(office, editor).In(modules.Library),
		newRoute(get, "/api/admin/library-collections", httpx.Admin, 0, httpx.Unlimited, a.Library.ListAllCollections()).For(office, editor).In(modules.Library),
		newRoute(get, "/api/admin/library-collections/{id}", httpx.Admin, 0, httpx.Unlimited, a.Library.GetCollectionForOffice()).For(office, editor).In(modules.Library),

		// consultations and polls of the circle
		newRoute(get, "/api/polls", httpx.Member, 0, httpx.Unlimited, a.Polls.List()).In(modules.Consultations),
		newRoute(post, "/api/polls", httpx.Admin, 256*kB, httpx.Unlimited, a.Polls.Create()).For(office).In(modules.Consultations),
		newRoute(get, "/api/polls/{id}", httpx.Member, 0, httpx.Unlimited, a.Polls.Get()).In(modules.Consultations),
		newRoute(put, "/api/polls/{id}", httpx.Admin, 256*kB, httpx.Unlimited, a.Polls.Update()).For(office).In(modules.Consultations),
		newRoute(del, "/api/polls/{id}", httpx.Admin, kB, httpx.Unlimited, a.Polls.Delete()).For(office).In(modules.Consultations),
		newRoute(get, "/api/polls/{id}/comments", httpx.Member, 0, httpx.Unlimited, a.Polls.ListComments()).In(modules.Consultations),
		newRoute(post, "/api/polls/{id}/comments", httpx.Member, 32*kB, httpx.Comments, a.Polls.Comment()).In(modules.Consultations),
		newRoute(del, "/api/polls/{id}/comments/{comment}", httpx.Member, kB, httpx.Unlimited, a.Polls.RemoveComment()).ForUnverified().In(modules.Consultations),
		newRoute(post, "/api/polls/{id}/comments/{comment}/remove", httpx.Admin, 8*kB, httpx.Unlimited, a.Polls.RemoveCommentByOffice()).For(office).In(modules.Consultations),
		newRoute(post, "/api/polls/{id}/vote", httpx.Member, kB, httpx.Unlimited, a.Polls.Vote()).In(modules.Consultations),
		newRoute(get, "/api/polls/{id}/ballots", httpx.Member, 0, httpx.Unlimited, a.Polls.ListBallots()).In(modules.Consultations),
		newRoute(post, "/api/polls/{id}/publish", httpx.Admin, kB, httpx.Unlimited, a.Polls.Publish()).For(office).In(modules.Consultations),
		newRoute(post, "/api/polls/{id}/open", httpx.Admin, kB, httpx.Unlimited, a.Polls.OpenVote()).For(office).In(modules.Consultations),
		newRoute(post, "/api/polls/{id}/close", httpx.Admin, 8*kB, httpx.Unlimited, a.Polls.CloseVote()).For(office).In(modules.Consultations),
		newRoute(post, "/api/polls/{id}/withdraw", httpx.Admin, 8*kB, httpx.Unlimited, a.Polls.Withdraw()).For(office).In(modules.Consultations),
		newRoute(post, "/api/polls/{id}/result", httpx.Admin, 256*kB, httpx.Unlimited, a.Polls.PublishResult()).For(office).In(modules.Consultations),
		newRoute(get, "/api/admin/polls", httpx.Admin, 0, httpx.Unlimited, a.Polls.ListAll()).For(office).In(modules.Consultations),
		newRoute(get, "/api/admin/polls/{id}", httpx.Admin, 0, httpx.Unlimited, a.Polls.GetForOffice()).For(office).In(modules.Consultations),
		newRoute(get, "/api/admin/polls/{id}/comments", httpx.Admin, 0, httpx.Unlimited, a.Polls.ListCommentsForOffice()).For(office).In(modules.Consultations),
		newRoute(get, "/api/admin/polls/{id}/ballots", httpx.Admin, 0, httpx.Unlimited, a.Polls.ListBallotsForOffice()).For(office).In(modules.Consultations),

		// mail
		newRoute(get, "/api/emails", httpx.Admin, 0, httpx.Unlimited, a.OutboxConsole.List()).For(office),
		newRoute(get, "/api/emails/summary", httpx.Admin, 0, httpx.Unlimited, a.OutboxConsole.Counts()).For(office),
		newRoute(get, "/api/emails/health", httpx.Admin, 0, httpx.Unlimited, a.Delivery.GetHealth()).For(office),
		newRoute(post, "/api/emails/health", httpx.Admin, kB, httpx.Unlimited, a.Delivery.RefreshHealth()).For(office).WithoutKey(changesNothing),
		newRoute(post, "/api/emails/resume", httpx.Admin, kB, httpx.Unlimited, a.Delivery.ResumeSending()).For(office),
		newRoute(post, "/api/emails/send-again", httpx.Admin, kB, httpx.Unlimited, a.OutboxConsole.ResendFailed()).For(office),
		newRoute(get, "/api/emails/{id}", httpx.Admin, 0, httpx.Unlimited, a.OutboxConsole.Read()).For(office),
		newRoute(get, "/api/emails/{id}/html", httpx.Admin, 0, httpx.Unlimited, a.OutboxConsole.ReadHTML()).For(office).InFrame(),
		newRoute(get, "/api/email-previews/{key}", httpx.Admin, 0, httpx.Unlimited, a.TextConsole.ReadPreview()).For(office, reviewer).InFrame(),
		newRoute(post, "/api/emails/{id}/send-again", httpx.Admin, kB, httpx.Unlimited, a.OutboxConsole.Resend()).For(office),
		newRoute(post, "/api/providers/brevo/test", httpx.Admin, kB, httpx.ProviderTests, a.OutboxConsole.SendTest()),
		newRoute(get, "/api/email-texts", httpx.Admin, 0, httpx.Unlimited, a.TextConsole.ListTexts()).For(office),
		newRoute(get, "/api/email-texts/{id}", httpx.Admin, 0, httpx.Unlimited, a.TextConsole.GetText()).For(office),
		newRoute(put, "/api/email-texts/{id}", httpx.Admin, 64*kB, httpx.SignIn, a.TextConsole.SaveText()).For(office).WithPassword(a.TextConsole.ChangesSensitiveText),
		newRoute(put, "/api/email-texts/{id}/draft", httpx.Admin, 64*kB, httpx.Unlimited, a.TextConsole.SaveDraft()).For(office),
		newRoute(get, "/api/email-texts/{id}/versions", httpx.Admin, 0, httpx.Unlimited, a.TextConsole.ListTextVersions()).For(office),
		newRoute(post, "/api/email-texts/{id}/restore", httpx.Admin, 4*kB, httpx.SignIn, a.TextConsole.RestoreText()).For(office).WithPassword(a.TextConsole.ChangesSensitiveText),
		newRoute(post, "/api/email-texts/{id}/preview", httpx.Admin, 64*kB, httpx.Previews, a.TextConsole.PreviewText()).For(office).WithoutKey(changesNothing),
		newRoute(post, "/api/email-texts/{id}/test", httpx.Admin, 64*kB, httpx.Previews, a.TextConsole.TestText()).For(office),
		newRoute(post, "/api/email-frame/preview", httpx.Admin, 8*kB, httpx.Previews, a.TextConsole.PreviewFrame()).WithoutKey(changesNothing),
		newRoute(get, "/api/suppressions", httpx.Admin, 0, httpx.Unlimited, a.Preferences.ListSuppressions()).For(office),
		newRoute(post, "/api/suppressions/{id}/lift", httpx.Admin, 4*kB, httpx.Unlimited, a.Preferences.LiftSuppression()).For(office),
		newRoute(get, "/unsubscribe/{token}", httpx.Public, 0, httpx.Unlimited, a.Preferences.ShowUnsubscribe()),
		newRoute(post, "/unsubscribe/{token}", httpx.Link, 4*kB, httpx.Unlimited, a.Preferences.Unsubscribe()).WithoutKey(fromElsewhere),
		newRoute(get, "/preferences/{token}", httpx.Public, 0, httpx.Unlimited, a.Preferences.ShowPreferences()),
		newRoute(post, "/preferences/{token}", httpx.Link, 4*kB, httpx.Unlimited, a.Preferences.ChoosePreferences()).WithoutKey(fromElsewhere),
		newRoute(post, "/api/webhooks/brevo", httpx.Webhook, mB, httpx.Unlimited, a.Delivery.Webhook()).WithoutKey(fromElsewhere),

		// reports of members
		newRoute(post, "/api/reports", httpx.Member, 16*kB, httpx.Comments, a.Reports.Report()).ForUnverified().In(modules.Reporting()...),
		newRoute(get, "/api/admin/reports", httpx.Admin, 0, httpx.Unlimited, a.Reports.List()).For(office).In(modules.Reporting()...),
		newRoute(get, "/api/admin/reports/{id}", httpx.Admin, 0, httpx.Unlimited, a.Reports.Get()).For(office).In(modules.Reporting()...),
		newRoute(post, "/api/admin/reports/{id}/decide", httpx.Admin, 16*kB, httpx.Unlimited, a.Reports.Decide()).For(office).In(modules.Reporting()...),
		newRoute(post, "/api/admin/reports/{id}/reverse", httpx.Admin, kB, httpx.Unlimited, a.Reports.Reverse()).For(office).In(modules.Reporting()...),

		// board seats of the circle
		newRoute(get, "/api/tenure", httpx.Member, 0, httpx.Unlimited, a.Seats.GetTenure()).In(modules.BoardSeats),
		newRoute(get, "/api/board-seats", httpx.Member, 0, httpx.Unlimited, a.Seats.List()).In(modules.BoardSeats),
		newRoute(post, "/api/board-seats", httpx.Member, 32*kB, httpx.Comments, a.Seats.Post()).In(modules.BoardSeats),
		newRoute(get, "/api/board-seats/mine", httpx.Member, 0, httpx.Unlimited, a.Seats.ListOwn()).In(modules.BoardSeats),
		newRoute(get, "/api/board-seats/{id}", httpx.Member, 0, httpx.Unlimited, a.Seats.Get()).In(modules.BoardSeats),
		newRoute(put, "/api/board-seats/{id}", httpx.Member, 32*kB, httpx.Comments, a.Seats.Update()).In(modules.BoardSeats),
		newRoute(post, "/api/board-seats/{id}/withdraw", httpx.Member, kB, httpx.Unlimited, a.Seats.Withdraw()).ForUnverified().In(modules.BoardSeats),
		newRoute(post, "/api/board-seats/{id}/interest", httpx.Member, 8*kB, httpx.Comments, a.Seats.ShowInterest()).In(modules.BoardSeats),
		newRoute(del, "/api/board-seats/{id}/interest", httpx.Member, kB, httpx.Unlimited, a.Seats.WithdrawInterest()).ForUnverified().In(modules.BoardSeats),
		newRoute(post, "/api/board-seats/{id}/outcome", httpx.Member, kB, httpx.Unlimited, a.Seats.RecordOutcome()).In(modules.BoardSeats),
		newRoute(post, "/api/board-seats/{id}/approve", httpx.Admin, kB, httpx.Unlimited, a.Seats.Approve()).For(office).In(modules.BoardSeats),
		newRoute(post, "/api/board-seats/{id}/decline", httpx.Admin, 8*kB, httpx.Unlimited, a.Seats.Decline()).For(office).In(modules.BoardSeats),
		newRoute(post, "/api/board-seats/{id}/close", httpx.Admin, 8*kB, httpx.Unlimited, a.Seats.Close()).For(office).In(modules.BoardSeats),
		newRoute(get, "/api/admin/board-seats", httpx.Admin, 0, httpx.Unlimited, a.Seats.ListAll()).For(office).In(modules.BoardSeats),
		newRoute(post, "/api/admin/board-seats", httpx.Admin, 32*kB, httpx.Unlimited, a.Seats.PostForOffice()).For(office).In(modules.BoardSeats),
		newRoute(get, "/api/admin/board-seats/figures", httpx.Admin, 0, httpx.Unlimited, a.Seats.GetFigures()).For(office).In(modules.BoardSeats),
		newRoute(get, "/api/admin/board-seats/{id}", httpx.Admin, 0, httpx.Unlimited, a.Seats.GetForOffice()).For(office).In(modules.BoardSeats),
		newRoute(put, "/api/admin/board-seats/{id}", httpx.Admin, 32*kB, httpx.Unlimited, a.Seats.UpdateForOffice()).For(office).In(modules.BoardSeats),
		newRoute(post, "/api/admin/board-seats/{id}/outcome", httpx.Admin, kB, httpx.Unlimited, a.Seats.RecordOutcomeForOffice()).For(office).In(modules.BoardSeats),

		// introductions and mentors of the circle
		newRoute(get, "/api/introductions", httpx.Member, 0, httpx.Unlimited, a.Introductions.List()).In(modules.Directory),
		newRoute(post, "/api/introductions", httpx.Member, 8*kB, httpx.Comments, a.Introductions.Ask()).In(modules.Directory),
		newRoute(get, "/api/introductions/{id}", httpx.Member, 0, httpx.Unlimited, a.Introductions.Get()).In(modules.Directory),
		newRoute(post, "/api/introductions/{id}/accept", httpx.Member, kB, httpx.Unlimited, a.Introductions.Accept()).In(modules.Directory),
		newRoute(post, "/api/introductions/{id}/decline", httpx.Member, kB, httpx.Unlimited, a.Introductions.Decline()).ForUnverified().In(modules.Directory),
		newRoute(post, "/api/introductions/{id}/withdraw", httpx.Member, kB, httpx.Unlimited, a.Introductions.Withdraw()).ForUnverified().In(modules.Directory),
		newRoute(post, "/api/introductions/{id}/close", httpx.Member, kB, httpx.Unlimited, a.Introductions.Close()).ForUnverified().In(modules.Directory),
		newRoute(get, "/api/introductions/{id}/messages", httpx.Member, 0, httpx.Unlimited, a.Introductions.ListMessages()).In(modules.Directory),
		newRoute(post, "/api/introductions/{id}/messages", httpx.Member, 32*kB, httpx.Comments, a.Introductions.Write()).In(modules.Directory),
		newRoute(get, "/api/directory/{person}/introduction", httpx.Member, 0, httpx.Directory, a.Introductions.GetWith()).In(modules.Directory),
		newRoute(get, "/api/mentors", httpx.Member, 0, httpx.Directory, a.Mentors.List()).In(modules.Directory),
		newRoute(post, "/api/mentors", httpx.Member, 8*kB, httpx.Comments, a.Mentors.Ask()).In(modules.Directory),
		newRoute(put, "/api/mentors/offer", httpx.Member, kB, httpx.Unlimited, a.Mentors.PutOffer()).In(modules.Directory),
		newRoute(post, "/api/mentors/{id}/accept", httpx.Member, kB, httpx.Unlimited, a.Mentors.Accept()).In(modules.Directory),
		newRoute(post, "/api/mentors/{id}/decline", httpx.Member, kB, httpx.Unlimited, a.Mentors.Decline()).ForUnverified().In(modules.Directory),
		newRoute(post, "/api/mentors/{id}/withdraw", httpx.Member, kB, httpx.Unlimited, a.Mentors.Withdraw()).ForUnverified().In(modules.Directory),
		newRoute(post, "/api/mentors/{id}/end", httpx.Member, kB, httpx.Unlimited, a.Mentors.End()).ForUnverified().In(modules.Directory),
		newRoute(post, "/api/mentors/{id}/check-in", httpx.Member, 8*kB, httpx.Comments, a.Mentors.CheckIn()).In(modules.Directory),
		newRoute(get, "/api/admin/mentors", httpx.Admin, 0, httpx.Unlimited, a.Mentors.GetForOffice()).For(office).In(modules.Directory),
		newRoute(get, "/api/admin/introductions", httpx.Admin, 0, httpx.Unlimited, a.Introductions.ListAll()).For(office).In(modules.Directory),
		newRoute(post, "/api/admin/introductions", httpx.Admin, 8*kB, httpx.Unlimited, a.Introductions.Suggest()).For(office).In(modules.Directory),

		// background jobs
		newRoute(get, "/api/jobs", httpx.Admin, 0, httpx.Unlimited, a.Operations.ListStats()),
		newRoute(get, "/api/jobs/failed", httpx.Admin, 0, httpx.Unlimited, a.Operations.ListFailed()),
		newRoute(post, "/api/jobs/{id}/retry", httpx.Admin, kB, httpx.Unlimited, a.Operations.Retry()),

		newRoute(post, "/api/crashes", httpx.Public, 4*kB, httpx.Crashes, a.Crashes.Report()).WithoutKey(needsNoForm),

		// The handler itself requires a superuser or the monitoring system's token.
		newRoute(get, "/metrics", httpx.Webhook, 0, httpx.Unlimited, a.Metrics.Get()),

		// settings
		newRoute(get, "/api/admin/settings", httpx.Admin, 0, httpx.Unlimited, a.Settings.Get()),
		newRoute(get, "/api/admin/setup", httpx.Admin, 0, httpx.Unlimited, a.Settings.GetSetup()),
		newRoute(post, "/api/admin/setup/dismiss", httpx.Admin, kB, httpx.Unlimited, a.Settings.DismissSetup()),
		newRoute(get, "/api/admin/modules", httpx.Admin, 0, httpx.Unlimited, a.Settings.ListModules()),
		newRoute(put, "/api/admin/modules", httpx.Admin, kB, httpx.Unlimited, a.Settings.ChooseModules()),
		newRoute(put, "/api/admin/modules/{id}", httpx.Admin, kB, httpx.Unlimited, a.Settings.SwitchModule()),
		newRoute(put, "/api/admin/settings", httpx.Admin, 16*kB, httpx.SignIn, a.Settings.Put()).WithPassword(a.Settings.ChangesProtected),
		newRoute(get, "/api/providers", httpx.Admin, 0, httpx.Unlimited, a.ProviderConsole.List()),
		newRoute(post, "/api/providers/razorpay/test", httpx.Admin, kB, httpx.ProviderTests, a.ProviderConsole.TestRazorpay()),
		newRoute(get, "/api/webhook-diagnostics", httpx.Admin, 0, httpx.Unlimited, a.Payments.Reconciler.ListDiagnostics()),

		// Backups. PocketBase's own routes, for its dashboard, are at /api/backups.
		newRoute(get, "/api/admin/backups", httpx.Admin, 0, httpx.Unlimited, a.Backups.List()),
		newRoute(post, "/api/admin/backups", httpx.Admin, kB, httpx.Unlimited, a.Backups.Create()),
		newRoute(put, "/api/admin/backups/schedule", httpx.Admin, 4*kB, httpx.SignIn, a.Backups.SetSchedule()).WithPassword(a.Backups.ProtectsSchedule),
		newRoute(post, "/api/admin/backups/{name}/delete", httpx.Admin, 4*kB, httpx.SignIn, a.Backups.Delete()).WithPassword(a.Backups.ProtectsBackup),
		newRoute(post, "/api/admin/backups/{name}/ticket", httpx.Admin, 4*kB, httpx.SignIn, a.Backups.IssueTicket()).WithPassword(a.Backups.ProtectsBackup).WithoutKey(hasSecret),
		newRoute(get, "/api/admin/backups/{name}/download", httpx.Admin, 0, httpx.Unlimited, a.Backups.Download()),
		newRoute(post, "/api/admin/backups/{name}/restore", httpx.Admin, 4*kB, httpx.SignIn, a.Backups.Restore()).WithPassword(a.Backups.CanRestore).WithoutKey(replacesKeys),
		newRoute(get, "/api/admin/replication", httpx.Admin, 0, httpx.Unlimited, a.Replication.Get()),
		newRoute(get, "/api/admin/restore-drills", httpx.Admin, 0, httpx.Unlimited, a.RestoreTests.List()),
		newRoute(post, "/api/admin/restore-drills", httpx.Admin, kB, httpx.ProviderTests, a.RestoreTests.Start()),

		// pages and files
		newRoute(get, "/robots.txt", httpx.Public, 0, httpx.Unlimited, a.Pages.GetRobots()),
		newRoute(get, "/sitemap.xml", httpx.Public, 0, httpx.Unlimited, a.Pages.GetSitemap()),
		newRoute(get, "/.well-known/security.txt", httpx.Public, 0, httpx.Unlimited, a.Pages.GetSecurity()),
		newRoute(get, "/{path...}", httpx.PublicOrAdmin, 0, httpx.Unlimited, a.Pages.Serve()),
	}
}

// always makes a route ask for the password with each request.
var always httpx.PasswordRule

// newRoute returns one line of the table.
func newRoute(method, path string, access httpx.Access, body int64, rate httpx.RateClass, endpoint httpx.Endpoint) httpx.Route {
	return httpx.Route{Method: method, Path: path, Access: access, Body: body, Rate: rate, Endpoint: endpoint}
}
