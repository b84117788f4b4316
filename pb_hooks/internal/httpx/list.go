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
	defaultPageSize = 50
	maxPageSize     = 500
	maxSearchLength = 200
)

// List says what a list route shows of its table. Nothing that a caller sends becomes SQL: a
// sort is looked up in Sort, a search is a bound parameter.
type List struct {
	// From is a table or view with an id, Columns what is read of it.
	From    string
	Columns []string
	// Search are the SQL expressions that a search looks into.
	Search []string
	// Sort tells the SQL expression behind each name that a caller may sort by.
	Sort map[string]string
	// Filters narrow the list: the SQL condition of each value that a query parameter may have.
	Filters map[string]map[string]string
	// ValueFilters narrow the list by a value of the caller's choosing: the condition that binds it, or
	// false where it can be no value of that kind.
	ValueFilters map[string]func(value string) (dbx.Expression, bool)
	// DefaultSort is the order when none is asked for, such as "-createdAt".
	DefaultSort string
	// Counter is the name under which the database keeps the number of all rows, so that a page need
	// not count them; "" counts them. What a search finds is always counted, and read through.
	Counter string
}

// QueryRows reads the rows that the request asks for: all of them, or with page or perPage a page of
// them; X-Total-Count tells how many there are in all. Each Row is filled by its db tags.
func QueryRows[Row any](e *core.RequestEvent, l List) ([]Row, error) {
	parsed, problems := l.parseQuery(e.Request.URL.Query())
	if len(problems) > 0 {
		return nil, Invalid(problems...)
	}
	rows := []Row{}
	query := l.query(e.App, parsed)
	if parsed.perPage > 0 {
		query.Limit(parsed.perPage).Offset((parsed.page - 1) * parsed.perPage)
	}
	if err := query.All(&rows); err != nil {
		return nil, NewError(http.StatusInternalServerError, "The list could not be read.", err)
	}
	total := int64(len(rows))
	if parsed.perPage > 0 {
		if err := l.count(e.App, parsed).Row(&total); err != nil {
			return nil, NewError(http.StatusInternalServerError, "The list could not be counted.", err)
		}
	}
	e.Response.Header().Set("X-Total-Count", strconv.FormatInt(total, 10))
	return rows, nil
}

// WriteList answers with the rows that the request asks for.
func WriteList[Row any](e *core.RequestEvent, l List) error {
	rows, err := QueryRows[Row](e, l)
	if err != nil {
		return err
	}
	return e.JSON(http.StatusOK, rows)
}

// StreamRows reads the rows that the request asks for one by one: what Rows would answer without a
// page, but never all in memory. The rows must be ranged over; they end with the first error.
func StreamRows[Row any](e *core.RequestEvent, l List) (iter.Seq2[Row, error], error) {
	parsed, problems := l.parseQuery(e.Request.URL.Query())
	if len(problems) > 0 {
		return nil, Invalid(problems...)
	}
	rows, err := l.query(e.App, parsed).WithContext(e.Request.Context()).Rows()
	if err != nil {
		return nil, NewError(http.StatusInternalServerError, "The list could not be read.", err)
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

func (l List) query(app core.App, parsed listQuery) *dbx.SelectQuery {
	return app.DB().Select(l.Columns...).From(l.From).Where(parsed.where).OrderBy(parsed.order...)
}

func (l List) count(app core.App, parsed listQuery) *dbx.SelectQuery {
	if l.Counter != "" && parsed.where == nil {
		return app.DB().Select("number").From("tallies").Where(dbx.HashExp{"name": l.Counter})
	}
	return app.DB().Select("count(*)").From(l.From).Where(parsed.where)
}

// listQuery is what a request wants of a list; perPage 0 is everything.
type listQuery struct {
	page, perPage int64
	where         dbx.Expression
	order         []string
}

func (l List) parseQuery(query url.Values) (listQuery, []rules.Problem) {
	var problems []rules.Problem
	addProblem := func(field, message string) {
		problems = append(problems, rules.Problem{Field: field, Code: "invalid", Message: message})
	}
	parsed := listQuery{page: 1}
	if query.Has("page") || query.Has("perPage") {
		parsed.perPage = defaultPageSize
	}
	count := func(name string, into *int64) {
		if value := query.Get(name); value != "" {
			number, err := strconv.ParseInt(value, 10, 64)
			if err != nil || number < 1 || number > math.MaxInt32 {
				addProblem(name, name+" must be a whole number from 1")
			}
			*into = number
		}
	}
	count("page", &parsed.page)
	count("perPage", &parsed.perPage)
	parsed.perPage = min(parsed.perPage, maxPageSize)

	search := strings.TrimSpace(query.Get("search"))
	if utf8.RuneCountInString(search) > maxSearchLength {
		addProblem("search", fmt.Sprintf("search must be at most %d characters", maxSearchLength))
	}
	conditions := l.filterConditions(query, addProblem)
	if search != "" {
		conditions = append(conditions, l.searchCondition(search))
	}
	if len(conditions) > 0 {
		parsed.where = dbx.And(conditions...)
	}

	sort := query.Get("sort")
	if sort == "" {
		sort = l.DefaultSort
	}
	order, ok := l.orderBy(sort)
	if !ok {
		addProblem("sort", "This list cannot be sorted by that field")
	}
	parsed.order = order
	return parsed, problems
}

// filterConditions are the conditions of the filters that a request sets; an empty value sets none.
func (l List) filterConditions(query url.Values, addProblem func(field, message string)) []dbx.Expression {
	var conditions []dbx.Expression
	for _, name := range slices.Sorted(maps.Keys(l.Filters)) {
		value := query.Get(name)
		if value == "" {
			continue
		}
		condition, ok := l.Filters[name][value]
		if !ok {
			addProblem(name, "This list cannot be filtered by that value")
			continue
		}
		conditions = append(conditions, dbx.NewExp("("+condition+")"))
	}
	for _, name := range slices.Sorted(maps.Keys(l.ValueFilters)) {
		value := query.Get(name)
		if value == "" {
			continue
		}
		condition, ok := l.ValueFilters[name](value)
		if !ok || utf8.RuneCountInString(value) > maxSearchLength {
			addProblem(name, "This list cannot be filtered by that value")
			continue
		}
		conditions = append(conditions, condition)
	}
	return conditions
}

// searchCondition finds the rows in which one of the searched expressions contains a text; an ASCII
// letter matches in either case.
func (l List) searchCondition(search string) dbx.Expression {
	// dbx.Like escapes the wildcards but never tells SQLite the escape character.
	pattern := "%" + strings.NewReplacer(`\`, `\\`, `%`, `\%`, `_`, `\_`).Replace(search) + "%"
	var either []string
	for _, expression := range l.Search {
		either = append(either, expression+` LIKE {:search} ESCAPE '\'`)
	}
	return dbx.NewExp("("+strings.Join(either, " OR ")+")", dbx.Params{"search": pattern})
}

// orderBy turns "field" or "-field" into an order that is the same each time.
func (l List) orderBy(sort string) ([]string, bool) {
	field, descending := strings.CutPrefix(sort, "-")
	direction := " ASC"
	if descending {
		direction = " DESC"
	}
	expression, ok := l.Sort[field]
	return []string{expression + direction, "id" + direction}, ok
}
