package attacktest

import (
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"math/big"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

const ownDomain = "boardcircle.example"

// addCertificate stores a certificate in the server's certificate cache. It returns a pool that trusts it, and its
// file.
func (s *site) addCertificate(t testing.TB) (trusted *x509.CertPool, file string) {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1),
		Subject:      pkix.Name{CommonName: ownDomain},
		DNSNames:     []string{ownDomain},
		NotBefore: time.Now().
			Add(-time.Hour),
		NotAfter: time.Now().Add(60 * 24 * time.Hour),
		KeyUsage: x509.KeyUsageDigitalSignature,
	}
	signed, err := x509.CreateCertificate(rand.Reader, template, template, &key.PublicKey, key)
	if err != nil {
		t.Fatal(err)
	}
	encoded, err := x509.MarshalECPrivateKey(key)
	if err != nil {
		t.Fatal(err)
	}
	certificate := pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: signed})
	pair := append(pem.EncodeToMemory(&pem.Block{Type: "EC PRIVATE KEY", Bytes: encoded}), certificate...)
	cache := filepath.Join(s.dir, ".autocert_cache")
	if err := os.MkdirAll(cache, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(cache, ownDomain), pair, 0o600); err != nil {
		t.Fatal(err)
	}
	parsed, err := x509.ParseCertificate(signed)
	if err != nil {
		t.Fatal(err)
	}
	trusted, file = x509.NewCertPool(), filepath.Join(t.TempDir(), "certificate.pem")
	trusted.AddCert(parsed)
	if err := os.WriteFile(file, certificate, 0o600); err != nil {
		t.Fatal(err)
	}
	return trusted, file
}

func TestTheServersOwnTLSAcceptsOnlyItsDomain(t *testing.T) {
	s := prepareSite(t, "SITE_URL=")
	s.build = buildWithPages
	secure, err := freeAddress()
	if err != nil {
		t.Fatal(err)
	}
	trusted, certificate := s.addCertificate(t)
	client := &http.Client{
		Timeout:       time.Minute,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		Transport: &http.Transport{
			ForceAttemptHTTP2: true, TLSClientConfig: &tls.Config{RootCAs: trusted},
			DialContext: func(ctx context.Context, network, address string) (net.Conn, error) {
				return (&net.Dialer{}).DialContext(ctx, network, strings.Replace(address, ownDomain, "127.0.0.1", 1))
			},
		},
	}
	_, port, err := net.SplitHostPort(secure)
	if err != nil {
		t.Fatal(err)
	}
	plain := s.url
	s.url = "https://" + ownDomain + ":" + port
	if err := s.launch(client, ownDomain, "--https="+secure); err != nil {
		t.Fatal(err)
	}

	page, err := client.Get(s.url + "/")
	if err != nil {
		t.Fatal(err)
	}
	page.Body.Close()
	if page.ProtoMajor != 2 || page.StatusCode != http.StatusOK || page.Header.Get("Strict-Transport-Security") == "" {
		t.Errorf("the page: %s %d %v", page.Proto, page.StatusCode, page.Header)
	}
	if !strings.Contains(s.out.String(), "  Site        "+s.url+"/\n") {
		t.Errorf("the output does not name the address of the site: %s", s.out.String())
	}
	created, err := client.Post(s.url+"/api/register", "application/json", strings.NewReader(
		`{"name":"Asha Rao","email":"tls@sample.example","phone":"+919876543210","location":"Mumbai","password":"`+memberPassword+`","requestType":"membership"}`,
	))
	if err != nil {
		t.Fatal(err)
	}
	created.Body.Close()
	if cookies := strings.Join(created.Header.Values("Set-Cookie"), "\n"); created.StatusCode != http.StatusCreated ||
		!strings.Contains(cookies, "__Host-session=") || strings.Count(cookies, "Secure") != 2 {
		t.Errorf("signing up: status = %d, cookies = %s", created.StatusCode, cookies)
	}
	requested, err := client.Post(s.url+"/api/forgot-password", "application/json",
		strings.NewReader(`{"email":"tls@sample.example"}`))
	if err != nil {
		t.Fatal(err)
	}
	requested.Body.Close()
	s.wait(t, "the email with the link", func() bool {
		for _, mail := range s.mails.Messages("tls@sample.example") {
			if strings.Contains(mail.Text, s.url+"/reset-password?token=") {
				return true
			}
		}
		return false
	})

	for name, config := range map[string]*tls.Config{
		"another name": {ServerName: "elsewhere.example", InsecureSkipVerify: true}, "no name": {InsecureSkipVerify: true},
		"an address": {ServerName: "127.0.0.1", InsecureSkipVerify: true}, "TLS 1.1": {ServerName: ownDomain, InsecureSkipVerify: true, MaxVersion: tls.VersionTLS11},
	} {
		if connection, err := tls.Dial("tcp", secure, config); err == nil {
			connection.Close()
			t.Errorf("%s gets a connection", name)
		}
	}
	redirected, err := client.Get(plain + "/admin?token=x")
	if err != nil {
		t.Fatal(err)
	}
	redirected.Body.Close()
	if to := redirected.Header.Get("Location"); redirected.StatusCode != http.StatusFound ||
		!strings.HasPrefix(to, "https://") {
		t.Errorf("without TLS: status = %d, Location = %s", redirected.StatusCode, to)
	}
	posted, err := client.Post(plain+"/api/login", "application/json", strings.NewReader(`{}`))
	if err != nil {
		t.Fatal(err)
	}
	posted.Body.Close()
	if posted.StatusCode != http.StatusBadRequest {
		t.Errorf("a sign-in without TLS: status = %d, want 400", posted.StatusCode)
	}

	// The health command accepts the arguments of serve.
	s.env = append(s.env, "SSL_CERT_FILE="+certificate)
	if out, err := s.run(t, "health", ownDomain, "--https="+secure); err != nil {
		t.Errorf("the command health: %v %s", err, out)
	}
	for reason, args := range map[string][]string{
		"redirects to https": {"health", "--http=" + strings.TrimPrefix(plain, "http://")},
		"tls":                {"health", "elsewhere.example", "--https=" + secure},
	} {
		if out, err := s.run(t, args...); err == nil || !strings.Contains(out, reason) {
			t.Errorf("%v: %v %s", args, err, out)
		}
	}
}
