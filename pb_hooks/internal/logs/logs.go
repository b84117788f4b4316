// Package logs sends log records to PocketBase's log, which the dashboard shows, and, while the server runs, as lines
// of JSON to the console. Both receive records only after Scrub has removed personal data and secrets:
//
//	app.Logger() ──> Scrub ──┬──> PocketBase's batches, table _logs of auxiliary.db
//	                         └──> JSON on the console, while serving
package logs

import (
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"sync/atomic"

	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/hook"
	"github.com/pocketbase/pocketbase/tools/logger"
)

// Output is the console output of the log. It writes nothing until Open.
type Output struct {
	console atomic.Pointer[slog.JSONHandler]
}

// Open starts writing records to w as well.
func (o *Output) Open(w io.Writer, level slog.Level) {
	o.console.Store(slog.NewJSONHandler(w, &slog.HandlerOptions{Level: level}))
}

// Install adds scrubbing and console output to an app's logger, each time the app is bootstrapped.
func Install(app core.App) *Output {
	output := &Output{}
	if app.IsBootstrapped() {
		output.wrap(app)
	}
	app.OnBootstrap().BindFunc(func(e *core.BootstrapEvent) error {
		if err := e.Next(); err != nil {
			return err
		}
		output.wrap(e.App)
		return nil
	})
	// PocketBase sets the level only of its own handler type.
	app.OnSettingsReload().Bind(&hook.Handler[*core.SettingsReloadEvent]{
		Id: "boardcircleLogLevel", Priority: -1000,
		Func: func(e *core.SettingsReloadEvent) error {
			if err := e.Next(); err != nil {
				return err
			}
			if h, ok := e.App.Logger().Handler().(*handler); ok && !e.App.IsDev() {
				if batches, ok := h.store.(*logger.BatchHandler); ok {
					batches.SetLevel(slog.Level(e.App.Settings().Logs.MinLevel))
				}
			}
			return nil
		},
	})
	return output
}

// wrap replaces the handler of the app's logger, which has no setter. All holders of the logger, including
// transactions, share the same pointer.
func (o *Output) wrap(app core.App) {
	current := app.Logger()
	if _, isWrapped := current.Handler().(*handler); !isWrapped {
		*current = *slog.New(&handler{output: o, store: current.Handler()})
	}
}

// Flush writes batched records to the table now. PocketBase does so every few seconds.
func Flush(app core.App) error {
	h, isOurs := app.Logger().Handler().(*handler)
	if !isOurs {
		return nil
	}
	batches, isBatched := h.store.(*logger.BatchHandler)
	if !isBatched {
		return nil
	}
	return batches.WriteAll(context.Background())
}

// handler scrubs a record and passes it to both outputs.
type handler struct {
	output *Output
	store  slog.Handler
	// with are the groups and attributes of a derived logger. They are stored for the console, which may be opened
	// later.
	with []func(slog.Handler) slog.Handler
}

func (h *handler) Enabled(ctx context.Context, level slog.Level) bool {
	console := h.output.console.Load()
	return h.store.Enabled(ctx, level) || console != nil && console.Enabled(ctx, level)
}

func (h *handler) WithAttrs(attrs []slog.Attr) slog.Handler {
	attrs = scrubAttrs(attrs)
	return h.derive(func(next slog.Handler) slog.Handler { return next.WithAttrs(attrs) })
}

func (h *handler) WithGroup(name string) slog.Handler {
	return h.derive(func(next slog.Handler) slog.Handler { return next.WithGroup(name) })
}

func (h *handler) derive(step func(slog.Handler) slog.Handler) slog.Handler {
	with := append(append([]func(slog.Handler) slog.Handler{}, h.with...), step)
	return &handler{output: h.output, store: step(h.store), with: with}
}

func (h *handler) Handle(ctx context.Context, record slog.Record) error {
	clean := slog.NewRecord(record.Time, record.Level, Scrub(record.Message), record.PC)
	record.Attrs(func(attr slog.Attr) bool {
		clean.AddAttrs(scrubAttr(attr))
		return true
	})
	if console := h.output.console.Load(); console != nil && console.Enabled(ctx, record.Level) {
		var next slog.Handler = console
		for _, step := range h.with {
			next = step(next)
		}
		// An error of the console must not keep the record out of the table.
		_ = next.Handle(ctx, clean.Clone())
	}
	if !h.store.Enabled(ctx, record.Level) {
		return nil
	}
	return h.store.Handle(ctx, clean)
}

func scrubAttrs(attrs []slog.Attr) []slog.Attr {
	clean := make([]slog.Attr, len(attrs))
	for i, attr := range attrs {
		clean[i] = scrubAttr(attr)
	}
	return clean
}

func scrubAttr(attr slog.Attr) slog.Attr {
	value := attr.Value.Resolve()
	switch value.Kind() {
	case slog.KindString:
		value = slog.StringValue(Scrub(value.String()))
	case slog.KindGroup:
		value = slog.GroupValue(scrubAttrs(value.Group())...)
	case slog.KindAny:
		value = scrubAny(value)
	}
	return slog.Attr{Key: attr.Key, Value: value}
}

// scrubAny returns a clean value unchanged, and any other value as scrubbed text.
func scrubAny(value slog.Value) slog.Value {
	if err, isError := value.Any().(error); isError {
		return slog.StringValue(Scrub(err.Error()))
	}
	text, err := json.Marshal(value.Any())
	if err != nil {
		return slog.StringValue("(not written: " + Scrub(err.Error()) + ")")
	}
	if clean := Scrub(string(text)); clean != string(text) {
		return slog.StringValue(clean)
	}
	return value
}
