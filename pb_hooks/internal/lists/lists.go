// Package lists serves the lists of the API: pages of a table's rows, which a caller can search, filter and sort. A
// list is declared in lists.go, searched in search.go, counted in count.go and written in write.go. endpoint.go makes
// it an endpoint, and prevnext.go finds the neighbours of a row.
package lists

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

	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/normal"
	"boardcircle/pb_hooks/internal/readmodel"
	"boardcircle/pb_hooks/internal/rules"
)

const (
	defaultPageSize = 25
	// defaultWholePageSize is the default page size of a list that returns all rows if no page is requested.
	defaultWholePageSize = 50
	maxPageSize          = 500
	maxSearchLength      = 200
)

// List declares what a list route shows of its table. Input from a caller never becomes SQL: a sort is looked up in
// Sort, and a search is a bound parameter.
type List struct {
	// From is a table or view with an id column. Columns are the columns to read.
	From    string
	Columns []string
	// Where is a condition for all rows of the list, or "".
	Where string
	// Params are bound in From, Columns, Where and Filters. The names search, digits, found, id and at are taken.
	Params dbx.Params
	// Search lists the SQL expressions that a search looks into. Index finds candidate rows, by the values that their
	// column Key ("" is id) has in the index. Without an index, a search scans the list.
	Search []string
	Index  readmodel.Index
	Key    string
	// Phone is the expression of a phone number, which a search finds by its digits, or "".
	Phone string
	// Sort maps each name that a caller may sort by to an SQL expression.
	Sort map[string]string
	// Filters maps query parameters and their allowed values to SQL conditions.
	Filters map[string]map[string]string
	// ValueFilters are query parameters with free values. The function returns a condition that binds the value, or
	// false if the value is invalid.
	ValueFilters map[string]func(value string) (dbx.Expression, bool)
	// DefaultSort is the order if the request names none, such as "-createdAt".
	DefaultSort string
	// Whole lists return all rows if no page is requested, because older clients expect that. All other lists return a
	// page.
	Whole bool
	// Counter is the name of the counter of all rows. If "", the rows are counted.
	Counter string
	// Count returns the number of rows that match some filters by name, or false if it does not know. Searches and
	// value filters are always counted in the table.
	Count func(app core.App, filters map[string]string) (int64, bool, error)
}

// Equals returns the conditions of a filter for the values of a column. The values must be constants, because they are
// put into the SQL.
func Equals[Value ~string](column string, values ...Value) map[string]string {
	conditions := map[string]string{}
	for _, value := range values {
		conditions[string(value)] = column + " = '" + string(value) + "'"
	}
	return conditions
}

// QueryRows returns the rows that the request asks for: one page, or all rows of a whole list if page and perPage are
// missing. The header X-Total-Count has the total. Each Row is filled by its db tags.
func QueryRows[Row any](e *core.RequestEvent, l List) ([]Row, error) {
	parsed, err := l.parseQuery(e.App, e.Request.URL.Query())
	if err != nil {
		return nil, err
	}
	rows := []Row{}
	query := l.query(e.App, parsed)
	if parsed.perPage > 0 {
		query.Limit(parsed.perPage).Offset((parsed.page - 1) * parsed.perPage)
	}
	if err := query.All(&rows); err != nil {
		return nil, listError(err)
	}
	total := int64(len(rows))
	if parsed.perPage > 0 {
		if total, err = l.total(e, parsed); err != nil {
			return nil, listError(err)
		}
	}
	if err := recordBulkRead(e, int64(len(rows))); err != nil {
		return nil, err
	}
	setTotal(e, total)
	return rows, nil
}

// IDs returns the ids of the rows that a route's query selects, in its order, max at most. It ignores page and
// perPage.
func IDs(app core.App, l List, query url.Values, max int64) ([]string, error) {
	parsed, err := l.parseQuery(app, query)
	if err != nil {
		return nil, err
	}
	ids := []string{}
	if err := app.DB().Select("id").From(l.From).Where(parsed.where).OrderBy(parsed.order...).Limit(max).
		Column(&ids); err != nil {
		return nil, listError(err)
	}
	return ids, nil
}

func setTotal(e *core.RequestEvent, total int64) {
	e.Response.Header().Set("X-Total-Count", strconv.FormatInt(total, 10))
}

