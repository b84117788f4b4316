package doctor

import (
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"strings"
	"time"

	"boardcircle/pb_hooks/internal/config"
)

const (
	// maxClockSkew is below the 30 seconds for which a code of an authenticator app is valid.
	maxClockSkew = 20 * time.Second
	// certificateNotice is the remaining time at which a certificate should already be renewed.
	certificateNotice = 14 * 24 * time.Hour
)

// checkServer requests the health of the server on this machine.
func (d *Doctor) checkServer(ctx context.Context) {
	response, err := d.get(ctx, "http://"+d.opts.Address+"/api/health", nil)
	switch {
	case err != nil:
		d.add(Warning, "server", "no server answers at "+d.opts.Address, "Start it, or give its address with --http. "+
			"If it serves a domain, it listens on port 443: see the check of the site instead.")
	case response.StatusCode >= 300 && response.StatusCode < 400:
		d.serverAnswers = true
		d.ok("server", "a server answers at %s and redirects to https", d.opts.Address)
	case response.StatusCode != http.StatusOK:
		d.serverAnswers = true
		found := fmt.Sprintf("the server at %s answers %d to its health check", d.opts.Address, response.StatusCode)
		d.add(Problem, "server", found, "See its log.")
	default:
		d.serverAnswers = true
		d.ok("server", "a server answers at %s", d.opts.Address)
	}
}

// provider is a request that checks the key of a provider and changes nothing.
type provider struct {
	name, url, variable string
	header              http.Header
}

func (d *Doctor) checkProviders(ctx context.Context, cfg config.Config) {
	var providers []provider
	if cfg.Razorpay.Configured() {
		basic := base64.StdEncoding.EncodeToString([]byte(cfg.Razorpay.KeyID + ":" + cfg.Razorpay.KeySecret))
		providers = append(providers,
			provider{"razorpay", cfg.Razorpay.APIURL + "/v1/payments?count=1",
				"RAZORPAY_KEY_ID and RAZORPAY_KEY_SECRET", http.Header{"Authorization": {"Basic " + basic}}})
	}
	if cfg.Brevo.Configured() {
		providers = append(providers,
			provider{"brevo", cfg.Brevo.APIURL + "/account", "BREVO_API_KEY",
				http.Header{"Api-Key": {cfg.Brevo.APIKey}}})
	}
	clockIsKnown := false
	for _, p := range providers {
		response, err := d.get(ctx, p.url, p.header)
		if err != nil {
			d.add(Problem, p.name, "it can't be reached: "+reason(err),
				"Check the network and the firewall: the server must be able to reach it over https.")
			continue
		}
		d.checkKey(p, response.StatusCode)
		if date, err := http.ParseTime(response.Header.Get("Date")); err == nil && !clockIsKnown {
			clockIsKnown = true
			d.checkClock(p.name, date)
		}
	}
	if !clockIsKnown {
		d.add(Warning, "clock", "not checked: no provider sent its time",
			"Check it yourself: timedatectl must say that the clock is synchronised.")
	}
}

func (d *Doctor) checkKey(p provider, status int) {
	switch {
	case status == http.StatusOK:
		d.ok(p.name, "it answers and accepts the key")
	case status == http.StatusUnauthorized || status == http.StatusForbidden:
		d.add(Problem, p.name, "it refuses the key",
			"Check "+p.variable+", and whether the provider accepts requests from this machine's address.")
	case status == http.StatusTooManyRequests || status >= http.StatusInternalServerError:
		d.add(Warning, p.name, fmt.Sprintf("it answers %d, so the key is not checked", status),
			"It is down or busy. Try again later. Emails and payments are delayed, but not lost.")
	default:
		d.add(Problem, p.name, fmt.Sprintf("it answers %d", status),
			"Check its address in the environment. If none is set, the real address is used.")
	}
}

func (d *Doctor) checkClock(name string, date time.Time) {
	skew := d.opts.Clock().Sub(date).Abs().Round(time.Second)
	if skew > maxClockSkew {
		d.add(Problem, "clock", fmt.Sprintf("this machine's clock differs from %s's by %s", name, skew),
			"Synchronise it: timedatectl set-ntp true. Codes of authenticator apps and the expiry of links "+
				"depend on it.")
		return
	}
	d.ok("clock", "this machine's clock agrees with %s's", name)
}

// checkSite requests the health of the site at its public address.
func (d *Doctor) checkSite(ctx context.Context, cfg config.Config) {
	site, err := url.Parse(cfg.SiteURL)
	if err != nil || site.Hostname() == "" {
		return // checkConfiguration has reported it
	}
	if !cfg.HTTPS() && !isLocal(site.Hostname()) {
		d.add(Problem, "site", "SITE_URL has no https: passwords are sent unencrypted",
			"Start the server with a domain "+
				"(boardcircle serve "+site.Hostname()+") or behind a proxy with TLS, and set SITE_URL to https.")
		return
	}
	response, err := d.get(ctx, cfg.SiteURL+"/api/health", nil)
	if err != nil {
		d.add(Problem, "site", cfg.SiteURL+" does not answer: "+reason(err),
			"Check the domain's address in the DNS, ports 80 and 443 in the firewall, the certificate and the proxy.")
		return
	}
	if response.StatusCode != http.StatusOK {
		d.add(Problem, "site", fmt.Sprintf("%s answers %d to the health check", cfg.SiteURL, response.StatusCode),
			"Another server may be answering there: check the address that the proxy forwards to.")
		return
	}
	if response.TLS != nil && len(response.TLS.PeerCertificates) > 0 {
		left := response.TLS.PeerCertificates[0].NotAfter.Sub(d.opts.Clock())
		if left < certificateNotice {
			d.add(Warning, "site", fmt.Sprintf("its certificate expires in %d days", int(left.Hours()/24)),
				"It should have been renewed by now. See the log of the program that renews it, and check that "+
					"port 80 is open.")
			return
		}
		d.ok("site", "%s answers, and its certificate is valid for %d more days", cfg.SiteURL, int(left.Hours()/24))
		return
	}
	d.ok("site", "%s answers", cfg.SiteURL)
}

