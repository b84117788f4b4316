package testapp

import (
	"io"
	"net/http/httptrace"
)

// StartRequest sends a request and withholds its body. It returns once the server has let the caller in and
// waits for the body; finish sends that.
func (v *Visitor) StartRequest(method, path string, body any) (finish func() Response) {
	v.t.Helper()
	pipeReader, pipeWriter := io.Pipe()
	request := v.request(method, path, pipeReader)
	request.Header.Set("Expect", "100-continue")
	continued := make(chan struct{})
	request = request.WithContext(httptrace.WithClientTrace(request.Context(), &httptrace.ClientTrace{
		Got100Continue: func() { close(continued) },
	}))
	type outcome struct {
		answer Response
		err    error
	}
	outcomes := make(chan outcome, 1)
	go func() {
		answer, err := v.do(request)
		outcomes <- outcome{answer, err}
	}()
	select {
	case <-continued:
	case o := <-outcomes:
		v.t.Fatalf("answered %d %s before the body was sent, %v", o.answer.Status, o.answer.Body, o.err)
	}
	return func() Response {
		v.t.Helper()
		_, err := io.Copy(pipeWriter, newBodyReader(v.t, body))
		pipeWriter.CloseWithError(err)
		o := <-outcomes
		if o.err != nil {
			v.t.Fatal(o.err)
		}
		return o.answer
	}
}
