-- Everything that is not a collection. It is created after the collections of schema.json.

-- The audit log and the consents are append-only.
CREATE TRIGGER audit_log_refuse_update BEFORE UPDATE ON audit_log
	BEGIN SELECT RAISE(ABORT, 'the audit log cannot be edited'); END;
CREATE TRIGGER audit_log_refuse_delete BEFORE DELETE ON audit_log
	BEGIN SELECT RAISE(ABORT, 'entries of the audit log cannot be deleted'); END;
CREATE TRIGGER consents_refuse_update BEFORE UPDATE ON consents
	WHEN new.purpose IS NOT old.purpose OR new.wording IS NOT old.wording OR new.language IS NOT old.language
		OR new.isGiven IS NOT old.isGiven OR new.at IS NOT old.at OR new.source IS NOT old.source
	BEGIN SELECT RAISE(ABORT, 'consents cannot be edited'); END;
CREATE TRIGGER consents_refuse_delete BEFORE DELETE ON consents
	BEGIN SELECT RAISE(ABORT, 'consents cannot be deleted'); END;

-- Numbers that are counted while rows change.
CREATE TABLE counters (
	name TEXT NOT NULL, value TEXT NOT NULL, n INTEGER NOT NULL, PRIMARY KEY (name, value)) WITHOUT ROWID;

-- The search in the console's lists.
CREATE TABLE search_documents (doc INTEGER PRIMARY KEY, record TEXT NOT NULL, kind INTEGER NOT NULL);
CREATE UNIQUE INDEX search_documents_record ON search_documents (record, kind);
CREATE VIRTUAL TABLE search_index USING fts5(text, content='', contentless_delete=1, tokenize='trigram');
CREATE VIRTUAL TABLE search_terms USING fts5vocab(search_index, instance);

-- The search in the library.
CREATE VIRTUAL TABLE library_index USING fts5(id UNINDEXED, author UNINDEXED, title, body,
	tokenize="unicode61 remove_diacritics 2 categories 'L* N* Co Mn Mc'", prefix='2 3');

-- The ballots of a vote. These tables have no times, because those would tell who cast which ballot.
CREATE TABLE poll_boxes (poll TEXT PRIMARY KEY NOT NULL, ballots TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE poll_ballots (
	poll TEXT NOT NULL, id TEXT NOT NULL, choice INTEGER NOT NULL, PRIMARY KEY (poll, id)) WITHOUT ROWID;

-- Payments that are not sold, and offline receipts with what their payment says of the buyer.
CREATE VIEW payments_unknown AS
	SELECT id, razorpayPaymentId, razorpayOrderId, amount, refundedAmount, currency, status, email, contact,
		description, transactionId, paidAt, createdAt, seenAt,
		seenAt = '' AND status != 'refunded' AND refundedAmount < amount AS needsAttention
	FROM captured_payments WHERE isSold = FALSE;
CREATE VIEW payments_receipts AS
	SELECT offline_receipts.id, offline_receipts.offlinePaymentId, offline_receipts.mode, offline_receipts.utr,
		offline_receipts.bankDate, offline_receipts.amount, offline_receipts.tds,
		offline_receipts.tan,
		offline_receipts.tdsSection,
		offline_receipts.tdsCertificate,
		offline_receipts.tdsCertificateDate,
		offline_receipts.transferAmount,
		CASE WHEN offline_receipts.payer != '' THEN offline_receipts.payer
			WHEN offline_payments.payer != '' THEN offline_payments.payer
			ELSE offline_payments.customerName END AS payer,
		offline_receipts.state, offline_receipts.enteredBy, offline_receipts.confirmedBy,
		offline_receipts.confirmedAt, offline_receipts.reason, offline_receipts.createdAt,
		offline_payments.transactionId, offline_payments.customerName, offline_payments.customerEmail,
		offline_payments.tierName, offline_payments.currency
	FROM offline_receipts JOIN offline_payments ON offline_payments.id = offline_receipts.offlinePaymentId;
