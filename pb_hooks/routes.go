package hooks

import (
	"net/http"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/accounts"
	"boardcircle/pb_hooks/content"
	"boardcircle/pb_hooks/internal/httpx"
)

const (
	get  = http.MethodGet
	post = http.MethodPost
	put  = http.MethodPut
	del  = http.MethodDelete

	kB = 1 << 10
	mB = 1 << 20
)

// Routes is the one table of Boardcircle's own routes, and so its access policy: who may call
// what, how much they may send, and how often.
func (h *App) Routes() []httpx.Route {
	return []httpx.Route{
		// accounts
		newRoute(get, "/api/user", httpx.Public, 0, httpx.Unlimited, h.Accounts.CurrentUser),
		newRoute(post, "/api/register", httpx.Public, 8*kB, httpx.SignUp, h.Accounts.Register),
		newRoute(post, "/api/login", httpx.Public, 8*kB, httpx.SignIn, h.Accounts.Login),
		newRoute(post, "/api/logout", httpx.Public, kB, httpx.Unlimited, h.Accounts.Logout),
		newRoute(post, "/api/forgot-password", httpx.Public, 4*kB, httpx.Reset, h.Accounts.ForgotPassword),
		newRoute(post, "/api/reset-password", httpx.Public, 4*kB, httpx.Reset, h.Accounts.ResetPassword),
		newRoute(post, "/api/admin/login", httpx.Public, 4*kB, httpx.SignIn, h.Accounts.AdminLogin),
		newRoute(post, "/api/admin/logout", httpx.Public, kB, httpx.Unlimited, h.Accounts.AdminLogout),
		newRoute(get, "/api/admin/session", httpx.PublicOrAdmin, 0, httpx.Unlimited, h.Accounts.AdminSession),

		// the audit log
		newRoute(get, "/api/audit", httpx.Admin, 0, httpx.Unlimited, h.Audit.List),
		newRoute(get, "/api/audit/choices", httpx.Admin, 0, httpx.Unlimited, h.Audit.ListFilterOptions),
		newRoute(get, "/api/audit/export", httpx.Admin, 0, httpx.Unlimited, h.Audit.Export),
		newRoute(get, "/api/audit/{id}", httpx.Admin, 0, httpx.Unlimited, h.Audit.Get),

		// admin accounts
		newRoute(get, "/api/admins", httpx.Admin, 0, httpx.Unlimited, h.Accounts.ListAdmins),
		newRoute(post, "/api/admins", httpx.Admin, 4*kB, httpx.SignIn, h.Accounts.InviteAdmin),
		newRoute(post, "/api/admins/{id}/invitation", httpx.Admin, 4*kB, httpx.SignIn, h.Accounts.ResendInvitation),
		newRoute(post, "/api/admins/{id}/deactivate", httpx.Admin, 4*kB, httpx.SignIn, h.Accounts.DeactivateAdmin),
		newRoute(post, "/api/admins/{id}/reactivate", httpx.Admin, 4*kB, httpx.SignIn, h.Accounts.ReactivateAdmin),
		newRoute(post, "/api/admins/{id}/second-factor/reset", httpx.Admin, 4*kB, httpx.SignIn, h.Accounts.ResetMFA),
		newRoute(get, "/api/admins/members", httpx.Admin, 0, httpx.Unlimited, h.Accounts.ListAdminMembers),
		newRoute(post, "/api/admins/members", httpx.Admin, 4*kB, httpx.SignIn, h.Accounts.GrantRights),
		newRoute(post, "/api/admins/members/{id}/withdraw", httpx.Admin, 4*kB, httpx.SignIn, h.Accounts.WithdrawRights),
		newRoute(post, "/api/admin/welcome", httpx.Public, 4*kB, httpx.Reset, h.Accounts.AcceptAdminInvitation),
		newRoute(get, "/api/admin/me", httpx.AdminAccount, 0, httpx.Unlimited, h.Accounts.GetOwnAdmin),
		newRoute(post, "/api/admin/me/email", httpx.AdminAccount, 4*kB, httpx.SignIn, h.Accounts.ChangeOwnEmail),
		newRoute(post, "/api/admin/me/password", httpx.AdminAccount, 4*kB, httpx.SignIn, h.Accounts.ChangeOwnPassword),
		newRoute(post, "/api/admin/me/second-factor", httpx.AdminAccount, 4*kB, httpx.SignIn, h.Accounts.StartMFA),
		newRoute(post, "/api/admin/me/second-factor/confirm", httpx.AdminAccount, kB, httpx.SignIn, h.Accounts.ConfirmMFA),
		newRoute(post, "/api/admin/me/second-factor/remove", httpx.AdminAccount, 4*kB, httpx.SignIn, h.Accounts.RemoveMFA),
		newRoute(post, "/api/admin/me/recovery-codes", httpx.AdminAccount, 4*kB, httpx.SignIn, h.Accounts.RenewRecoveryCodes),

		// nominations
		newRoute(post, "/api/registrations", httpx.Public, 64*kB, httpx.Nominations, h.Nominations.Create),
		newRoute(get, "/api/registrations", httpx.Admin, 0, httpx.Unlimited, h.Nominations.List),
		newRoute(get, "/api/registrations/export", httpx.Admin, 0, httpx.Unlimited, h.Nominations.Export),
		newRoute(post, "/api/drafts", httpx.Public, 96*kB, httpx.Drafts, h.Nominations.SaveDraft),
		newRoute(get, "/api/drafts", httpx.Admin, 0, httpx.Unlimited, h.Nominations.ListDrafts),
		newRoute(get, "/api/drafts/mine", httpx.Public, 0, httpx.Unlimited, h.Nominations.GetDraft),
		newRoute(del, "/api/drafts/mine", httpx.Public, kB, httpx.Drafts, h.Nominations.DeleteDraft),

		// the review of nominations
		newRoute(get, "/api/nominations", httpx.Admin, 0, httpx.Unlimited, h.Nominations.ListQueue),
		newRoute(get, "/api/nominations/counts", httpx.Admin, 0, httpx.Unlimited, h.Nominations.CountByStatus),
		newRoute(get, "/api/nominations/mine", httpx.User, 0, httpx.Unlimited, h.Nominations.GetOwn),
		newRoute(get, "/api/nominations/{id}", httpx.Admin, 0, httpx.Unlimited, h.Nominations.Get),
		newRoute(get, "/api/nominations/{id}/neighbours", httpx.Admin, 0, httpx.Unlimited, h.Nominations.GetPrevNext),
		newRoute(post, "/api/nominations/{id}/steps", httpx.Admin, 32*kB, httpx.Unlimited, h.Nominations.ApplyStep),
		newRoute(post, "/api/nominations/{id}/notes", httpx.Admin, 32*kB, httpx.Unlimited, h.Nominations.AddNote),
		newRoute(del, "/api/nominations/{id}/notes/{note}", httpx.Admin, kB, httpx.Unlimited, h.Nominations.DeleteNote),
		newRoute(put, "/api/nominations/{id}/vote", httpx.Admin, kB, httpx.Unlimited, h.Nominations.CastVote),
		newRoute(post, "/api/nominations/{id}/decline-preview", httpx.Admin, 16*kB, httpx.Unlimited, h.Nominations.PreviewDecline),
		newRoute(post, "/api/nominations/{id}/invitation", httpx.Admin, kB, httpx.Unlimited, h.Nominations.ResendInvitation),
		newRoute(post, "/api/invitations/look", httpx.Public, kB, httpx.Reset, h.Nominations.LookupInvitation),
		newRoute(post, "/api/invitations/accept", httpx.User, kB, httpx.Reset, h.Nominations.AcceptInvitation),

		// membership tiers
		newRoute(get, "/api/membership-tiers", httpx.PublicOrAdmin, 0, httpx.Unlimited, h.Tiers.List),
		newRoute(post, "/api/membership-tiers", httpx.Admin, 32*kB, httpx.Unlimited, h.Tiers.Create),
		newRoute(put, "/api/membership-tiers/{id}", httpx.Admin, 32*kB, httpx.Unlimited, h.Tiers.Update),
		newRoute(del, "/api/membership-tiers/{id}", httpx.Admin, kB, httpx.Unlimited, h.Tiers.Delete),
		newRoute(post, "/api/membership-tiers/reorder", httpx.Admin, 16*kB, httpx.Unlimited, h.Tiers.Reorder),

		// payments
		newRoute(post, "/api/payments/create-order", httpx.User, 8*kB, httpx.Orders, h.Payments.CreateOrder),
		newRoute(post, "/api/payments/verify", httpx.User, 4*kB, httpx.Unlimited, h.Payments.VerifyPayment),
		newRoute(get, "/api/memberships/mine", httpx.User, 0, httpx.Unlimited, h.Payments.GetMembershipOverview),
		newRoute(post, "/api/subscriptions/mine/cancel", httpx.User, kB, httpx.Orders, h.Payments.CancelOwn),
		newRoute(get, "/api/payments/unknown", httpx.Admin, 0, httpx.Unlimited, h.Payments.ListOrphanPayments),
		newRoute(del, "/api/payments/unknown/{id}/attention", httpx.Admin, kB, httpx.Unlimited, h.Payments.ClearOrphanAttention),
		newRoute(del, "/api/transactions/{id}/attention", httpx.Admin, kB, httpx.Unlimited, h.Payments.ClearAttention),
		newRoute(get, "/api/transactions/{id}/invoice", httpx.UserOrAdmin, 0, httpx.Unlimited, h.Payments.DownloadInvoice),
		// the handler itself refuses what is larger than 1 MiB: each request leaves a row of diagnostics
		newRoute(post, "/api/webhooks/razorpay", httpx.Webhook, 8*mB, httpx.Unlimited, h.Payments.ReceiveWebhook),

		// members
		newRoute(get, "/api/admin/stats", httpx.Admin, 0, httpx.Unlimited, h.Members.GetStats),
		newRoute(get, "/api/admin/recent-activity", httpx.Admin, 0, httpx.Unlimited, h.Members.ListRecentActivity),
		newRoute(get, "/api/members/figures", httpx.Admin, 0, httpx.Unlimited, h.Members.ListStats),
		newRoute(get, "/api/admin/charts", httpx.Admin, 0, httpx.Unlimited, h.Members.GetCharts),
		newRoute(get, "/api/members/registered-users", httpx.Admin, 0, httpx.Unlimited, accounts.ListRegisteredUsers),
		newRoute(get, "/api/members/registered-users/export", httpx.Admin, 0, httpx.Unlimited, accounts.ExportRegisteredUsers(h.Audit, h.opts.Clock)),
		newRoute(get, "/api/members/registered-users/{id}", httpx.Admin, 0, httpx.Unlimited, h.Members.GetMember),
		newRoute(get, "/api/members/leads", httpx.Admin, 0, httpx.Unlimited, h.Members.ListLeads),
		newRoute(get, "/api/members/leads/export", httpx.Admin, 0, httpx.Unlimited, h.Members.ExportLeads),
		newRoute(get, "/api/paid-members", httpx.Admin, 0, httpx.Unlimited, h.Members.ListPaidMembers),
		newRoute(get, "/api/paid-members/export", httpx.Admin, 0, httpx.Unlimited, h.Members.ExportPaidMembers),
		newRoute(get, "/api/transactions", httpx.Admin, 0, httpx.Unlimited, h.Payments.ListTransactions),
		newRoute(get, "/api/transactions/export", httpx.Admin, 0, httpx.Unlimited, h.Payments.ExportTransactions),

		// the import of legacy members; a file of 5 MB travels as text, and JSON may double it
		newRoute(get, "/api/members/imports", httpx.Admin, 0, httpx.Unlimited, h.Imports.List),
		newRoute(post, "/api/members/imports", httpx.Admin, 12*mB, httpx.Unlimited, h.Imports.Create),
		newRoute(get, "/api/members/imports/example", httpx.Admin, 0, httpx.Unlimited, h.Imports.ExportExample),
		newRoute(post, "/api/members/imports/wrong-rows", httpx.Admin, 12*mB, httpx.Unlimited, h.Imports.ExportInvalidRows),
		newRoute(post, "/api/members/imports/check", httpx.Admin, 12*mB, httpx.Unlimited, h.Imports.Check),
		newRoute(get, "/api/members/imports/{id}", httpx.Admin, 0, httpx.Unlimited, h.Imports.Get),

		// site
		newRoute(get, "/api/config", httpx.Public, 0, httpx.Unlimited, h.Pages.GetConfig),
		newRoute(get, "/api/openapi.json", httpx.Public, 0, httpx.Unlimited, h.openAPI.Get),
		newRoute(get, "/api/site/landing", httpx.Public, 0, httpx.Unlimited, h.Content.GetLanding),
		newRoute(get, "/api/cms/content", httpx.PublicOrAdmin, 0, httpx.Unlimited, h.Content.GetContent),
		newRoute(post, "/api/cms/content", httpx.Admin, 128*kB, httpx.Unlimited, h.Content.CreateContent),
		newRoute(put, "/api/cms/content/{id}", httpx.Admin, 128*kB, httpx.Unlimited, h.Content.UpdateContent),
		newRoute(del, "/api/cms/content/{id}", httpx.Admin, kB, httpx.Unlimited, h.Content.DeleteContent),
		newRoute(post, "/api/cms/content/reorder", httpx.Admin, 16*kB, httpx.Unlimited, h.Content.ReorderContent),
		newRoute(get, "/api/cms/content/{id}/versions", httpx.Admin, 0, httpx.Unlimited, h.Content.Versions),
		newRoute(get, "/api/cms/deleted", httpx.Admin, 0, httpx.Unlimited, h.Content.DeletedContent),
		newRoute(post, "/api/cms/restore/{id}", httpx.Admin, kB, httpx.Unlimited, h.Content.RestoreVersion),
		newRoute(post, "/api/cms/preview", httpx.Admin, 128*kB, httpx.Unlimited, h.Content.Preview),
		uploadRoute(post, "/api/cms/images", httpx.Admin, content.MaxImageSize+64*kB, httpx.Unlimited, h.Content.UploadImage),
		newRoute(get, "/images/{name}", httpx.Public, 0, httpx.Unlimited, h.Content.GetImage),

		// mail
		newRoute(get, "/api/emails", httpx.Admin, 0, httpx.Unlimited, h.MailConsole.List),
		newRoute(get, "/api/emails/summary", httpx.Admin, 0, httpx.Unlimited, h.MailConsole.Counts),
		newRoute(post, "/api/emails/send-again", httpx.Admin, kB, httpx.Unlimited, h.MailConsole.ResendFailed),
		newRoute(get, "/api/emails/{id}", httpx.Admin, 0, httpx.Unlimited, h.MailConsole.Read),
		newRoute(post, "/api/emails/{id}/send-again", httpx.Admin, kB, httpx.Unlimited, h.MailConsole.Resend),
		newRoute(post, "/api/providers/brevo/test", httpx.Admin, kB, httpx.ProviderTests, h.MailConsole.SendTest),
		newRoute(post, "/api/webhooks/brevo", httpx.Webhook, mB, httpx.Unlimited, h.Outbox.Webhook),

		// background jobs
		newRoute(get, "/api/jobs", httpx.Admin, 0, httpx.Unlimited, h.Operations.ListStats),
		newRoute(get, "/api/jobs/failed", httpx.Admin, 0, httpx.Unlimited, h.Operations.ListFailed),
		newRoute(post, "/api/jobs/{id}/retry", httpx.Admin, kB, httpx.Unlimited, h.Operations.Retry),

		// settings
		newRoute(get, "/api/admin/settings", httpx.Admin, 0, httpx.Unlimited, h.Settings.Get),
		newRoute(put, "/api/admin/settings", httpx.Admin, 16*kB, httpx.SignIn, h.Settings.Put),
		newRoute(get, "/api/providers", httpx.Admin, 0, httpx.Unlimited, h.ProviderConsole.List),
		newRoute(post, "/api/providers/razorpay/test", httpx.Admin, kB, httpx.ProviderTests, h.ProviderConsole.TestRazorpay),
		newRoute(get, "/api/webhook-diagnostics", httpx.Admin, 0, httpx.Unlimited, h.Payments.ListDiagnostics),

		// backups (PocketBase's own routes, for its dashboard, are at /api/backups)
		newRoute(get, "/api/admin/backups", httpx.Admin, 0, httpx.Unlimited, h.Backups.List),
		newRoute(post, "/api/admin/backups", httpx.Admin, kB, httpx.Unlimited, h.Backups.Create),
		newRoute(put, "/api/admin/backups/schedule", httpx.Admin, 4*kB, httpx.SignIn, h.Backups.SetSchedule),
		newRoute(post, "/api/admin/backups/{name}/delete", httpx.Admin, 4*kB, httpx.SignIn, h.Backups.Delete),
		newRoute(post, "/api/admin/backups/{name}/ticket", httpx.Admin, 4*kB, httpx.SignIn, h.Backups.IssueTicket),
		newRoute(get, "/api/admin/backups/{name}/download", httpx.Admin, 0, httpx.Unlimited, h.Backups.Download),
		newRoute(post, "/api/admin/backups/{name}/restore", httpx.Admin, 4*kB, httpx.SignIn, h.Backups.Restore),

		// pages and files
		newRoute(get, "/robots.txt", httpx.Public, 0, httpx.Unlimited, h.Pages.GetRobots),
		newRoute(get, "/sitemap.xml", httpx.Public, 0, httpx.Unlimited, h.Pages.GetSitemap),
		newRoute(get, "/.well-known/security.txt", httpx.Public, 0, httpx.Unlimited, h.Pages.GetSecurity),
		newRoute(get, "/{path...}", httpx.Public, 0, httpx.Unlimited, h.Pages.Serve),
	}
}

// newRoute is a line of the table.
func newRoute(method, path string, access httpx.Access, body int64, rate httpx.RateClass, handler func(*core.RequestEvent) error) httpx.Route {
	return httpx.Route{Method: method, Path: path, Access: access, Body: body, Rate: rate, Handler: handler}
}

// uploadRoute is a line whose body is a file.
func uploadRoute(method, path string, access httpx.Access, body int64, rate httpx.RateClass, handler func(*core.RequestEvent) error) httpx.Route {
	route := newRoute(method, path, access, body, rate, handler)
	route.Upload = true
	return route
}
