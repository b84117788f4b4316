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
	orderIDs        = regexp.MustCompile(`^order_[A-Za-z0-9]{14}$`)
	paymentIDs      = regexp.MustCompile(`^pay_[A-Za-z0-9]{14}$`)
	planIDs         = regexp.MustCompile(`^plan_[A-Za-z0-9]{14}$`)
	subscriptionIDs = regexp.MustCompile(`^sub_[A-Za-z0-9]{14}$`)
	invoiceIDs      = regexp.MustCompile(`^inv_[A-Za-z0-9]{14}$`)
	linkIDs         = regexp.MustCompile(`^plink_[A-Za-z0-9]{14}$`)
)

// perPage is the most that the provider puts into one page of a list.
const perPage = 100

// call is one use of the library; reader makes an entity of an answer.
type (
	call          func(*requests.Request) (map[string]any, error)
	reader[T any] func(*fields) T
	query         = map[string]any
)

// one asks for an entity. An answer without an id is none: an empty map is how the library
// reports some failures.
func one[T any](ctx context.Context, c *Client, read reader[T], ask call) (T, error) {
	var none T
	answer, err := c.ask(ctx, ask)
	if err != nil {
		return none, err
	}
	f := &fields{values: answer}
	if f.text("id") == "" {
		return none, unavailable(0, errors.New("the answer names no id"))
	}
	entity := read(f)
	if f.err != nil {
		return none, unavailable(0, f.err)
	}
	return entity, nil
}

// byID is one, of the entity with that id.
func byID[T any](ctx context.Context, c *Client, id string, pattern *regexp.Regexp, read reader[T], ask call) (T, error) {
	if !pattern.MatchString(id) {
		var none T
		return none, notSent("%q is not an id of that kind", id)
	}
	return one(ctx, c, read, ask)
}

// all asks for a whole list, page by page. An entity that moves from page to page while we turn
// them is taken once.
func all[T any](ctx context.Context, c *Client, filter query, read reader[T], ask func(*requests.Request, query) (map[string]any, error)) ([]T, error) {
	pages := list[T]{read: read, entities: []T{}, seen: map[string]bool{}}
	for skip := 0; ; skip += perPage {
		page := query{"count": perPage, "skip": skip}
		maps.Copy(page, filter)
		answer, err := c.ask(ctx, func(r *requests.Request) (map[string]any, error) { return ask(r, page) })
		if err != nil {
			return nil, err
		}
		before := len(pages.entities)
		length, err := pages.add(answer, "items")
		if err != nil {
			return nil, err
		}
		// A page that brings nothing new is the last too, whatever its length says.
		if length < perPage || len(pages.entities) == before {
			return pages.entities, nil
		}
	}
}

// whole asks for a list that the provider answers in one piece.
func whole[T any](ctx context.Context, c *Client, name string, read reader[T], ask call) ([]T, error) {
	answer, err := c.ask(ctx, ask)
	if err != nil {
		return nil, err
	}
	page := list[T]{read: read, entities: []T{}, seen: map[string]bool{}}
	if _, err := page.add(answer, name); err != nil {
		return nil, err
	}
	return page.entities, nil
}

// list gathers a list's entities, each once.
type list[T any] struct {
	read     reader[T]
	entities []T
	seen     map[string]bool
}

// add takes a page in and tells how long it was.
func (l *list[T]) add(answer map[string]any, name string) (int, error) {
	items, isList := answer[name].([]any)
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
		l.entities = append(l.entities, l.read(f))
		if f.err != nil {
			return 0, unavailable(0, fmt.Errorf("%s: %w", id, f.err))
		}
	}
	return len(items), nil
}
