package httpx

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"reflect"
	"slices"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/apperr"
	"boardcircle/pb_hooks/internal/rules"
)

// Endpoint is what a route does: its handler, and what the handler takes and answers. A feature has one method for each
// endpoint, which returns it. The method must not use the feature's dependencies, because the generator of the web
// app's types calls it without them. The route table adds who may call the endpoint.
type Endpoint struct {
	Doc
	Handler func(*core.RequestEvent) error
	// Request is the type of the body, or nil if none exists. IsPartial means that each of its fields may be missing.
	Request   reflect.Type
	IsPartial bool
	// Answer is the type of the JSON that is sent, or nil if none exists. Waiting is the type of the JSON that is sent
	// with 202 if the request waits for a second admin, or nil.
	Answer, Waiting reflect.Type
	// Media lists the content types of an answer that is not JSON.
	Media []string
	// HasETag means that a client may get 304.
	HasETag bool
	// IsList means that a page of a list's rows is sent. IsWholeList means that all rows are sent if no page is
	// requested.
	IsList, IsWholeList bool
	// FilePart is the name of the multipart part with the file of an upload.
	FilePart string
}

// Doc describes an endpoint for people, beyond what its types say.
type Doc struct {
	// Tag is the group of the endpoint in the documentation.
	Tag, Summary, Description string
	// Status is the status of a success. 0 means 200, or 204 without an answer.
	Status int
	// Errors are the domain errors that the endpoint returns. Statuses are those of further errors.
	Errors   []*apperr.Error
	Statuses []int
	// Query describes the query parameters. Package lists adds those of a list.
	Query []Parameter
	// Example is a valid body. A test sends it.
	Example map[string]any
	// IsVersioned means that the body may have the version of the values that the change is based on. The handler calls
	// CheckVersion, and its answer has the version.
	IsVersioned bool
	// Scheme is the name of the security scheme of a webhook.
	Scheme string
	// Unaudited is why an admin's request that is no GET leaves no entry in the audit log.
	Unaudited string
}

// OwnAction is the value of Doc.Unaudited for what members do for themselves.
const OwnAction = "members do this for themselves"

// Parameter is a query parameter.
type Parameter struct {
	Name, Description string
	// Options lists the allowed values. If empty, any text is allowed.
	Options []string
}

// Form is the type of a request body: a struct whose fields have the JSON names and types of its rules. A field without
// a rule is another Form, which is a nested object, or any type that encoding/json can decode. A nested form is checked
// once the form's own fields are valid, and the problems of its fields have their path, such as billing.state.
type Form interface{ Rules() rules.Form }

// Checker is a form with rules that involve several fields. CheckFields is called once each field is valid. It may
// change the fields.
type Checker interface{ CheckFields() []rules.Problem }

// None is the request of an endpoint that takes no body, and the answer of one that sends none.
type None struct{}

// Rules returns nil.
func (None) Rules() rules.Form { return nil }

// JSON returns an endpoint that decodes and validates its body and sends its answer as JSON.
func JSON[Request Form, Answer any](handle func(*core.RequestEvent, Request) (Answer, error), doc Doc) Endpoint {
	endpoint := newEndpoint[Request, Answer](doc)
	endpoint.Handler = func(e *core.RequestEvent) error {
		var request Request
		if endpoint.Request != nil {
			var err error
			if request, err = Decode[Request](e); err != nil {
				return err
			}
		}
		answer, err := handle(e, request)
		if err != nil {
			return err
		}
		return endpoint.write(e, answer)
	}
	return endpoint
}

// Get returns the endpoint of a GET route that sends its answer as JSON.
func Get[Answer any](handle func(*core.RequestEvent) (Answer, error), doc Doc) Endpoint {
	return DoJSON(handle, doc)
}

// DoJSON returns an endpoint that changes something without a body and sends its answer as JSON.
func DoJSON[Answer any](handle func(*core.RequestEvent) (Answer, error), doc Doc) Endpoint {
	return JSON(func(e *core.RequestEvent, _ None) (Answer, error) { return handle(e) }, doc)
}

