package hooks

import (
	"net/http"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/content"
	"boardcircle/pb_hooks/internal/httpx"
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
func (h *House) Routes() []httpx.Route {
	a, n, s, o, p, y, m := h.Accounts, h.Nominations, h.Site, h.Outbox, h.Plans, h.Payments, h.Members
	return []httpx.Route{
		// accounts
		on(get, "/api/user", httpx.Anyone, 0, httpx.Free, a.CurrentUser),
		on(post, "/api/register", httpx.Anyone, 8*kB, httpx.SignUp, a.Register),
		on(post, "/api/login", httpx.Anyone, 8*kB, httpx.SignIn, a.Login),
		on(post, "/api/logout", httpx.Anyone, kB, httpx.Free, a.Logout),
		on(post, "/api/forgot-password", httpx.Anyone, 4*kB, httpx.Reset, a.ForgotPassword),
		on(post, "/api/reset-password", httpx.Anyone, 4*kB, httpx.Reset, a.ResetPassword),
		on(post, "/api/admin/login", httpx.Anyone, 4*kB, httpx.SignIn, a.AdminLogin),
		on(post, "/api/admin/logout", httpx.Anyone, kB, httpx.Free, a.AdminLogout),
		on(get, "/api/admin/session", httpx.AnyoneAdminsSeeMore, 0, httpx.Free, a.AdminSession),

		// the audit log
		on(get, "/api/audit", httpx.Admin, 0, httpx.Free, h.Logbook.List),
		on(get, "/api/audit/choices", httpx.Admin, 0, httpx.Free, h.Logbook.Choices),
		on(get, "/api/audit/export", httpx.Admin, 0, httpx.Free, h.Logbook.Export),
		on(get, "/api/audit/{id}", httpx.Admin, 0, httpx.Free, h.Logbook.Change),

		// admin accounts
		on(get, "/api/admins", httpx.Admin, 0, httpx.Free, a.ListAdmins),
		on(post, "/api/admins", httpx.Admin, 4*kB, httpx.SignIn, a.InviteAdmin),
		on(post, "/api/admins/{id}/invitation", httpx.Admin, 4*kB, httpx.SignIn, a.ResendInvitation),
		on(post, "/api/admins/{id}/deactivate", httpx.Admin, 4*kB, httpx.SignIn, a.DeactivateAdmin),
		on(post, "/api/admins/{id}/reactivate", httpx.Admin, 4*kB, httpx.SignIn, a.ReactivateAdmin),
		on(post, "/api/admins/{id}/second-factor/reset", httpx.Admin, 4*kB, httpx.SignIn, a.ResetSecondFactor),
		on(get, "/api/admins/members", httpx.Admin, 0, httpx.Free, a.ListAdminMembers),
		on(post, "/api/admins/members", httpx.Admin, 4*kB, httpx.SignIn, a.GrantRights),
		on(post, "/api/admins/members/{id}/withdraw", httpx.Admin, 4*kB, httpx.SignIn, a.WithdrawRights),
		on(post, "/api/admin/welcome", httpx.Anyone, 4*kB, httpx.Reset, a.JoinAsAdmin),
		on(get, "/api/admin/me", httpx.OwnAdminAccount, 0, httpx.Free, a.GetOwnAdmin),
		on(post, "/api/admin/me/email", httpx.OwnAdminAccount, 4*kB, httpx.SignIn, a.ChangeOwnEmail),
		on(post, "/api/admin/me/password", httpx.OwnAdminAccount, 4*kB, httpx.SignIn, a.ChangeOwnPassword),
		on(post, "/api/admin/me/second-factor", httpx.OwnAdminAccount, 4*kB, httpx.SignIn, a.StartSecondFactor),
		on(post, "/api/admin/me/second-factor/confirm", httpx.OwnAdminAccount, kB, httpx.SignIn, a.ConfirmSecondFactor),
		on(post, "/api/admin/me/second-factor/remove", httpx.OwnAdminAccount, 4*kB, httpx.SignIn, a.RemoveSecondFactor),
		on(post, "/api/admin/me/recovery-codes", httpx.OwnAdminAccount, 4*kB, httpx.SignIn, a.RenewRecoveryCodes),

		// nominations
		on(post, "/api/registrations", httpx.Anyone, 64*kB, httpx.Nominations, n.Create),
		on(get, "/api/registrations", httpx.Admin, 0, httpx.Free, n.List),
		on(get, "/api/registrations/export", httpx.Admin, 0, httpx.Free, n.Export),
		on(post, "/api/drafts", httpx.Anyone, 96*kB, httpx.Drafts, n.SaveDraft),
		on(get, "/api/drafts", httpx.Admin, 0, httpx.Free, n.Drafts),
		on(get, "/api/drafts/mine", httpx.Anyone, 0, httpx.Free, n.MyDraft),
		on(remove, "/api/drafts/mine", httpx.Anyone, kB, httpx.Drafts, n.DiscardDraft),

		// the review of nominations
		on(get, "/api/nominations", httpx.Admin, 0, httpx.Free, n.Queue),
		on(get, "/api/nominations/counts", httpx.Admin, 0, httpx.Free, n.Counts),
		on(get, "/api/nominations/mine", httpx.SignedIn, 0, httpx.Free, n.Mine),
		on(get, "/api/nominations/{id}", httpx.Admin, 0, httpx.Free, n.Nomination),
		on(get, "/api/nominations/{id}/neighbours", httpx.Admin, 0, httpx.Free, n.Neighbours),
		on(post, "/api/nominations/{id}/steps", httpx.Admin, 32*kB, httpx.Free, n.Step),
		on(post, "/api/nominations/{id}/notes", httpx.Admin, 32*kB, httpx.Free, n.AddNote),
		on(remove, "/api/nominations/{id}/notes/{note}", httpx.Admin, kB, httpx.Free, n.DeleteNote),
		on(put, "/api/nominations/{id}/vote", httpx.Admin, kB, httpx.Free, n.Vote),
		on(post, "/api/nominations/{id}/decline-preview", httpx.Admin, 16*kB, httpx.Free, n.PreviewDecline),
		on(post, "/api/nominations/{id}/invitation", httpx.Admin, kB, httpx.Free, n.Resend),
		on(post, "/api/invitations/look", httpx.Anyone, kB, httpx.Reset, n.LookAtInvitation),
		on(post, "/api/invitations/accept", httpx.SignedIn, kB, httpx.Reset, n.Accept),

		// plans
		on(get, "/api/membership-tiers", httpx.AnyoneAdminsSeeMore, 0, httpx.Free, p.List),
		on(post, "/api/membership-tiers", httpx.Admin, 32*kB, httpx.Free, p.Create),
		on(put, "/api/membership-tiers/{id}", httpx.Admin, 32*kB, httpx.Free, p.Update),
		on(remove, "/api/membership-tiers/{id}", httpx.Admin, kB, httpx.Free, p.Delete),
		on(post, "/api/membership-tiers/reorder", httpx.Admin, 16*kB, httpx.Free, p.Reorder),

		// payments
		on(post, "/api/payments/create-order", httpx.SignedIn, 8*kB, httpx.Orders, y.CreateOrder),
		on(post, "/api/payments/verify", httpx.SignedIn, 4*kB, httpx.Free, y.Confirm),
		on(get, "/api/memberships/mine", httpx.SignedIn, 0, httpx.Free, y.Mine),
		on(get, "/api/payments/unknown", httpx.Admin, 0, httpx.Free, y.Unknown),
		on(remove, "/api/payments/unknown/{id}/attention", httpx.Admin, kB, httpx.Free, y.UnknownSeenTo),
		on(remove, "/api/transactions/{id}/attention", httpx.Admin, kB, httpx.Free, y.SeenTo),
		on(get, "/api/transactions/{id}/invoice", httpx.SignedInOrAdmin, 0, httpx.Free, y.Invoice),
		// the room itself refuses what is larger than 1 MiB: each request leaves a diagnosis
		on(post, "/api/webhooks/razorpay", httpx.Provider, 8*mB, httpx.Free, y.Webhook),

		// members
		on(get, "/api/admin/stats", httpx.Admin, 0, httpx.Free, m.Stats),
		on(get, "/api/admin/recent-activity", httpx.Admin, 0, httpx.Free, m.RecentActivity),
		on(get, "/api/members/figures", httpx.Admin, 0, httpx.Free, m.Figures),
		on(get, "/api/admin/charts", httpx.Admin, 0, httpx.Free, m.Charts),
		on(get, "/api/members/registered-users", httpx.Admin, 0, httpx.Free, m.RegisteredUsers),
		on(get, "/api/members/registered-users/export", httpx.Admin, 0, httpx.Free, m.ExportUsers),
		on(get, "/api/members/registered-users/{id}", httpx.Admin, 0, httpx.Free, m.Member),
		on(get, "/api/members/leads", httpx.Admin, 0, httpx.Free, m.Leads),
		on(get, "/api/members/leads/export", httpx.Admin, 0, httpx.Free, m.ExportLeads),
		on(get, "/api/paid-members", httpx.Admin, 0, httpx.Free, m.PaidMembers),
		on(get, "/api/paid-members/export", httpx.Admin, 0, httpx.Free, m.ExportPaidMembers),
		on(get, "/api/transactions", httpx.Admin, 0, httpx.Free, m.Transactions),
		on(get, "/api/transactions/export", httpx.Admin, 0, httpx.Free, m.ExportTransactions),

		// the import of legacy members; a file of 5 MB travels as text, and JSON may double it
		on(get, "/api/members/imports", httpx.Admin, 0, httpx.Free, h.Legacy.List),
		on(post, "/api/members/imports", httpx.Admin, 12*mB, httpx.Free, h.Legacy.Create),
		on(get, "/api/members/imports/example", httpx.Admin, 0, httpx.Free, h.Legacy.Example),
		on(post, "/api/members/imports/wrong-rows", httpx.Admin, 12*mB, httpx.Free, h.Legacy.WrongRows),
		on(post, "/api/members/imports/check", httpx.Admin, 12*mB, httpx.Free, h.Legacy.Check),
		on(get, "/api/members/imports/{id}", httpx.Admin, 0, httpx.Free, h.Legacy.Get),

		// site
		on(get, "/api/config", httpx.Anyone, 0, httpx.Free, s.GetConfig),
		on(get, "/api/site/landing", httpx.Anyone, 0, httpx.Free, s.GetLanding),
		on(get, "/api/cms/content", httpx.AnyoneAdminsSeeMore, 0, httpx.Free, s.GetContent),
		on(post, "/api/cms/content", httpx.Admin, 128*kB, httpx.Free, s.CreateContent),
		on(put, "/api/cms/content/{id}", httpx.Admin, 128*kB, httpx.Free, s.UpdateContent),
		on(remove, "/api/cms/content/{id}", httpx.Admin, kB, httpx.Free, s.DeleteContent),
		on(post, "/api/cms/content/reorder", httpx.Admin, 16*kB, httpx.Free, s.ReorderContent),
		on(get, "/api/cms/content/{id}/versions", httpx.Admin, 0, httpx.Free, s.Versions),
		on(get, "/api/cms/deleted", httpx.Admin, 0, httpx.Free, s.DeletedContent),
		on(post, "/api/cms/restore/{id}", httpx.Admin, kB, httpx.Free, s.RestoreVersion),
		on(post, "/api/cms/preview", httpx.Admin, 128*kB, httpx.Free, s.Preview),
		uploaded(post, "/api/cms/images", httpx.Admin, content.LargestImage+64*kB, httpx.Free, s.UploadImage),
		on(get, "/images/{name}", httpx.Anyone, 0, httpx.Free, s.GetImage),

		// mail
		on(get, "/api/emails", httpx.Admin, 0, httpx.Free, h.MailDesk.List),
		on(get, "/api/emails/summary", httpx.Admin, 0, httpx.Free, h.MailDesk.Counts),
		on(post, "/api/emails/send-again", httpx.Admin, kB, httpx.Free, h.MailDesk.SendAllAgain),
		on(get, "/api/emails/{id}", httpx.Admin, 0, httpx.Free, h.MailDesk.Read),
		on(post, "/api/emails/{id}/send-again", httpx.Admin, kB, httpx.Free, h.MailDesk.SendAgain),
		on(post, "/api/providers/brevo/test", httpx.Admin, kB, httpx.Trials, h.MailDesk.SendTest),
		on(post, "/api/webhooks/brevo", httpx.Provider, mB, httpx.Free, o.Webhook),

		// settings
		on(get, "/api/admin/settings", httpx.Admin, 0, httpx.Free, h.Settings.Get),
		on(put, "/api/admin/settings", httpx.Admin, 16*kB, httpx.SignIn, h.Settings.Put),
		on(get, "/api/providers", httpx.Admin, 0, httpx.Free, h.ProviderDesk.List),
		on(post, "/api/providers/razorpay/test", httpx.Admin, kB, httpx.Trials, h.ProviderDesk.TestRazorpay),
		on(get, "/api/webhook-diagnostics", httpx.Admin, 0, httpx.Free, y.Diagnostics),

		// backups (PocketBase's own routes, for its dashboard, are at /api/backups)
		on(get, "/api/admin/backups", httpx.Admin, 0, httpx.Free, h.Backups.List),
		on(post, "/api/admin/backups", httpx.Admin, kB, httpx.Free, h.Backups.Take),
		on(put, "/api/admin/backups/schedule", httpx.Admin, 4*kB, httpx.SignIn, h.Backups.SetSchedule),
		on(post, "/api/admin/backups/{name}/delete", httpx.Admin, 4*kB, httpx.SignIn, h.Backups.Delete),
		on(post, "/api/admin/backups/{name}/ticket", httpx.Admin, 4*kB, httpx.SignIn, h.Backups.IssueTicket),
		on(get, "/api/admin/backups/{name}/download", httpx.Admin, 0, httpx.Free, h.Backups.Download),
		on(post, "/api/admin/backups/{name}/restore", httpx.Admin, 4*kB, httpx.SignIn, h.Backups.Restore),

		// pages and files
		on(get, "/robots.txt", httpx.Anyone, 0, httpx.Free, s.GetRobots),
		on(get, "/sitemap.xml", httpx.Anyone, 0, httpx.Free, s.GetSitemap),
		on(get, "/.well-known/security.txt", httpx.Anyone, 0, httpx.Free, s.GetSecurity),
		on(get, "/{path...}", httpx.Anyone, 0, httpx.Free, s.Serve),
	}
}

// on is a line of the table.
func on(method, path string, who httpx.Who, body int64, rate httpx.Rate, handler func(*core.RequestEvent) error) httpx.Route {
	return httpx.Route{Method: method, Path: path, Who: who, Body: body, Rate: rate, Handler: handler}
}

// uploaded is a line whose body is a file.
func uploaded(method, path string, who httpx.Who, body int64, rate httpx.Rate, handler func(*core.RequestEvent) error) httpx.Route {
	route := on(method, path, who, body, rate, handler)
	route.Upload = true
	return route
}
