package httpx

import (
	"crypto/sha256"
	"database/sql/driver"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"mime/multipart"
	"net/http"
	"slices"
	"time"

	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/router"
	"github.com/pocketbase/pocketbase/tools/types"

	"boardcircle/pb_hooks/internal/database"
	"boardcircle/pb_hooks/internal/rules"
)

// DecodeObject decodes the request's JSON object. An empty body counts as an empty object, so that the form reports its
// missing fields.
func DecodeObject(e *core.RequestEvent) (map[string]any, error) {
	body, err := io.ReadAll(e.Request.Body)
	if err != nil {
		var tooLarge *router.ApiError
		if errors.As(err, &tooLarge) && tooLarge.Status == http.StatusRequestEntityTooLarge {
			return nil, NewError(http.StatusRequestEntityTooLarge, "The request is too large.", nil)
		}
		return nil, NewError(http.StatusBadRequest, "The request could not be read.", err)
	}
	object := map[string]any{}
	if len(body) == 0 {
		return object, nil
	}
	if err := json.Unmarshal(body, &object); err != nil || object == nil {
		return nil, NewError(http.StatusBadRequest, "The request body must be a JSON object.", err)
	}
	return object, nil
}

// content returns the address and the body of a request in a form in which repeats are equal: the fields of an object
// are sorted, password and code are left out, and the parts of an upload are hashed, because their boundary is random.
func (r Route) content(g *Middleware, e *core.RequestEvent) ([]string, error) {
	address := e.Request.URL.RequestURI()
	if r.IsUpload() {
		parts, err := hashParts(e.Request)
		if err != nil {
			return nil, NewError(http.StatusBadRequest, "The request could not be read.", err)
		}
		return append(parts, address), nil
	}
	object, err := DecodeObject(e)
	if err != nil {
		return nil, err
	}
	if r.asksForPassword {
		for _, field := range g.reauthenticationForm {
			delete(object, field.Name)
		}
	}
	body, err := json.Marshal(object)
	return []string{address, string(body)}, err
}

// hashParts returns the name, the file name and the hash of each part of an upload. It reads the body to its end, so
// that the handler can read it again.
func hashParts(request *http.Request) (parts []string, err error) {
	_, parameters, err := mime.ParseMediaType(request.Header.Get("Content-Type"))
	if err != nil {
		return nil, err
	}
	reader := multipart.NewReader(request.Body, parameters["boundary"])
	for {
		part, err := reader.NextRawPart()
		if errors.Is(err, io.EOF) {
			_, err = io.Copy(io.Discard, request.Body)
			return parts, err
		}
		if err != nil {
			return nil, err
		}
		hash := sha256.New()
		if _, err := io.Copy(hash, part); err != nil {
			return nil, err
		}
		parts = append(parts, part.FormName(), part.FileName(), hex.EncodeToString(hash.Sum(nil)))
	}
}

// Bool is a boolean that is sent as the text "true" or "false". JSON booleans are accepted too.
type Bool bool

// MarshalJSON writes the boolean as text.
func (f Bool) MarshalJSON() ([]byte, error) {
	if f {
		return []byte(`"true"`), nil
	}
	return []byte(`"false"`), nil
}

// UnmarshalJSON accepts true, false, "true" and "false".
func (f *Bool) UnmarshalJSON(data []byte) error {
	var raw any
	if err := json.Unmarshal(data, &raw); err != nil {
		return err
	}
	switch raw {
	case true, "true":
		*f = true
	case false, "false":
		*f = false
	default:
		return fmt.Errorf("%s is neither true nor false", data)
	}
	return nil
}

// Scan reads the boolean from a database column.
func (f *Bool) Scan(value any) error {
	flag, err := driver.Bool.ConvertValue(value)
	if err != nil {
		return err
	}
	*f = Bool(flag.(bool))
	return nil
}

// Time is a time that is sent as RFC 3339 in UTC, or as "" if it is zero.
type Time types.DateTime

// TimeOf converts a time to a Time.
func TimeOf(t time.Time) Time { return Time(database.DateTime(t)) }

// MarshalJSON writes the time with milliseconds.
func (s Time) MarshalJSON() ([]byte, error) {
	at := types.DateTime(s)
	if at.IsZero() {
		return []byte(`""`), nil
	}
	return json.Marshal(at.Time().UTC().Format("2006-01-02T15:04:05.000Z07:00"))
}

// Scan reads the time from a database column.
func (s *Time) Scan(value any) error {
	return (*types.DateTime)(s).Scan(value)
}

// maxOrderedIDs limits the length of a list that admins sort by hand.
const maxOrderedIDs = 500

// Order is the body of a request that sorts a list: all the ids of the list, in their new order.
type Order struct {
	IDs orderedIDs `json:"ids"`
}

type orderedIDs []string

// UnmarshalJSON decodes any other type than a list of texts as no ids, so that Check reports the problem.
func (ids *orderedIDs) UnmarshalJSON(data []byte) error {
	var list []string
	if json.Unmarshal(data, &list) == nil {
		*ids = list
	}
	return nil
}

// Rules returns nil, because Check validates the ids.
func (Order) Rules() rules.Form { return nil }

// Check returns an error if there are no ids, too many, or an id more than once.
func (o Order) Check() error {
	if len(o.IDs) == 0 || len(o.IDs) > maxOrderedIDs || slices.Contains(o.IDs, "") {
		return orderError("Please send the ids in their new order")
	}
	if sorted := slices.Sorted(slices.Values([]string(o.IDs))); len(slices.Compact(sorted)) < len(o.IDs) {
		return orderError("Please send each id once")
	}
	return nil
}

func orderError(message string) error {
	return Invalid(rules.Invalid("ids", message))
}

// Ordered is a record of a list that admins sort by hand.
type Ordered interface {
	core.RecordProxy
	SortOrder() int
	SetSortOrder(position int)
}

// Reorder numbers the records of a list 1, 2, 3... in the order of ids, and reports whether any record has moved. It
// returns a conflict if ids are not exactly the ids of the list, because then someone has changed the list since the
// caller read it. tx must be the app of a transaction.
func Reorder[T Ordered](tx core.App, records []T, ids []string) (moved bool, err error) {
	known := make(map[string]T, len(records))
	for _, record := range records {
		known[record.ProxyRecord().Id] = record
	}
	if len(ids) != len(records) {
		return false, listChangedError()
	}
	for i, id := range ids {
		record, isKnown := known[id]
		if !isKnown {
			return false, listChangedError()
		}
		if record.SortOrder() == i+1 {
			continue
		}
		moved = true
		record.SetSortOrder(i + 1)
		if err := tx.Save(record.ProxyRecord()); err != nil {
			return false, err
		}
	}
	return moved, nil
}

func listChangedError() error {
	return NewError(http.StatusConflict,
		"This list has changed since you opened it. Please reload it, then sort it again.", nil)
}
