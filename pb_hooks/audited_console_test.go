package hooks_test

import (
	"bytes"
	"image"
	"image/png"
	"mime/multipart"
	"net/http"
	"time"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"
	"github.com/pquerna/otp/totp"

	"boardcircle/pb_hooks/internal/jobs"
	"boardcircle/pb_hooks/internal/testapp"
)

type fields = map[string]any

// Helpers that prepare the cases of the audit log.

// createRecord posts a body and returns the id of the new record.
func (d *auditFixture) createRecord(path string, body fields) string {
	d.Helper()
	id, _ := d.ok(d.admin.Post(path, body)).JSON["id"].(string)
	return id
}

// insertRecord stores a record without using the routes.
func (d *auditFixture) insertRecord(collection string, values fields) string {
	d.Helper()
	c, err := d.app.PB.FindCollectionByNameOrId(collection)
	if err != nil {
		d.Fatal(err)
	}
	record := core.NewRecord(c)
	record.Load(values)
	if err := d.app.PB.Save(record); err != nil {
		d.Fatal(err)
	}
	return record.Id
}

// newest returns the id of the newest record.
func (d *auditFixture) newest(collection string) string {
	d.Helper()
	record := &core.Record{}
	if err := d.app.PB.RecordQuery(collection).OrderBy("rowid DESC").Limit(1).One(record); err != nil {
		d.Fatal(err)
	}
	return record.Id
}

func (d *auditFixture) createNomination() string {
	d.Helper()
	a := d.ok(d.app.Visitor().Post("/api/registrations", testapp.Nomination("shalini@example.com")))
	id, _ := a.JSON["id"].(string)
	return id
}

func (d *auditFixture) totpCode(secret string, steps int) string {
	d.Helper()
	code, err := totp.GenerateCode(secret, d.app.Clock.Now().Add(time.Duration(steps)*30*time.Second))
	if err != nil {
		d.Fatal(err)
	}
	return code
}

// failedEmail returns the id of an email that could not be sent.
func (d *auditFixture) failedEmail() string {
	d.Helper()
	d.createRecord("/api/admins",
		fields{"username": "kavita", "email": "kavita@example.com", "password": testapp.Password})
	id := d.newest("email_logs")
	email, err := d.app.PB.FindRecordById("email_logs", id)
	if err != nil {
		d.Fatal(err)
	}
	email.Set("status", "failed")
	if err := d.app.PB.Save(email); err != nil {
		d.Fatal(err)
	}
	return id
}

// failedJob returns the id of a failed job.
func (d *auditFixture) failedJob() string {
	d.Helper()
	if err := d.app.Jobs.Enqueue(d.app.PB, jobs.Job{Type: "mail.send", Key: "unknown"}); err != nil {
		d.Fatal(err)
	}
	id := d.newest("jobs")
	_, err := d.app.PB.NonconcurrentDB().Update("jobs", dbx.Params{"state": "failed", "runAt": ""},
		dbx.HashExp{"id": id}).Execute()
	if err != nil {
		d.Fatal(err)
	}
	return id
}

func (d *auditFixture) uploadImage() testapp.Response {
	d.Helper()
	var picture bytes.Buffer
	if err := png.Encode(&picture, image.NewGray(image.Rect(0, 0, 40, 40))); err != nil {
		d.Fatal(err)
	}
	return d.upload("/api/cms/images", "image", picture.Bytes())
}

// uploadedPicture uploads a picture and returns its id.
func (d *auditFixture) uploadedPicture() string {
	d.Helper()
	id, _ := d.ok(d.uploadImage()).JSON["id"].(string)
	return id
}

func (d *auditFixture) replaceImage(id string) testapp.Response {
	d.Helper()
	var picture bytes.Buffer
	if err := png.Encode(&picture, image.NewGray(image.Rect(0, 0, 50, 40))); err != nil {
		d.Fatal(err)
	}
	return d.upload("/api/pictures/"+id+"/file", "image", picture.Bytes())
}

// upload posts one file as a form part.
func (d *auditFixture) upload(path, name string, content []byte) testapp.Response {
	d.Helper()
	return d.uploadBy(d.admin, http.MethodPost, path, name, content)
}

// uploadBy sends one file as a form part.
func (d *auditFixture) uploadBy(v *testapp.Visitor, method, path, name string, content []byte) testapp.Response {
	d.Helper()
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	part, err := form.CreateFormFile(name, "file")
	if err == nil {
		_, err = part.Write(content)
	}
	if err == nil {
		err = form.Close()
	}
	if err != nil {
		d.Fatal(err)
	}
	v.Header.Set("Content-Type", form.FormDataContentType())
	defer v.Header.Del("Content-Type")
	return v.Send(method, path, body.Bytes())
}

// createSeat creates a board seat and returns its path.
func (d *auditFixture) createSeat() string {
	d.Helper()
	path := "/api/nominations/" + d.createNomination() + "/seats"
	d.ok(d.admin.Post(path, fields{"company": "Port Trust"}))
	return path + "/" + d.newest("board_seats")
}

// createReferee creates a referee and returns its path.
func (d *auditFixture) createReferee() string {
	d.Helper()
	path := "/api/nominations/" + d.createNomination() + "/referees"
	d.ok(d.admin.Post(path, fields{"name": "Leela Rao"}))
	return path + "/" + d.newest("review_referees")
}

// backup creates a backup and returns its name.
func (d *auditFixture) backup() string {
	d.Helper()
	d.ok(d.admin.Post("/api/admin/backups", nil))
	d.app.Backups.Wait()
	list, _ := d.ok(d.admin.Get("/api/admin/backups")).JSON["backups"].([]any)
	if len(list) != 1 {
		d.Fatal("no backup was created")
	}
	name, _ := list[0].(fields)["name"].(string)
	return name
}

// memberAndTier returns the ids of an account and of a tier on sale.
func (d *auditFixture) memberAndTier() (member, tierID string) {
	d.Helper()
	return d.app.CreateAccount("users", nil).Id, d.createRecord("/api/membership-tiers",
		fields{"name": "Annual", "price": "100", "duration": "annual"})
}

// grantComplimentary grants a complimentary membership and returns its path.
func (d *auditFixture) grantComplimentary() string {
	d.Helper()
	member, tier := d.memberAndTier()
	path := "/api/members/" + member + "/memberships"
	return path + "/" + d.createRecord(path, fields{"membershipTierId": tier, "reason": "A guest"})
}

var coupon = fields{"code": "FRIENDS", "kind": "percent", "value": "20"}

// offlinePayment creates an offline payment with a receipt of a mode and returns its path. "" creates a proforma.
func (d *auditFixture) offlinePayment(mode string) string {
	d.Helper()
	member, tier := d.memberAndTier()
	body := fields{"userId": member, "membershipTierId": tier}
	if mode != "" {
		body["mode"], body["utr"], body["bankDate"], body["amount"] = mode, "N0", "2026-08-01", "118"
	}
	return "/api/offline-payments/" + d.createRecord("/api/offline-payments", body)
}
