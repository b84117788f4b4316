package scale

import (
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"net/http"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"boardcircle/pb_hooks/internal/testapp/queryplan"
	"boardcircle/pb_hooks/internal/testapp/testdb"
)

// The other tests check the query plan of each statement that runs for visitors, members, providers and workers
// (paths_test.go) and for the console's lists (lists_test.go). This test checks that they cover every query of every
// store: a new function must run in one of them, or be listed here with the reason why its plan need not be checked.
func TestEveryQueryOfEveryStoreRunsInATestThatChecksItsPlan(t *testing.T) {
	testdb.SkipUnderRace(t)
	t.Parallel()
	w := newWalk(t)
	ran := queryplan.CaptureStores(w.PB, w.run)
	c := open(t)
	maps.Copy(ran, queryplan.CaptureStores(c.PB, func() {
		for path, queries := range questions {
			for _, question := range queries {
				if a := c.staff.Get(fill(path, question)); a.Status != http.StatusOK {
					t.Errorf("%s?%s: status = %d, want 200: %s", path, question, a.Status, a.Body)
				}
			}
		}
	}))
	declared := storeQueries(t)
	if len(declared) < 100 {
		t.Errorf("only %d functions of stores run queries", len(declared))
	}
	var missing []string
	for _, name := range declared {
		switch reason := elsewhere[name]; {
		case ran[name] == nil && reason == "":
			missing = append(missing, name)
		case ran[name] != nil && reason != "" && reason != cached: // on a slow machine, a cached value may have expired earlier
			t.Errorf("%s runs in a test that checks its plan: remove it from elsewhere", name)
		}
	}
	for name := range elsewhere {
		if !slices.Contains(declared, name) {
			t.Errorf("%s is listed in elsewhere but runs no query", name)
		}
	}
	if len(missing) > 0 {
		t.Errorf("no test checks the plan of\n\t%s", strings.Join(missing, "\n\t"))
	}
	t.Logf("%d of %d functions run in these tests", len(declared)-len(elsewhere), len(declared))
}

// runsQuery are the methods of PocketBase and dbx that run a query. The generic functions of package database that do
// so are called with a type: database.Find[T].
var runsQuery = map[string]bool{
	"NewQuery":                true,
	"Select":                  true,
	"RecordQuery":             true,
	"CountRecords":            true,
	"FindRecordById":          true,
	"FindRecordsByIds":        true,
	"FindFirstRecordByData":   true,
	"FindFirstRecordByFilter": true,
	"FindAllRecords":          true,
	"FindRecordsByFilter":     true,
	"FindAuthRecordByEmail":   true,
	"Insert":                  true,
	"Update":                  true,
	"Upsert":                  true,
	"Delete":                  true,
}

