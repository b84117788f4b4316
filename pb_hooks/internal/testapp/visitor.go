package testapp

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptrace"
	"net/url"
	"testing"
)

// Visitor is a browser with its own cookies.
type Visitor struct {
	Client *http.Client
	// Header is sent with every request.
	Header http.Header

	t   testing.TB
	url string
}

// Response is the server's response.
type Response struct {
	Status int
	Header http.Header
	Body   string
	// JSON is the decoded object, or nil if the body is not an object.
	JSON map[string]any
}

// NewVisitor returns a visitor of a server, with an empty cookie jar.
func NewVisitor(t testing.TB, url string) *Visitor {
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	client := &http.Client{
		Jar:           jar,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
	return &Visitor{Client: client, Header: http.Header{}, t: t, url: url}
}

// Get sends a GET request.
func (v *Visitor) Get(path string) Response { return v.Send(http.MethodGet, path, nil) }

// Post sends body as JSON; nil sends no body.
func (v *Visitor) Post(path string, body any) Response { return v.Send(http.MethodPost, path, body) }

// Send sends a request. A string or []byte body is sent unchanged, any other body as JSON.
func (v *Visitor) Send(method, path string, body any) Response {
	v.t.Helper()
	response, err := v.do(v.request(method, path, newBodyReader(v.t, body)))
	if err != nil {
		v.t.Fatal(err)
	}
	return response
}

func (v *Visitor) request(method, path string, body io.Reader) *http.Request {
	v.t.Helper()
	request, err := http.NewRequest(method, v.url+path, body)
	if err != nil {
		v.t.Fatal(err)
	}
	if body != nil {
		request.Header.Set("Content-Type", "application/json")
	}
	for name, values := range v.Header {
		request.Header[name] = values
		if name == "Host" {
			request.Host = values[0]
		}
	}
	return request
}

func (v *Visitor) do(request *http.Request) (Response, error) {
	response, err := v.Client.Do(request)
	if err != nil {
		return Response{}, err
	}
	defer response.Body.Close()
	content, err := io.ReadAll(response.Body)
	if err != nil {
		return Response{}, err
	}
	answer := Response{Status: response.StatusCode, Header: response.Header, Body: string(content)}
	// JSON stays nil if the body is not a JSON object.
	_ = json.Unmarshal(content, &answer.JSON)
	return answer, nil
}

// Download reads a response to the end, discards it, and returns its length.
func (v *Visitor) Download(path string) int64 {
	v.t.Helper()
	request, err := http.NewRequest(http.MethodGet, v.url+path, nil)
	if err != nil {
		v.t.Fatal(err)
	}
	response, err := v.Client.Do(request)
	if err != nil {
		v.t.Fatal(err)
	}
	defer response.Body.Close()
	n, err := io.Copy(io.Discard, response.Body)
	if err != nil || response.StatusCode != http.StatusOK {
		v.t.Fatalf("%s: %d, %v", path, response.StatusCode, err)
	}
	return n
}

// Message returns the public message of an error.
func (a Response) Message() string {
	message, _ := a.JSON["message"].(string)
	return message
}

// Field returns the error message of a field, or "".
func (a Response) Field(name string) string {
	data, _ := a.JSON["data"].(map[string]any)
	fieldError, _ := data[name].(map[string]any)
	message, _ := fieldError["message"].(string)
	return message
}

func newBodyReader(t testing.TB, body any) io.Reader {
	switch b := body.(type) {
	case nil:
		return nil
	case string:
		return bytes.NewReader([]byte(b))
	case []byte:
		return bytes.NewReader(b)
	}
	content, err := json.Marshal(body)
	if err != nil {
		t.Fatal(err)
	}
	return bytes.NewReader(content)
}

// SetCookie sets a cookie in the visitor's jar.
func (v *Visitor) SetCookie(name, value string) {
	v.t.Helper()
	site, err := url.Parse(v.url)
	if err != nil {
		v.t.Fatal(err)
	}
	v.Client.Jar.SetCookies(site, []*http.Cookie{{Name: name, Value: value, Path: "/"}})
}

// StartRequest sends a request without its body. It returns once the server has authenticated the caller and waits for
// the body. finish sends the body.
func (v *Visitor) StartRequest(method, path string, body any) (finish func() Response) {
	v.t.Helper()
	pipeReader, pipeWriter := io.Pipe()
	request := v.request(method, path, pipeReader)
	request.Header.Set("Expect", "100-continue")
	continued := make(chan struct{})
	request = request.WithContext(httptrace.WithClientTrace(request.Context(), &httptrace.ClientTrace{
		Got100Continue: func() { close(continued) },
	}))
	type result struct {
		answer Response
		err    error
	}
	results := make(chan result, 1)
	go func() {
		answer, err := v.do(request)
		results <- result{answer, err}
	}()
	select {
	case <-continued:
	case r := <-results:
		v.t.Fatalf("answered %d %s before the body was sent, %v", r.answer.Status, r.answer.Body, r.err)
	}
	return func() Response {
		v.t.Helper()
		_, err := io.Copy(pipeWriter, newBodyReader(v.t, body))
		pipeWriter.CloseWithError(err)
		r := <-results
		if r.err != nil {
			v.t.Fatal(r.err)
		}
		return r.answer
	}
}
