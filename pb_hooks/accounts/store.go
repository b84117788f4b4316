package accounts

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/types"

	"boardcircle/pb_hooks/internal/database"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/identity"
	"boardcircle/pb_hooks/internal/sessions"
)

// The typed records are in package identity. Several functions update single columns, because saving a whole record
// would overwrite changes since it was read.

const throttles = "sign_in_throttles"

func newRecord(app core.App, collection string) (*core.Record, error) {
	c, err := app.FindCachedCollectionByNameOrId(collection)
	if err != nil {
		return nil, database.Wrap("find the collection of accounts", err)
	}
	return core.NewRecord(c), nil
}

func newUserRecord(app core.App) (*identity.User, error) {
	record, err := newRecord(app, identity.Users)
	return identity.NewUser(record), err
}

func newAdminRecord(app core.App, username string) (*identity.Admin, error) {
	record, err := newRecord(app, identity.Admins)
	if err != nil {
		return nil, err
	}
	admin := identity.NewAdmin(record)
	admin.SetUsername(username)
	return admin, nil
}

// hashPassword returns the value of a password field for an account of the collection. Hashing is slow, so it waits
// for its turn and must be called outside of transactions.
func (a *Accounts) hashPassword(ctx context.Context, collection *core.Collection, password string) (any, error) {
	hashed := core.NewRecord(collection)
	err := a.hashing.run(ctx, func() error {
		hashed.SetPassword(password)
		return nil
	})
	return hashed.GetRaw(core.FieldNamePassword), err
}

// setPasswordHash sets a value that hashPassword returned.
func setPasswordHash(account *core.Record, hashed any) {
	account.SetRaw(core.FieldNamePassword, hashed)
}

// --- accounts of every kind

// findAccount returns the account with a name, or sql.ErrNoRows. The name is an email, or a username for admins.
func findAccount(app core.App, collection, name string) (*core.Record, error) {
	switch collection {
	case core.CollectionNameSuperusers:
		return app.FindAuthRecordByEmail(collection, name)
	case identity.Admins:
		admin, err := identity.FindAdminByUsername(app, name)
		if err != nil {
			return nil, err
		}
		return admin.Record, nil
	}
	user, err := identity.FindUserByEmail(app, name)
	if err != nil {
		return nil, err
	}
	return user.Record, nil
}

// findActiveAccount is findAccount without deactivated accounts.
func findActiveAccount(app core.App, collection, name string) (*core.Record, error) {
	account, err := findAccount(app, collection, name)
	if err == nil && !identity.IsActive(account) {
		return nil, sql.ErrNoRows
	}
	return account, err
}

// EndAllSessions gives every account of every collection a new token key and deletes their sessions. It uses one
// statement per collection, because there may be 100,000 accounts.
func EndAllSessions(tx core.App) error {
	collections, err := tx.FindAllCollections(core.CollectionTypeAuth)
	if err != nil {
		return fmt.Errorf("end all sessions: %w", err)
	}
	for _, c := range collections {
		_, err := tx.NonconcurrentDB().NewQuery("UPDATE {{" + c.Name + "}} SET tokenKey = lower(hex(randomblob(25)))").Execute()
		if err != nil {
			return fmt.Errorf("end all sessions of %s: %w", c.Name, err)
		}
	}
	if err := sessions.DeleteAll(tx); err != nil {
		return fmt.Errorf("end all sessions: %w", err)
	}
	return nil
}

// --- users

// findUserByResetToken returns the active account with an unused, unexpired reset token of this hash, or
// sql.ErrNoRows.
func findUserByResetToken(app core.App, hash string, now time.Time) (*identity.User, error) {
	user := &identity.User{}
	err := app.RecordQuery(identity.Users).
		// The second condition lets SQLite use the partial index.
		AndWhere(dbx.NewExp("resetToken = {:hash} AND resetToken != '' AND resetTokenExpiry > {:now} AND isActive",
			dbx.Params{"hash": hash, "now": database.FormatTime(now)})).
		Limit(1).One(user)
	if err != nil {
		return nil, database.Wrap("find account by reset token", err)
	}
	return user, nil
}

