package readmodel

import (
	"fmt"
	"strings"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/database"
)

// Count is what a record adds to a counter. A counter has a number for each value; a counter with a single number uses
// the value "".
type Count struct {
	Name, Value string
	N           int64
}

// One is a Count of 1.
func One(name, value string) Count { return Count{name, value, 1} }

func negative(counts []Count) []Count {
	negated := make([]Count, len(counts))
	for i, c := range counts {
		negated[i] = Count{c.Name, c.Value, -c.N}
	}
	return negated
}

// Add changes counters. Call it with the app of a transaction.
func Add(tx core.App, counts ...Count) error {
	sums := counterSums{}
	sums.add(counts...)
	return sums.write(tx)
}

type counterKey struct{ name, value string }

// counterSums are pending changes of counters.
type counterSums map[counterKey]int64

func (s counterSums) add(counts ...Count) {
	for _, c := range counts {
		s[counterKey{c.Name, c.Value}] += c.N
	}
}

// maxRows is the maximum number of rows per statement.
const maxRows = 200

func (s counterSums) write(tx core.App) error {
	var rows []string
	params := dbx.Params{}
	flush := func() error {
		if len(rows) == 0 {
			return nil
		}
		_, err := tx.NonconcurrentDB().
			NewQuery("INSERT INTO counters (name, value, n) VALUES " + strings.Join(rows, ", ") +
				" ON CONFLICT (name, value) DO UPDATE SET n = n + excluded.n").Bind(params).Execute()
		if err != nil {
			return fmt.Errorf("update counters: %w", err)
		}
		rows, params = nil, dbx.Params{}
		return nil
	}
	for key, n := range s {
		if n == 0 {
			continue
		}
		i := len(rows)
		rows = append(rows, fmt.Sprintf("({:name%d}, {:value%d}, {:n%d})", i, i, i))
		params[fmt.Sprintf("name%d", i)], params[fmt.Sprintf("value%d", i)],
			params[fmt.Sprintf("n%d", i)] = key.name, key.value, n
		if len(rows) == maxRows {
			if err := flush(); err != nil {
				return err
			}
		}
	}
	return flush()
}

// Get returns the number of a counter that has a single number.
func Get(app core.App, name string) (int64, error) { return GetValue(app, name, "") }

// GetValue returns a counter's number for a value.
func GetValue(app core.App, name, value string) (int64, error) {
	numbers, err := Values(app, name, value)
	return numbers[value], err
}

// Values returns a counter's numbers for some values, all read at the same time.
func Values(app core.App, name string, values ...string) (map[string]int64, error) {
	return read(app, dbx.And(dbx.NewExp("name = {:counter}", dbx.Params{"counter": name}),
		dbx.In("value", database.ToAny(values)...)))
}

// ValuesFrom returns a counter's numbers for all values from first on.
func ValuesFrom(app core.App, name, first string) (map[string]int64, error) {
	return read(app, dbx.NewExp("name = {:name} AND value >= {:first}", dbx.Params{"name": name, "first": first}))
}

func read(app core.App, where dbx.Expression) (map[string]int64, error) {
	var rows []struct {
		Value string `db:"value"`
		N     int64  `db:"n"`
	}
	err := app.DB().Select("value", "n").From("counters").Where(where).All(&rows)
	if err != nil {
		return nil, fmt.Errorf("read counters: %w", err)
	}
	numbers := make(map[string]int64, len(rows))
	for _, row := range rows {
		numbers[row.Value] = row.N
	}
	return numbers, nil
}

// Totals returns the numbers of counters that have a single number, all read at the same time.
func Totals(app core.App, names ...string) (map[string]int64, error) {
	var rows []struct {
		Name string `db:"name"`
		N    int64  `db:"n"`
	}
	err := app.DB().Select("name", "n").From("counters").
		Where(dbx.And(dbx.In("name", database.ToAny(names)...), dbx.NewExp("value = ''"))).All(&rows)
	if err != nil {
		return nil, fmt.Errorf("read counters: %w", err)
	}
	totals := make(map[string]int64, len(rows))
	for _, row := range rows {
		totals[row.Name] = row.N
	}
	return totals, nil
}
