package testapp

import (
	"io"
	"net/http/httptrace"
)

// Hold sends a request and withholds its body. It returns once the server has let the caller in and
// waits for the body; finish sends that.
func (v *Visitor) Hold(method, path string, body any) (finish func() Answer) {
	v.t.Helper()
	withheld, sent := io.Pipe()
	request := v.request(method, path, withheld)
	request.Header.Set("Expect", "100-continue")
	asked := make(chan struct{})
	request = request.WithContext(httptrace.WithClientTrace(request.Context(), &httptrace.ClientTrace{
		Got100Continue: func() { close(asked) },
	}))
	type outcome struct {
		answer Answer
		err    error
	}
	outcomes := make(chan outcome, 1)
	go func() {
		answer, err := v.do(request)
		outcomes <- outcome{answer, err}
	}()
	select {
	case <-asked:
	case o := <-outcomes:
		v.t.Fatalf("answered %d %s before the body was sent, %v", o.answer.Status, o.answer.Body, o.err)
	}
	return func() Answer {
		v.t.Helper()
		_, err := io.Copy(sent, reader(v.t, body))
		sent.CloseWithError(err)
		o := <-outcomes
		if o.err != nil {
			v.t.Fatal(o.err)
		}
		return o.answer
	}
}
