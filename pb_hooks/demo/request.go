package demo

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"mime/multipart"
	"net/http"

	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/router"

	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/sessions"
)

// request is a request that a handler is called with.
type request struct {
	// by is the account that sends the request, or nil for a visitor. id, person and page are the values of {id},
	// {person} and {page} in the path.
	by               *core.Record
	id, person, page string
	// token is the session's token, or the bearer token of a webhook. body is sent as JSON.
	token string
	body  any
	// file is sent as a part of a form, in place of body.
	file *sampleFile
}

type sampleFile struct {
	part, name string
	content    []byte
}

// form returns the body of a form with the file, and its type.
func (f *sampleFile) form() (body []byte, contentType string, err error) {
	var form bytes.Buffer
	w := multipart.NewWriter(&form)
	part, err := w.CreateFormFile(f.part, f.name)
	if err == nil {
		_, err = part.Write(f.content)
	}
	if err == nil {
		err = w.Close()
	}
	return form.Bytes(), w.FormDataContentType(), err
}

// call calls a handler without the network and decodes its response into into, unless that is nil. It returns the
// handler's error.
func (h *history) call(handler func(*core.RequestEvent) error, r request, into any) error {
	return call(h.tx, handler, r, into)
}

func call(app core.App, handler func(*core.RequestEvent) error, r request, into any) error {
	contentType := "application/json"
	body, err := json.Marshal(r.body)
	if r.file != nil {
		body, contentType, err = r.file.form()
	}
	if err != nil {
		return err
	}
	req, err := http.NewRequest(http.MethodPost, "/", nil)
	if err != nil {
		return err
	}
	// Some handlers read the body twice, as PocketBase allows.
	req.Body = &router.RereadableReadCloser{ReadCloser: io.NopCloser(bytes.NewReader(body))}
	req.ContentLength = int64(len(body))
	req.RemoteAddr = visitorAddress + ":443"
	req.Header.Set("Content-Type", contentType)
	req.Header.Set("Authorization", "Bearer "+r.token)
	req.SetPathValue("id", r.id)
	req.SetPathValue("person", r.person)
	req.SetPathValue("page", r.page)
	var answer recorder
	e := &core.RequestEvent{App: app, Auth: r.by}
	e.Request, e.Response = req, &answer
	httpx.SetSession(e, sessions.IDOf(r.token))
	httpx.MarkReauthenticated(e) // the history has no passwords for re-authentication
	if err := handler(e); err != nil {
		if r.file != nil {
			return fmt.Errorf("file %s: %w", r.file.name, err)
		}
		return fmt.Errorf("%s: %w", body, err)
	}
	if into == nil {
		return nil
	}
	return json.Unmarshal(answer.body.Bytes(), into)
}

// recorder stores a response.
type recorder struct {
	header http.Header
	body   bytes.Buffer
}

func (r *recorder) Header() http.Header {
	if r.header == nil {
		r.header = http.Header{}
	}
	return r.header
}

func (r *recorder) Write(b []byte) (int, error) { return r.body.Write(b) }

func (r *recorder) WriteHeader(int) {}