// findAdminMembers returns the users with admin rights.
func findAdminMembers(app core.App) ([]*identity.User, error) {
	var users []*identity.User
	err := app.RecordQuery(identity.Users).AndWhere(dbx.NewExp("isAdmin")).OrderBy("email", "id").All(&users)
	return users, database.Wrap("list members with admin rights", err)
}

func updateUserColumns(tx core.App, id string, columns dbx.Params) error {
	_, err := tx.NonconcurrentDB().Update(identity.Users, columns, dbx.HashExp{"id": id}).Execute()
	return database.Wrap("update account "+id, err)
}

// setNewEmail stores the address of a pending change.
func setNewEmail(tx core.App, id, email, hash string, expiry time.Time) error {
	return updateUserColumns(tx, id, dbx.Params{"newEmail": email, "newEmailToken": hash, "newEmailExpiry": database.FormatTime(expiry)})
}

// findUserByNewEmailToken returns the active account with an unused, unexpired change-of-address token of this hash,
// or sql.ErrNoRows.
func findUserByNewEmailToken(app core.App, hash string, now time.Time) (*identity.User, error) {
	user := &identity.User{}
	err := app.RecordQuery(identity.Users).
		// The second condition lets SQLite use the partial index.
		AndWhere(dbx.NewExp("newEmailToken = {:hash} AND newEmailToken != '' AND newEmailExpiry > {:now} AND isActive",
			dbx.Params{"hash": hash, "now": database.FormatTime(now)})).
		Limit(1).One(user)
	if err != nil {
		return nil, database.Wrap("find account by the token of a new address", err)
	}
	return user, nil
}

func setResetToken(tx core.App, id, hash string, expiry time.Time) error {
	return updateUserColumns(tx, id, dbx.Params{"resetToken": hash, "resetTokenExpiry": database.FormatTime(expiry)})
}

// setImportInvitation sets the token of an imported account's invitation and the time it was sent.
func setImportInvitation(tx core.App, id, hash string, now, expiry time.Time) error {
	return updateUserColumns(tx, id, dbx.Params{
		"resetToken": hash, "resetTokenExpiry": database.FormatTime(expiry), "invitedAt": database.FormatTime(now),
	})
}

// markEmailVerified verifies an account's email, unless it has changed since the link was mailed.
func markEmailVerified(tx core.App, id, email string) error {
	_, err := tx.NonconcurrentDB().Update(identity.Users, dbx.Params{core.FieldNameVerified: true},
		dbx.HashExp{"id": id, core.FieldNameEmail: email}).Execute()
	return database.Wrap("verify address of account "+id, err)
}

// recentPINFailures selects the times of an account's wrong PINs since a time, as JSON values.
const recentPINFailures = `json_each(iif(json_valid(pinFailureTimes), pinFailureTimes, '[]')) WHERE value > {:since}`

// countPINAttempt counts an attempt and returns the PIN's hash, or "" if the PIN cannot be tried. A single statement
// counts and reads, so that concurrent attempts are all counted.
func countPINAttempt(tx core.App, email string, now time.Time) (hash string, err error) {
	err = tx.NonconcurrentDB().NewQuery(`
		UPDATE users SET pinFailures = pinFailures + 1,
			pinFailureTimes = json_insert((SELECT json_group_array(value) FROM ` + recentPINFailures + `), '$[#]', {:now})
		WHERE email = {:email} COLLATE NOCASE AND isActive AND NOT isAdmin AND pin != '' AND pinFailures < {:max}
			AND (SELECT COUNT(*) FROM ` + recentPINFailures + `) < {:maxInAll}
		RETURNING pin`).
		Bind(dbx.Params{
			"email": email, "max": maxPINFailures, "maxInAll": maxPINFailuresInAll,
			"now": database.FormatTime(now), "since": database.FormatTime(now.Add(-pinFailureWindow)),
		}).Row(&hash)
	if errors.Is(err, sql.ErrNoRows) {
		return "", nil
	}
	return hash, database.Wrap("count PIN attempt", err)
}

