package replication

import "github.com/pocketbase/dbx"

// pocketbaseOptimize is PocketBase's own nightly job: a checkpoint of the kind that waits for all readers while it
// holds the write lock, and PRAGMA optimize.
const pocketbaseOptimize = "__pbDBOptimize__"

// takeCheckpoints leaves checkpoints to the worker. Of PocketBase's nightly job the other half stays.
func (r *Replication) takeCheckpoints() {
	r.app.Cron().MustAdd(pocketbaseOptimize, "0 0 * * *", func() {
		if _, err := r.app.NonconcurrentDB().NewQuery("PRAGMA optimize").Execute(); err != nil {
			r.app.Logger().Warn("The nightly PRAGMA optimize failed", "error", err)
		}
	})
	r.app.Cron().MustAdd("boardcircleCheckpoint", "*/5 * * * *", r.checkpointWithoutWorker)
}

// checkpointWithoutWorker keeps the write-ahead logs from growing while nothing is replicated: the connections do
// not move them into the database by themselves. A checkpoint of this kind waits for nobody.
func (r *Replication) checkpointWithoutWorker() {
	if r.Status().State == Replicating {
		return
	}
	for _, db := range []dbx.Builder{r.app.NonconcurrentDB(), r.app.AuxNonconcurrentDB()} {
		if _, err := db.NewQuery("PRAGMA wal_checkpoint(PASSIVE)").Execute(); err != nil {
			r.app.Logger().Warn("A checkpoint failed", "error", err)
		}
	}
}