// Do returns an endpoint that changes something, without a body and without an answer.
func Do(handle func(*core.RequestEvent) error, doc Doc) Endpoint {
	return DoJSON(func(e *core.RequestEvent) (None, error) { return None{}, handle(e) }, doc)
}

// Raw returns an endpoint whose handler reads the body itself, such as one whose signature covers the bytes. Body is
// the type that describes it.
func Raw[Body Form, Answer any](handle func(*core.RequestEvent) (Answer, error), doc Doc) Endpoint {
	endpoint := newEndpoint[Body, Answer](doc)
	endpoint.Handler = func(e *core.RequestEvent) error {
		answer, err := handle(e)
		if err != nil {
			return err
		}
		return endpoint.write(e, answer)
	}
	return endpoint
}

// Change is a body that changes something: fields that it does not have keep their values.
type Change[Request Form] struct {
	// Body is the decoded JSON object, before any validation.
	Body map[string]any
}

// Has reports whether the body has a field.
func (c Change[Request]) Has(name string) bool {
	_, isSent := c.Body[name]
	return isSent
}

// Over returns the JSON object of the stored values with the changes of the body. Bind validates it.
func (c Change[Request]) Over(stored Request) (map[string]any, error) {
	object, err := Object(stored)
	maps.Copy(object, c.Body)
	return object, err
}

// Apply returns the stored values with the changes of the body. All fields are validated.
func (c Change[Request]) Apply(stored Request) (Request, error) {
	object, err := c.Over(stored)
	if err != nil {
		return stored, err
	}
	changed, problems := Bind[Request](object)
	if len(problems) > 0 {
		return changed, Invalid(problems...)
	}
	return changed, nil
}

// Sent returns the form with the fields that the body has. It does not validate other fields, so that a stored value
// that no longer fits its rule does not prevent a change of the others.
func (c Change[Request]) Sent() (Request, error) {
	var request Request
	sent := slices.DeleteFunc(slices.Clone(request.Rules()), func(f rules.Field) bool { return !c.Has(f.Name) })
	if problems := bindFields(reflect.ValueOf(&request).Elem(), sent, c.Body); len(problems) > 0 {
		return request, Invalid(problems...)
	}
	return request, nil
}

// VersionOf returns the version of the stored values of a form. It changes with any of them.
func VersionOf(stored Form) string {
	text, err := json.Marshal(stored)
	if err != nil {
		panic(fmt.Errorf("encode form %T: %w", stored, err)) // a form is decoded from JSON
	}
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:8])
}

// CheckVersion returns a conflict if the body has another version than that of the stored values, because then someone
// has changed them since the caller read them. A body without a version passes. what names the record in the message.
// Call it in the transaction of the change.
func (c Change[Request]) CheckVersion(stored Request, what string) error {
	if !c.Has("version") || c.Body["version"] == VersionOf(stored) {
		return nil
	}
	return Conflict(rules.Problem{Field: "version", Code: "overtaken", Message: "This " + what +
		" was changed by someone else since you opened it. Nothing was saved. Load the current version to continue."})
}

// Patch returns an endpoint that changes something. The handler applies the change to what is stored.
func Patch[Request Form, Answer any](handle func(*core.RequestEvent, Change[Request]) (Answer, error),
	doc Doc) Endpoint {
	endpoint := newEndpoint[Request, Answer](doc)
	endpoint.IsPartial = true
	endpoint.Handler = func(e *core.RequestEvent) error {
		body, err := DecodeObject(e)
		if err != nil {
			return err
		}
		answer, err := handle(e, Change[Request]{body})
		if err != nil {
			return err
		}
		return endpoint.write(e, answer)
	}
	return endpoint
}