// clearGuessedPIN removes the PIN of an account that has reached the limit of wrong PINs, and returns the account. It
// returns sql.ErrNoRows if there is nothing to remove.
func clearGuessedPIN(tx core.App, email string, now time.Time) (id, name, address string, err error) {
	err = tx.NonconcurrentDB().NewQuery(`
		UPDATE users SET pin = '', pinFailures = 0, pinFailureTimes = '[]'
		WHERE email = {:email} COLLATE NOCASE AND pin != '' AND (SELECT COUNT(*) FROM `+recentPINFailures+`) >= {:maxInAll}
		RETURNING id, name, email`).
		Bind(dbx.Params{"email": email, "maxInAll": maxPINFailuresInAll, "since": database.FormatTime(now.Add(-pinFailureWindow))}).
		Row(&id, &name, &address)
	return id, name, address, database.Wrap("remove guessed PIN", err)
}

// resetPINFailures resets the count of consecutive wrong PINs. Those of the last 30 days stay counted.
func resetPINFailures(tx core.App, id string) error {
	return updateUserColumns(tx, id, dbx.Params{"pinFailures": 0})
}

// takeBackPINAttempt is resetPINFailures after a correct PIN, whose attempt was counted as a failure.
func takeBackPINAttempt(tx core.App, id string) error {
	return updateUserColumns(tx, id, dbx.Params{
		"pinFailures": 0, "pinFailureTimes": dbx.NewExp("json_remove(pinFailureTimes, '$[#-1]')"),
	})
}

// emailBatchSize limits the number of parameters in one statement.
const emailBatchSize = 500

// findAccountsByEmail calls found for each account with one of the lower-case emails.
func findAccountsByEmail(app core.App, emails []string, found func(email string, awaitsInvitation bool)) error {
	for len(emails) > 0 {
		batch := emails[:min(emailBatchSize, len(emails))]
		emails = emails[len(batch):]
		params, names := dbx.Params{}, make([]string, len(batch))
		for i, email := range batch {
			name := fmt.Sprintf("email%d", i)
			params[name], names[i] = email, "{:"+name+"}"
		}
		var rows []struct {
			Email            string `db:"email"`
			AwaitsInvitation bool   `db:"awaitsInvitation"`
		}
		err := app.DB().Select("email", "(awaitsPassword AND invitedAt = '' AND isActive) AS awaitsInvitation").From(identity.Users).
			Where(dbx.NewExp("[[email]] COLLATE NOCASE IN ("+strings.Join(names, ", ")+")", params)).All(&rows)
		if err != nil {
			return database.Wrap("find accounts by address", err)
		}
		for _, row := range rows {
			found(strings.ToLower(row.Email), row.AwaitsInvitation)
		}
	}
	return nil
}

// --- admins

// adminRow is a row of adminList.
type adminRow struct {
	ID           string         `db:"id"`
	Username     string         `db:"username"`
	Email        string         `db:"email"`
	Role         string         `db:"role"`
	IsActive     bool           `db:"isActive"`
	IsInvited    bool           `db:"isInvited"`
	HasMFA       bool           `db:"hasMFA"`
	InvitedAt    types.DateTime `db:"invitedAt"`
	InviteExpiry types.DateTime `db:"inviteExpiry"`
	LastSignIn   types.DateTime `db:"lastSignIn"`
	CreatedAt    types.DateTime `db:"createdAt"`
}

// adminList lists the admins by username. It is short, and readers look for a name.
var adminList = httpx.List{
	From: identity.Admins,
	Columns: []string{
		"id", "username", "email", "role", "isActive", "([[inviteToken]] != '') AS [[isInvited]]", "([[totpSecret]] != '') AS [[hasMFA]]",
		"invitedAt", "inviteExpiry", "lastSignIn", "createdAt",
	},
	Search:      []string{"username", "email"},
	Sort:        map[string]string{"username": "[[username]] COLLATE NOCASE"},
	DefaultSort: "username",
}