func isLocal(host string) bool {
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}

// reason returns the text of an error without the URL of the request.
func reason(err error) string {
	var asked *url.Error
	if errors.As(err, &asked) {
		err = asked.Err
	}
	return err.Error()
}

// dkimSelectors are the selectors that Brevo assigns.
var dkimSelectors = []string{"brevo1", "brevo2", "mail"}

// CheckMailDomain checks the SPF, DKIM and DMARC records of the domain of an address. The console uses it too.
func CheckMailDomain(ctx context.Context, resolver Resolver, from string) []Finding {
	d := &Doctor{opts: Options{Resolver: resolver}}
	d.checkMailDomain(ctx, config.Config{Mail: config.Mail{From: from}})
	return d.findings
}

// checkMailDomain checks the records that mail servers check for the sender's domain.
func (d *Doctor) checkMailDomain(ctx context.Context, cfg config.Config) {
	const check = "mail domain"
	_, domain, _ := strings.Cut(cfg.Mail.From, "@")
	if domain == "" || strings.HasSuffix(domain, ".example") {
		d.add(Warning, check, "not checked: MAIL_FROM is not set or has no real domain", "Set MAIL_FROM.")
		return
	}
	ctx, cancel := context.WithTimeout(ctx, 20*time.Second)
	defer cancel()
	d.checkSPF(ctx, domain)
	d.checkDKIM(ctx, domain)
	d.checkDMARC(ctx, domain)
}

// lookup returns the TXT records of a name that start with a prefix. It returns an error if the DNS did not answer, but
// not if there is no such record.
func (d *Doctor) lookup(ctx context.Context, name, prefix string) (texts []string, err error) {
	all, err := d.opts.Resolver.LookupTXT(ctx, name)
	var answer *net.DNSError
	if errors.As(err, &answer) && answer.IsNotFound {
		return nil, nil
	}
	for _, text := range all {
		if strings.HasPrefix(strings.ToLower(text), prefix) {
			texts = append(texts, text)
		}
	}
	return texts, err
}

func (d *Doctor) dnsFailed(check string) {
	d.add(Warning, check, "not checked: the DNS did not answer", "Try again, or from another machine.")
}

func (d *Doctor) checkSPF(ctx context.Context, domain string) {
	const why = "SPF lists the servers that may send email for the domain"
	records, err := d.lookup(ctx, domain, "v=spf1")
	switch {
	case err != nil:
		d.dnsFailed("SPF")
	case len(records) == 0:
		d.add(Problem, "SPF", domain+" has no SPF record",
			why+". Add the TXT record v=spf1 include:spf.brevo.com ~all.")
	case len(records) > 1:
		d.add(Problem, "SPF", domain+" has more than one SPF record, so receivers ignore them",
			"Combine them in one TXT record.")
	case strings.Contains(records[0], "+all") || strings.HasSuffix(records[0], " all"):
		d.add(Problem, "SPF", domain+" allows every server to send for it", "End the record with ~all or -all.")
	case !strings.Contains(records[0], "spf.brevo.com") && !strings.Contains(records[0], "spf.sendinblue.com"):
		d.add(Warning, "SPF", "the record of "+domain+" does not include Brevo",
			why+". Add include:spf.brevo.com to it.")
	default:
		d.ok("SPF", "the record of %s includes Brevo", domain)
	}
}

func (d *Doctor) checkDKIM(ctx context.Context, domain string) {
	var failure error
	for _, selector := range dkimSelectors {
		texts, err := d.lookup(ctx, selector+"._domainkey."+domain, "")
		failure = errors.Join(failure, err)
		for _, text := range texts {
			if _, key, found := strings.Cut(strings.ReplaceAll(text, " ", ""), "p="); found && key != "" &&
				key[0] != ';' {
				d.ok("DKIM", "%s has Brevo's key (%s)", domain, selector)
				return
			}
		}
	}
	if failure != nil {
		d.dnsFailed("DKIM")
		return
	}
	d.add(Problem, "DKIM", domain+" has no key for Brevo, so receivers can't tell its emails from forged ones",
		"Authenticate the domain in Brevo under Senders, Domains, and add the records that it shows.")
}

func (d *Doctor) checkDMARC(ctx context.Context, domain string) {
	for name := domain; strings.Contains(name, "."); _, name, _ = strings.Cut(name, ".") {
		records, err := d.lookup(ctx, "_dmarc."+name, "v=dmarc1")
		if err != nil {
			d.dnsFailed("DMARC")
			return
		}
		if len(records) == 0 {
			continue // the record of the parent domain applies
		}
		if strings.Contains(strings.ReplaceAll(strings.ToLower(records[0]), " ", ""), ";p=none") {
			d.add(Warning, "DMARC", "the policy of "+name+" only reports forged emails (p=none)",
				"When the reports list only your own emails, set p=quarantine.")
			return
		}
		d.ok("DMARC", "%s has a policy for forged emails", name)
		return
	}
	d.add(Problem, "DMARC", domain+" has no DMARC record, which large mail providers require",
		"Add the TXT record v=DMARC1; p=none; rua=mailto:YOU at _dmarc."+domain+", and set p=quarantine later.")
}
