package loadtest

import (
	"fmt"
	"strconv"
)

// insertNominations inserts nominations. Three of a hundred are open.
func insertNominations(people int) string {
	const (
		industry = "CASE i % 4 WHEN 0 THEN 'technology' WHEN 1 THEN 'healthcare' WHEN 2 THEN 'energy' " +
			"ELSE 'education' END"
		director = "CASE i % 3 WHEN 0 THEN 'independent' WHEN 1 THEN 'executive' ELSE 'advisory' END"
		status   = "CASE i % 100 WHEN 0 THEN 'submitted' WHEN 1 THEN 'in_review' WHEN 2 THEN 'info_requested' " +
			"ELSE iif(i % 3, 'approved', 'declined') END"
	)
	return `INSERT INTO registrations (id, email, name, phone, city, state, companyName, industry, directorType,
			yearsOfExperience, status, dueAt, pausedAt, decidedAt, person, createdAt, updatedAt) ` + sequence(people) +
		`SELECT printf('00000000-0000-4000-8000-%012d', i), 'u' || (i * 2) || '@sample.example',
			'Nominee ' || (i * 7 % ` + strconv.Itoa(people) + `),
			'+919800000000', ` + rowCity + `, 'India', 'Company ' || (i % 500), ` + industry + `,
			` + director + `, '5-10', ` + status + `, strftime('%Y-%m-%d %H:%M:%fZ', ` + rowTime + `, '+48 hours'),
			iif(i % 100 = 2, ` + rowTime + `, ''), iif(i % 100 > 2, ` + rowTime + `, ''),
			` + rowPerson("i * 2") + `, ` + rowTime + `, ` + rowTime + ` FROM n`
}

// insertTransactions inserts two transactions for each account. One of five hundred needs attention.
func insertTransactions(people int) string {
	const sold = "strftime('%Y-%m-%d %H:%M:%fZ', '2025-09-01', '+' || (i * 5 / 2) || ' minutes')"
	person := fmt.Sprintf("((i - 1) %% %d + 1)", people)
	return `INSERT INTO transactions (id, userId, kind, status, amount, currency, customerName, customerEmail,
			razorpayPaymentId, attention, processedAt, person, createdAt, updatedAt) ` + sequence(2*people) +
		`SELECT printf('t%014d', i), printf('u%014d', ` + person + `), 'order', iif(i % 5, 'completed', 'pending'),
			2950000, 'INR', 'Person ' || ` + person + `, 'u' || ` + person + ` || '@sample.example',
			` + rowPaymentID + `,
			iif(i % 500, '', iif(i % 1000, 'dispute', 'orphan')), ` + sold + `,
			` + rowPerson(person) + `, ` + sold + `, ` + sold + ` FROM n`
}

func insertDrafts(people int) string {
	return `INSERT INTO draft_registrations (id, tokenHash, email, formData, lastSaved, createdAt,
			updatedAt) ` + sequence(people/10) +
		`SELECT printf('d%014d', i), 'hash of draft ' || i, 'd' || i || '@sample.example', '{"name":"Draft"}',
			` + rowTime + `, ` + rowTime + `, ` + rowTime + ` FROM n`
}

func insertEmails(people int) string {
	return `INSERT INTO email_logs (id, emailAddress, recipientName, kind, subject, status, params, sentAt, createdAt,
			updatedAt) ` + sequence(people) +
		`SELECT printf('l%014d', i), 'u' || i || '@sample.example', 'Person ' || i,
			iif(i % 3, 'welcome', 'password-reset'), 'Email ' || i,
			iif(i % 50, 'delivered', 'failed'), '{}', ` + rowTime + `, ` + rowTime + `, ` + rowTime + ` FROM n`
}

// insertEmailEvents inserts a delivery event for each email.
func insertEmailEvents(people int) string {
	return `INSERT INTO email_events (id, hash, event, letterId, emailAddress, brevoMessageId, occurredAt, createdAt,
			updatedAt) ` + sequence(people) +
		`SELECT printf('e%014d', i), 'hash of event ' || i, 'delivered', printf('l%014d', i),
			'u' || i || '@sample.example', 'message' || i,
			` + rowTime + `, ` + rowTime + `, ` + rowTime + ` FROM n`
}

// insertOrphanPayments inserts a few payments without a transaction, and as many that were attached to one later.
func insertOrphanPayments(people int) string {
	return `INSERT INTO captured_payments (id, razorpayPaymentId, amount, currency, status, email, transactionId, isSold,
			paidAt, createdAt, updatedAt) ` + sequence(people/100) +
		`SELECT printf('o%014d', i), 'pay_unknown' || i, 2950000, 'INR', 'captured', 'o' || i || '@sample.example',
			iif(i % 2, '', printf('t%014d', i)), i % 2 = 0, ` + rowTime + `, ` + rowTime + `, ` + rowTime + ` FROM n`
}

func insertAuditLog(people int) string {
	return `INSERT INTO audit_log (id, at, actorKind, actorId, actor, address, action, subject, subjectId, label,
			before, after, createdAt, updatedAt) ` + sequence(people) +
		`SELECT printf('a%014d', i), ` + rowTime + `, 'admin', 'admin' || (i % 7), 'admin' || (i % 7), '203.0.113.7',
			'tier.' || (i % 11),
			'subject' || (i % 5), printf('s%014d', i), 'Tier ' || i, '{}', '{}', ` + rowTime + `,
			` + rowTime + ` FROM n`
}

// insertWebhookDiagnostics inserts webhook calls of the provider. No more than 10,000 are stored.
func insertWebhookDiagnostics(people int) string {
	return `INSERT INTO webhook_diagnostics (id, timestamp, contentType, hasSignature, signatureVerified, eventType,
			paymentId, statusCode, createdAt, updatedAt) ` +
		sequence(min(people, 10_000)) +
		`SELECT printf('w%014d', i), ` + rowTime + `, 'application/json', TRUE, i % 20 != 0, 'payment.captured',
			` + rowPaymentID + `,
			iif(i % 20, 200, 400), ` + rowTime + `, ` + rowTime + ` FROM n`
}
