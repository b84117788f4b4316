package replication

import (
	"bytes"
	"encoding/json"
	"net/http"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/httpx"
)

// View is how replication stands, for the console and for superusers in the health check.
type View struct {
	// State is "off", "starting", "replicating", "failing" or "stopped".
	State State `json:"state"`
	// Destination is the replica's address without its parameters.
	Destination string `json:"destination"`
	// SyncedAt is when everything that was committed was in the replica, for the last time.
	SyncedAt httpx.Time `json:"syncedAt"`
	// LagSeconds is how long ago that was.
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
func (r *Replication) Get(e *core.RequestEvent) error { return e.JSON(http.StatusOK, r.view()) }

// healthPath is PocketBase's health check. It answers everybody that the server is up, and superusers some details.
const healthPath = "/api/health"

// AddToHealth is a middleware that adds the replication to the details that the health check gives superusers.
func (r *Replication) AddToHealth(e *core.RequestEvent) error {
	if e.Request.URL.Path != healthPath || !e.HasSuperuserAuth() || e.Request.Method != http.MethodGet {
		return e.Next()
	}
	kept := &keptResponse{ResponseWriter: e.Response}
	e.Response = kept
	err := e.Next()
	e.Response = kept.ResponseWriter
	if err != nil {
		return err
	}
	body := kept.body.Bytes()
	var health map[string]any
	if json.Unmarshal(body, &health) == nil {
		if data, is := health["data"].(map[string]any); is {
			data["replication"] = r.view()
			if more, err := json.Marshal(health); err == nil {
				body = more
			}
		}
	}
	e.Response.WriteHeader(kept.status)
	_, err = e.Response.Write(body)
	return err
}

// keptResponse keeps a small answer until it is changed.
type keptResponse struct {
	http.ResponseWriter
	body   bytes.Buffer
	status int
}

func (k *keptResponse) WriteHeader(status int) { k.status = status }

func (k *keptResponse) Write(p []byte) (int, error) { return k.body.Write(p) }
