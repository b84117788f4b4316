package crashtest

import (
	"context"
	"math/rand/v2"
	"testing"
	"time"

	"boardcircle/pb_hooks/internal/testapp/testdb"
)

// After any number of power cuts, each acknowledged write is stored exactly once. Unlike a kill, a power cut also loses
// data in the kernel's cache that was not synced.
func TestAcknowledgedWritesSurvivePowerCuts(t *testing.T) {
	testdb.SkipUnderRace(t)
	cuts := 3
	if *long {
		cuts = 200
	}
	t.Logf("seed %d", *seed)
	random := rand.New(rand.NewPCG(*seed, 5))
	ctx, cancel := context.WithTimeout(t.Context(), 10*testTimeout)
	defer cancel()
	s, mails := newServer(t)
	disk := newVolatileDisk(t, s)
	payments := s.addPayments(t)
	s.prepare(ctx)
	s.start(ctx)
	tier := s.createTier(t)
	s.switchOnAutomation(t)
	load := &load{s: s}
	load.run(ctx, s.writers(t, payments, tier))
	for range cuts {
		load.waitForMore(t, 1+random.IntN(40))
		time.Sleep(time.Duration(random.IntN(200_000)) * time.Microsecond)
		s.diskFails.Store(true)
		disk.powerOff(t)
		s.kill()
		disk.powerOn(t)
		s.extendLeases(mails)
		load.check(t, false)
		s.checkIntegrity()
		s.start(ctx)
		s.diskFails.Store(false)
	}
	load.stop()
	s.waitForJobs(ctx)
	load.check(t, true)
	s.kill()
	load.check(t, true)
	s.checkIntegrity()
}
