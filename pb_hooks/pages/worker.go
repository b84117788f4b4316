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

// A separate process renders the pages. It runs the same program and ends after one pass. The engine needs more
// memory than the rest of the server, and in the server's process its garbage would fragment the heap and never be
// returned. The worker gets the script and the states of the pages, and no environment variables.

// workerCommand is the argument that starts the program as a worker.
const workerCommand = "page-renderer"

// workerMemory is the memory limit in bytes at which the worker's garbage collector starts.
const workerMemory = 192 << 20

// workerConfig is the first line of a worker's input. The script follows, and then one renderRequest per line.
type workerConfig struct {
	ScriptSize int64
	Limit      time.Duration
}

// renderRequest requests a page. Without a path it requests the list of routes.
type renderRequest struct{ Path, State string }

// renderReply is a line of a worker's output.
type renderReply struct {
	Routes    []webRoute
	Rendering rendering
	// Console has the script's console messages.
	Console []string
	Error   string
	// Final reports that the script can never run.
	Final bool `json:",omitempty"`
}

// errScript is the error for a script that can never run.
var errScript = errors.New("the web app's server script does not compile")

// IsWorker reports whether the program was started as a worker.
func IsWorker(args []string) bool { return subprocess.Is(workerCommand, args) }

// RunWorker is the main function of a worker. It answers requests until its input ends.
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
	script := make([]byte, 1+config.ScriptSize) // the first byte is the newline after the config
	if _, err := io.ReadFull(in, script); err != nil {
		return fmt.Errorf("read the script: %w", err)
	}
	requests := make(chan renderRequest)
	go func() {
		for decoder := json.NewDecoder(in); ; {
			var request renderRequest
			if err := decoder.Decode(&request); err != nil {
				os.Exit(0) // the server has ended or needs no more pages
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

// rendererProcess is the server's side of a worker.
type rendererProcess struct {
	*subprocess.Process
	requests *json.Encoder
	replies  *json.Decoder
	limit    time.Duration
	console  func(message string)
}

// startRenderer starts a worker with the script. limit is the maximum time of a rendering. The script's console
// messages go to console.
func startRenderer(script fs.File, limit time.Duration, console func(string)) (*rendererProcess, error) {
	info, err := script.Stat()
	if err != nil {
		return nil, err
	}
	p, err := subprocess.Start(workerCommand, []string{})
	if err != nil {
		return nil, err
	}
	r := &rendererProcess{
		Process:  p,
		requests: json.NewEncoder(p.In),
		replies:  json.NewDecoder(p.Out),
		limit:    limit,
		console:  console,
	}
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

// listRoutes returns the paths of the web app.
func (r *rendererProcess) listRoutes(ctx context.Context) ([]webRoute, error) {
	reply, err := r.ask(ctx, renderRequest{})
	return reply.Routes, err
}

// render renders a path with its state, a JSON text.
func (r *rendererProcess) render(ctx context.Context, path, state string) (rendering, error) {
	reply, err := r.ask(ctx, renderRequest{Path: path, State: state})
	return reply.Rendering, err
}

func (r *rendererProcess) ask(ctx context.Context, request renderRequest) (reply renderReply, err error) {
	// The worker stops a rendering after limit. This timeout is for a worker that hangs.
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

// close ends the worker.
func (r *rendererProcess) close() {
	_ = r.In.Close()
	_ = r.Command.Wait() // its errors were reported already
}

func (r *rendererProcess) kill() {
	_ = r.Command.Process.Kill()
	r.close()
}
