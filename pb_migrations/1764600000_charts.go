package pb_migrations

import (
	"github.com/pocketbase/pocketbase/core"
	m "github.com/pocketbase/pocketbase/migrations"
)

// Adds what the dashboard's charts read: the nominations of each week, the payments of each month, and the
// members of each industry and city.
//
// Like the counters these are kept by triggers, in the writer's transaction: computing them would read every
// registration and every transaction.
func init() {
	m.Register(func(app core.App) error {
		for _, step := range []func(core.App) error{createDimensions, createGroupedCounters} {
			if err := step(app); err != nil {
				return err
			}
		}
		return nil
	}, func(app core.App) error {
		for _, c := range chartCounters {
			for _, event := range []string{"INSERT", "DELETE", "UPDATE"} {
				if err := execute(app, "DROP TRIGGER "+c.triggerName(event)); err != nil {
					return err
				}
			}
		}
		return execute(app, "DROP TRIGGER traits_person_made", "DROP TRIGGER traits_person_gone", "DROP TRIGGER traits_industry",
			"DROP TABLE members_counts", "DROP TABLE members_traits")
	})
}

// createDimensions creates the table of what the members are grouped by: the industry and the city of
// a member's registration, "" where they have none. Its rows come and go with those of the people,
// who are only ever replaced; an industry is no column of theirs, so it is followed here.
func createDimensions(app core.App) error {
	return execute(app,
		`CREATE TABLE members_traits (person TEXT PRIMARY KEY NOT NULL, industry TEXT NOT NULL, city TEXT NOT NULL)`,
		insertDimensions(`SELECT person FROM members_people WHERE payments > 0`),
		`CREATE TRIGGER traits_person_made AFTER INSERT ON members_people WHEN NEW.payments > 0 BEGIN `+
			insertDimensions("SELECT NEW.person AS person")+`; END`,
		`CREATE TRIGGER traits_person_gone AFTER DELETE ON members_people WHEN OLD.payments > 0 BEGIN
			DELETE FROM members_traits WHERE person = OLD.person; END`,
		`CREATE TRIGGER traits_industry AFTER UPDATE ON registrations WHEN `+anyColumnChanged("industry")+` BEGIN
			UPDATE members_traits SET industry = NEW.industry WHERE person = lower(NEW.email); END`,
	)
}

// A city is typed by hand: "mumbai " and "Mumbai" are one.
func insertDimensions(personQuery string) string {
	return `INSERT INTO members_traits (person, industry, city)
		SELECT known.person, coalesce(r.industry, ''), lower(trim(coalesce(r.city, '')))
		FROM (` + personQuery + `) known LEFT JOIN registrations r ON r.email = known.person COLLATE NOCASE`
}

// Weeks begin on Monday, weeks and months in India.
const (
	weekIST  = `coalesce(date(ROW.createdAt, '+330 minutes', 'weekday 0', '-6 days'), '')`
	monthIST = `coalesce(strftime('%Y-%m', ROW.paidAt, '+330 minutes'), '')`
)

var chartCounters = []groupedCounter{
	{"nominations_week", "registrations", weekIST, "1"},
	{"nominations_directorType", "registrations", "ROW.directorType", "1"},
	{"revenue_INR_month", "members_sales", monthIST, "iif(ROW.currency = 'INR', ROW.amount, 0)"},
	{"revenue_USD_month", "members_sales", monthIST, "iif(ROW.currency = 'USD', ROW.amount, 0)"},
	{"members_industry", "members_traits", "ROW.industry", "1"},
	{"members_city", "members_traits", "ROW.city", "1"},
}

func createGroupedCounters(app core.App) error {
	statements := []string{
		`CREATE TABLE members_counts (
			name TEXT NOT NULL, value TEXT NOT NULL, number INTEGER NOT NULL, PRIMARY KEY (name, value)) WITHOUT ROWID`,
		// the largest first
		`CREATE INDEX members_counts_number ON members_counts (name, number DESC, value)`,
	}
	for _, c := range chartCounters {
		statements = append(statements, c.statements()...)
	}
	return execute(app, statements...)
}
