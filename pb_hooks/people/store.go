package people

import (
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/types"

	"boardcircle/pb_hooks/internal/database"
	"boardcircle/pb_hooks/internal/identity"
)

const (
	peopleCollection = "people"
	emailsCollection = "person_emails"
	personField      = "person"
)

// row is a row of people, without the id and the times. Only leads and people who have paid are on the lists.
type row struct {
	Name        string `db:"name"`
	Email       string `db:"email"`
	Phone       string `db:"phone"`
	Location    string `db:"location"`
	City        string `db:"city"`
	State       string `db:"state"`
	CompanyName string `db:"companyName"`
	Industry    string `db:"industry"`
	IsLead      bool   `db:"isLead"`
	Payments    int64  `db:"payments"`
	Amount      int64  `db:"amount"`
	AmountUSD   int64  `db:"amountUSD"`
	TierName    string `db:"tierName"`
	// RecordID is the id of the nomination, else of the account, else of the newest payment.
	RecordID   string `db:"recordId"`
	Source     Origin `db:"source"`
	KnownSince string `db:"knownSince"`
	MergedInto string `db:"mergedInto"`
}

func (r row) values() map[string]any {
	return map[string]any{
		"name":        r.Name,
		"email":       r.Email,
		"phone":       r.Phone,
		"location":    r.Location,
		"city":        r.City,
		"state":       r.State,
		"companyName": r.CompanyName,
		"industry":    r.Industry,
		"isLead":      r.IsLead,
		"payments":    r.Payments,
		"amount":      r.Amount,
		"amountUSD":   r.AmountUSD,
		"tierName":    r.TierName,
		"recordId":    r.RecordID,
		"source":      string(r.Source),
		"knownSince":  r.KnownSince,
		"mergedInto":  r.MergedInto,
	}
}

func rowOf(record *core.Record) row {
	return row{
		Name:        record.GetString("name"),
		Email:       record.GetString("email"),
		Phone:       record.GetString("phone"),
		Location:    record.GetString("location"),
		City:        record.GetString("city"),
		CompanyName: record.GetString("companyName"),
		Industry:    record.GetString("industry"),
		TierName:    record.GetString("tierName"),
		IsLead:      record.GetBool("isLead"),
		Payments:    int64(record.GetInt("payments")),
	}
}

// findRow returns the stored row of a person, or nil.
func findRow(app core.App, id string) (*row, error) {
	var r row
	err := app.DB().
		Select("name", "email", "phone", "location", "city", "state", "companyName", "industry", "isLead", "payments",
			"amount", "amountUSD", "tierName", "recordId", "source", "knownSince", "mergedInto").
		From(peopleCollection).Where(dbx.HashExp{"id": id}).Limit(1).One(&r)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil
	}
	return &r, database.Wrap("find person", err)
}

// RecordOf returns the id of a person's nomination, else of their account, else of their newest payment. It returns ""
// for a person without any of these, and found is false if there is no person with the id.
func RecordOf(app core.App, id string) (recordID string, found bool, err error) {
	r, err := findRow(app, id)
	if r == nil || err != nil {
		return "", false, err
	}
	return r.RecordID, true, nil
}

func createPerson(tx core.App, id string, r row) error {
	record, err := database.NewRecord(tx, peopleCollection)
	if err != nil {
		return err
	}
	record.Id = id
	record.Load(r.values())
	return database.Wrap("create person", tx.SaveNoValidate(record))
}

func updatePerson(tx core.App, id string, r row) error {
	record, err := tx.FindRecordById(peopleCollection, id)
	if err != nil {
		return database.Wrap("find person", err)
	}
	record.Load(r.values())
	return database.Wrap("update person", tx.SaveNoValidate(record))
}

// deletePerson deletes a person with their addresses.
func deletePerson(tx core.App, id string) error {
	record, err := tx.FindRecordById(peopleCollection, id)
	if err != nil {
		return database.Wrap("find person", err)
	}
	return database.Wrap("delete person", tx.Delete(record))
}

// writeRow stores, or for nil deletes, a row without running hooks.
func writeRow(tx core.App, id string, isStored bool, r *row) error {
	db, now := tx.NonconcurrentDB(), types.NowDateTime().String()
	if r == nil {
		for table, key := range map[string]string{emailsCollection: personField, peopleCollection: core.FieldNameId} {
			if _, err := db.Delete(table, dbx.HashExp{key: id}).Execute(); err != nil {
				return err
			}
		}
		return nil
	}
	values := dbx.Params(r.values())
	values["updatedAt"] = now
	if isStored {
		_, err := db.Update(peopleCollection, values, dbx.HashExp{"id": id}).Execute()
		return err
	}
	values["id"], values["createdAt"] = id, now
	_, err := db.Insert(peopleCollection, values).Execute()
	return err
}

