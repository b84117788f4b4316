package pb_hooks

import (
	"net/http"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/edge"
	"boardcircle/pb_hooks/site"
)

const (
	get    = http.MethodGet
	post   = http.MethodPost
	put    = http.MethodPut
	remove = http.MethodDelete

	kB = 1 << 10
	mB = 1 << 20
)

// Routes is the one table of Boardcircle's own routes, and so its access policy: who may call
// what, how much they may send, and how often.
func (h *House) Routes() []edge.Route {
	a, n, s, o, p, y, m := h.Accounts, h.Nominations, h.Site, h.Outbox, h.Plans, h.Payments, h.Members
	return []edge.Route{
		// accounts
		on(get, "/api/user", edge.Anyone, 0, edge.Free, a.CurrentUser),
		on(post, "/api/register", edge.Anyone, 8*kB, edge.SignUp, a.Register),
		on(post, "/api/login", edge.Anyone, 8*kB, edge.SignIn, a.Login),
		on(post, "/api/logout", edge.Anyone, kB, edge.Free, a.Logout),
		on(post, "/api/forgot-password", edge.Anyone, 4*kB, edge.Reset, a.ForgotPassword),
		on(post, "/api/reset-password", edge.Anyone, 4*kB, edge.Reset, a.ResetPassword),
		on(post, "/api/admin/login", edge.Anyone, 4*kB, edge.SignIn, a.AdminLogin),
		on(post, "/api/admin/logout", edge.Anyone, kB, edge.Free, a.AdminLogout),
		on(get, "/api/admin/session", edge.AnyoneAdminsSeeMore, 0, edge.Free, a.AdminSession),

		// the audit log
		on(get, "/api/audit", edge.Admin, 0, edge.Free, h.Logbook.List),
		on(get, "/api/audit/choices", edge.Admin, 0, edge.Free, h.Logbook.Choices),
		on(get, "/api/audit/export", edge.Admin, 0, edge.Free, h.Logbook.Export),
		on(get, "/api/audit/{id}", edge.Admin, 0, edge.Free, h.Logbook.Change),

		// admin accounts
		on(get, "/api/admins", edge.Admin, 0, edge.Free, a.ListAdmins),
		on(post, "/api/admins", edge.Admin, 4*kB, edge.SignIn, a.InviteAdmin),
		on(post, "/api/admins/{id}/invitation", edge.Admin, 4*kB, edge.SignIn, a.ResendInvitation),
		on(post, "/api/admins/{id}/deactivate", edge.Admin, 4*kB, edge.SignIn, a.DeactivateAdmin),
		on(post, "/api/admins/{id}/reactivate", edge.Admin, 4*kB, edge.SignIn, a.ReactivateAdmin),
		on(post, "/api/admins/{id}/second-factor/reset", edge.Admin, 4*kB, edge.SignIn, a.ResetSecondFactor),
		on(get, "/api/admins/members", edge.Admin, 0, edge.Free, a.ListAdminMembers),
		on(post, "/api/admins/members", edge.Admin, 4*kB, edge.SignIn, a.GrantRights),
		on(post, "/api/admins/members/{id}/withdraw", edge.Admin, 4*kB, edge.SignIn, a.WithdrawRights),
		on(post, "/api/admin/welcome", edge.Anyone, 4*kB, edge.Reset, a.JoinAsAdmin),
		on(get, "/api/admin/me", edge.OwnAdminAccount, 0, edge.Free, a.GetOwnAdmin),
		on(post, "/api/admin/me/email", edge.OwnAdminAccount, 4*kB, edge.SignIn, a.ChangeOwnEmail),
		on(post, "/api/admin/me/password", edge.OwnAdminAccount, 4*kB, edge.SignIn, a.ChangeOwnPassword),
		on(post, "/api/admin/me/second-factor", edge.OwnAdminAccount, 4*kB, edge.SignIn, a.StartSecondFactor),
		on(post, "/api/admin/me/second-factor/confirm", edge.OwnAdminAccount, kB, edge.SignIn, a.ConfirmSecondFactor),
		on(post, "/api/admin/me/second-factor/remove", edge.OwnAdminAccount, 4*kB, edge.SignIn, a.RemoveSecondFactor),
		on(post, "/api/admin/me/recovery-codes", edge.OwnAdminAccount, 4*kB, edge.SignIn, a.RenewRecoveryCodes),

		// nominations
		on(post, "/api/registrations", edge.Anyone, 64*kB, edge.Nominations, n.Create),
		on(get, "/api/registrations", edge.Admin, 0, edge.Free, n.List),
		on(get, "/api/registrations/export", edge.Admin, 0, edge.Free, n.Export),
		on(post, "/api/drafts", edge.Anyone, 96*kB, edge.Drafts, n.SaveDraft),
		on(get, "/api/drafts", edge.Admin, 0, edge.Free, n.Drafts),
		on(get, "/api/drafts/mine", edge.Anyone, 0, edge.Free, n.MyDraft),
		on(remove, "/api/drafts/mine", edge.Anyone, kB, edge.Drafts, n.DiscardDraft),

		// the review of nominations
		on(get, "/api/nominations", edge.Admin, 0, edge.Free, n.Queue),
		on(get, "/api/nominations/counts", edge.Admin, 0, edge.Free, n.Counts),
		on(get, "/api/nominations/mine", edge.SignedIn, 0, edge.Free, n.Mine),
		on(get, "/api/nominations/{id}", edge.Admin, 0, edge.Free, n.Nomination),
		on(get, "/api/nominations/{id}/neighbours", edge.Admin, 0, edge.Free, n.Neighbours),
		on(post, "/api/nominations/{id}/steps", edge.Admin, 32*kB, edge.Free, n.Step),
		on(post, "/api/nominations/{id}/notes", edge.Admin, 32*kB, edge.Free, n.AddNote),
		on(remove, "/api/nominations/{id}/notes/{note}", edge.Admin, kB, edge.Free, n.DeleteNote),
		on(put, "/api/nominations/{id}/vote", edge.Admin, kB, edge.Free, n.Vote),
		on(post, "/api/nominations/{id}/decline-preview", edge.Admin, 16*kB, edge.Free, n.PreviewDecline),
		on(post, "/api/nominations/{id}/invitation", edge.Admin, kB, edge.Free, n.Resend),
		on(post, "/api/invitations/look", edge.Anyone, kB, edge.Reset, n.LookAtInvitation),
		on(post, "/api/invitations/accept", edge.SignedIn, kB, edge.Reset, n.Accept),

		// plans
		on(get, "/api/membership-tiers", edge.AnyoneAdminsSeeMore, 0, edge.Free, p.List),
		on(post, "/api/membership-tiers", edge.Admin, 32*kB, edge.Free, p.Create),
		on(put, "/api/membership-tiers/{id}", edge.Admin, 32*kB, edge.Free, p.Update),
		on(remove, "/api/membership-tiers/{id}", edge.Admin, kB, edge.Free, p.Delete),
		on(post, "/api/membership-tiers/reorder", edge.Admin, 16*kB, edge.Free, p.Reorder),

		// payments
		on(post, "/api/payments/create-order", edge.SignedIn, 8*kB, edge.Orders, y.CreateOrder),
		on(post, "/api/payments/verify", edge.SignedIn, 4*kB, edge.Free, y.Confirm),
		on(get, "/api/memberships/mine", edge.SignedIn, 0, edge.Free, y.Mine),
		on(get, "/api/payments/unknown", edge.Admin, 0, edge.Free, y.Unknown),
		on(remove, "/api/payments/unknown/{id}/attention", edge.Admin, kB, edge.Free, y.UnknownSeenTo),
		on(remove, "/api/transactions/{id}/attention", edge.Admin, kB, edge.Free, y.SeenTo),
		on(get, "/api/transactions/{id}/invoice", edge.SignedInOrAdmin, 0, edge.Free, y.Invoice),
		// the room itself refuses what is larger than 1 MiB: each request leaves a diagnosis
		on(post, "/api/webhooks/razorpay", edge.Provider, 8*mB, edge.Free, y.Webhook),

		// members
		on(get, "/api/admin/stats", edge.Admin, 0, edge.Free, m.Stats),
		on(get, "/api/admin/recent-activity", edge.Admin, 0, edge.Free, m.RecentActivity),
		on(get, "/api/members/figures", edge.Admin, 0, edge.Free, m.Figures),
		on(get, "/api/admin/charts", edge.Admin, 0, edge.Free, m.Charts),
		on(get, "/api/members/registered-users", edge.Admin, 0, edge.Free, m.RegisteredUsers),
		on(get, "/api/members/registered-users/export", edge.Admin, 0, edge.Free, m.ExportUsers),
		on(get, "/api/members/registered-users/{id}", edge.Admin, 0, edge.Free, m.Member),
		on(get, "/api/members/leads", edge.Admin, 0, edge.Free, m.Leads),
		on(get, "/api/members/leads/export", edge.Admin, 0, edge.Free, m.ExportLeads),
		on(get, "/api/paid-members", edge.Admin, 0, edge.Free, m.PaidMembers),
		on(get, "/api/paid-members/export", edge.Admin, 0, edge.Free, m.ExportPaidMembers),
		on(get, "/api/transactions", edge.Admin, 0, edge.Free, m.Transactions),
		on(get, "/api/transactions/export", edge.Admin, 0, edge.Free, m.ExportTransactions),

		// the import of legacy members; a file of 5 MB travels as text, and JSON may double it
		on(get, "/api/members/imports", edge.Admin, 0, edge.Free, h.Legacy.List),
		on(post, "/api/members/imports", edge.Admin, 12*mB, edge.Free, h.Legacy.Create),
		on(get, "/api/members/imports/example", edge.Admin, 0, edge.Free, h.Legacy.Example),
		on(post, "/api/members/imports/wrong-rows", edge.Admin, 12*mB, edge.Free, h.Legacy.WrongRows),
		on(post, "/api/members/imports/check", edge.Admin, 12*mB, edge.Free, h.Legacy.Check),
		on(get, "/api/members/imports/{id}", edge.Admin, 0, edge.Free, h.Legacy.Get),

		// site
		on(get, "/api/config", edge.Anyone, 0, edge.Free, s.GetConfig),
		on(get, "/api/site/landing", edge.Anyone, 0, edge.Free, s.GetLanding),
		on(get, "/api/cms/content", edge.AnyoneAdminsSeeMore, 0, edge.Free, s.GetContent),
		on(post, "/api/cms/content", edge.Admin, 128*kB, edge.Free, s.CreateContent),
		on(put, "/api/cms/content/{id}", edge.Admin, 128*kB, edge.Free, s.UpdateContent),
		on(remove, "/api/cms/content/{id}", edge.Admin, kB, edge.Free, s.DeleteContent),
		on(post, "/api/cms/content/reorder", edge.Admin, 16*kB, edge.Free, s.ReorderContent),
		on(get, "/api/cms/content/{id}/versions", edge.Admin, 0, edge.Free, s.Versions),
		on(get, "/api/cms/deleted", edge.Admin, 0, edge.Free, s.DeletedContent),
		on(post, "/api/cms/restore/{id}", edge.Admin, kB, edge.Free, s.RestoreVersion),
		on(post, "/api/cms/preview", edge.Admin, 128*kB, edge.Free, s.Preview),
		uploaded(post, "/api/cms/images", edge.Admin, site.LargestImage+64*kB, edge.Free, s.UploadImage),
		on(get, "/images/{name}", edge.Anyone, 0, edge.Free, s.GetImage),

		// mail
		on(get, "/api/emails", edge.Admin, 0, edge.Free, h.MailDesk.List),
		on(get, "/api/emails/summary", edge.Admin, 0, edge.Free, h.MailDesk.Counts),
		on(post, "/api/emails/send-again", edge.Admin, kB, edge.Free, h.MailDesk.SendAllAgain),
		on(get, "/api/emails/{id}", edge.Admin, 0, edge.Free, h.MailDesk.Read),
		on(post, "/api/emails/{id}/send-again", edge.Admin, kB, edge.Free, h.MailDesk.SendAgain),
		on(post, "/api/providers/brevo/test", edge.Admin, kB, edge.Trials, h.MailDesk.SendTest),
		on(post, "/api/webhooks/brevo", edge.Provider, mB, edge.Free, o.Webhook),

		// settings
		on(get, "/api/admin/settings", edge.Admin, 0, edge.Free, h.Settings.Get),
		on(put, "/api/admin/settings", edge.Admin, 16*kB, edge.SignIn, h.Settings.Put),
		on(get, "/api/providers", edge.Admin, 0, edge.Free, h.ProviderDesk.List),
		on(post, "/api/providers/razorpay/test", edge.Admin, kB, edge.Trials, h.ProviderDesk.TestRazorpay),
		on(get, "/api/webhook-diagnostics", edge.Admin, 0, edge.Free, y.Diagnostics),

		// backups (PocketBase's own routes, for its dashboard, are at /api/backups)
		on(get, "/api/admin/backups", edge.Admin, 0, edge.Free, h.Backups.List),
		on(post, "/api/admin/backups", edge.Admin, kB, edge.Free, h.Backups.Take),
		on(put, "/api/admin/backups/schedule", edge.Admin, 4*kB, edge.SignIn, h.Backups.SetSchedule),
		on(post, "/api/admin/backups/{name}/delete", edge.Admin, 4*kB, edge.SignIn, h.Backups.Delete),
		on(post, "/api/admin/backups/{name}/ticket", edge.Admin, 4*kB, edge.SignIn, h.Backups.IssueTicket),
		on(get, "/api/admin/backups/{name}/download", edge.Admin, 0, edge.Free, h.Backups.Download),
		on(post, "/api/admin/backups/{name}/restore", edge.Admin, 4*kB, edge.SignIn, h.Backups.Restore),

		// pages and files
		on(get, "/robots.txt", edge.Anyone, 0, edge.Free, s.GetRobots),
		on(get, "/sitemap.xml", edge.Anyone, 0, edge.Free, s.GetSitemap),
		on(get, "/.well-known/security.txt", edge.Anyone, 0, edge.Free, s.GetSecurity),
		on(get, "/{path...}", edge.Anyone, 0, edge.Free, s.Serve),
	}
}

// on is a line of the table.
func on(method, path string, who edge.Who, body int64, rate edge.Rate, handler func(*core.RequestEvent) error) edge.Route {
	return edge.Route{Method: method, Path: path, Who: who, Body: body, Rate: rate, Handler: handler}
}

// uploaded is a line whose body is a file.
func uploaded(method, path string, who edge.Who, body int64, rate edge.Rate, handler func(*core.RequestEvent) error) edge.Route {
	route := on(method, path, who, body, rate, handler)
	route.Upload = true
	return route
}
