package pb_migrations

// statements create everything that is not a collection: counters, the search index, the tables derived from the
// records, two views, and the triggers that protect the audit log.
var statements = []string{
	`CREATE TRIGGER audit_log_refuse_update BEFORE UPDATE ON audit_log
		BEGIN SELECT RAISE(ABORT, 'the audit log cannot be edited'); END`,
	`CREATE TRIGGER audit_log_refuse_delete BEFORE DELETE ON audit_log
		BEGIN SELECT RAISE(ABORT, 'entries of the audit log cannot be deleted'); END`,
	`CREATE VIEW payments_unknown AS
		SELECT id, razorpayPaymentId, razorpayOrderId, amount, currency, status, email, contact, description, paidAt,
			createdAt, seenAt, seenAt = '' AND status != 'refunded' AS needsAttention
		FROM orphan_payments WHERE attachedTo = ''`,
	`CREATE TABLE counters (
			name TEXT NOT NULL, value TEXT NOT NULL, n INTEGER NOT NULL, PRIMARY KEY (name, value)) WITHOUT ROWID`,
	`CREATE INDEX counters_largest ON counters (name, n DESC, value)`,
	`CREATE TABLE search_documents (doc INTEGER PRIMARY KEY, record TEXT NOT NULL, kind INTEGER NOT NULL)`,
	`CREATE UNIQUE INDEX search_documents_record ON search_documents (record, kind)`,
	`CREATE VIRTUAL TABLE search_index USING fts5(text, content='', contentless_delete=1, tokenize='trigram')`,
	`CREATE VIRTUAL TABLE search_terms USING fts5vocab(search_index, instance)`,
	`CREATE TABLE members_payments (
			id TEXT PRIMARY KEY NOT NULL, person TEXT NOT NULL, name TEXT NOT NULL, phone TEXT NOT NULL,
			tierName TEXT NOT NULL, amount INTEGER NOT NULL, currency TEXT NOT NULL, paidAt TEXT NOT NULL)
			WITHOUT ROWID`,
	`CREATE INDEX members_payments_person ON members_payments (person, paidAt, id)`,
	`CREATE INDEX members_payments_paidAt ON members_payments (paidAt, id)`,
	`CREATE TABLE members_people (
			person TEXT PRIMARY KEY NOT NULL, id TEXT NOT NULL, email TEXT NOT NULL, name TEXT NOT NULL,
			phone TEXT NOT NULL, location TEXT NOT NULL, city TEXT NOT NULL, state TEXT NOT NULL,
			industry TEXT NOT NULL, companyName TEXT NOT NULL, tierName TEXT NOT NULL, source TEXT NOT NULL,
			isLead INTEGER NOT NULL,
			payments INTEGER NOT NULL, amount INTEGER NOT NULL, amountUSD INTEGER NOT NULL, createdAt TEXT NOT NULL)`,
	`CREATE INDEX members_leads_createdAt ON members_people (createdAt, id) WHERE isLead = 1`,
	`CREATE INDEX members_leads_name ON members_people (name COLLATE NOCASE, id) WHERE isLead = 1`,
	`CREATE INDEX members_leads_email ON members_people (email COLLATE NOCASE, id) WHERE isLead = 1`,
	`CREATE INDEX members_leads_location ON members_people (location COLLATE NOCASE, id) WHERE isLead = 1`,
	`CREATE INDEX members_paid_createdAt ON members_people (createdAt, id) WHERE payments > 0`,
	`CREATE INDEX members_paid_name ON members_people (name COLLATE NOCASE, id) WHERE payments > 0`,
	`CREATE INDEX members_paid_email ON members_people (email COLLATE NOCASE, id) WHERE payments > 0`,
	`CREATE INDEX members_paid_companyName ON members_people (companyName COLLATE NOCASE, id) WHERE payments > 0`,
	`CREATE INDEX members_paid_amount ON members_people (amount, id) WHERE payments > 0`,
	`CREATE INDEX members_leads_source ON members_people (source, id) WHERE isLead = 1`,
	`CREATE INDEX members_leads_isPaid ON members_people (payments > 0, id) WHERE isLead = 1`,
	`CREATE INDEX members_paid_phone ON members_people (phone, id) WHERE payments > 0`,
	`CREATE INDEX members_paid_tierName ON members_people (tierName COLLATE NOCASE, id) WHERE payments > 0`,
	`CREATE INDEX members_paid_payments ON members_people (payments, id) WHERE payments > 0`,
	`CREATE INDEX members_paid_source ON members_people (iif(source = 'registration', 'registration', 'direct'), id)
		WHERE payments > 0`,
	`CREATE VIEW payments_receipts AS
			SELECT offline_receipts.id, offline_receipts.offlinePaymentId, offline_receipts.mode, offline_receipts.utr,
				offline_receipts.bankDate, offline_receipts.amount, offline_receipts.tds,
				CASE WHEN offline_receipts.payer != '' THEN offline_receipts.payer
					WHEN offline_payments.payer != '' THEN offline_payments.payer
					ELSE offline_payments.customerName END AS payer,
				offline_receipts.state, offline_receipts.enteredBy, offline_receipts.confirmedBy,
				offline_receipts.confirmedAt, offline_receipts.reason, offline_receipts.createdAt,
				offline_payments.transactionId, offline_payments.customerName, offline_payments.customerEmail,
				offline_payments.tierName, offline_payments.currency
			FROM offline_receipts JOIN offline_payments ON offline_payments.id = offline_receipts.offlinePaymentId`,
}
