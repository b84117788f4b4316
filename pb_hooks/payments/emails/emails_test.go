package emails

import (
	"maps"
	"testing"
	"time"

	"boardcircle/pb_hooks/internal/testapp/mailtest"
	mailemails "boardcircle/pb_hooks/mail/emails"
)

func TestEmailsStateTheirFacts(t *testing.T) {
	t.Parallel()
	mailtest.Check(t, Texts, func(name string) []mailtest.Sample {
		nextSession := mailemails.NextSession{
			Title: "Reading the audit report", StartsAt: mailtest.Noon, Host: "Meera Krishnan", Members: []string{name, "Farah Khan"},
		}.Params()
		// withNextSession adds the next session to the params that a kind's Params adds.
		withNextSession := func(completed map[string]string) map[string]string {
			maps.Copy(completed, nextSession)
			return completed
		}
		const session = "The next session is Reading the audit report, on Tuesday, 1 Sep 2026, 17:30 IST, hosted by " +
			"Meera Krishnan. There you will meet Asha Rao and Farah Khan."
		confirmed := PaymentConfirmed{
			TransactionID: "tx1",
			InvoiceID:     "inv1",
			PaymentID:     "pay_1",
			Name:          name,
			Email:         "asha@example.com",
		}.Build()
		refunded := RefundRecorded{
			TransactionID: "tx1",
			InvoiceID:     "inv1",
			RefundID:      "rfnd_1",
			Name:          name,
			Email:         "asha@example.com",
		}.Build()
		attention := PaymentAttention{
			PaymentID:     "pay_1",
			Reason:        "late",
			Note:          "Paid twice by " + name,
			TransactionID: "tx1",
		}.Build()
		cancelled := SubscriptionCancelled{
			SubscriptionID: "sub1",
			TransactionID:  "tx1",
			PaymentID:      "pay_1",
			Customer:       name,
			Tier:           "Monthly circle",
			Refunded:       "₹708",
		}.Build()
		samples := []mailtest.Sample{{
			Email: cancelled,
			Facts: []string{"Asha Rao", "₹708", "Monthly circle", "pay_1", "tx1",
				"https://boardcircle.example/admin"},
		}}
		for state, facts := range map[string][]string{
			"review": {"but ₹708 was due", "Please don’t pay again"}, "returned": {"We have refunded your payment", "because ₹708 was due"},
			"twice":          {"Your first payment had already paid for this order", "will refund the second payment in full"},
			"twice-returned": {"We have refunded your second payment", "has not changed"},
		} {
			samples = append(samples, mailtest.Sample{
				Email: PaymentDifference{
					State:     state,
					PaymentID: "pay_1",
					Tier:      "Monthly circle",
					Paid:      "₹707",
					Due:       "₹708",
					Name:      name,
					Email:     "asha@example.com",
				}.Build(),
				Facts: append(facts, "Dear Asha Rao", "₹707", "Monthly circle", "pay_1",
					"https://boardcircle.example/account"),
			})
		}
		for what, facts := range map[string][]string{
			"refund": {"We are refunding the whole amount", "was cancelled on 1 Sep 2026"}, "review": {"Our office is checking the charge"},
		} {
			samples = append(samples, mailtest.Sample{
				Email: ChargeAfterCancellation{
					What:          what,
					TransactionID: "tx1",
					InvoiceID:     "inv1",
					PaymentID:     "pay_1",
					CancelledOn:   "1 Sep 2026",
					Name:          name,
					Email:         "asha@example.com",
				}.Build(),
				Completed: map[string]string{
					"tier":       "Monthly circle",
					"amount":     "₹708",
					"paymentId":  "pay_1",
					"document":   "Tax invoice",
					"number":     "BC/2026/1",
					"needsState": "",
					"waits":      "",
				},
				Facts: append(facts, "Dear Asha Rao", "We are sorry", "₹708", "BC/2026/1", "pay_1",
					"https://boardcircle.example/account/billing"),
			})
		}
		samples = append(samples, mailtest.Sample{
			Email: DisputeLost{
				TransactionID: "tx1",
				InvoiceID:     "inv1",
				DisputeID:     "disp_1",
				HasEnded:      true,
				HasMandate:    true,
				Name:          name,
				Email:         "asha@example.com",
			}.Build(),
			Completed: map[string]string{
				"tier":       "Monthly circle",
				"amount":     "₹708",
				"refund":     "₹708",
				"paymentId":  "pay_1",
				"number":     "BC/2026/C1",
				"needsState": "",
				"waits":      "",
			},
			Facts: []string{"Dear Asha Rao", "has returned ₹708", "has ended", "its mandate will not be charged again", "BC/2026/C1", "pay_1"},
		})
		for state, facts := range map[string][]string{
			"pending":       {"declined the charge of ₹708", "Your access continues until 17 Sep 2026", "could pay twice"},
			"halted":        {"declined the charge of ₹708", "Your access continues until 17 Sep 2026", "choose the plan again"},
			"paused":        {"has been paused", "in your UPI app"},
			"place":         {"is now registered for GST", "Monthly circle", "https://boardcircle.example/account/billing"},
			"cancelled":     {"with your bank or in your app", "You will not be charged for it again"},
			"completed":     {"made its last charge"},
			"expired":       {"not confirmed in time", "Nothing was charged"},
			"authenticated": {"You have undone your cancellation, so Monthly circle will renew", "₹708", "on 3 Oct 2026"},
			"ending":        {"As you asked", "You keep your access until 17 Sep 2026"},
			"office":        {"Our office has cancelled the renewal of Monthly circle", "You keep your membership until 17 Sep 2026", "If you did not ask for this", "+91"},
			"cancelling":    {"has not confirmed the cancellation yet", "we will refund it automatically", "₹708"},
		} {
			samples = append(samples, mailtest.Sample{
				Email: SubscriptionUpdate{
					SubscriptionID: "sub1",
					State:          state,
					Name:           name,
					Email:          "asha@example.com",
				}.Build(),
				Completed: map[string]string{
					"tier":   "Monthly circle",
					"amount": "₹708",
					"access": "until 17 Sep 2026",
					"reason": "",
					"start":  "3 Oct 2026",
					"undone": "yes",
				},
				Facts: append(facts, "Dear Asha Rao", "Monthly circle", "https://boardcircle.example/account"),
			})
		}
		for step, facts := range map[string][]string{
			"before-30": {"ends on 3 Sep 2026"}, "before-7": {"ends on 3 Sep 2026"}, "before-1": {"ends on 3 Sep 2026"},
			"ended": {"ended on 3 Sep 2026", "until 17 Sep 2026"}, "after-7": {"until 17 Sep 2026"},
			"after-13": {"until 17 Sep 2026"}, "grace-ending": {"update your card"}, "grace-ended": {"your access ended on 17 Sep 2026"},
		} {
			samples = append(samples, mailtest.Sample{
				Email: MembershipReminder{
					MembershipID: "m1",
					Step:         step,
					Name:         name,
					Email:        "asha@example.com",
					Ends:         mailtest.Noon,
				}.Build(),
				Completed: map[string]string{
					"tier":    "Annual circle",
					"tierId":  "tier1",
					"ends":    "3 Sep 2026",
					"access":  "17 Sep 2026",
					"renewal": "",
					"price":   "₹11,800.50",
				},
				Facts: append(facts, "Dear Asha Rao", "Annual circle"),
			})
		}
		samples = append(samples, mailtest.Sample{
			Email: MembershipReminder{
				MembershipID: "m1",
				Step:         "before-30",
				Name:         name,
				Email:        "asha@example.com",
				Ends:         mailtest.Noon,
			}.Build(),
			Completed: map[string]string{
				"tier":    "Annual circle",
				"tierId":  "tier1",
				"ends":    "3 Sep 2026",
				"access":  "",
				"renewal": "",
				"price":   "₹11,800.50",
			},
			Facts: []string{"The next term costs ₹11,800.50."},
		})
		for step, facts := range map[string][]string{
			"before-30": {"end on 3 Sep 2026"}, "before-7": {"end on 3 Sep 2026"}, "before-1": {"end on 3 Sep 2026"},
			"ended": {"ended on 3 Sep 2026", "until 17 Sep 2026"}, "after-7": {"until 17 Sep 2026"}, "after-13": {"until 17 Sep 2026"},
		} {
			samples = append(samples, mailtest.Sample{
				Email: SeatReminder{
					TransactionID: "tx1",
					Step:          step,
					Name:          name,
					Email:         "asha@example.com",
					Ends:          mailtest.Noon,
				}.Build(),
				Completed: map[string]string{
					"tier":    "Annual circle",
					"tierId":  "tier1",
					"ends":    "3 Sep 2026",
					"access":  "17 Sep 2026",
					"price":   "₹11,800.50",
					"count":   "2 memberships",
					"holders": "Bina Das, Meera Iyer",
				},
				Facts: append(facts, "Dear Asha Rao", "Annual circle", "Bina Das, Meera Iyer", "2 memberships",
					"A seat costs ₹11,800.50.", "https://boardcircle.example/membership-plans?tierId=tier1"),
			})
		}
		for what, facts := range map[string][]string{
			"granted": {"until 31 Mar 2027", "does not renew", "https://boardcircle.example/circle", session}, "changed": {"now runs until 31 Mar 2027"}, "ended": {"ended on 31 Mar 2027"},
			"seat": {"Sample Industries Limited has bought for you", "until 31 Mar 2027", "It costs you nothing",
				"https://boardcircle.example/circle", session},
			"imported":   {"until 31 Mar 2027", "You sign in with this email address", "https://boardcircle.example/circle", session},
			"free":       {"until 31 Mar 2027", "Your code FRIENDS covered the whole price", "there is no invoice", "https://boardcircle.example/circle", session},
			"free-seats": {"5 seats", "Your code FRIENDS covered the whole price", "nothing was charged", "https://boardcircle.example/account/billing"},
		} {
			samples = append(samples, mailtest.Sample{
				Email: MembershipNotice{
					What:          what,
					ID:            "mem1",
					Tier:          "Founding circle",
					From:          "1 Apr 2026",
					Until:         "31 Mar 2027",
					Code:          "FRIENDS",
					Seats:         "5 seats",
					Company:       "Sample Industries Limited",
					Complimentary: true,
					Name:          name,
					Email:         "asha@example.com",
					At:            mailtest.Noon,
				}.Build(),
				Completed: nextSession,
				Facts:     append(facts, "Dear Asha Rao", "Founding circle", "https://boardcircle.example/account"),
			})
		}
		for what, facts := range map[string][]string{
			"proforma":    {"Please pay ₹29,500", "HDFC 0001", "tx1", "proforma invoice is attached"},
			"part":        {"received ₹10,000 of ₹29,500", "₹19,500 is still due", "tx1"},
			"reminder":    {"valid until 2 Sep 2026", "pay ₹29,500", "HDFC 0001", "tx1"},
			"overpaid":    {"₹10,000 (Cheque 000123)", "We will return ₹5,000 to the payer"},
			"bounced":     {"Cheque 000123, ₹10,000", "has ended", "credit note is attached", "We will return the other ₹5,000"},
			"cancelled":   {"has been cancelled", "We will return the ₹5,000"},
			"lapsed":      {"was valid until 2 Sep 2026", "has ended"},
			"paid-online": {"You have paid for Founding circle online", "Please do not pay it"},
			"returned":    {"We have returned ₹10,000", "Cheque 000123"},
		} {
			samples = append(samples, mailtest.Sample{
				Email: OfflinePayment{
					What:          what,
					TransactionID: "tx1",
					InvoiceID:     "inv1",
					ReceiptID:     "r1",
					Receipt:       "Cheque 000123",
					Amount:        1000000,
					ToReturn:      500000,
					Tier:          "Founding circle",
					Currency:      "INR",
					Due:           2950000,
					Received:      1000000,
					HasEnded:      true,
					ValidUntil:    "2 Sep 2026",
					Name:          name,
					Email:         "asha@example.com",
				}.Build(),
				Completed: map[string]string{"bank": "HDFC 0001", "waits": ""},
				Facts:     append(facts, "Dear Asha Rao", "Founding circle", "https://boardcircle.example/account"),
			})
		}
		return append(samples, []mailtest.Sample{
			{
				Email: OfflineConfirmation{
					ReceiptID: "r1",
					Receipt:   "NEFT N1",
					Amount:    "₹1,18,000",
					Customer:  name,
					Tier:      "Founding circle",
					EnteredBy: "priya",
					Email:     "second@example.com",
				}.Build(),
				Facts: []string{"priya", "NEFT N1", "₹1,18,000", "Asha Rao", "Founding circle",
					"https://boardcircle.example/admin/payments/transactions?part=offline"},
			},
			{
				Email: SeatAccepted{
					SeatID:  "seat1",
					Round:   1,
					Tier:    "Annual circle",
					Invited: "meera@example.com",
					Holder:  "Meera Iyer (m@example.net)",
					Name:    name,
					Email:   "asha@example.com",
				}.Build(),
				Facts: []string{"Dear Asha Rao", "Annual circle", "meera@example.com", "Meera Iyer (m@example.net)",
					"https://boardcircle.example/account/billing"},
			},
			{
				Email: SeatTaken{
					SeatID: "seat1",
					Round:  1,
					Tier:   "Annual circle",
					Holder: "Meera Iyer (meera@example.com)",
					From:   "1 Apr 2026",
					Name:   name,
					Email:  "asha@example.com",
				}.Build(),
				Facts: []string{"Dear Asha Rao", "Annual circle", "1 Apr 2026", "Meera Iyer (meera@example.com)",
					"https://boardcircle.example/account/billing"},
			},
			{
				Email: SeatInvitation{
					SeatID:    "seat1",
					Round:     1,
					Company:   "Rao Textiles",
					Name:      name,
					Email:     "asha@example.com",
					ExpiresAt: mailtest.Noon,
				}.Build(),
				Completed: withNextSession(map[string]string{
					"tier": "Annual circle", "duration": "annual", "rest": "", "token": "seat1.1.mac",
				}),
				Facts: []string{"Dear Asha Rao", "Rao Textiles", "Annual circle", "for one year", "by 1 Sep 2026",
					"https://boardcircle.example/seat?token=seat1.1.mac"},
			},
			{
				Email: DocumentReplaced{
					TransactionID: "tx1",
					InvoiceID:     "inv2",
					Document:      "Tax invoice",
					Number:        "BC/2026/2",
					Cancelled:     "BC/2026/1",
					Name:          name,
					Email:         "asha@example.com",
				}.Build(),
				Completed: map[string]string{"tier": "Founding circle", "paymentId": "pay_1", "waits": "yes"},
				Facts: []string{"Dear Asha Rao", "BC/2026/1", "It is replaced by BC/2026/2", "is being registered",
					"https://boardcircle.example/account/billing"},
			},
			{
				Email: DocumentReady{
					TransactionID: "tx1",
					InvoiceID:     "inv1",
					Document:      "Credit note",
					Number:        "BN/2026/1",
					Name:          name,
					Email:         "asha@example.com",
				}.Build(),
				Completed: map[string]string{
					"tier":      "Founding circle",
					"amount":    "₹29,500",
					"paymentId": "pay_1",
					"irn":       "3f1c7c5d",
					"document":  "Credit note",
					"number":    "BN/2026/1",
				},
				Facts: []string{"Dear Asha Rao", "BN/2026/1", "is registered with the tax authorities", "3f1c7c5d",
					"pay_1", "https://boardcircle.example/account/billing"},
			},
			{
				Email: confirmed,
				Completed: withNextSession(map[string]string{
					"tier":       "Founding circle " + name,
					"amount":     "₹29,500",
					"paid":       "₹29,450",
					"writtenOff": "₹50",
					"base":       "₹25,000",
					"discount":   "₹100",
					"seats":      "",
					"gst":        "₹4,500",
					"rate":       "18",
					"paymentId":  "pay_1",
					"document":   "Tax invoice",
					"number":     "BC/2026/1",
					"at":         mailtest.Noon.Format(time.RFC3339),
					"until":      "for life",
					"needsState": "",
					"waits":      "",
				}),
				Facts: []string{
					"Dear Asha Rao", "received ₹29,450 of ₹29,500", "written off the rest of ₹50", "₹4,500", "GST 18%", "BC/2026/1", "for life", "Tax invoice",
					"Your tax invoice is attached", "https://boardcircle.example/account",
					"https://boardcircle.example/circle", session,
				},
			},
			{
				Email: refunded,
				Completed: map[string]string{
					"tier":       "Founding circle " + name,
					"amount":     "₹29,500",
					"refund":     "₹1,000",
					"paymentId":  "pay_1",
					"number":     "BC/2026/C1",
					"needsState": "",
					"waits":      "yes",
					"offline":    "",

					"transferred": "",
				},
				Facts: []string{"Dear Asha Rao", "₹1,000", "₹29,500", "BC/2026/C1", "follows by email"},
			},
			{
				Email: RefundRecorded{
					TransactionID: "tx2", RefundID: "rfnd_2", Name: name, Email: "asha@example.com",
				}.Build(),
				Completed: map[string]string{
					"tier": "Founding circle " + name, "amount": "₹29,500", "refund": "₹1,000", "paymentId": "pay_2",
					"number": "", "waits": "", "offline": "", "needsState": "yes",
					"transferred": "yes",
				},
				Facts: []string{"₹1,000", "returned the money to you by bank transfer", "we do not know your state", "https://boardcircle.example/account/billing"},
			},
			{
				Email: PaymentConfirmed{
					TransactionID: "tx2", PaymentID: "pay_2", Name: name, Email: "asha@example.com",
				}.Build(),
				Completed: withNextSession(map[string]string{
					"tier": "Monthly circle", "amount": "₹708", "base": "₹600", "discount": "", "seats": "", "gst": "₹108",
					"rate": "18", "paymentId": "pay_2", "document": "", "number": "", "until": "",
					"at": mailtest.Noon.Format(time.RFC3339), "waits": "", "needsState": "yes",
					"paid": "₹708", "writtenOff": "",
				}),
				Facts: []string{"received your payment of ₹708", "Please enter your state", "https://boardcircle.example/account/billing"},
			},
			{
				Email: attention,
				Facts: []string{"pay_1", "tx1", "Paid twice by Asha Rao", "https://boardcircle.example/admin"},
			},
		}...)
	})
}
