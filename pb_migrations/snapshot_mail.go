package pb_migrations

import "github.com/pocketbase/pocketbase/core"

func createEmailCampaigns(app core.App) error {
	campaigns := core.NewBaseCollection("email_campaigns")
	campaigns.Fields.Add(
		line("name", 200, true),
		line("type", 60, false),
		line("trigger", 60, false),
		line("subject", 300, false),
		line("templateId", 64, false),
		text("content", 200000, false),
		whole("recipientCount"),
		whole("sentCount"),
		whole("openRate"),
		whole("clickRate"),
		&core.BoolField{Name: "isActive"},
		&core.DateField{Name: "lastSentAt"},
	)
	campaigns.AddIndex("idx_email_campaigns_createdAt", false, "createdAt", "")
	return save(app, campaigns)
}

func createEmailBatches(app core.App) error {
	batches := core.NewBaseCollection("email_batches")
	batches.Fields.Add(
		line("idempotencyKey", 36, true),
		&core.DateField{Name: "firstAttemptAt"},
		choice("state", true, "open", "accepted", "failed", "uncertain"),
	)
	batches.AddIndex("idx_email_batches_idempotencyKey", true, "idempotencyKey", "")
	return save(app, batches)
}

// createEmailLogs: the log is the outbox too; pb_hooks/mail/outbox.go tells its states.
func createEmailLogs(app core.App) error {
	campaigns, err := app.FindCollectionByNameOrId("email_campaigns")
	if err != nil {
		return err
	}
	logs := core.NewBaseCollection("email_logs")
	logs.Fields.Add(
		&core.RelationField{Name: "campaignId", CollectionId: campaigns.Id, MaxSelect: 1},
		line("registrationId", 36, false),
		&core.EmailField{Name: "emailAddress", Required: true},
		line("recipientName", 200, false),
		line("kind", 60, true),
		line("dedupeKey", 200, false),
		line("subject", 300, false),
		&core.JSONField{Name: "params", MaxSize: 1 << 20},
		line("brevoMessageId", 200, false),
		choice("status", true, "queued", "sending", "sent", "delivered", "opened", "clicked",
			"uncertain", "failed", "suppressed", "cancelled", "bounced", "blocked", "spam"),
		text("errorMessage", 2000, false),
		whole("priority"),
		whole("attempts"),
		&core.DateField{Name: "nextAttemptAt"},
		&core.DateField{Name: "leaseUntil"},
		&core.DateField{Name: "expiresAt"},
		line("batchId", 15, false),
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
	return save(app, logs)
}

func createEmailEvents(app core.App) error {
	events := core.NewBaseCollection("email_events")
	events.Fields.Add(
		&core.TextField{Name: "hash", Max: 64, Required: true},
		line("event", 60, true),
		line("emailAddress", 254, false),
		line("brevoMessageId", 200, false),
		text("link", 2000, false),
		text("reason", 2000, false),
		&core.DateField{Name: "occurredAt"},
		&core.JSONField{Name: "payload", MaxSize: 64 << 10},
	)
	events.AddIndex("idx_email_events_hash", true, "hash", "")
	events.AddIndex("idx_email_events_brevoMessageId", false, "brevoMessageId", "brevoMessageId != ''")
	events.AddIndex("idx_email_events_createdAt", false, "createdAt", "")
	return save(app, events)
}

func createSuppressions(app core.App) error {
	suppressions := core.NewBaseCollection("suppressions")
	suppressions.Fields.Add(
		&core.EmailField{Name: "email", Required: true},
		choice("scope", true, "all", "campaigns"),
		line("reason", 200, false),
	)
	suppressions.AddIndex("idx_suppressions_email_scope", true, "email COLLATE NOCASE, scope", "")
	return save(app, suppressions)
}