func listError(err error) error {
	return httpx.NewError(http.StatusInternalServerError, "The list could not be read.", err)
}

// StreamRows returns the rows that QueryRows would return without a page, but one by one, so that they are never all in
// memory. The caller must range over the rows. They end with the first error.
func StreamRows[Row any](e *core.RequestEvent, l List) (iter.Seq2[Row, error], error) {
	parsed, err := l.parseQuery(e.App, e.Request.URL.Query())
	if err != nil {
		return nil, err
	}
	return streamRows[Row](e, l, parsed)
}

func streamRows[Row any](e *core.RequestEvent, l List, parsed listQuery) (iter.Seq2[Row, error], error) {
	rows, err := l.query(e.App, parsed).WithContext(e.Request.Context()).Rows()
	if err != nil {
		return nil, listError(err)
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
	return app.DB().Select(l.Columns...).From(l.From).Where(parsed.where).OrderBy(parsed.order...).Bind(l.Params)
}

func (l List) count(app core.App, parsed listQuery) (total int64, err error) {
	if parsed.counted {
		if l.Counter != "" && len(parsed.filters) == 0 {
			return readmodel.Get(app, l.Counter)
		}
		if l.Count != nil {
			if total, known, err := l.Count(app, parsed.filters); known || err != nil {
				return total, err
			}
		}
	}
	err = app.DB().Select("count(*)").From(l.From).Where(parsed.where).Bind(l.Params).Row(&total)
	return total, err
}

// listQuery is the parsed query of a list request. perPage 0 means all rows.
type listQuery struct {
	page, perPage int64
	where         dbx.Expression
	order         []string
	// filters are the values of List.Filters. counted is true if nothing else narrows the list.
	filters map[string]string
	counted bool
	// many is true if the search matches more rows than the index returns.
	many bool
}

// parseQuery parses a request's query. It returns an error for invalid parameters.
func (l List) parseQuery(app core.App, query url.Values) (listQuery, error) {
	var problems []rules.Problem
	addProblem := func(field, message string) {
		problems = append(problems, rules.Invalid(field, message))
	}
	parsed := listQuery{page: 1, filters: map[string]string{}, counted: true}
	switch {
	case !l.Whole:
		parsed.perPage = defaultPageSize
	case asksForPage(query):
		parsed.perPage = defaultWholePageSize
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

	search := normal.Fold(query.Get("search"))
	if utf8.RuneCountInString(search) > maxSearchLength {
		addProblem("search", fmt.Sprintf("search must be at most %d characters", maxSearchLength))
	}
	if search != "" && len(l.Search) == 0 {
		addProblem("search", "this list cannot be searched")
		search = ""
	}
	conditions := l.filterConditions(query, &parsed, addProblem)
	if l.Where != "" {
		conditions = append([]dbx.Expression{dbx.NewExp(l.Where, l.Params)}, conditions...)
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
	if len(problems) > 0 {
		return parsed, httpx.Invalid(problems...)
	}
	if search != "" {
		parsed.counted = false
		found, foundAll, err := l.searchConditions(app, search)
		if err != nil {
			return parsed, listError(err)
		}
		conditions = append(conditions, found...)
		if parsed.many = !foundAll; foundAll {
			parsed.order = sortWithoutIndex(parsed.order)
		}
	}
	if len(conditions) > 0 {
		parsed.where = dbx.And(conditions...)
	}
	return parsed, nil
}

func asksForPage(query url.Values) bool { return query.Has("page") || query.Has("perPage") }

// filterConditions returns the conditions of the filters that a request sets. Empty values are ignored.
func (l List) filterConditions(query url.Values, parsed *listQuery,
	addProblem func(field, message string)) []dbx.Expression {
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
		parsed.filters[name] = value
		conditions = append(conditions, dbx.NewExp("("+condition+")", l.Params))
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
		parsed.counted = false
		conditions = append(conditions, condition)
	}
	return conditions
}

// orderBy turns "field" or "-field" into a deterministic order.
func (l List) orderBy(sort string) ([]string, bool) {
	field, descending := strings.CutPrefix(sort, "-")
	direction := " ASC"
	if descending {
		direction = " DESC"
	}
	expression, ok := l.Sort[field]
	return []string{expression + direction, "id" + direction}, ok
}