// storeQueries returns the functions in the stores of features and platform packages that run a query.
func storeQueries(t *testing.T) []string {
	t.Helper()
	var names []string
	for _, pattern := range []string{"../../../*/store*.go", "../../../*/*/store*.go"} {
		files, err := filepath.Glob(pattern)
		if err != nil || len(files) == 0 {
			t.Fatal(pattern, err)
		}
		for _, file := range files {
			if strings.HasSuffix(file, "_test.go") {
				continue
			}
			syntax, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.SkipObjectResolution)
			if err != nil {
				t.Fatal(err)
			}
			for _, declaration := range syntax.Decls {
				if function, ok := declaration.(*ast.FuncDecl); ok && hasQuery(function) {
					names = append(names, syntax.Name.Name+"."+function.Name.Name)
				}
			}
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

func hasQuery(function *ast.FuncDecl) (found bool) {
	ast.Inspect(function, func(node ast.Node) bool {
		if call, ok := node.(*ast.CallExpr); ok {
			switch function := call.Fun.(type) {
			case *ast.SelectorExpr:
				found = found || runsQuery[function.Sel.Name]
			case *ast.IndexExpr:
				selector, ok := function.X.(*ast.SelectorExpr)
				found = found || ok && slices.Contains([]string{"Find", "First", "FirstOrNew"}, selector.Sel.Name)
			}
		}
		return true
	})
	return found
}

// The reasons why a function need not run in these tests.
const (
	heldThere  = "the test of its package checks its plan, in a filled and in an empty database"
	oneRow     = "it reads or changes the row of one id or unique name"
	fewRows    = "admins create each row of the table by hand"
	wholeUse   = "it reads all rows on purpose, for a command, a nightly check, a restore or a change of tax"
	allTerms   = "the office reads it for one consultation or email, and a circle has a few thousand memberships"
	lostModule = "it runs when an admin takes a module from a plan"
	oneRecord  = "the table has one record"
	atStart    = "it runs once at the start, for the jobs that were running when the process died"
	cached     = "it is a statistic of the console, which is cached until an email changes"
)

// elsewhere are the functions that do not run in these tests, with the reason.
var elsewhere = map[string]string{
	"idempotency.claim":                 heldThere,
	"idempotency.complete":              heldThere,
	"idempotency.deleteBefore":          heldThere,
	"idempotency.find":                  heldThere,
	"idempotency.release":               heldThere,
	"introductions.areIntroduced":       heldThere,
	"introductions.find":                heldThere,
	"introductions.findMessage":         heldThere,
	"introductions.listActiveOf":        heldThere,
	"introductions.listBetween":         heldThere,
	"introductions.listKnown":           heldThere,
	"introductions.listOf":              heldThere,
	"introductions.listRequests":        heldThere,
	"introductions.listWaitingFor":      heldThere,
	"introductions.purge":               heldThere,
	"jobs.fail":                         heldThere,
	"directory.BlockedWith":             heldThere,
	"directory.countViews":              heldThere,
	"directory.deleteBlock":             heldThere,
	"directory.findVisible":             heldThere,
	"directory.ids":                     heldThere,
	"directory.listBlocks":              heldThere,
	"directory.listByID":                heldThere,
	"directory.listDue":                 heldThere,
	"directory.listEnded":               heldThere,
	"directory.listIDsOf":               heldThere,
	"directory.listVisible":             heldThere,
	"directory.listVisiblePeople":       heldThere,
	"directory.purgeViews":              heldThere,
	"directory.saveView":                heldThere,
	"circle.findVisit":                  heldThere,
	"thisweek.findWelcome":              oneRow,
	"mentors.countActive":               heldThere,
	"mentors.find":                      heldThere,
	"mentors.findCheckIn":               heldThere,
	"mentors.findOffer":                 heldThere,
	"mentors.listDue":                   heldThere,
	"mentors.listFree":                  heldThere,
	"mentors.listMentors":               heldThere,
	"mentors.listNotWell":               heldThere,
	"mentors.listOf":                    heldThere,
	"mentors.listWaiting":               heldThere,
	"thisweek.findWelcomed":             heldThere,
	"thisweek.isSubscribed":             heldThere,
	"thisweek.listSubscribed":           fewRows,
	"thisweek.listWelcomed":             heldThere,
	"thisweek.setSubscribed":            fewRows,
	"admins.AddressesAmong":             fewRows,
	"approvals.ListOverdue":             heldThere,
	"introductions.ListOverdue":         heldThere,
	"mentors.ListOverdue":               heldThere,
	"nominations.ListOverdue":           heldThere,
	"boardseats.ListOverdue":            heldThere,
	"consultations.ListLost":            heldThere,
	"ledger.ListFirstTerms":             heldThere,
	"ledger.ListEndingTerms":            heldThere,
	"subscriptions.ListRenewing":        heldThere,
	"events.ListUpcoming":               heldThere,
	"events.Announced":                  heldThere,
	"events.HasAnswered":                heldThere,
	"events.CountPlaces":                heldThere,
	"consultations.Announced":           heldThere,
	"consultations.Open":                heldThere,
	"imports.refuseIfWaiting":           fewRows,
	"console.isInBulkAction":            oneRow,
	"console.setBulkItemTerm":           oneRow,
	"events.Find":                       heldThere,
	"events.ListPublicIDs":              heldThere,
	"events.ListPublicChanges":          heldThere,
	"events.MoveRecords":                heldThere,
	"events.PurgeGuests":                heldThere,
	"events.RecordsOfUser":              heldThere,
	"events.findGuestByEmail":           heldThere,
	"events.countActive":                heldThere,
	"events.countAttended":              heldThere,
	"events.countConsents":              heldThere,
	"events.countGuests":                heldThere,
	"events.findAnswer":                 heldThere,
	"events.findAnswerByID":             heldThere,
	"events.findFeedByHash":             heldThere,
	"events.findFeedOfUser":             heldThere,
	"events.findFirstPublic":            heldThere,
	"events.findGuest":                  heldThere,
	"events.findGuestByID":              heldThere,
	"tiers.ListOpening":                 fewRows,
	"ledger.CountMembersIn":             allTerms,
	"ledger.ListMembersIn":              allTerms,
	"ledger.KeepModules":                lostModule,
	"companyseats.KeepModules":          lostModule,
	"tiers.unmarkOthers":                fewRows,
	"directory.BlockedBy":               heldThere,
	"events.findOwnAnswers":             heldThere,
	"events.lastOrder":                  heldThere,
	"events.listActiveGuests":           heldThere,
	"events.listActive":                 heldThere,
	"events.listEntries":                heldThere,
	"events.listGoing":                  heldThere,
	"events.listUserIDs":                heldThere,
	"events.placeInQueue":               heldThere,
	"identity.FindUsers":                heldThere,
	"people.moveReferencesBack":         oneRow,
	"jobs.purgeFailed":                  heldThere,
	"jobs.renew":                        heldThere,
	"jobs.retryFailed":                  heldThere,
	"signin.countPINAttempt":            heldThere,
	"admins.countPendingInvitations":    heldThere,
	"accounts.findAccountsByEmail":      heldThere,
	"admins.findInvitedAdmin":           heldThere,
	"identity.FindAdminByUsername":      heldThere,
	"subscriptions.findOneSubscription": heldThere,
	"invoices.hasIRN":                   heldThere,
	"invoices.seriesOf":                 heldThere,
	"invoices.listWaiting":              heldThere,
	"refunds.find":                      heldThere,
	"subscriptions.Find":                heldThere,
	"reconcile.trimDiagnostics":         heldThere,
	"reconcile.OldestWaitingEvent":      heldThere,
	"outbox.OldestWaiting":              heldThere,
	"signin.clearGuessedPIN":            heldThere,
	"drafts.findOldest":                 heldThere,
	"passkeys.Remove":                   heldThere,
	"passkeys.DeleteAll":                heldThere,
	"passkeys.findPasskeys":             heldThere,
	"passkeys.HasAny":                   heldThere,
	"passkeys.insertCeremony":           heldThere,
	"passkeys.purgeCeremonies":          heldThere,
	"passkeys.savePasskeyUse":           heldThere,
	"passkeys.takeCeremony":             heldThere,
	"coupons.changeCounters":            heldThere,
	"coupons.countUses":                 heldThere,
	"coupons.findByCode":                heldThere,
	"coupons.hasBeenUsed":               heldThere,
	"coupons.listReplaceable":           heldThere,
	"reports.hasOpen":                   heldThere,
	"reports.countOverdue":              heldThere,
	"reports.listOverdue":               heldThere,
	"reports.details":                   heldThere,
	"reports.findReport":                heldThere,
	"directory.hasVouched":              heldThere,
	"directory.countVouches":            heldThere,
	"directory.listApproved":            heldThere,
	"directory.listReceived":            heldThere,
	"directory.listGiven":               heldThere,
	"directory.findVouch":               heldThere,
	"directory.findByPerson":            heldThere,
	"consultations.findCommentByID":     heldThere,
	"identity.FindUserOfPerson":         oneRow,
	"boardseats.countPending":           heldThere,
	"boardseats.findInterest":           heldThere,
	"boardseats.findOpening":            heldThere,
	"boardseats.findOwnInterest":        heldThere,
	"boardseats.listActiveOf":           heldThere,
	"boardseats.listAnnounced":          heldThere,
	"boardseats.listInterests":          heldThere,
	"boardseats.listOverdue":            heldThere,
	"boardseats.listOwnInterests":       heldThere,
	"boardseats.listPendingOf":          heldThere,
	"boardseats.listPosted":             heldThere,
	"boardseats.listRows":               heldThere,
	"boardseats.row":                    heldThere,
	"identity.ListWithBoards":           wholeUse,
	"library.find":                      heldThere,
	"library.listAuthors":               heldThere,
	"library.listVersions":              heldThere,
	"library.deleteOldVersions":         heldThere,
	"library.listExistingCollections":   heldThere,
	"library.findCollection":            heldThere,
	"library.listItems":                 heldThere,
	"library.listPublished":             heldThere,
	"library.isTitleTaken":              heldThere,
	"library.listCollectionsWith":       fewRows,
	"library.deleteAuthor":              heldThere,
	"library.deleteFile":                heldThere,
	"library.findFile":                  heldThere,
	"library.findFileView":              heldThere,
	"library.findFilePath":              heldThere,
	"library.findFileText":              heldThere,
	"library.Announced":                 heldThere,
	"library.isBookmarked":              heldThere,
	"library.deleteBookmarks":           heldThere,
	"library.insertIndex":               fewRows,
	"library.deleteFromIndex":           fewRows,
	"library.listAll":                   wholeUse,
	"library.clearIndex":                wholeUse,
	"consultations.find":                heldThere,
	"consultations.countComments":       heldThere,
	"consultations.findChoice":          heldThere,
	"consultations.addSecretVoter":      heldThere,
	"consultations.countVoters":         heldThere,
	"consultations.listVoters":          heldThere,
	"consultations.listOpenChoices":     heldThere,
	"consultations.listOpenVotes":       heldThere,
	"consultations.findBox":             heldThere,
	"consultations.saveBox":             heldThere,
	"consultations.deleteBox":           heldThere,
	"consultations.insertBallots":       heldThere,
	"consultations.listReceipts":        heldThere,
	"people.NamesOf":                    heldThere,
	"accounts.ListMailboxes":            heldThere,
	"offline.findOffline":               heldThere,
	"offline.listReceipts":              heldThere,
	"offline.findOfflineOf":             heldThere,
	"offline.listTransfer":              heldThere,
	"offline.findReceipt":               heldThere,
	"offline.findReturn":                heldThere,
	"offline.listReturns":               heldThere,
	"offline.cashReceived":              heldThere,
	"sessions.Purge":                    heldThere,
	"sessions.setLastSeen":              heldThere,

	"notices.deleteFormerEmailsOf": oneRow,
	"approvals.findWaiting":        oneRow,
	"people.assign":                heldThere,
	"people.stored":                heldThere,
	"people.moveAddress":           heldThere,
	"people.setMergedInto":         heldThere,

	"approvals.findWaitingAbout":                  oneRow,
	"invoices.FindByNumber":                       oneRow,
	"console.skipBulkItems":                       oneRow,
	"approvals.sumAlone":                          fewRows,
	"console.countWrittenTo":                      fewRows,
	"tiers.highestPrice":                          fewRows,
	"tiers.comparisonPrice":                       fewRows,
	"ledgercheck.eachTransaction":                 wholeUse,
	"ledgercheck.listDocumentsWithoutTransaction": wholeUse,
	"ledgercheck.listUnpaidTerms":                 wholeUse,
	"ledgercheck.listCaptured":                    wholeUse,
	"invoices.SumMonth":                           wholeUse,
	"books.findLedgerCheck":                       oneRecord,
	"invoices.firstAdvanceMonth":                  wholeUse,
	"overview.countOpenSales":                     wholeUse,
	"jobs.expireLeases":                           atStart,
	"admins.setLastSignIn":                        oneRow,
	"books.findItemByID":                          oneRow,
	"books.findItemRow":                           oneRow,
	"books.sumOtherItems":                         wholeUse,
	"identity.FindAdminsByEmail":                  oneRow,
	"ledger.ListHolders":                          wholeUse,
	"consultations.countElectors":                 heldThere,
	"consultations.findElector":                   oneRow,
	"consultations.listElectors":                  wholeUse,
	"consultations.listKeys":                      atStart,
	"consultations.listSecretVotes":               atStart,
	"pictures.findByHash":                         oneRow,
	"pictures.findImage":                          oneRow,
	"pictures.findPicture":                        oneRow,
	"pricing.SaveBilling":                         oneRow,
	"providers.findState":                         oneRow,
	"redirects.find":                              oneRow,
	"redirects.findBySource":                      oneRow,
	"texts.findSection":                           oneRow,
	"texts.findSectionOf":                         oneRow,
	"texts.findVersion":                           oneRow,
	"texts.findLatestVersion":                     oneRow,
	"texts.findPublishedVersion":                  oneRow,
	"review.countNotes":                           oneRow,
	"review.findNote":                             oneRow,
	"nominations.FindStep":                        oneRow,
	"review.findSeat":                             oneRow,
	"review.findReferee":                          oneRow,
	"review.conflictsOf":                          oneRow,
	"review.countChecks":                          oneRow,
	"tiers.Name":                                  oneRow,
	"outbox.requeue":                              oneRow,
	"coupons.find":                                oneRow,
	"outbox.AddressOf":                            oneRow,
	"drafts.EmailOf":                              oneRow,
	"ledger.FindPayer":                            oneRow,
	"console.findNote":                            oneRow,
	"console.findMerge":                           oneRow,
	"console.replaceTags":                         oneRow,
	"console.findBulkAction":                      oneRow,
	"console.completeBulkItem":                    oneRow,
	"identity.updateMFA":                          oneRow,
	"identity.FindMFA":                            oneRow,
	"coupons.RecordsOfUser":                       oneRow,
	"coupons.MoveRecords":                         oneRow,
	"preferences.lastSource":                      oneRow,
	"payments.RecordsOfUser":                      oneRow,
	"payments.MoveRecords":                        oneRow,
	"nominations.RecordsOfUser":                   oneRow,
	"nominations.MoveRecords":                     oneRow,

	"admins.countOtherActiveOwners":   fewRows,
	"console.countBulkItems":          fewRows,
	"console.listBulkItems":           fewRows,
	"console.deleteBulkActionsBefore": fewRows,
	"invoices.FindRate":               fewRows,
	"invoices.ToRupees":               fewRows,
	"invoices.FindClosed":             fewRows,
	"texts.deleteOldVersions":         fewRows,
	"texts.deletePreviews":            fewRows,
	"texts.deleteExpiredPreviews":     fewRows,
	"texts.findPreview":               oneRow,
	"texts.ListPublications":          fewRows,
	"texts.listLegalVersions":         fewRows,
	"texts.findLegalVersion":          oneRow,
	"texts.saveLegalVersion":          oneRow,
	"texts.listPagesWith":             fewRows,
	"texts.isInHistory":               fewRows,
	"pictures.listImagesNamed":        fewRows,
	"texts.listDue":                   fewRows,
	"tiers.findAll":                   fewRows,
	"imports.deleteFile":              fewRows,
	"imports.findFile":                fewRows,
	"imports.findRunning":             fewRows,
	"notices.adminAddresses":          fewRows,
	"restoretests.saveResults":        fewRows,

	"accounts.EndAllSessions":             wholeUse,
	"people.allIDs":                       wholeUse,
	"people.listWithoutPerson":            wholeUse,
	"people.writeRow":                     wholeUse,
	"sessions.DeleteAll":                  wholeUse,
	"restoretests.checkIntegrity":         wholeUse,
	"restoretests.countPendingMigrations": wholeUse,
	"restoretests.countOlder":             wholeUse,
	"restoretests.countRestored":          wholeUse,
	"outbox.readCounts":                   cached,
	"outbox.CountReceived":                cached,

	// A campaign reads all people once, on purpose, and its emails with the index of their campaign or batch.
	"people.EachContact":              wholeUse,
	"people.listWithoutDetails":       wholeUse,
	"people.FindContact":              oneRow,
	"people.SetLanguage":              oneRow,
	"accounts.PeopleByRequest":        wholeUse,
	"accounts.PeopleJoined":           wholeUse,
	"accounts.ClosedAddresses":        wholeUse,
	"nominations.PeopleByStatus":      wholeUse,
	"console.PeopleTagged":            wholeUse,
	"ledger.PeopleWithTier":           wholeUse,
	"ledger.PeopleEnding":             wholeUse,
	"ledger.PeopleByEntitlement":      wholeUse,
	"preferences.AgreedAddresses":     wholeUse,
	"preferences.SuppressedAddresses": wholeUse,
	"outbox.Clicks":                   wholeUse,
	"outbox.Results":                  wholeUse,
	"outbox.CancelCampaign":           wholeUse,
	"outbox.InsertRecipients":         wholeUse,
	"outbox.claimOpenBatch":           wholeUse,
	"outbox.endEmails":                wholeUse,
	"outbox.DrawTest":                 wholeUse,
	"outbox.releaseBatch":             wholeUse,
	"outbox.VariantResults":           wholeUse,
	"outbox.storeSubject":             oneRow,
	"outbox.SentTimes":                wholeUse,
	"ledger.PurchasesBetween":         wholeUse,
	"campaigns.FindPictureUses":       fewRows,
	"events.FindPictureUses":          fewRows,
	"campaigns.findCampaign":          oneRow,
	"campaigns.findSummary":           oneRow,
	"campaigns.findSegment":           oneRow,
	"campaigns.findSavedSegment":      oneRow,
	"campaigns.recordProgress":        oneRow,
	"campaigns.recordResults":         oneRow,
	"preferences.findSuppression":     oneRow,
	"texts.findTextVersion":           oneRow,
	"preferences.hasChosen":           oneRow,
	"companyseats.Find":               oneRow,
	"companyseats.List":               fewRows,
	"accounts.AddressesOf":            wholeUse,
	"outbox.ListUncertain":            fewRows,
	"outbox.ResolveUncertain":         oneRow,
	"outbox.HasMessageID":             oneRow,
	"campaigns.listRecent":            fewRows,
	"preferences.deleteSuppression":   fewRows,
}
