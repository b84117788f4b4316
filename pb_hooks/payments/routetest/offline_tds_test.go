package routetest

import (
	"strings"
	"testing"

	"boardcircle/pb_hooks/internal/testapp"
)

func TestTDSNeedsItsDeductorAndStaysBelowTheRate(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	admin := s.SignedIn("admins", nil)
	sale := s.sell(admin, s.tier, nil, 201) // ₹25,000 and GST of ₹4,500
	enter := func(values body) testapp.Response {
		form := receipt("neft", "N1", "10000")
		for name, value := range values {
			form[name] = value
		}
		return admin.Post(offlineStep(sale, "receipts"), form)
	}
	for name, c := range map[string]struct {
		values body
		field  string
	}{
		"no TAN":            {body{"tds": "1000", "tdsSection": "194J"}, "tan"},
		"an invalid TAN":    {body{"tds": "1000", "tdsSection": "194J", "tan": "MUMB1234C"}, "tan"},
		"no section":        {body{"tds": "1000", "tan": "MUMB12345C"}, "tdsSection"},
		"more than 10 %":    {body{"tds": "2500.01", "tan": "MUMB12345C", "tdsSection": "194J"}, "tds"},
		"10 % of the GST":   {body{"tds": "2950", "tan": "MUMB12345C", "tdsSection": "194J"}, "tds"},
		"no TDS":            {body{"tan": "MUMB12345C", "tdsSection": "194J"}, "tds"},
		"only a TAN":        {body{"tan": "MUMB12345C"}, "tds"},
		"only a section":    {body{"tds": "0", "tdsSection": "194J"}, "tds"},
		"TDS without money": {body{"amount": "0", "tds": "2501", "tan": "MUMB12345C", "tdsSection": "194J"}, "tds"},
	} {
		answer := enter(c.values)
		s.expect(name+": the status", answer.Status, 400)
		s.expect(name+": the error is at the field", answer.Field(c.field) != "", true)
	}
	part := partOf(sale, "10000")
	part["tan"], part["tdsSection"] = "MUMB12345C", "194J"
	s.expect("the error of a part of a transfer without TDS is at the field",
		admin.Post(transfersPath, transfer("neft", "N1", "10000", part)).Field("parts.0.tds") != "", true)
	for _, field := range []string{"tds", "tan", "tdsSection", "bankDate"} {
		proforma := body{field: withTDS(receipt("neft", "N1", "1"), "1000")[field]}
		s.expect("the error of a new payment with only "+field+" is at the mode",
			s.sell(admin, s.tier, proforma, 400).Field("mode") != "", true)
	}
	s.expect("the status of a part", enter(body{"tds": "1500", "tan": "mumb12345c", "tdsSection": "194J"}).Status, 200)
	s.expect("the TAN", s.listAllRecords("offline_receipts")[0].GetString("tan"), "MUMB12345C")
	s.post(admin, offlineStep(sale, "confirm"), withPassword, 200)

	// The parts add up, also at a lower rate. TDS of a bounced receipt does not count.
	over := enter(body{"utr": "N2", "tds": "1000.01", "tan": "MUMB12345C", "tdsSection": "194J"})
	s.expect("the status of the sum above the rate", over.Status, 400)
	s.expect("the error says the most", strings.Contains(over.Field("tds"), "At most ₹2,500"), true)
	s.post(admin, offlineStep(sale, "receipts"), withTDS(receipt("cheque", "000001", "1000"), "1000"), 200)
	s.post(admin, offlineStep(sale, "bounce"), body{"reason": "No funds"}, 200)
	s.expect("the status after the bounce", enter(body{"utr": "N3", "amount": "17000", "tds": "1000",
		"tan": "MUMB12345C", "tdsSection": "194J"}).Status, 200)
	s.expect("the state", s.post(admin, offlineStep(sale, "confirm"), withPassword, 200).JSON["state"], "cleared")

	s.buyer = s.member()
	other := s.SignedIn("admins", nil)
	s.expect("the status of a lower rate", other.Send("PUT", "/api/admin/settings",
		body{"tdsRateLimit": "2", "password": testapp.Password}).Status, 200)
	s.sell(other, s.tier, withTDS(receipt("neft", "N4", "29000"), "500"), 201)
	s.buyer = s.member()
	s.sell(other, s.tier, withTDS(receipt("neft", "N5", "28999"), "501"), 400)
}

func TestMissingTDSCertificatesAreListedUntilTheyCome(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	admin := s.SignedIn("admins", nil)
	accountant := s.SignedIn("admins", map[string]any{"role": "accountant"})
	sale := s.sell(admin, s.tier, withTDS(receipt("neft", "N1", "27000"), "2500"), 201)
	certificate := body{
		"tan": "delb54321d", "tdsSection": "194C", "certificate": "ABCDEFG", "certificateDate": "2026-08-02",
	}
	path := receiptsPath + "/" + s.receiptID(sale, "N1") + "/certificate"
	s.expect("missing before the confirmation", s.receipts(accountant, "?certificate=missing"), "")
	s.expect("the status before the confirmation", admin.Send("PUT", path, certificate).Status, 409)
	s.post(admin, offlineStep(sale, "confirm"), withPassword, 200)
	s.expect("missing", s.receipts(accountant, "?certificate=missing"), "N1")
	s.expect("the status for the accountant", accountant.Send("PUT", path, certificate).Status, 403)
	for day, words := range map[string]string{
		"2027-08-02": "in the future", "2024-07-01": "more than two years ago", "1990-01-01": "more than two years ago",
		"0001-01-01": "more than two years ago",
	} {
		refused := admin.Send("PUT", path,
			body{"tan": "MUMB12345C", "tdsSection": "194J", "certificate": "A", "certificateDate": day})
		s.expect("the status of the date "+day, refused.Status, 400)
		s.expect("the error of the date "+day, strings.Contains(refused.Field("certificateDate"), words), true)
	}
	recorded := admin.Send("PUT", path, certificate)
	s.expect("the status", recorded.Status, 200)
	s.expect("the corrected TAN", recorded.JSON["tan"], "DELB54321D")
	s.expect("missing after the certificate", s.receipts(accountant, "?certificate=missing"), "")
	row := s.onlyRow(accountant, receiptsPath)
	s.expect("the certificate in the register", row["certificate"], "ABCDEFG")
	s.expect("the certificate in the export",
		strings.Contains(accountant.Get(receiptsPath+"/export").Body, ",DELB54321D,194C,ABCDEFG,2026-08-02,"), true)
	s.expect("entries in the audit log",
		strings.Count(admin.Get("/api/audit?action=offline-receipt.certificate-recorded").Body, `"id"`), 1)
}