func newAdminRow(admin *identity.Admin) adminRow {
	return adminRow{
		ID: admin.Id, Username: admin.Username(), Email: admin.Email(), Role: string(admin.Role()), IsActive: admin.IsActive(),
		IsInvited: admin.HasInvitation(), HasMFA: identity.HasMFA(admin.Record), InvitedAt: admin.InvitedAt(),
		InviteExpiry: admin.InviteExpiry(), LastSignIn: admin.LastSignIn(), CreatedAt: admin.CreatedAt(),
	}
}

// findInvitedAdmin returns the account with an unused, unexpired invitation token of this hash, or sql.ErrNoRows.
func findInvitedAdmin(app core.App, hash string, now time.Time) (*identity.Admin, error) {
	admin := &identity.Admin{}
	err := app.RecordQuery(identity.Admins).
		// The second condition lets SQLite use the partial index.
		AndWhere(dbx.NewExp("inviteToken = {:hash} AND inviteToken != '' AND inviteExpiry > {:now} AND NOT isActive",
			dbx.Params{"hash": hash, "now": database.FormatTime(now)})).
		Limit(1).One(admin)
	if err != nil {
		return nil, database.Wrap("find invited admin", err)
	}
	return admin, nil
}

// countPendingInvitations counts the valid invitations of other admins.
func countPendingInvitations(app core.App, exceptID string, now time.Time) (int64, error) {
	return app.CountRecords(identity.Admins, dbx.NewExp(
		"id != {:id} AND inviteToken != '' AND inviteExpiry > {:now} AND NOT isActive", dbx.Params{"id": exceptID, "now": database.FormatTime(now)}))
}

func countOtherActiveOwners(app core.App, exceptID string) (int64, error) {
	return app.CountRecords(identity.Admins, dbx.HashExp{"isActive": true, "role": string(identity.RoleOwner)}, dbx.Not(dbx.HashExp{"id": exceptID}))
}

func updateAdminColumns(tx core.App, id string, columns dbx.Params) error {
	_, err := tx.NonconcurrentDB().Update(identity.Admins, columns, dbx.HashExp{"id": id}).Execute()
	return database.Wrap("update admin "+id, err)
}

func setLastSignIn(tx core.App, id string, at time.Time) error {
	return updateAdminColumns(tx, id, dbx.Params{"lastSignIn": database.FormatTime(at)})
}

func updateAccountColumns(tx core.App, account *core.Record, columns dbx.Params) error {
	_, err := tx.NonconcurrentDB().Update(account.Collection().Name, columns, dbx.HashExp{"id": account.Id}).Execute()
	return database.Wrap("update account "+account.Id, err)
}

func setPendingTOTP(tx core.App, account *core.Record, sealed string) error {
	return updateAccountColumns(tx, account, dbx.Params{"totpPending": sealed})
}

func setTOTPStep(tx core.App, account *core.Record, step int64) error {
	return updateAccountColumns(tx, account, dbx.Params{"totpStep": step})
}

func setRecoveryHashes(tx core.App, account *core.Record, hashes []string) error {
	return updateAccountColumns(tx, account, dbx.Params{"recoveryCodes": types.JSONArray[string](hashes)})
}

// --- sign-in throttles

// throttle is a row of sign_in_throttles.
type throttle struct {
	Failures     int            `db:"failures"`
	BlockedUntil types.DateTime `db:"blockedUntil"`
	UpdatedAt    types.DateTime `db:"updatedAt"`
}

