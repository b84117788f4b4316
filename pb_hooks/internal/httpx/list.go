package httpx

import (
	"fmt"
	"iter"
	"maps"
	"math"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/rules"
)

const (
	usualPage     = 50
	largestPage   = 500
	longestSearch = 200
)

// Listing says what a list route shows of its table. Nothing that a caller sends becomes SQL: a
// sort is looked up in Sort, a search is a bound parameter.
type Listing struct {
	// From is a table or view with an id, Columns what is read of it.
	From    string
	Columns []string
	// Search are the SQL expressions that a search looks into.
	Search []string
	// Sort tells the SQL expression behind each name that a caller may sort by.
	Sort map[string]string
	// Filters narrow the list: the SQL condition of each value that a query parameter may have.
	Filters map[string]map[string]string
	// Matches narrow the list by a value of the caller's choosing: the condition that binds it, or
	// false where it can be no value of that kind.
	Matches map[string]func(value string) (dbx.Expression, bool)
	// Usual is the order when none is asked for, such as "-createdAt".
	Usual string
	// Tally is the name under which the database keeps the number of all rows, so that a page need
	// not count them; "" counts them. What a search finds is always counted, and read through.
	Tally string
}

// Rows reads the rows that the request asks for: all of them, or with page or perPage a page of
// them; X-Total-Count tells how many there are in all. Each Row is filled by its db tags.
func Rows[Row any](e *core.RequestEvent, l Listing) ([]Row, error) {
	wanted, problems := l.read(e.Request.URL.Query())
	if len(problems) > 0 {
		return nil, Invalid(problems...)
	}
	rows := []Row{}
	query := l.query(e.App, wanted)
	if wanted.perPage > 0 {
		query.Limit(wanted.perPage).Offset((wanted.page - 1) * wanted.perPage)
	}
	if err := query.All(&rows); err != nil {
		return nil, Refuse(http.StatusInternalServerError, "The list could not be read.", err)
	}
	total := int64(len(rows))
	if wanted.perPage > 0 {
		if err := l.count(e.App, wanted).Row(&total); err != nil {
			return nil, Refuse(http.StatusInternalServerError, "The list could not be counted.", err)
		}
	}
	e.Response.Header().Set("X-Total-Count", strconv.FormatInt(total, 10))
	return rows, nil
}

// Answer answers with the rows that the request asks for.
func Answer[Row any](e *core.RequestEvent, l Listing) error {
	rows, err := Rows[Row](e, l)
	if err != nil {
		return err
	}
	return e.JSON(http.StatusOK, rows)
}

// Stream reads the rows that the request asks for one by one: what Rows would answer without a
// page, but never all in memory. The rows must be ranged over; they end with the first error.
func Stream[Row any](e *core.RequestEvent, l Listing) (iter.Seq2[Row, error], error) {
	wanted, problems := l.read(e.Request.URL.Query())
	if len(problems) > 0 {
		return nil, Invalid(problems...)
	}
	rows, err := l.query(e.App, wanted).WithContext(e.Request.Context()).Rows()
	if err != nil {
		return nil, Refuse(http.StatusInternalServerError, "The list could not be read.", err)
	}
	return func(yield func(Row, error) bool) {
		defer rows.Close()
		for rows.Next() {
			var row Row
			if err := rows.ScanStruct(&row); !yield(row, err) || err != nil {
				return
			}
		}
		if err := rows.Err(); err != nil {
			var none Row
			yield(none, err)
		}
	}, nil
}

func (l Listing) query(app core.App, wanted excerpt) *dbx.SelectQuery {
	return app.DB().Select(l.Columns...).From(l.From).Where(wanted.match).OrderBy(wanted.order...)
}

func (l Listing) count(app core.App, wanted excerpt) *dbx.SelectQuery {
	if l.Tally != "" && wanted.match == nil {
		return app.DB().Select("number").From("tallies").Where(dbx.HashExp{"name": l.Tally})
	}
	return app.DB().Select("count(*)").From(l.From).Where(wanted.match)
}

// excerpt is what a request wants of a list; perPage 0 is everything.
type excerpt struct {
	page, perPage int64
	match         dbx.Expression
	order         []string
}

func (l Listing) read(query url.Values) (excerpt, []rules.Problem) {
	var problems []rules.Problem
	wrong := func(field, message string) {
		problems = append(problems, rules.Problem{Field: field, Code: "invalid", Message: message})
	}
	wanted := excerpt{page: 1}
	if query.Has("page") || query.Has("perPage") {
		wanted.perPage = usualPage
	}
	count := func(name string, into *int64) {
		if value := query.Get(name); value != "" {
			number, err := strconv.ParseInt(value, 10, 64)
			if err != nil || number < 1 || number > math.MaxInt32 {
				wrong(name, name+" must be a whole number from 1")
			}
			*into = number
		}
	}
	count("page", &wanted.page)
	count("perPage", &wanted.perPage)
	wanted.perPage = min(wanted.perPage, largestPage)

	search := strings.TrimSpace(query.Get("search"))
	if utf8.RuneCountInString(search) > longestSearch {
		wrong("search", fmt.Sprintf("search must be at most %d characters", longestSearch))
	}
	conditions := l.filtered(query, wrong)
	if search != "" {
		conditions = append(conditions, l.matching(search))
	}
	if len(conditions) > 0 {
		wanted.match = dbx.And(conditions...)
	}

	sort := query.Get("sort")
	if sort == "" {
		sort = l.Usual
	}
	order, ok := l.ordered(sort)
	if !ok {
		wrong("sort", "This list cannot be sorted by that field")
	}
	wanted.order = order
	return wanted, problems
}

// filtered are the conditions of the filters that a request sets; an empty value sets none.
func (l Listing) filtered(query url.Values, wrong func(field, message string)) []dbx.Expression {
	var conditions []dbx.Expression
	for _, name := range slices.Sorted(maps.Keys(l.Filters)) {
		value := query.Get(name)
		if value == "" {
			continue
		}
		condition, ok := l.Filters[name][value]
		if !ok {
			wrong(name, "This list cannot be filtered by that value")
			continue
		}
		conditions = append(conditions, dbx.NewExp("("+condition+")"))
	}
	for _, name := range slices.Sorted(maps.Keys(l.Matches)) {
		value := query.Get(name)
		if value == "" {
			continue
		}
		condition, ok := l.Matches[name](value)
		if !ok || utf8.RuneCountInString(value) > longestSearch {
			wrong(name, "This list cannot be filtered by that value")
			continue
		}
		conditions = append(conditions, condition)
	}
	return conditions
}

// matching finds the rows in which one of the searched expressions contains a text; an ASCII
// letter matches in either case.
func (l Listing) matching(search string) dbx.Expression {
	// dbx.Like escapes the wildcards but never tells SQLite the escape character.
	pattern := "%" + strings.NewReplacer(`\`, `\\`, `%`, `\%`, `_`, `\_`).Replace(search) + "%"
	var either []string
	for _, expression := range l.Search {
		either = append(either, expression+` LIKE {:search} ESCAPE '\'`)
	}
	return dbx.NewExp("("+strings.Join(either, " OR ")+")", dbx.Params{"search": pattern})
}

// ordered turns "field" or "-field" into an order that is the same each time.
func (l Listing) ordered(sort string) ([]string, bool) {
	field, descending := strings.CutPrefix(sort, "-")
	direction := " ASC"
	if descending {
		direction = " DESC"
	}
	expression, ok := l.Sort[field]
	return []string{expression + direction, "id" + direction}, ok
}
