package replication

import (
	"bytes"
	"encoding/json"
	"net/http"

	"github.com/pocketbase/pocketbase/core"
	"github.com/prometheus/client_golang/prometheus"

	"boardcircle/pb_hooks/internal/httpx"
)

// View is the state of replication, for the console and, in the health check, for superusers.
type View struct {
	// State is "off", "starting", "replicating", "failing" or "stopped".
	State State `json:"state"`
	// Destination is the replica's address without its parameters.
	Destination string `json:"destination"`
	// SyncedAt is the last time at which the replica had everything that was committed.
	SyncedAt httpx.Time `json:"syncedAt"`
	// LagSeconds is the time since SyncedAt in seconds.
	LagSeconds int `json:"lagSeconds"`
	// LastError says why the last sync failed.
	LastError string `json:"lastError"`
}

func (r *Replication) view() View {
	status := r.Status()
	return View{
		State: status.State, Destination: status.Destination, SyncedAt: httpx.TimeOf(status.SyncedAt),
		LagSeconds: int(status.Lag.Seconds()), LastError: status.Error,
	}
}

// Get is GET /api/admin/replication.
func (r *Replication) Get() httpx.Endpoint {
	return httpx.Get(func(*core.RequestEvent) (View, error) { return r.view(), nil }, httpx.Doc{
		Tag: "backups", Summary: "Get the state of the continuous replication of the database",
	})
}

// healthPath is PocketBase's health check. It tells everyone that the server is up, and shows superusers some details.
const healthPath = "/api/health"

// AddToHealth is a middleware that adds the state of replication to the details for superusers in the health check.
func (r *Replication) AddToHealth(e *core.RequestEvent) error {
	if e.Request.URL.Path != healthPath || !e.HasSuperuserAuth() || e.Request.Method != http.MethodGet {
		return e.Next()
	}
	buffered := &bufferedResponse{ResponseWriter: e.Response, status: http.StatusOK}
	e.Response = buffered
	err := e.Next()
	e.Response = buffered.ResponseWriter
	if err != nil {
		return err
	}
	body := buffered.body.Bytes()
	var health map[string]any
	if json.Unmarshal(body, &health) == nil {
		if data, is := health["data"].(map[string]any); is {
			data["replication"] = r.view()
			if extended, err := json.Marshal(health); err == nil {
				body = extended
			}
		}
	}
	e.Response.WriteHeader(buffered.status)
	_, err = e.Response.Write(body)
	return err
}

// bufferedResponse buffers a small response, so that it can be changed before it is sent.
type bufferedResponse struct {
	http.ResponseWriter
	body   bytes.Buffer
	status int
}

func (b *bufferedResponse) WriteHeader(status int) { b.status = status }

func (b *bufferedResponse) Write(p []byte) (int, error) { return b.body.Write(p) }

// Collectors returns the metrics of the replica for /metrics, or none if replication is off.
func (r *Replication) Collectors() []prometheus.Collector {
	if r.Status().State == Off {
		return nil
	}
	gauge := func(name, help string, value func(Status) float64) prometheus.Collector {
		return prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: "boardcircle_replication_" + name, Help: help},
			func() float64 { return value(r.Status()) })
	}
	return []prometheus.Collector{
		gauge("lag_seconds", "Seconds since the replica last had all committed data.", func(s Status) float64 {
			return s.Lag.Seconds()
		}),
		gauge("failed", "1 if the last sync failed, otherwise 0.", func(s Status) float64 {
			if s.Error != "" {
				return 1
			}
			return 0
		}),
	}
}