// CachedOr returns an endpoint whose JSON is cached. If the handler returns a cached answer, it is sent with an ETag,
// and a client that has it gets 304. Otherwise the other answer is sent, for callers who get more than the cache has.
func CachedOr[Answer any](handle func(*core.RequestEvent) (Answer, *JSONAnswer, error), doc Doc) Endpoint {
	return Endpoint{
		Doc: doc, Answer: reflect.TypeFor[Answer](), HasETag: true,
		Handler: func(e *core.RequestEvent) error {
			answer, cached, err := handle(e)
			switch {
			case err != nil:
				return err
			case cached != nil:
				return cached.Write(e)
			}
			return e.JSON(http.StatusOK, answer)
		},
	}
}

// File returns an endpoint whose handler writes an answer of one of the media types.
func File(handle func(*core.RequestEvent) error, media []string, doc Doc) Endpoint {
	return Endpoint{Doc: doc, Handler: handle, Media: media}
}

// FileOf is like File, but the endpoint takes a body.
func FileOf[Request Form](handle func(*core.RequestEvent, Request) error, media []string, doc Doc) Endpoint {
	return Endpoint{
		Doc: doc, Request: bodyType[Request](), Media: media,
		Handler: func(e *core.RequestEvent) error {
			request, err := Decode[Request](e)
			if err != nil {
				return err
			}
			return handle(e, request)
		},
	}
}

// Upload returns an endpoint that takes a file as a part of multipart/form-data.
func Upload[Answer any](part string, handle func(*core.RequestEvent) (Answer, error), doc Doc) Endpoint {
	endpoint := DoJSON(handle, doc)
	endpoint.FilePart = part
	return endpoint
}

// OrWaiting is an answer, or what is sent with 202 if the request waits for a second admin.
type OrWaiting[Answer, Waiting any] struct {
	Answer  Answer
	Waiting *Waiting
}

func (OrWaiting[Answer, Waiting]) types() (answer, waiting reflect.Type) {
	return bodyType[Answer](), reflect.TypeFor[Waiting]()
}

func (o OrWaiting[Answer, Waiting]) choose() (body any, isWaiting bool) {
	if o.Waiting != nil {
		return *o.Waiting, true
	}
	return o.Answer, false
}

// orWaiting is implemented by OrWaiting only.
type orWaiting interface {
	types() (answer, waiting reflect.Type)
	choose() (body any, isWaiting bool)
}

func newEndpoint[Request, Answer any](doc Doc) Endpoint {
	endpoint := Endpoint{Doc: doc, Request: bodyType[Request](), Answer: bodyType[Answer]()}
	var answer Answer
	if either, ok := any(answer).(orWaiting); ok {
		endpoint.Answer, endpoint.Waiting = either.types()
	}
	return endpoint
}

// bodyType returns nil for None.
func bodyType[Body any]() reflect.Type {
	if t := reflect.TypeFor[Body](); t != reflect.TypeFor[None]() {
		return t
	}
	return nil
}

// SuccessStatus is the status of a success.
func (p Endpoint) SuccessStatus() int {
	switch {
	case p.Status != 0:
		return p.Status
	case p.Answer == nil && len(p.Media) == 0:
		return http.StatusNoContent
	}
	return http.StatusOK
}

func (p Endpoint) write(e *core.RequestEvent, answer any) error {
	status := p.SuccessStatus()
	if either, ok := answer.(orWaiting); ok {
		var isWaiting bool
		if answer, isWaiting = either.choose(); isWaiting {
			return e.JSON(http.StatusAccepted, answer)
		}
	}
	if p.Answer == nil {
		return e.NoContent(status)
	}
	return e.JSON(status, answer)
}

// Decode decodes and validates the request's body. If a rule is broken, it returns the error of Invalid.
func Decode[Request Form](e *core.RequestEvent) (Request, error) {
	object, err := DecodeObject(e)
	if err != nil {
		var none Request
		return none, err
	}
	request, problems := Bind[Request](object)
	if len(problems) > 0 {
		return request, Invalid(problems...)
	}
	return request, nil
}
