package pages

import (
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync"
	"time"

	"github.com/dop251/goja"
	"github.com/dop251/goja_nodejs/require"
	"github.com/dop251/goja_nodejs/url"
)

//go:embed browser.js
var browserScript string

// rendering is the result of rendering one path.
type rendering struct {
	Status int    `json:"status"`
	HTML   string `json:"html"`
	Head   string `json:"head"`
}

// webRoute is a path of the web app. A path that ends in /* matches all paths below it.
type webRoute struct {
	Path    string `json:"path"`
	Mode    string `json:"mode"`
	Sitemap bool   `json:"sitemap"`
}

// isRendered reports whether the server renders the page's content. Other pages get the empty shell.
func (p webRoute) isRendered() bool { return p.Mode == "rendered" }

// renderer runs the web app's server script, one rendering at a time.
//
// A script that threw or was interrupted leaves React's variables in an undefined state. Its engine is discarded, and
// the next rendering uses a new engine with the compiled script.
type renderer struct {
	shims, script *goja.Program
	limit         time.Duration
	console       func(message string)

	mu sync.Mutex
	vm *goja.Runtime
}

// newRenderer compiles the script. limit is the maximum time of a rendering. The script's console messages go to
// console.
func newRenderer(script string, limit time.Duration, console func(string)) (*renderer, error) {
	shims, err := goja.Compile("browser.js", browserScript, false)
	if err != nil {
		return nil, err
	}
	program, err := goja.Compile("ssr.js", script, false)
	if err != nil {
		return nil, err
	}
	return &renderer{shims: shims, script: program, limit: limit, console: console}, nil
}

// listRoutes returns the paths of the web app.
func (r *renderer) listRoutes(ctx context.Context) ([]webRoute, error) {
	var pages []webRoute
	err := r.run(ctx, "the list of pages", func(vm *goja.Runtime) error {
		list, err := vm.RunString("JSON.stringify(globalThis.pages || null)")
		if err != nil {
			return err
		}
		return json.Unmarshal([]byte(list.String()), &pages)
	})
	if err == nil && len(pages) == 0 {
		err = errors.New("the server script names no pages")
	}
	return pages, err
}

// render renders a path with its state, a JSON text.
func (r *renderer) render(ctx context.Context, path, state string) (rendering, error) {
	var result rendering
	err := r.run(ctx, path, func(vm *goja.Runtime) error {
		render, ok := goja.AssertFunction(vm.Get("render"))
		if !ok {
			return errors.New("the server script has no render function")
		}
		answer, err := render(goja.Undefined(), vm.ToValue(path), vm.ToValue(state))
		if err != nil {
			return err
		}
		text, err := awaitPromise(answer)
		if err != nil {
			return err
		}
		if err := json.Unmarshal([]byte(text), &result); err != nil {
			return fmt.Errorf("decode the answer of the renderer: %w", err)
		}
		if result.Status == 0 {
			return errors.New("the answer has no status")
		}
		return nil
	})
	return result, err
}

// run calls do with the engine, within the time limit. A panic is returned as an error, so that a bug in the engine
// affects one page and not the server.
func (r *renderer) run(ctx context.Context, what string, do func(*goja.Runtime) error) (err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	defer func() {
		if cause := recover(); cause != nil {
			err = fmt.Errorf("%v", cause)
		}
		if err != nil {
			r.vm = nil
			err = fmt.Errorf("render %s: %w", what, err)
		}
	}()
	fresh := r.vm == nil
	if fresh {
		r.vm = r.engine()
	}
	vm := r.vm
	ctx, cancel := context.WithTimeoutCause(ctx, r.limit, fmt.Errorf("it took longer than %s", r.limit))
	defer cancel()
	unwatch := context.AfterFunc(ctx, func() { vm.Interrupt(context.Cause(ctx)) })
	defer func() {
		if !unwatch() {
			r.vm = nil // the interruption could stop the next script
		}
	}()
	if fresh {
		for _, program := range []*goja.Program{r.shims, r.script} {
			if _, err := vm.RunProgram(program); err != nil {
				return err
			}
		}
	}
	return do(vm)
}

// engine creates an engine with URL, a console, and a limit for recursion.
func (r *renderer) engine() *goja.Runtime {
	vm := goja.New()
	vm.SetMaxCallStackSize(10_000)
	new(require.Registry).Enable(vm)
	url.Enable(vm)
	say := func(call goja.FunctionCall) goja.Value {
		words := make([]string, len(call.Arguments))
		for i, argument := range call.Arguments {
			words[i] = argument.String()
		}
		r.console(strings.Join(words, " "))
		return goja.Undefined()
	}
	vm.Set("console", map[string]any{"log": say, "info": say, "debug": say, "warn": say, "error": say})
	return vm
}

// awaitPromise returns the value of a promise. The promise is settled already, because nothing in the engine waits.
func awaitPromise(answer goja.Value) (string, error) {
	promise, ok := answer.Export().(*goja.Promise)
	if !ok {
		return answer.String(), nil
	}
	switch promise.State() {
	case goja.PromiseStateFulfilled:
		return promise.Result().String(), nil
	case goja.PromiseStateRejected:
		return "", errors.New(errorText(promise.Result()))
	}
	return "", errors.New("it waits for something that never comes")
}

// errorText returns an error with its stack, which is needed to find a bug in a bundled script.
func errorText(thrown goja.Value) string {
	if object, ok := thrown.(*goja.Object); ok {
		if stack := object.Get("stack"); stack != nil && !goja.IsUndefined(stack) {
			return stack.String()
		}
	}
	return thrown.String()
}
