package replication

import "github.com/prometheus/client_golang/prometheus"

// Collectors are the figures of the replica for /metrics; none while replication is off.
func (r *Replication) Collectors() []prometheus.Collector {
	if r.Status().State == Off {
		return nil
	}
	gauge := func(name, help string, value func(Status) float64) prometheus.Collector {
		return prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: "boardcircle_replication_" + name, Help: help},
			func() float64 { return value(r.Status()) })
	}
	return []prometheus.Collector{
		gauge("lag_seconds", "How long ago all that was committed was in the replica.", func(s Status) float64 { return s.Lag.Seconds() }),
		gauge("failed", "1 while the last sync has failed.", func(s Status) float64 {
			if s.Error != "" {
				return 1
			}
			return 0
		}),
	}
}