func setMergedInto(tx core.App, id, into string) error {
	record, err := tx.FindRecordById(peopleCollection, id)
	if err != nil {
		return database.Wrap("find merged person", err)
	}
	record.Set("mergedInto", into)
	return database.Wrap("mark merged person", tx.SaveNoValidate(record))
}

// --- addresses

// FindByAddress returns the id of the person with an address, or "".
func FindByAddress(app core.App, address string) (id string, err error) {
	err = app.DB().Select(personField).From(emailsCollection).
		Where(dbx.HashExp{"normalised": identity.EmailKey(address)}).Limit(1).Row(&id)
	if errors.Is(err, sql.ErrNoRows) {
		return "", nil
	}
	return id, database.Wrap("find person by address", err)
}

// LanguageOf returns the code of the language of the person with an address. It is "" for English, and for an address
// that belongs to no person.
func LanguageOf(app core.App, address string) (language string, err error) {
	err = app.DB().Select("people.language").From(emailsCollection).
		InnerJoin(peopleCollection, dbx.NewExp("people.id = person_emails.person")).
		Where(dbx.HashExp{"person_emails.normalised": identity.EmailKey(address)}).Limit(1).Row(&language)
	if errors.Is(err, sql.ErrNoRows) {
		return "", nil
	}
	return language, database.Wrap("find language of person", err)
}

// SetLanguage sets the language of the person with an address. "" is English. It does nothing if there is no such
// person.
func SetLanguage(tx core.App, address, language string) error {
	id, err := FindByAddress(tx, address)
	if id == "" || err != nil {
		return err
	}
	record, err := tx.FindRecordById(peopleCollection, id)
	if err != nil {
		return database.Wrap("find person", err)
	}
	record.Set("language", language)
	return database.Wrap("set language of person", tx.SaveNoValidate(record))
}

// SuggestLanguage sets the language of the person with an address, unless they have one.
func SuggestLanguage(tx core.App, address, language string) error {
	known, err := LanguageOf(tx, address)
	if err != nil || known != "" || language == "" {
		return err
	}
	return SetLanguage(tx, address, language)
}

// Addresses returns a person's addresses in lower case, the newest first.
func Addresses(app core.App, id string) (addresses []string, err error) {
	err = app.DB().Select("normalised").From(emailsCollection).Where(dbx.HashExp{personField: id}).
		OrderBy("createdAt DESC", "normalised DESC").Column(&addresses)
	return addresses, database.Wrap("list addresses of person", err)
}

func addAddress(tx core.App, person, address string) error {
	record, err := database.NewRecord(tx, emailsCollection)
	if err != nil {
		return err
	}
	record.Load(map[string]any{personField: person, "address": address, "normalised": identity.EmailKey(address)})
	return database.Wrap("add address", tx.SaveNoValidate(record))
}

// moveAddress gives an address to another person as an address that is not verified.
func moveAddress(tx core.App, address, to string) error {
	from, err := FindByAddress(tx, address)
	if err != nil {
		return err
	}
	_, err = tx.NonconcurrentDB().
		Update(emailsCollection, dbx.Params{personField: to, "address": address, "verified": false},
			dbx.HashExp{"normalised": identity.EmailKey(address)}).Execute()
	if err != nil {
		return database.Wrap("move address", err)
	}
	return Refresh(tx, from)
}

// hasVerifiedAddress reports whether the owner of a person's account has verified an address.
func hasVerifiedAddress(app core.App, person string) (bool, error) {
	return exists(app, emailsCollection, dbx.HashExp{personField: person, "verified": true})
}

func markVerified(tx core.App, address string) error {
	_, err := tx.NonconcurrentDB().Update(emailsCollection, dbx.Params{"verified": true},
		dbx.HashExp{"normalised": identity.EmailKey(address), "verified": false}).Execute()
	return database.Wrap("verify address", err)
}

// markUnverified forgets that the addresses of a person are verified.
func markUnverified(tx core.App, person string) error {
	_, err := tx.NonconcurrentDB().Update(emailsCollection, dbx.Params{"verified": false},
		dbx.HashExp{personField: person, "verified": true}).Execute()
	return database.Wrap("forget verified addresses", err)
}

// --- the records of the sources

// reference is how a stored record names its person, with the fields that decide it.
type reference struct {
	person     string
	fields     map[string]string
	isVerified bool
}

func setPerson(record *core.Record, id string) { record.Set(personField, id) }

func storedPerson(record *core.Record) string { return record.GetString(personField) }

// stored reads how a stored record names its person. It returns the zero reference if the record does not exist.
func (s Source) stored(app core.App, id string) (reference, error) {
	columns := []string{personField}
	for _, link := range s.Links {
		columns = append(columns, link.Field)
	}
	if s.Address != "" {
		columns = append(columns, s.Address)
	}
	if s.Status != "" {
		columns = append(columns, s.Status)
	}
	if s.IsAccount {
		columns = append(columns, core.FieldNameVerified)
	}
	found := dbx.NullStringMap{}
	err := app.DB().Select(columns...).From(s.Collection).Where(dbx.HashExp{"id": id}).Limit(1).One(found)
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return reference{}, fmt.Errorf("find the person of %s %s: %w", s.Collection, id, err)
	}
	ref := reference{
		person:     found[personField].String,
		fields:     map[string]string{},
		isVerified: found[core.FieldNameVerified].String == "1" || found[core.FieldNameVerified].String == "true",
	}
	for column, value := range found {
		ref.fields[column] = value.String
	}
	return ref, nil
}

