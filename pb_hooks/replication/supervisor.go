package replication

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"sync"
	"time"

	"boardcircle/pb_hooks/internal/clock"
	"boardcircle/pb_hooks/internal/subprocess"
)

// workerCommand is the argument that starts the program as a worker.
const workerCommand = "replication-worker"

// The pauses before a worker that ended unexpectedly is restarted.
const (
	firstRestart   = time.Second
	longestRestart = time.Minute
)

// worker supervises the worker process and restarts it when it ends.
type worker struct {
	config workerConfig
	report func(syncResult)
	// stopping ends the supervision. ended is closed when it has ended.
	stopping context.Context
	cancel   context.CancelFunc
	ended    chan struct{}

	mu      sync.Mutex
	process *subprocess.Process
	nextID  int
	waiting map[int]chan syncResult
}

// startWorker starts and supervises a worker.
func startWorker(config workerConfig, report func(syncResult)) *worker {
	w := &worker{config: config, report: report, ended: make(chan struct{}), waiting: map[int]chan syncResult{}}
	w.stopping, w.cancel = context.WithCancel(context.Background())
	go w.supervise()
	return w
}

func (w *worker) supervise() {
	defer close(w.ended)
	for pause := firstRestart; ; pause = min(2*pause, longestRestart) {
		running := clock.StartStopwatch()
		err := w.run()
		w.failWaiting()
		if w.stopping.Err() != nil {
			return
		}
		w.report(syncResult{Error: fmt.Sprintf("the worker ended: %v", err)})
		if running.Elapsed() > longestRestart {
			pause = firstRestart
		}
		select {
		case <-w.stopping.Done():
			return
		case <-time.After(pause):
		}
	}
}

// run runs one worker process until it ends.
func (w *worker) run() error {
	p, err := startProcess(w.config)
	if err != nil {
		return err
	}
	w.mu.Lock()
	w.process = p
	if w.stopping.Err() != nil {
		_ = p.In.Close() // stop was called before the process started
	}
	w.mu.Unlock()
	lines := bufio.NewScanner(p.Out)
	for lines.Scan() {
		var result syncResult
		if err := json.Unmarshal(lines.Bytes(), &result); err == nil {
			w.deliver(result)
		}
	}
	err = p.Command.Wait()
	w.mu.Lock()
	w.process = nil
	w.mu.Unlock()
	_ = p.In.Close()
	return err
}

// deliver passes a result to the barriers that wait for it.
func (w *worker) deliver(result syncResult) {
	w.mu.Lock()
	var waiting []chan syncResult
	for _, id := range result.IDs {
		if c, found := w.waiting[id]; found {
			waiting = append(waiting, c)
			delete(w.waiting, id)
		}
	}
	w.mu.Unlock()
	w.report(result)
	for _, c := range waiting {
		c <- result
	}
}

func (w *worker) failWaiting() {
	w.mu.Lock()
	defer w.mu.Unlock()
	for id, c := range w.waiting {
		c <- syncResult{Error: errNoWorker.Error()}
		delete(w.waiting, id)
	}
}

// barrier requests a sync and waits until it is complete.
func (w *worker) barrier(ctx context.Context) error {
	done := make(chan syncResult, 1)
	w.mu.Lock()
	p := w.process
	if p == nil {
		w.mu.Unlock()
		return errNoWorker
	}
	w.nextID++
	id := w.nextID
	w.waiting[id] = done
	_, err := fmt.Fprintf(p.In, "%d\n", id)
	if err != nil {
		delete(w.waiting, id)
	}
	w.mu.Unlock()
	if err != nil {
		return fmt.Errorf("%w: %w", errNoWorker, err)
	}
	select {
	case <-ctx.Done():
		w.mu.Lock()
		delete(w.waiting, id)
		w.mu.Unlock()
		return ctx.Err()
	case result := <-done:
		if result.Error != "" {
			return fmt.Errorf("sync: %s", result.Error)
		}
		return nil
	}
}

// stop closes the worker's input. The worker then syncs once more and ends. If that takes too long, stop kills it.
func (w *worker) stop(ctx context.Context) error {
	w.cancel()
	w.mu.Lock()
	p := w.process
	if p != nil {
		_ = p.In.Close()
	}
	w.mu.Unlock()
	select {
	case <-w.ended:
		return nil
	case <-ctx.Done():
	}
	if p != nil {
		_ = p.Command.Process.Kill()
	}
	<-w.ended
	return fmt.Errorf("the last sync took too long: %w", ctx.Err())
}

// startProcess starts the program as a worker.
func startProcess(config workerConfig) (*subprocess.Process, error) {
	p, err := subprocess.Start(workerCommand, workerEnv(os.Environ()))
	if err != nil {
		return nil, err
	}
	if err := json.NewEncoder(p.In).Encode(config); err != nil {
		_ = p.Command.Process.Kill()
		_ = p.Command.Wait()
		return nil, fmt.Errorf("configure the worker: %w", err)
	}
	return p, nil
}

// ask runs a worker that writes one answer, and decodes the answer.
func ask(ctx context.Context, config workerConfig, answer any) error {
	p, err := startProcess(config)
	if err != nil {
		return err
	}
	defer context.AfterFunc(ctx, func() { _ = p.In.Close(); _ = p.Command.Process.Kill() })()
	reply := struct {
		Error  string
		Answer any
	}{Answer: answer}
	err = json.NewDecoder(p.Out).Decode(&reply)
	_ = p.In.Close()
	_ = p.Command.Wait() // the answer contains the error
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case err != nil:
		return fmt.Errorf("read the worker's answer: %w", err)
	case reply.Error != "":
		return errors.New(reply.Error)
	}
	return nil
}
