import { type QueryClient, type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query'
import { ApiError } from './api-error'
import { queryKeys as k } from './query-keys'

/** The query keys that each mutation invalidates. A key includes all keys that start with it. */
export const staleAfter = {
  // members' accounts
  acceptInvitation: [k.ownNomination],
  acceptSeat: [k.membership],
  addPasskey: [k.passkeys, k.adminPasskeys, k.audit],
  cancelSubscription: [k.membership],
  changeCard: [],
  pauseSubscription: [k.membership],
  resumeSubscription: [k.membership],
  changeEmail: [k.security],
  changePassword: [k.memberSessions, k.security, k.ownSessions, k.audit],
  confirmEmail: [k.user, k.member],
  createOrder: [k.billing],
  endMemberSession: [k.memberSessions],
  endMemberSessions: [],
  forgotPassword: [],
  login: [k.member, k.adminSession],
  logout: [],
  register: [k.member, k.adminSession],
  removePasskey: [k.passkeys, k.adminPasskeys, k.audit],
  renew: [],
  requestVerification: [],
  resetPassword: [],
  saveBilling: [k.billing],
  chooseEmails: [],
  savePortrait: [],
  deletePortrait: [],
  setPin: [k.security],
  updateProfile: [],
  changeSeat: [k.seats],
  verifyPayment: [k.membership, k.seats],

  // admins' accounts
  adminLogin: [k.adminSession, k.console],
  adminLogout: [],
  acceptAdminInvitation: [],
  changeAdmin: [k.admins, k.audit],
  changeRole: [k.admins, k.audit],
  changeOwnEmail: [k.ownAdmin, k.ownSessions, k.admins, k.audit],
  confirmTotp: [k.security, k.memberSessions, k.ownAdmin, k.ownSessions, k.admins, k.audit],
  endOwnSession: [k.ownSessions, k.audit],
  endOwnSessions: [k.adminSession],
  grantAdminRights: [k.admins, k.people, k.audit],
  inviteAdmin: [k.admins, k.audit],
  removeTotp: [k.security, k.memberSessions, k.ownAdmin, k.ownSessions, k.admins, k.audit],
  renewRecoveryCodes: [k.security, k.ownAdmin, k.audit],
  startTotp: [k.audit],
  withdrawAdminRights: [k.admins, k.people, k.audit],

  // an applicant's own nomination
  resumeDraft: [],
  takeOwnStep: [k.ownNominationDetails, k.ownNomination],

  // the review of nominations
  addNote: [k.nominations, k.audit],
  changeVerification: [k.nominations, k.audit],
  deleteNote: [k.nominations, k.audit],
  previewDecline: [],
  sendInvitation: [k.nominations, k.emails, k.audit],
  takeReviewStep: [k.nominations, k.people, k.emails, k.stats, k.audit],
  voteOnNomination: [k.nominations, k.audit],

  // the console
  decideApproval: [k.approvals, k.people, k.payments, k.books, k.allTiers, k.tiers, k.emails, k.stats, k.audit],
  saveCoupon: [k.coupons, k.audit],
  deleteCoupon: [k.coupons, k.audit],
  addTransactionNote: [k.payments, k.audit],
  changeMonth: [k.books, k.audit],
  registerEInvoices: [k.books, k.payments, k.emails, k.audit],
  changeIRN: [k.payments, k.books, k.emails, k.audit],
  endSeat: [k.payments, k.people, k.stats, k.audit],
  changeOffline: [k.payments, k.books, k.people, k.stats, k.audit],
  changeTerm: [k.people, k.stats, k.audit],
  acceptPayment: [k.payments, k.books, k.stats, k.audit],
  attachPayment: [k.payments, k.books, k.people, k.stats, k.audit],
  refundPayment: [k.payments, k.books, k.stats, k.audit],
  changePerson: [k.people, k.emails, k.payments, k.stats, k.audit],
  changeViews: [k.allViews, k.audit],
  previewBulk: [],
  startBulk: [k.people, k.emails, k.audit],
  previewMerge: [],
  checkImport: [],
  saveAutomation: [k.automations, k.audit],
  checkCampaign: [],
  keepSegment: [k.segments, k.audit],
  deleteSegment: [k.segments, k.audit],
  createCampaign: [k.campaigns, k.audit],
  deleteCampaign: [k.campaigns, k.audit],
  liftSuppression: [k.suppressions, k.audit],
  changeEmailText: [k.emailTexts, k.audit],
  refreshSendingHealth: [],
  resumeSending: [k.emails, k.providers, k.audit],
  testEmailText: [k.emails, k.audit],
  moveCampaign: [k.campaigns, k.emails, k.stats, k.audit],
  saveCampaign: [k.campaigns, k.audit],
  startCampaign: [k.campaigns, k.emails, k.stats, k.audit],
  testCampaign: [k.emails, k.audit],
  createBackup: [k.audit],
  createPlan: [k.allTiers, k.tiers, k.audit],
  deactivateTier: [k.allTiers, k.tiers, k.audit],
  deleteBackup: [k.backups, k.audit],
  deleteContent: [k.content, k.landing, k.footer, k.audit],
  deleteTier: [k.allTiers, k.tiers, k.audit],
  downloadBackup: [k.audit],
  downloadFile: [k.audit],
  reorderContent: [k.content, k.landing, k.footer, k.audit],
  reorderTiers: [k.allTiers, k.tiers, k.audit],
  resendEmail: [k.emails, k.stats, k.audit],
  resendFailedEmails: [k.emails, k.stats, k.audit],
  resolveAttention: [k.payments, k.stats, k.audit],
  restoreBackup: [k.audit],
  restoreContent: [k.content, k.landing, k.footer, k.audit],
  retryJob: [k.jobs, k.emails, k.payments, k.imports, k.audit],
  startDrill: [k.audit],
  saveBackupSchedule: [k.audit],
  saveContent: [k.content, k.landing, k.footer, k.audit],
  saveSettings: [k.config, k.footer, k.landing, k.tiers, k.settings, k.allTiers, k.nominations, k.admins, k.audit],
  saveTier: [k.allTiers, k.tiers, k.audit],
  sendTestEmail: [k.emails, k.providers, k.audit],
  startImport: [k.imports, k.people, k.stats, k.audit],
  testRazorpay: [k.providers, k.audit],
  uploadImage: [k.pictures, k.audit],
} as const satisfies Record<string, readonly (readonly unknown[])[]>

export type Operation = keyof typeof staleAfter

type MutationOptions<Input, Answer> = {
  /** Writes the server's answer into the cache. */
  store?: (client: QueryClient, answer: Answer, input: Input) => void
  /** Shows the result at once. Returns a function that undoes it if the server refuses. */
  optimistic?: (client: QueryClient, input: Input) => () => void
}

/**
 * A call that changes data. When it succeeds, when the data was out of date (404, 409) or when a second admin has to
 * confirm (202), it refetches the queries in staleAfter before it settles. The caller reports the result to the user.
 */
export function useServerMutation<Input = void, Answer = unknown>(
  operation: Operation,
  call: (input: Input) => Promise<Answer>,
  { store, optimistic }: MutationOptions<Input, Answer> = {},
): UseMutationResult<Answer, Error, Input, (() => void) | undefined> {
  const client = useQueryClient()
  const refresh = () => Promise.all(staleAfter[operation].map((queryKey) => client.invalidateQueries({ queryKey })))
  return useMutation({
    mutationKey: [operation],
    mutationFn: (input: Input) => call(input),
    onMutate: (input) => optimistic?.(client, input),
    onSuccess: async (answer, input) => {
      store?.(client, answer, input)
      await refresh()
    },
    onError: async (error, _, undo) => {
      undo?.()
      if (undo || isOutdated(error)) await refresh()
    },
  })
}

function isOutdated(error: Error): boolean {
  return error instanceof ApiError && (error.status === 404 || error.status === 409 || error.status === 202)
}