// personOf returns the person of a record, or "".
func personOf(app core.App, collection, id string) (person string, err error) {
	err = app.DB().Select(personField).From(collection).Where(dbx.HashExp{"id": id}).Limit(1).Row(&person)
	if errors.Is(err, sql.ErrNoRows) {
		return "", nil
	}
	return person, database.Wrap("find person of "+collection, err)
}

// isNamedBesides reports whether a record with another id names a person.
func isNamedBesides(app core.App, person, id string) (bool, error) {
	for _, s := range registryOf(app).sources {
		if is, err := s.hasOther(app, person, id); is || err != nil {
			return is, err
		}
	}
	return false, nil
}

// hasRecordOf reports whether a record of the collection names a person.
func (s Source) hasRecordOf(app core.App, person string) (bool, error) {
	return exists(app, s.Collection, dbx.HashExp{personField: person})
}

// hasOther reports whether another record of the collection names a person.
func (s Source) hasOther(app core.App, person, accountID string) (bool, error) {
	return exists(app, s.Collection, dbx.And(dbx.HashExp{personField: person}, dbx.Not(dbx.HashExp{"id": accountID})))
}

func exists(app core.App, collection string, where dbx.Expression) (bool, error) {
	var id string
	err := app.DB().Select("id").From(collection).Where(where).Limit(1).Row(&id)
	if errors.Is(err, sql.ErrNoRows) {
		return false, nil
	}
	return err == nil, database.Wrap("search "+collection, err)
}

func assign(tx core.App, collection, id, person string) error {
	_, err := tx.NonconcurrentDB().Update(collection, dbx.Params{personField: person}, dbx.HashExp{"id": id}).Execute()
	return err
}

// moveReferences makes the records that name a person in a field name another one, and returns their ids. It leaves out
// those whose change a unique index refuses, except of a Source.
func moveReferences(tx core.App, r Reference, from, to string) (ids []string, err error) {
	err = tx.NonconcurrentDB().NewQuery(r.update() + "WHERE [[" + r.Field + "]] = {:from} RETURNING id").
		Bind(dbx.Params{"from": from, "to": to}).Column(&ids)
	return ids, err
}

// moveReferencesBack makes the records with some ids that still name the person from name another one.
func moveReferencesBack(tx core.App, r Reference, ids []string, from, to string) error {
	asked, err := json.Marshal(ids)
	if err != nil || len(ids) == 0 {
		return err
	}
	_, err = tx.NonconcurrentDB().NewQuery(r.update() +
		"WHERE id IN (SELECT value FROM json_each({:ids})) AND +[[" + r.Field + "]] = {:from}").
		Bind(dbx.Params{"ids": string(asked), "from": from, "to": to}).Execute()
	return err
}

func (r Reference) update() string {
	or := "OR IGNORE "
	if r.ofSource {
		or = ""
	}
	return "UPDATE " + or + "[[" + r.Collection + "]] SET [[" + r.Field + "]] = {:to} "
}

// listLinked returns the records of a collection with a link to a record.
func listLinked(app core.App, collection, field, id string) (records []*core.Record, err error) {
	// The second condition lets SQLite use a partial index.
	err = app.RecordQuery(collection).AndWhere(dbx.NewExp("[["+field+"]] = {:id} AND [["+field+"]] != ''",
		dbx.Params{"id": id})).All(&records)
	return records, database.Wrap("list "+collection+" of a record", err)
}

func listWithoutPerson(app core.App, collection string) (records []*core.Record, err error) {
	err = app.RecordQuery(collection).AndWhere(dbx.HashExp{personField: ""}).All(&records)
	return records, err
}

// listWithoutDetails returns the people without a nomination, an account and a payment who were not merged.
func listWithoutDetails(app core.App) (ids []string, err error) {
	err = app.DB().Select("id").From(peopleCollection).Where(dbx.HashExp{"source": "", "mergedInto": ""}).Column(&ids)
	return ids, database.Wrap("list people without details", err)
}

// allIDs returns the ids of all people, including those who have no row yet.
func allIDs(app core.App, sources []Source) (ids []string, err error) {
	var query strings.Builder
	query.WriteString("SELECT id FROM people")
	for _, s := range sources {
		query.WriteString(" UNION SELECT person FROM [[" + s.Collection + "]] WHERE person != ''")
	}
	err = app.DB().NewQuery(query.String()).Column(&ids)
	return ids, err
}
