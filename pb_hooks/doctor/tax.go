package doctor

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"time"

	"boardcircle/pb_hooks/internal/config"
	"boardcircle/pb_hooks/settings"
)

// checkTax checks that the tax settings are complete. With live keys nothing can be bought before that. If a server is
// running, checkTax asks it and does not open the database.
func (d *Doctor) checkTax(ctx context.Context, cfg config.Config) {
	const check = "tax"
	if !cfg.Razorpay.IsLive() {
		return
	}
	file := filepath.Join(d.opts.DataDir, "data.db")
	if _, err := os.Stat(file); err != nil && !d.serverAnswers {
		return // checkDataDir has reported it
	}
	var settled bool
	var err error
	if d.serverAnswers {
		settled, err = d.paymentsEnabled(ctx)
	} else {
		settled, err = taxIsSettled(ctx, file)
	}
	switch {
	case err != nil:
		d.add(Warning, check, "not checked: "+err.Error(), "Check Settings, Tax & supplier in the console.")
	case !settled:
		d.add(Problem, check, "the keys are live but the tax settings are not complete, so nothing can be bought",
			"Ask your accountant, and enter the answers in the console under Settings, Tax & supplier.")
	default:
		d.ok(check, "the tax settings are complete, so memberships can be bought")
	}
}

// paymentsEnabled asks the server whether memberships can be bought.
func (d *Doctor) paymentsEnabled(ctx context.Context) (bool, error) {
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+d.opts.Address+"/api/config", nil)
	if err != nil {
		return false, err
	}
	response, err := d.opts.Client.Do(request)
	if err != nil {
		return false, err
	}
	var public struct{ PaymentsEnabled *bool }
	err = errors.Join(json.NewDecoder(response.Body).Decode(&public), response.Body.Close())
	if err != nil {
		return false, fmt.Errorf("read /api/config (%s): %w", response.Status, err)
	}
	if public.PaymentsEnabled == nil {
		return false, errors.New("the server did not report whether memberships can be bought")
	}
	return *public.PaymentsEnabled, nil
}

func taxIsSettled(ctx context.Context, file string) (settled bool, err error) {
	db, err := openReadOnly(file)
	if err != nil {
		return false, err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	return settings.ReadTaxSettled(ctx, db)
}
