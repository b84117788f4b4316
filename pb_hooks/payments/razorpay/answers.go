package razorpay

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"regexp"

	"github.com/razorpay/razorpay-go/requests"
)

// The library puts most ids into the address as they are, so only well-formed ones get there.
var (
	orderIDPattern        = regexp.MustCompile(`^order_[A-Za-z0-9]{14}$`)
	paymentIDPattern      = regexp.MustCompile(`^pay_[A-Za-z0-9]{14}$`)
	planIDPattern         = regexp.MustCompile(`^plan_[A-Za-z0-9]{14}$`)
	subscriptionIDPattern = regexp.MustCompile(`^sub_[A-Za-z0-9]{14}$`)
	invoiceIDPattern      = regexp.MustCompile(`^inv_[A-Za-z0-9]{14}$`)
	paymentLinkIDPattern  = regexp.MustCompile(`^plink_[A-Za-z0-9]{14}$`)
)

// pageSize is the most that the provider puts into one page of a list.
const pageSize = 100

// call is one use of the library; reader makes an entity of an answer.
type (
	call           func(*requests.Request) (map[string]any, error)
	decoder[T any] func(*fields) T
	query          = map[string]any
)

// fetchOne asks for an entity. An answer without an id is none: an empty map is how the library
// reports some failures.
func fetchOne[T any](ctx context.Context, c *Client, decode decoder[T], do call) (T, error) {
	var zero T
	response, err := c.do(ctx, do)
	if err != nil {
		return zero, err
	}
	f := &fields{values: response}
	if f.text("id") == "" {
		return zero, unavailable(0, errors.New("the answer names no id"))
	}
	entity := decode(f)
	if f.err != nil {
		return zero, unavailable(0, f.err)
	}
	return entity, nil
}

// fetchByID is one, of the entity with that id.
func fetchByID[T any](ctx context.Context, c *Client, id string, pattern *regexp.Regexp, decode decoder[T], do call) (T, error) {
	if !pattern.MatchString(id) {
		var zero T
		return zero, invalidRequest("%q is not an id of that kind", id)
	}
	return fetchOne(ctx, c, decode, do)
}

// listAll asks for a whole list, page by page. An entity that moves from page to page while we turn
// them is taken once.
func listAll[T any](ctx context.Context, c *Client, filter query, decode decoder[T], do func(*requests.Request, query) (map[string]any, error)) ([]T, error) {
	pages := collector[T]{decode: decode, entities: []T{}, seen: map[string]bool{}}
	for skip := 0; ; skip += pageSize {
		page := query{"count": pageSize, "skip": skip}
		maps.Copy(page, filter)
		response, err := c.do(ctx, func(r *requests.Request) (map[string]any, error) { return do(r, page) })
		if err != nil {
			return nil, err
		}
		before := len(pages.entities)
		length, err := pages.add(response, "items")
		if err != nil {
			return nil, err
		}
		// A page that brings nothing new is the last too, whatever its length says.
		if length < pageSize || len(pages.entities) == before {
			return pages.entities, nil
		}
	}
}

// integer asks for a list that the provider answers in one piece.
func listSinglePage[T any](ctx context.Context, c *Client, name string, decode decoder[T], do call) ([]T, error) {
	response, err := c.do(ctx, do)
	if err != nil {
		return nil, err
	}
	page := collector[T]{decode: decode, entities: []T{}, seen: map[string]bool{}}
	if _, err := page.add(response, name); err != nil {
		return nil, err
	}
	return page.entities, nil
}

// collector gathers a list's entities, each once.
type collector[T any] struct {
	decode   decoder[T]
	entities []T
	seen     map[string]bool
}

// add takes a page in and tells how long it was.
func (l *collector[T]) add(response map[string]any, name string) (int, error) {
	items, isList := response[name].([]any)
	if !isList {
		return 0, unavailable(0, errors.New("the answer has no list"))
	}
	for _, item := range items {
		values, _ := item.(map[string]any)
		f := &fields{values: values}
		id := f.text("id")
		if id == "" {
			return 0, unavailable(0, errors.New("the answer lists something without an id"))
		}
		if l.seen[id] {
			continue
		}
		l.seen[id] = true
		l.entities = append(l.entities, l.decode(f))
		if f.err != nil {
			return 0, unavailable(0, fmt.Errorf("%s: %w", id, f.err))
		}
	}
	return len(items), nil
}
