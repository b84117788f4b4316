// Package crowd fills a database with many people at once, by bare SQL, for tests that ask how the
// product does with a hundred thousand of them. The triggers keep the tallies as they always do.
package crowd

import (
	"fmt"

	"github.com/pocketbase/dbx"
)

// Fill adds so many accounts. With sales it adds as many nominations (half of them by people who
// have an account), twice as many transactions, and a draft for every tenth. Addresses are sample
// addresses: u1@sample.example and on. Fill it once.
func Fill(db dbx.Builder, people int, sales bool) error {
	statements := accounts(people)
	if sales {
		statements = append(statements, business(people)...)
	}
	for _, statement := range statements {
		if _, err := db.NewQuery(statement).Execute(); err != nil {
			return fmt.Errorf("%.60s: %w", statement, err)
		}
	}
	return nil
}

// one every five minutes, the newest last, over about a year for 100,000
const at = "strftime('%Y-%m-%d %H:%M:%f', '2025-09-01', '+' || (i * 5) || ' minutes') || 'Z'"

const city = "CASE i % 5 WHEN 0 THEN 'Mumbai' WHEN 1 THEN 'Pune' WHEN 2 THEN 'Delhi' WHEN 3 THEN 'Chennai' ELSE 'Kochi' END"

func many(count int) string {
	return fmt.Sprintf("WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < %d) ", count)
}

func accounts(people int) []string {
	return []string{
		`INSERT INTO users (id, email, name, phone, location, password, tokenKey, requestType, source, isActive, createdAt, updatedAt) ` + many(people) +
			`SELECT printf('u%014d', i), 'u' || i || '@sample.example', 'Person ' || i, '+9198' || printf('%08d', i), ` + city + ` || ', India', '', 'key of user ' || i, iif(i % 2, 'enquiry', 'membership'), iif(i % 3, 'user', 'legacy'), TRUE, ` + at + `, ` + at + ` FROM n`,
	}
}

func business(people int) []string {
	sold := "strftime('%Y-%m-%d %H:%M:%f', '2025-09-01', '+' || (i * 5 / 2) || ' minutes') || 'Z'"
	industry := "CASE i % 4 WHEN 0 THEN 'technology' WHEN 1 THEN 'healthcare' WHEN 2 THEN 'energy' ELSE 'education' END"
	director := "CASE i % 3 WHEN 0 THEN 'independent' WHEN 1 THEN 'executive' ELSE 'advisory' END"
	return []string{
		`INSERT INTO registrations (id, email, name, phone, city, state, companyName, industry, directorType, yearsOfExperience, createdAt, updatedAt) ` + many(people) +
			`SELECT printf('00000000-0000-4000-8000-%012d', i), 'u' || (i * 2) || '@sample.example', 'Nominee ' || i, '+919800000000', ` + city + `, 'India', 'Company ' || (i % 500), ` + industry + `, ` + director + `, '5-10', ` + at + `, ` + at + ` FROM n`,
		`INSERT INTO transactions (id, userId, kind, status, amount, currency, customerName, customerEmail, razorpayPaymentId, processedAt, createdAt, updatedAt) ` + many(2*people) +
			fmt.Sprintf(`SELECT printf('t%%014d', i), printf('u%%014d', (i - 1) %% %d + 1), 'order', iif(i %% 5, 'completed', 'pending'), 2950000, 'INR', 'Person ' || ((i - 1) %% %d + 1), 'u' || ((i - 1) %% %d + 1) || '@sample.example', 'pay_' || printf('%%014d', i), `, people, people, people) + sold + `, ` + sold + `, ` + sold + ` FROM n`,
		`INSERT INTO draft_registrations (id, tokenHash, email, formData, lastSaved, createdAt, updatedAt) ` + many(people/10) +
			`SELECT printf('d%014d', i), 'hash of draft ' || i, 'd' || i || '@sample.example', '{"name":"Draft"}', ` + at + `, ` + at + `, ` + at + ` FROM n`,
	}
}
