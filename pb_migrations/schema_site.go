package pb_migrations

import (
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/types"
)

func siteSchema() []collection {
	return []collection{
		{
			name: "content_sections",
			fields: []core.Field{
				selectField("section", true, "hero", "about", "features", "membership", "testimonials", "footer"),
				lineField("title", 200, false),
				lineField("subtitle", 400, false),
				textField("content", 20000, false),
				lineField("imageUrl", 2000, false),
				&core.BoolField{Name: "isActive", Help: "Off: not shown to visitors."},
				integerField("sortOrder"),
			},
			indexes: []index{
				{"idx_content_sections_order", false, "isActive, sortOrder, id", ""},
				{"idx_content_sections_sortOrder", false, "sortOrder, id", ""},
			},
		},
		{
			name: "settings",
			fields: []core.Field{
				&core.TextField{
					Name: "key", Help: "Always \"site\": there is one record.", Max: 20, Pattern: "^site$",
					Required: true,
				},
				&core.NumberField{
					Name: "gstRate", Help: "In percent, on top of a tier's price.", Max: types.Pointer(100.0),
					Min: types.Pointer(0.0), OnlyInt: true,
				},
				lineField("supplierName", 200, false),
				textField("supplierAddress", 1000, false),
				&core.TextField{
					Name: "supplierState", Help: "The GST state code; 27 is Maharashtra.", Max: 2,
					Pattern: "^[0-9]{2}$",
				},
				&core.TextField{
					Name: "supplierGstin", Help: "Empty: receipts are issued instead of tax invoices.", Max: 15,
					Pattern: "^[0-9]{2}[A-Z]{5}[0-9]{4}[A-Z][0-9A-Z]Z[0-9A-Z]$",
				},
				&core.TextField{Name: "sacCode", Max: 6, Pattern: "^[0-9]{4,6}$"},
				lineField("sacDescription", 200, false),
				lineField("siteName", 80, false),
				lineField("contactEmail", 254, false),
				lineField("contactPhone", 40, false),
				lineField("contactPlace", 120, false),
				lineField("providerUrl", 300, false),
				lineField("notificationEmail", 254, false),
				&core.TextField{
					Name: "eventDate", Help: "The launch event's day, such as 2026-09-16.", Max: 10,
					Pattern: `^\d{4}-\d{2}-\d{2}$`,
				},
				lineField("figureMembers", 20, false),
				lineField("figureShare", 20, false),
				lineField("figureTarget", 20, false),
				&core.NumberField{
					Name: "reviewVotes", Help: "How many yes votes an approval needs; 0 is the default of 1.",
					Max: types.Pointer(20.0), Min: types.Pointer(0.0), OnlyInt: true,
				},
				&core.BoolField{
					Name: "purchaseNeedsApproval", Help: "On: only an approved nominee can buy a membership.",
				},
				&core.BoolField{Name: "totpRequired", Help: "On: every admin account needs two-step sign-in."},
				selectField("taxStatus", false, "registered", "unregistered"),
				lineField("taxAdviser", 120, false),
				&core.TextField{
					Name: "taxSettledOn", Help: "The day on which it was settled, such as 2026-11-22.", Max: 10,
					Pattern: `^\d{4}-\d{2}-\d{2}$`,
				},
				lineField("lutNumber", 40, false),
				&core.TextField{
					Name: "lutYear", Help: "The financial year of the letter of undertaking, such as 2026-27.",
					Max: 7, Pattern: `^20\d{2}-\d{2}$`,
				},
				lineField("offlineSecondAdminAbove", 9, false),
				textField("bankDetails", 1000, false),
				&core.NumberField{
					Name: "campaignApprovalAbove",
					Help: "A campaign to more people than this needs a second admin; 0 means never.", OnlyInt: true,
				},
				lineField("emailAccent", 7, false),
				lineField("emailLink", 7, false),
				lineField("emailLogo", 200, false),
				lineField("emailFooter", 300, false),
				textField("emailAddress", 300, false),
				&core.BoolField{
					Name: "eInvoices", Help: "Documents to a GSTIN or abroad wait for their registration (IRN).",
				},
				lineField("supplierPlace", 50, false),
				&core.TextField{Name: "supplierPin", Max: 6, Pattern: "^[1-9][0-9]{5}$"},
				&core.JSONField{
					Name: "gstRateChanges",
					Help: "Earlier GST rates and until when each applied. Set by the server.", MaxSize: 65536,
				},
				lineField("pictureHosts", 500, false),
			},
			indexes: []index{
				{"idx_settings_key", true, "key", ""},
			},
		},
		{
			name: "audit_log",
			fields: []core.Field{
				&core.DateField{Name: "at", Required: true},
				selectField("actorKind", true, "admin", "member", "staff", "command", "nobody"),
				lineField("actorId", 15, false),
				lineField("actor", 254, false),
				lineField("address", 64, false),
				lineField("action", 60, true),
				lineField("subject", 60, false),
				lineField("subjectId", 36, false),
				lineField("label", 300, false),
				&core.JSONField{Name: "before", MaxSize: 262144},
				&core.JSONField{Name: "after", MaxSize: 262144},
			},
			indexes: []index{
				{"idx_audit_log_at", false, "at, id", ""},
				{"idx_audit_log_action", false, "action, at, id", ""},
				{"idx_audit_log_actor", false, "actor, at, id", ""},
				{"idx_audit_log_subjectId", false, "subjectId, at", "subjectId != ''"},
				{"idx_audit_log_subject", false, "subject, at, id", ""},
			},
		},
		{
			name: "content_versions",
			fields: []core.Field{
				lineField("sectionId", 15, true),
				selectField("ended", true, "updated", "restored", "deleted"),
				&core.DateField{Name: "endedAt", Required: true},
				lineField("endedBy", 254, false),
				selectField("section", true, "hero", "about", "features", "membership", "testimonials", "footer"),
				lineField("title", 200, false),
				lineField("subtitle", 400, false),
				textField("content", 20000, false),
				lineField("imageUrl", 2000, false),
				&core.BoolField{Name: "isActive"},
				integerField("sortOrder"),
			},
			indexes: []index{
				{"idx_content_versions_section", false, "sectionId, endedAt, id", ""},
				{"idx_content_versions_deleted", false, "endedAt, sectionId", "ended = 'deleted'"},
			},
		},
		{
			name: "images",
			fields: []core.Field{
				&core.TextField{
					Name: "name", Help: "The file's name in its address, derived from its content.", Max: 80,
					Pattern: `^[a-z0-9]+\.(jpg|png)$`, Required: true,
				},
				&core.FileField{
					Name: "file", MaxSelect: 1, MaxSize: 33554432, MimeTypes: []string{"image/jpeg", "image/png"},
					Protected: true,
				},
				&core.NumberField{Name: "width", Min: types.Pointer(1.0), OnlyInt: true},
				&core.NumberField{Name: "height", Min: types.Pointer(1.0), OnlyInt: true},
				&core.DateField{
					Name:     "askedForAt",
					Help:     "When it was last uploaded. A picture that is not used is deleted some days later.",
					Required: true,
				},
			},
			indexes: []index{
				{"idx_images_name", true, "name", ""},
				{"idx_images_askedForAt", false, "askedForAt", ""},
			},
		},
		{
			name: "provider_states",
			fields: []core.Field{
				selectField("provider", true, "razorpay", "brevo"),
				&core.DateField{Name: "lastSuccessAt"},
				&core.DateField{Name: "lastErrorAt"},
				textField("lastError", 500, false),
			},
			indexes: []index{
				{"idx_provider_states_provider", true, "provider", ""},
			},
		},
		{
			name: "jobs",
			fields: []core.Field{
				lineField("type", 60, true),
				lineField("key", 200, true),
				selectField("state", true, "queued", "running", "failed"),
				&core.NumberField{Name: "priority", Help: "-2 urgent, -1 high, 0 normal, 1 low.", OnlyInt: true},
				&core.DateField{
					Name: "runAt", Help: "When it runs next. Empty while it runs, unless it was enqueued again.",
				},
				integerField("attempts"),
				&core.JSONField{Name: "payload", MaxSize: 1048576},
				&core.DateField{Name: "leaseUntil", Help: "While it runs: when it may be claimed again."},
				lineField("lease", 30, false),
				textField("error", 2000, false),
				&core.DateField{Name: "failedAt"},
			},
			indexes: []index{
				{"idx_jobs_key", true, "type, key", ""},
				{"idx_jobs_due", false, "type, priority, runAt", "state = 'queued'"},
				{"idx_jobs_lease", false, "type, leaseUntil", "state = 'running'"},
				{"idx_jobs_failed", false, "failedAt, id", "state = 'failed'"},
				{"idx_jobs_failed_type", false, "type, failedAt, id", "state = 'failed'"},
			},
		},
		{
			name: "restore_drills",
			fields: []core.Field{
				selectField("source", true, "backup", "replica"),
				lineField("name", 300, false),
				&core.DateField{Name: "at", Required: true},
				&core.DateField{Name: "stateOf"},
				selectField("outcome", true, "passed", "failed", "untried"),
				textField("message", 1000, true),
				integerField("rows"),
				integerField("milliseconds"),
			},
			indexes: []index{
				{"idx_restore_drills_at", false, "at, id", ""},
			},
		},
	}
}
