package pages

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"runtime"
	"runtime/debug"
	"time"

	"boardcircle/pb_hooks/internal/subprocess"
)

// The pages are rendered by a process of their own, the same program, which lives for one pass: the engine takes more
// memory than the server does otherwise, and what it leaves between the server's own data would be held forever. It is
// given the script and the states of the pages, and no environment.

// workerCommand is the argument that makes the program a worker.
const workerCommand = "page-renderer"

// workerMemory is what the engine takes before it begins to collect its garbage.
const workerMemory = 192 << 20

// workerConfig is the first line of a worker's input; the script follows, and then a renderRequest a line.
type workerConfig struct {
	ScriptSize int64
	Limit      time.Duration
}

// renderRequest asks for a page, or without a path for the list of them.
type renderRequest struct{ Path, State string }

// renderReply is a line of a worker's output.
type renderReply struct {
	Routes    []webRoute
	Rendering rendering
	// Console is what the script has said.
	Console []string
	Error   string
	// Final tells that the script will never run.
	Final bool `json:",omitempty"`
}

// errScript is the error of a script that will never run.
var errScript = errors.New("the web app's server script does not compile")

// IsWorker tells whether the program was started as a worker.
func IsWorker(args []string) bool { return subprocess.Is(workerCommand, args) }

// RunWorker is the program of a worker: it renders what it is asked for, and ends when its input does.
func RunWorker(in io.Reader, out io.Writer) error {
	subprocess.OutliveSignals()
	debug.SetGCPercent(-1)
	debug.SetMemoryLimit(workerMemory)
	runtime.GOMAXPROCS(1)
	decoder := json.NewDecoder(in)
	var config workerConfig
	if err := decoder.Decode(&config); err != nil {
		return errors.New(workerCommand + " is started by the server")
	}
	in = io.MultiReader(decoder.Buffered(), in)
	script := make([]byte, 1+config.ScriptSize) // the first line's end is before it
	if _, err := io.ReadFull(in, script); err != nil {
		return fmt.Errorf("read the script: %w", err)
	}
	requests := make(chan renderRequest)
	go func() {
		for decoder := json.NewDecoder(in); ; {
			var request renderRequest
			if err := decoder.Decode(&request); err != nil {
				os.Exit(0) // the server has gone, or needs no more
			}
			requests <- request
		}
	}()
	return renderRequests(string(script), config.Limit, requests, json.NewEncoder(out))
}

func renderRequests(script string, limit time.Duration, requests <-chan renderRequest, out *json.Encoder) error {
	var said []string
	r, compileErr := newRenderer(script, limit, func(message string) { said = append(said, message) })
	for request := range requests {
		var reply renderReply
		err := compileErr
		switch {
		case err != nil:
		case request.Path == "":
			reply.Routes, err = r.listRoutes(context.Background())
		default:
			reply.Rendering, err = r.render(context.Background(), request.Path, request.State)
		}
		if err != nil {
			reply.Error = err.Error()
		}
		reply.Console, reply.Final, said = said, compileErr != nil, nil
		if err := out.Encode(reply); err != nil {
			return err
		}
	}
	return nil
}

// rendererProcess is a worker as the server has it.
type rendererProcess struct {
	*subprocess.Process
	requests *json.Encoder
	replies  *json.Decoder
	limit    time.Duration
	console  func(message string)
}

// startRenderer starts a worker with the script. No rendering may take longer than limit; what the script says on its
// console goes to console.
func startRenderer(script fs.File, limit time.Duration, console func(string)) (*rendererProcess, error) {
	info, err := script.Stat()
	if err != nil {
		return nil, err
	}
	p, err := subprocess.Start(workerCommand, []string{})
	if err != nil {
		return nil, err
	}
	r := &rendererProcess{Process: p, requests: json.NewEncoder(p.In), replies: json.NewDecoder(p.Out), limit: limit, console: console}
	if err := r.requests.Encode(workerConfig{ScriptSize: info.Size(), Limit: limit}); err != nil {
		r.kill()
		return nil, err
	}
	if _, err := io.Copy(p.In, script); err != nil {
		r.kill()
		return nil, err
	}
	return r, nil
}

// listRoutes asks the script which paths the web app knows.
func (r *rendererProcess) listRoutes(ctx context.Context) ([]webRoute, error) {
	reply, err := r.ask(ctx, renderRequest{})
	return reply.Routes, err
}

// render makes one page of its path and its state, a JSON text.
func (r *rendererProcess) render(ctx context.Context, path, state string) (rendering, error) {
	reply, err := r.ask(ctx, renderRequest{Path: path, State: state})
	return reply.Rendering, err
}

func (r *rendererProcess) ask(ctx context.Context, request renderRequest) (reply renderReply, err error) {
	// the worker ends a rendering by itself; this is for one that stands still
	ctx, cancel := context.WithTimeout(ctx, 2*r.limit)
	defer cancel()
	defer context.AfterFunc(ctx, func() { _ = r.Command.Process.Kill() })()
	if err = r.requests.Encode(request); err == nil {
		err = r.replies.Decode(&reply)
	}
	if ctx.Err() != nil {
		err = ctx.Err()
	}
	if err != nil {
		return reply, fmt.Errorf("ask the renderer for %q: %w", request.Path, err)
	}
	for _, message := range reply.Console {
		r.console(message)
	}
	switch {
	case reply.Final:
		return reply, fmt.Errorf("%w: %s", errScript, reply.Error)
	case reply.Error != "":
		return reply, errors.New(reply.Error)
	}
	return reply, nil
}

// close lets the worker end.
func (r *rendererProcess) close() {
	_ = r.In.Close()
	_ = r.Command.Wait() // what it could not do it has said
}

func (r *rendererProcess) kill() {
	_ = r.Command.Process.Kill()
	r.close()
}