// findThrottle returns the row of a key, or a zero throttle.
func findThrottle(tx core.App, key string) (row throttle, err error) {
	err = tx.NonconcurrentDB().Select("failures", "blockedUntil", "updatedAt").
		From(throttles).Where(dbx.HashExp{"key": key}).One(&row)
	if errors.Is(err, sql.ErrNoRows) {
		return throttle{}, nil
	}
	return row, database.Wrap("find sign-in throttle", err)
}

func saveThrottle(tx core.App, key string, failures int, now, blockedUntil time.Time) error {
	_, err := tx.NonconcurrentDB().NewQuery(`
		INSERT INTO sign_in_throttles (id, [[key]], failures, blockedUntil, createdAt, updatedAt)
		VALUES ({:id}, {:key}, {:failures}, {:until}, {:now}, {:now})
		ON CONFLICT ([[key]]) DO UPDATE SET
			failures = excluded.failures, blockedUntil = excluded.blockedUntil, updatedAt = excluded.updatedAt`).
		Bind(dbx.Params{
			"id": core.GenerateDefaultRandomId(), "key": key, "failures": failures,
			"until": database.FormatTime(blockedUntil), "now": database.FormatTime(now),
		}).Execute()
	return database.Wrap("save sign-in throttle", err)
}

// forgiveFailure subtracts one failure and ends the wait.
func forgiveFailure(tx core.App, key string) error {
	_, err := tx.NonconcurrentDB().NewQuery(`
		UPDATE sign_in_throttles SET failures = MAX(failures - 1, 0), blockedUntil = '' WHERE [[key]] = {:key}`).
		Bind(dbx.Params{"key": key}).Execute()
	return database.Wrap("forgive failed sign-in", err)
}

func deleteThrottles(tx core.App, keys ...any) error {
	_, err := tx.NonconcurrentDB().Delete(throttles, dbx.HashExp{"key": keys}).Execute()
	return database.Wrap("delete sign-in throttles", err)
}

// deleteThrottlesByPrefix deletes the rows whose keys start with a hexadecimal prefix.
func deleteThrottlesByPrefix(tx core.App, prefix string) error {
	// "g" sorts after the last hexadecimal digit.
	_, err := tx.NonconcurrentDB().Delete(throttles,
		dbx.NewExp("[[key]] >= {:from} AND [[key]] < {:to}", dbx.Params{"from": prefix, "to": prefix + "g"})).Execute()
	return database.Wrap("delete sign-in throttles of account", err)
}

func purgeThrottles(app core.App, before, knownBefore time.Time) error {
	_, err := app.NonconcurrentDB().Delete(throttles, dbx.NewExp(
		"updatedAt < {:before} AND (failures > 0 OR updatedAt < {:knownBefore})",
		dbx.Params{"before": database.FormatTime(before), "knownBefore": database.FormatTime(knownBefore)})).Execute()
	return database.Wrap("purge sign-in throttles", err)
}

// adminAddresses returns the distinct addresses of everyone who may use the console, and of the superusers.
func adminAddresses(app core.App) (addresses []string, err error) {
	const query = "SELECT lower(email) FROM admins WHERE isActive AND email != '' UNION " +
		"SELECT lower(email) FROM users WHERE isAdmin AND isActive UNION SELECT lower(email) FROM _superusers ORDER BY 1"
	err = app.DB().NewQuery(query).Column(&addresses)
	return addresses, database.Wrap("list addresses of admins", err)
}

// AddressesWithRole returns the addresses of the accounts that have a role's permissions in the console, except one
// account.
func AddressesWithRole(app core.App, role identity.Role, exceptID string) (addresses []string, err error) {
	err = app.DB().NewQuery("SELECT lower(email) FROM admins WHERE isActive AND email != '' AND role IN ({:owner}, {:role}) AND id != {:except} UNION " +
		"SELECT lower(email) FROM users WHERE isAdmin AND isActive AND id != {:except} ORDER BY 1").
		Bind(dbx.Params{"owner": string(identity.RoleOwner), "role": string(role), "except": exceptID}).Column(&addresses)
	return addresses, database.Wrap("list addresses of role", err)
}
