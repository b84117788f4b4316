package pb_migrations

import (
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/types"
)

func mailSchema() []collection {
	return []collection{
		{
			name: "email_campaigns",
			fields: []core.Field{
				lineField("name", 200, true),
				lineField("type", 60, false),
				lineField("trigger", 60, false),
				lineField("subject", 300, false),
				lineField("templateId", 64, false),
				textField("content", 200000, false),
				integerField("recipientCount"),
				integerField("sentCount"),
				integerField("openRate"),
				integerField("clickRate"),
				&core.BoolField{Name: "isActive"},
				&core.DateField{Name: "lastSentAt"},
				lineField("topic", 20, false),
				lineField("preheader", 200, false),
				&core.JSONField{Name: "segment", MaxSize: 32768},
				selectField(
					"status", false, "draft", "awaiting", "scheduled", "preparing", "sending", "paused", "sent",
					"cancelled",
				),
				&core.DateField{Name: "scheduledAt"},
				&core.DateField{Name: "startedAt"},
				&core.DateField{Name: "finishedAt"},
				lineField("startedBy", 254, false),
				lineField("approvedBy", 254, false),
				textField("problem", 500, false),
				lineField("subjectB", 200, false),
				integerField("testShare"),
				integerField("testHours"),
				selectField("testBy", false, "clicks", "opens"),
				&core.DateField{Name: "decideAt"},
				selectField("winner", false, "a", "b"),
				lineField("decidedBy", 254, false),
				lineField("startedByKey", 60, false),
				&core.NumberField{
					Name: "approvedCount", Help: "The number of people for which it was approved.", OnlyInt: true,
				},
			},
			indexes: []index{
				{"idx_email_campaigns_createdAt", false, "createdAt", ""},
			},
		},
		{
			name: "email_batches",
			fields: []core.Field{
				lineField("idempotencyKey", 36, true),
				&core.DateField{Name: "firstAttemptAt"},
				selectField("state", true, "open", "accepted", "failed", "uncertain"),
				lineField("text", 15, false),
			},
			indexes: []index{
				{"idx_email_batches_idempotencyKey", true, "idempotencyKey", ""},
			},
		},
		{
			name: "email_logs",
			fields: []core.Field{
				&core.RelationField{Name: "campaignId", CollectionId: "email_campaigns", MaxSelect: 1},
				lineField("registrationId", 36, false),
				&core.EmailField{Name: "emailAddress", Required: true},
				lineField("recipientName", 200, false),
				lineField("kind", 60, true),
				lineField("dedupeKey", 200, false),
				lineField("subject", 300, false),
				&core.JSONField{Name: "params", MaxSize: 1048576},
				lineField("brevoMessageId", 200, false),
				selectField(
					"status", true, "queued", "sending", "sent", "delivered", "opened", "clicked", "uncertain",
					"failed", "suppressed", "cancelled", "bounced", "blocked", "spam",
				),
				textField("errorMessage", 2000, false),
				integerField("priority"),
				integerField("attempts"),
				&core.DateField{Name: "nextAttemptAt"},
				&core.DateField{Name: "leaseUntil"},
				&core.DateField{Name: "expiresAt"},
				lineField("batchId", 15, false),
				&core.DateField{Name: "sentAt"},
				&core.DateField{Name: "deliveredAt"},
				&core.DateField{Name: "openedAt"},
				&core.DateField{Name: "clickedAt"},
				&core.DateField{Name: "proxyOpenedAt"},
				&core.DateField{Name: "unsubscribedAt"},
				lineField("variant", 1, false),
			},
			indexes: []index{
				{"idx_email_logs_dedupeKey", true, "dedupeKey", "dedupeKey != ''"},
				{"idx_email_logs_batchId", false, "batchId", "batchId != ''"},
				{"idx_email_logs_brevoMessageId", false, "brevoMessageId", "brevoMessageId != ''"},
				{"idx_email_logs_emailAddress", false, "emailAddress, createdAt", ""},
				{"idx_email_logs_order", false, "createdAt, id", ""},
				{"idx_email_logs_status", false, "status, createdAt, id", ""},
				{"idx_email_logs_kind", false, "kind, createdAt, id", ""},
				{"idx_email_logs_kind_status", false, "kind, status, createdAt, id", ""},
				{"idx_email_logs_counts", false, "status, kind, (sentAt != '')", ""},
				{"idx_email_logs_campaignResults", false,
					"campaignId, status, sentAt, deliveredAt, openedAt, proxyOpenedAt, clickedAt, unsubscribedAt",
					"campaignId != ''"},
			},
		},
		{
			name: "email_events",
			fields: []core.Field{
				textField("hash", 64, true),
				lineField("event", 60, true),
				lineField("emailAddress", 254, false),
				lineField("brevoMessageId", 200, false),
				textField("link", 2000, false),
				textField("reason", 2000, false),
				&core.DateField{Name: "occurredAt"},
				&core.JSONField{Name: "payload", MaxSize: 65536},
				lineField("letterId", 15, false),
			},
			indexes: []index{
				{"idx_email_events_hash", true, "hash", ""},
				{"idx_email_events_brevoMessageId", false, "brevoMessageId", "brevoMessageId != ''"},
				{"idx_email_events_createdAt", false, "createdAt", ""},
				{"idx_email_events_letterId", false, "letterId, occurredAt", "letterId != ''"},
			},
		},
		{
			name: "suppressions",
			fields: []core.Field{
				&core.EmailField{Name: "email", Required: true},
				selectField("scope", true, "all", "campaigns", "news", "events", "membership", "offers"),
				lineField("reason", 200, false),
			},
			indexes: []index{
				{"idx_suppressions_email_scope", true, "email COLLATE NOCASE, scope", ""},
				{"idx_suppressions_createdAt", false, "createdAt", ""},
				{"idx_suppressions_scope", false, "scope, createdAt", ""},
			},
		},
		{
			name: "email_choices",
			fields: []core.Field{
				&core.EmailField{Name: "email", Required: true},
				selectField("topic", true, "news", "events", "membership", "offers"),
				&core.BoolField{Name: "wanted"},
				selectField("source", true, "link", "one-click", "account", "provider", "admin", "sign-up"),
				lineField("emailId", 15, false),
				lineField("wording", 40, false),
			},
			indexes: []index{
				{"idx_email_choices_email", false, "email COLLATE NOCASE, topic, createdAt", ""},
			},
		},
		{
			name: "automations",
			fields: []core.Field{
				lineField("name", 40, true),
				&core.BoolField{Name: "isOn"},
				&core.DateField{Name: "enabledAt", Help: "Events before this time do not trigger it."},
				&core.NumberField{Name: "delayHours", Min: types.Pointer(0.0), OnlyInt: true},
				&core.DateField{Name: "cursorAt", Help: "The time of the last event that was checked.", Hidden: true},
				&core.TextField{Name: "cursorId", Hidden: true, Max: 40},
			},
			indexes: []index{
				{"idx_automations_name", true, "name", ""},
			},
		},
		{
			name: "email_texts",
			fields: []core.Field{
				lineField("key", 80, true),
				&core.NumberField{Name: "version", OnlyInt: true, Required: true},
				&core.BoolField{Name: "isBuiltIn"},
				lineField("subject", 250, false),
				lineField("preview", 250, false),
				lineField("footnote", 600, false),
				textField("body", 20000, false),
				lineField("changedBy", 254, false),
			},
			indexes: []index{
				{"idx_email_texts_key", true, "key", ""},
			},
		},
		{
			name: "email_text_versions",
			fields: []core.Field{
				lineField("key", 80, true),
				&core.NumberField{Name: "version", OnlyInt: true, Required: true},
				&core.BoolField{Name: "isBuiltIn"},
				lineField("subject", 250, false),
				lineField("preview", 250, false),
				lineField("footnote", 600, false),
				textField("body", 20000, false),
				lineField("changedBy", 254, false),
			},
			indexes: []index{
				{"idx_email_text_versions_key", true, "key, version", ""},
			},
		},
		{
			name: "email_sent_texts",
			fields: []core.Field{
				lineField("key", 80, true),
				lineField("subject", 250, false),
				lineField("preview", 250, false),
				lineField("footnote", 600, false),
				textField("body", 20000, false),
			},
		},
	}
}
