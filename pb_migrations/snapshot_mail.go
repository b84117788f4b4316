package pb_migrations

import "github.com/pocketbase/pocketbase/core"

func createEmailCampaigns(app core.App) error {
	campaigns := core.NewBaseCollection("email_campaigns")
	campaigns.Fields.Add(
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
	)
	campaigns.AddIndex("idx_email_campaigns_createdAt", false, "createdAt", "")
	return saveCollection(app, campaigns)
}

func createEmailBatches(app core.App) error {
	batches := core.NewBaseCollection("email_batches")
	batches.Fields.Add(
		lineField("idempotencyKey", 36, true),
		&core.DateField{Name: "firstAttemptAt"},
		selectField("state", true, "open", "accepted", "failed", "uncertain"),
	)
	batches.AddIndex("idx_email_batches_idempotencyKey", true, "idempotencyKey", "")
	return saveCollection(app, batches)
}

// createEmailLogs: the log is the outbox too; pb_hooks/mail/mail.go has its states.
func createEmailLogs(app core.App) error {
	campaigns, err := app.FindCollectionByNameOrId("email_campaigns")
	if err != nil {
		return err
	}
	logs := core.NewBaseCollection("email_logs")
	logs.Fields.Add(
		&core.RelationField{Name: "campaignId", CollectionId: campaigns.Id, MaxSelect: 1},
		lineField("registrationId", 36, false),
		&core.EmailField{Name: "emailAddress", Required: true},
		lineField("recipientName", 200, false),
		lineField("kind", 60, true),
		lineField("dedupeKey", 200, false),
		lineField("subject", 300, false),
		&core.JSONField{Name: "params", MaxSize: 1 << 20},
		lineField("brevoMessageId", 200, false),
		selectField("status", true, "queued", "sending", "sent", "delivered", "opened", "clicked",
			"uncertain", "failed", "suppressed", "cancelled", "bounced", "blocked", "spam"),
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
	)
	logs.AddIndex("idx_email_logs_dedupeKey", true, "dedupeKey", "dedupeKey != ''")
	logs.AddIndex("idx_email_logs_due", false, "status, priority, nextAttemptAt", "")
	logs.AddIndex("idx_email_logs_batchId", false, "batchId", "batchId != ''")
	logs.AddIndex("idx_email_logs_brevoMessageId", false, "brevoMessageId", "brevoMessageId != ''")
	logs.AddIndex("idx_email_logs_createdAt", false, "createdAt", "")
	logs.AddIndex("idx_email_logs_emailAddress", false, "emailAddress, createdAt", "")
	logs.AddIndex("idx_email_logs_campaignId", false, "campaignId, status", "campaignId != ''")
	return saveCollection(app, logs)
}

func createEmailEvents(app core.App) error {
	events := core.NewBaseCollection("email_events")
	events.Fields.Add(
		&core.TextField{Name: "hash", Max: 64, Required: true},
		lineField("event", 60, true),
		lineField("emailAddress", 254, false),
		lineField("brevoMessageId", 200, false),
		textField("link", 2000, false),
		textField("reason", 2000, false),
		&core.DateField{Name: "occurredAt"},
		&core.JSONField{Name: "payload", MaxSize: 64 << 10},
	)
	events.AddIndex("idx_email_events_hash", true, "hash", "")
	events.AddIndex("idx_email_events_brevoMessageId", false, "brevoMessageId", "brevoMessageId != ''")
	events.AddIndex("idx_email_events_createdAt", false, "createdAt", "")
	return saveCollection(app, events)
}

func createSuppressions(app core.App) error {
	suppressions := core.NewBaseCollection("suppressions")
	suppressions.Fields.Add(
		&core.EmailField{Name: "email", Required: true},
		selectField("scope", true, "all", "campaigns"),
		lineField("reason", 200, false),
	)
	suppressions.AddIndex("idx_suppressions_email_scope", true, "email COLLATE NOCASE, scope", "")
	return saveCollection(app, suppressions)
}
