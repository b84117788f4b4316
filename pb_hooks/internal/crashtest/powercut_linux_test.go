package crashtest

import (
	"context"
	"math/rand/v2"
	"testing"
	"time"

	"boardcircle/pb_hooks/internal/testapp/testdb"
)

// Each write that was acknowledged is there once after any number of power cuts, which take away all that was not
// synced to the disk. A kill keeps what the kernel has in its cache; a power cut does not.
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
	disk := newVolatileDisk(t, s.dir)
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
		disk.powerOff()
		s.kill()
		disk.powerOn(t)
		s.expireLeases(mails)
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
